import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import type { AnyNode } from './tree.js';

/** Whether a text may hold a call that `probeEntryCalls` probes. */
export function mayCallEntries(text: string): boolean {
  return /\.\s*(?:set|add)\s*\(/.test(text);
}

/**
 * Tells where `m.set(k, v)` and `s.add(v)` are called, when their arguments have been evaluated: to take it from the stack takes
 * microseconds. The receiver is a variable or `this`, which can be read again.
 */
export function probeEntryCalls(ctx: Context, node: AnyNode): void {
  if (!ctx.plan.entries || node.type !== 'CallExpression' || node.optional) return;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || callee.property.type !== 'Identifier') return;
  const { property, object } = callee;
  const last = node.arguments.at(-1);
  if (last === undefined || (property.name !== 'set' && property.name !== 'add')) return;
  if (object.type === 'Literal' || !ctx.isStable(object, node) || node.arguments.some(({ type }) => type === 'SpreadElement')) return;
  const site = ctx.site('native', { start: property.start, end: property.start }, null, { isAfter: true });
  const probe = property.name === 'set' ? '__w_set' : '__w_add';
  const [before, after] = asArgument(last);
  ctx.edits.wrap(last.start, last.end, `${probe}(${site},${ctx.text.slice(object.start, object.end)},${before}`, `${after})`);
}
