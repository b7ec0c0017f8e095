import { tested, toldStatement } from './budgetTests.js';
import type { Choice } from './choice.js';
import type { Context } from './context.js';
import { isInFull } from './recordedActivities.js';
import { declarationOf, type Scope } from './scopes.js';
import { isFunction, type AnyNode } from './tree.js';

/**
 * Probes of a recording that say which variables code sees: each entry of a scope with the scope around it, and functions that are declared
 * in it. A run that only answers questions sees both where it waits.
 */

/** Code that gives a new instance of a scope its number; of a recording it reports it. `number` is the code that gives the number. */
export function newScope(ctx: Context, node: AnyNode, number: string): string {
  if (ctx.plan.recording === null) return number;
  const kind = node.type === 'Program' ? 'program' : isFunction(node) ? 'function' : 'block';
  const site = ctx.site('scope', node, kind);
  return `(__w_n[${site}]>0?__w_scopeEntered(${site},${number},${ctx.surroundingScope(node)}):(__w_n[${site}]--,${number}))`;
}

/** Tells what is around a function that has no scope of its own to be asked about. */
export function tellAround(ctx: Context, node: AnyNode, activation: string): string {
  const around = ctx.plan.recording === null || !isFunction(node) ? '0' : ctx.surroundingScope(node);
  if (around === '0') return '';
  const site = ctx.site('around', node, null);
  return `${tested(site, `__w_around(${site},${activation},${around})`)};`;
}

/** `this` of an arrow function is that of the function around: which activation of it that is, its scope tells. */
export function tellHomeOfThis(ctx: Context, home: AnyNode): void {
  const { recording } = ctx.plan;
  if (home.type !== 'ArrowFunctionExpression' || recording === null || !isInFull(recording, ctx.path)) return;
  const scope = scopeOfThis(ctx, home);
  if (scope !== null) ctx.numberScope(scope);
}

/** In methods it may be asked about where no arrow function mentions it. */
export function tellMethodAround(ctx: Context, arrow: AnyNode): void {
  const { recording } = ctx.plan;
  if (arrow.type !== 'ArrowFunctionExpression' || recording === null || !isInFull(recording, ctx.path)) return;
  const scope = scopeOfThis(ctx, arrow);
  // The function of a method begins with its parameters.
  if (scope !== null && ctx.text[scope.node.start] === '(') ctx.numberScope(scope);
}

function scopeOfThis(ctx: Context, arrow: AnyNode): Scope | null {
  let scope = ctx.scopes.scopeOf(arrow) ?? null;
  while (scope !== null && (scope.node.type === 'ArrowFunctionExpression' || !isFunction(scope.node))) scope = scope.parent;
  return scope;
}

/** Tells which functions are declared in a scope that is entered. */
export function tellHoisted(ctx: Context, node: AnyNode, scopeVariable: string, { bindings }: Choice): string {
  if (ctx.plan.recording === null) return '';
  const hoisted = [...(ctx.scopes.scopeOf(node)?.bindings.values() ?? [])].filter(
    (binding) => binding.kind === 'function' && bindings.has(binding),
  );
  return hoisted
    .map((binding) => {
      const declaration = declarationOf(binding);
      const site = ctx.site('hoist', binding.declarations[0] ?? node, binding.name, { isAfter: true, declaration });
      return `${toldStatement(ctx, site, `__w_bind(${site},${scopeVariable},${binding.name})`)};`;
    })
    .join('');
}
