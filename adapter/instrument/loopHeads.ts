import type { Context } from './context.js';
import type { Binding } from './scopes.js';
import { isFunction, pathTo, tokenOffset, walk, type AnyNode, type Program } from './tree.js';

type Loop = Extract<AnyNode, { type: 'ForStatement' }>;

/** `declarations` give the hidden variable its value, among others. */
type OpenHead = (scopeVariable: string, declarations: string) => void;

/**
 * The head of a `for (let …)`, before its parts are visited. Each iteration has variables of its own, which begin with the values of the
 * iteration before: only functions that are made in the loop can tell. What is returned puts in the hidden variable of their scope.
 */
export function openLoopHead(ctx: Context, loop: Loop, bindings: ReadonlySet<Binding>): OpenHead {
  const { init, test, update } = loop;
  const [first] = init?.type === 'VariableDeclaration' ? init.declarations : [];
  if (init?.type !== 'VariableDeclaration' || first === undefined) return () => {};
  if (init.kind === 'using' || init.kind === 'await using') {
    // Whatever is declared there is disposed of: a number cannot be.
    const { start, end } = withLabels(ctx.program, loop);
    const wrap = ctx.edits.reserve(start, end);
    return (_scopeVariable, declarations) => wrap(`{let ${declarations};`, '}');
  }
  const own = [...bindings].filter(({ scope }) => scope.node === loop);
  const isKept = init.kind === 'let' && own.some(({ references, scope }) => references.some(({ home }) => home !== scope.home));
  const afterTest = tokenOffset(ctx.text, test?.end ?? tokenOffset(ctx.text, init.end, ';') + 1, ';');
  const wrapTest = isKept && makesFunction(init) ? before(ctx, test ?? null, afterTest) : null;
  const wrapUpdate = isKept ? before(ctx, update ?? null, afterTest + 1) : null;
  return (scopeVariable, declarations) => {
    ctx.edits.opening(first.start, `${declarations},`);
    wrapTest?.(`${scopeVariable}=__w_first(${scopeVariable})`, 'true');
    wrapUpdate?.(`${scopeVariable}=__w_next(${scopeVariable})`, '0');
  };
}

/** A statement with the labels that lead to it. */
function withLabels(program: Program, statement: AnyNode): AnyNode {
  const around = pathTo(program, statement.start);
  const outer = around.slice(0, around.indexOf(statement));
  return outer[outer.findLastIndex(({ type }) => type !== 'LabeledStatement') + 1] ?? statement;
}

/** Puts an expression before a part of the head, or `instead` where it has none. */
function before(ctx: Context, part: AnyNode | null, offset: number): (text: string, instead: string) => void {
  if (part === null) return (text, instead) => ctx.edits.opening(offset, `(${text},${instead})`);
  const wrap = ctx.edits.reserve(part.start, part.end);
  return (text) => wrap(`(${text},`, ')');
}

function makesFunction(node: AnyNode): boolean {
  let makes = false;
  walk(node, (inner) => {
    makes ||= isFunction(inner) || /^Class/.test(inner.type);
  });
  return makes;
}
