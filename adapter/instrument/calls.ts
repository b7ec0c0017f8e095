import type { CallExpression, NewExpression } from 'acorn';
import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import { joined, type Inserted } from './edits.js';
import { tokenOffset, type AnyNode } from './tree.js';

/**
 * Probes around every call, where writes are looked for that no probe sees: what changes between them was changed by the call. The
 * site is where V8 says that the call is: a method's name, `new`.
 */
export function probeCall(ctx: Context, node: AnyNode, parent: AnyNode): void {
  const { guards, allocations, rules } = ctx.plan;
  const { text, edits } = ctx;
  const isShown = guards || allocations.includes('call') || (rules?.patterns.length ?? 0) > 0;
  if (node.type === 'CatchClause' && node.param?.type === 'Identifier' && isShown)
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

/**
 * Has something reported when the arguments of a call are evaluated: the call of a probe around the last of them, or one that gives nothing to
 * spread. More than one probe may be put into a list that is empty.
 */
export function probeArguments({ edits, text }: Context, node: CallExpression | NewExpression, around: Around, alone: Inserted): void {
  const last = node.arguments.at(-1);
  const spread = joined(['...', alone]);
  if (last === undefined) {
    if (hasArguments(node, text)) edits.after(node.end - 1, joined([spread, ',']));
    else edits.after(node.end, joined(['(', spread, ')']));
  } else if (last.type === 'SpreadElement') edits.after(last.end, joined([',', spread]));
  else {
    const [before, after] = asArgument(last);
    const [opening, closing] = typeof around === 'string' ? [around, ''] : around;
    edits.wrap(last.start, last.end, `${opening}${before}`, joined([after, closing, ')']));
  }
}

/** What a probe's call begins with before a value, and what follows the value. */
type Around = string | readonly [opening: string, closing: Inserted];

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
function hasArguments(node: CallExpression | NewExpression, text: string): boolean {
  return node.type === 'CallExpression' || node.arguments.length > 0 || tokenOffset(text, node.callee.end, '(') < node.end;
}

function isInChain(node: AnyNode): boolean {
  for (let at = node; ;) {
    if ((at.type === 'CallExpression' || at.type === 'MemberExpression') && at.optional) return true;
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression') at = at.object;
    else return false;
  }
}
