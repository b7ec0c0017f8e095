import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import type { AnyNode } from './tree.js';

/** Around what a `throw` statement throws: when nobody catches it, Node shows the statement's line. */
export function probeThrow(ctx: Context, node: AnyNode): void {
  if ((ctx.plan.rules === null && ctx.plan.recording === null) || node.type !== 'ThrowStatement') return;
  const { argument } = node;
  const [before, after] = asArgument(argument);
  ctx.edits.wrap(argument.start, argument.end, `__w_threw(${JSON.stringify(ctx.path)},${node.start},${before}`, `${after})`);
}
