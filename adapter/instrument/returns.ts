import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import type { AnyNode } from './tree.js';

/** Probes of what functions give to those who have called them: by `return`, by `yield`, and of an arrow function without a body its expression. */
export function probeReturns(ctx: Context, node: AnyNode): void {
  if (!ctx.plan.returns) return;
  if (node.type === 'ReturnStatement' && node.argument) probeReturned(ctx, node.argument);
  else if (node.type === 'YieldExpression' && node.argument && !node.delegate) probeReturned(ctx, node.argument);
}

export function probeReturned(ctx: Context, value: AnyNode): void {
  const site = ctx.site('return', value, null, { isAfter: true });
  const [before, after] = asArgument(value);
  ctx.edits.wrap(value.start, value.end, `__w_return(${site},${before}`, `${after})`);
}
