import type { Context } from './context.js';
import { hasValues } from './recordedActivities.js';
import type { AnyNode } from './tree.js';

/**
 * Puts a constructor into a class that has none, so that its calls are recorded as those of others. It does what the language's own does,
 * which iterates over nothing that the program can change (ECMA-262, ClassDefinitionEvaluation).
 */
export function probeImplicitConstructor(ctx: Context, node: AnyNode): void {
  if (ctx.plan.recording === null || (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression')) return;
  if (node.body.body.some((member) => member.type === 'MethodDefinition' && member.kind === 'constructor')) return;
  const head = { start: node.start, end: node.superClass?.end ?? node.id?.end ?? node.start + 'class'.length };
  const call = ctx.site('call', head, 'implicit');
  ctx.site('argument', node.body, '');
  const exit = ctx.site('exit', { start: node.end - 1, end: node.end }, null);
  const [receiver, given] = hasValues(ctx) ? ['this', ',arguments'] : ['__w_none', ''];
  const { line, column } = ctx.lines.positionOf(node.start);
  const beginning = `constructor(){/*${line}:${column}:${node.start}*/`;
  const text = !node.superClass
    ? `${beginning}__w_end(${exit},__w_enter(${call},${receiver}${given}));}`
    : `${beginning}const __w_c=__w_enter(${call},__w_none${given});${superCall}__w_end(${exit},__w_c);}`;
  ctx.edits.declaring(node.body.start + 1, text);
}

/** Where the class begins, of which an insertion is the constructor; `null` where it is none. V8 says that it is there. */
export function placeOfClass(insertion: string): ClassPlace | null {
  const [, line, column, offset] = /^constructor\(\)\{\/\*(\d+):(\d+):(\d+)\*\//.exec(insertion) ?? [];
  return offset === undefined ? null : { line: Number(line), column: Number(column), offset: Number(offset) };
}

/** Line and column from 1, without insertions. */
export interface ClassPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Most constructors are given little: to spread takes longer. */
const superCall =
  'switch(arguments.length){case 0:super();break;case 1:super(arguments[0]);break;case 2:super(arguments[0],arguments[1]);break;' +
  'default:super(...__w_given(arguments));}';
