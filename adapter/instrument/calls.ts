import type { CallExpression, NewExpression } from 'acorn';
import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import { tokenOffset, type AnyNode } from './tree.js';

/**
 * Probes around every call, where writes are looked for that no probe sees: what changes between them was changed by the call. The
 * site is where V8 says that the call is: a method's name, `new`.
 */
export function probeCall(ctx: Context, node: AnyNode, parent: AnyNode): void {
  const { guards, allocations } = ctx.plan;
  const { text, edits } = ctx;
  if (node.type === 'CatchClause' && node.param?.type === 'Identifier' && (guards || allocations.includes('call')))
    edits.opening(node.body.start + 1, `__w_caught(${node.param.name});`);
  if (!guards) return;
  const position = positionOf(node, text, parent);
  if (position === null || (node.type !== 'CallExpression' && node.type !== 'NewExpression')) return;
  const site = ctx.site('native', { start: position, end: position }, null, { isAfter: true });
  edits.wrap(node.start, node.end, `__w_called(${site},`, ')');
  const told = showing.test(text.slice(position, node.end)) ? -site : site;
  probeArguments(ctx, node, `__w_callingWith(${told},`, `__w_calling(${told})`);
}

/** Functions that show what properties are. */
const showing = /^(?:inspect|format|formatWithOptions|log|info|warn|error|debug|dir|trace|table)\s*\(/;

/** Has something reported when the arguments of a call are evaluated: the call of a probe around the last of them, or one that gives nothing to spread. */
export function probeArguments({ edits }: Context, node: CallExpression | NewExpression, around: string, alone: string): void {
  const last = node.arguments.at(-1);
  if (last === undefined) edits.after(node.end - 1, `...${alone}`);
  else if (last.type === 'SpreadElement') edits.after(last.end, `,...${alone}`);
  else {
    const [before, after] = asArgument(last);
    edits.wrap(last.start, last.end, `${around}${before}`, `${after})`);
  }
}

/** null: a call that may be left out, or is none like others. */
function positionOf(node: AnyNode, text: string, parent: AnyNode): number | null {
  if (node.type === 'NewExpression') return hasArguments(node, text) ? node.start : null;
  if (node.type !== 'CallExpression' || node.optional || parent.type === 'ChainExpression') return null;
  const { callee } = node;
  if (callee.type === 'Super' || isInChain(callee)) return null;
  if (callee.type === 'Identifier') return callee.name === 'eval' ? null : callee.start;
  return callee.type === 'MemberExpression' && !callee.computed ? callee.property.start : callee.start;
}

/** Whether there is a list of them, be it empty: `new (a || b)` has none. */
function hasArguments(node: Extract<AnyNode, { type: 'NewExpression' }>, text: string): boolean {
  return node.arguments.length > 0 || tokenOffset(text, node.callee.end, '(') < node.end;
}

function isInChain(node: AnyNode): boolean {
  for (let at = node; ;) {
    if ((at.type === 'CallExpression' || at.type === 'MemberExpression') && at.optional) return true;
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression') at = at.object;
    else return false;
  }
}
