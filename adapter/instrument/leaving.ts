import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import { isFunction, isScript, type AnyNode, type Program } from './tree.js';

/**
 * Where control comes to a function and leaves it, where writes are looked for that no probe sees: who has called it goes on then, and
 * may have no probes.
 */
export function entering(node: AnyNode): string {
  return `var ${own}=__w_entered(${isFunction(node) && node.async ? 'true' : ''});`;
}

/** The hidden variable that holds an activation's number. */
const own = '__w_entry';
const finallyLeaves = '__w_leaves';

export function probeLeaving(ctx: Context, node: AnyNode): void {
  if (!ctx.plan.guards) return;
  switch (node.type) {
    case 'ReturnStatement':
      if (node.argument) leavingWith(ctx, node.argument);
      else ctx.edits.after(node.start + 'return'.length, ` ${leaving()}`);
      return;
    case 'ThrowStatement':
      return leavingWith(ctx, node.argument);
    case 'AwaitExpression':
      ctx.edits.wrap(node.start, node.end, `__w_resumed(${own},`, ')');
      return leavingWith(ctx, node.argument);
    case 'YieldExpression':
      ctx.edits.wrap(node.start, node.end, `__w_again(${own},`, ')');
      if (node.argument) leavingWith(ctx, node.argument);
      else ctx.edits.after(node.start + 'yield'.length, ` ${leaving()}`);
      return;
    case 'CatchClause':
      return ctx.edits.opening(node.body.start + 1, `__w_caughtIn(${own});`);
    case 'TryStatement':
      // What a function returns with is there before this begins.
      if (!node.finalizer) return;
      ctx.edits.opening(node.finalizer.start + 1, `const ${finallyLeaves}=__w_atLast(${own});`);
      ctx.edits.before(node.finalizer.end - 1, `;if(${finallyLeaves})${leaving()};`);
  }
}

/** At the end of a body, after what else is put there. */
export function probeBodyEnd(ctx: Context, end: number): void {
  if (ctx.plan.guards) ctx.edits.before(end - 1, `;${leaving()};`);
}

/** At the end of a text, outside of what else is put there. A declaration leaves the text its value. */
export function probeProgramEnd(ctx: Context, program: Program): void {
  const last = program.body.at(-1);
  if (ctx.plan.guards && !isScript(program) && last !== undefined) ctx.edits.after(last.end, `;const __w_off=${leaving()};`);
}

/** What an arrow function gives without a body. */
export function aroundResult(ctx: Context): readonly [string, string] {
  return ctx.plan.guards ? [`__w_leaving(${own},(`, '))'] : ['(', ')'];
}

function leavingWith({ edits }: Context, value: AnyNode): void {
  const [before, after] = asArgument(value);
  edits.wrap(value.start, value.end, `__w_leaving(${own},${before}`, `${after})`);
}

function leaving(): string {
  return `__w_leaving(${own})`;
}
