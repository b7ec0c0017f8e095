import { aroundTold } from './budgetTests.js';
import type { Context, Host } from './context.js';
import { asArgument } from './definitions.js';
import type { Site } from './site.js';
import { isFunction, writtenKey, type AnyNode } from './tree.js';

/** Probes of what functions give to those who have called them: by `return`, by `yield` and `yield*`, and of an arrow function without a body its expression. */
export function probeReturns(ctx: Context, node: AnyNode, host: Host, activation?: string): void {
  if (!ctx.plan.returns) return;
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') probeResolved(ctx, node.callee, node.arguments[0], host);
  else if (node.type === 'ReturnStatement' && node.argument) {
    if (!isOfExport(ctx, node.start, node.end)) probeReturned(ctx, node.argument, host, activation);
  } else if (node.type === 'YieldExpression' && node.argument) probeReturned(ctx, node.argument, host, activation);
}

/** Whether a `return` is that of vite's `() => { try { return name } catch {} }`, by which an export is read: V8 lets nobody ask where it has an effect. */
function isOfExport({ text, plan }: Context, start: number, end: number): boolean {
  const isRead = /^return [\w$.]+;?$/.test(text.slice(start, end));
  return (
    isRead && !plan.recording && /=> \{ try \{ $/.test(text.slice(Math.max(0, start - 20), start)) && text.startsWith(' } catch {} }', end)
  );
}

/** For a recording, the names of the variables and properties any of which an expression may evaluate to. */
export function namesReturned({ plan }: Context, value: AnyNode): Pick<Site, 'given'> {
  const given: string[] = [];
  if (plan.recording?.keepsSecrets === false) addNames(value, given);
  return given.length === 0 ? {} : { given };
}

function addNames(value: AnyNode, given: string[]): void {
  switch (value.type) {
    case 'Identifier':
      given.push(value.name);
      return;
    case 'MemberExpression': {
      const name = writtenKey(value.property, value.computed);
      if (name !== undefined) given.push(name);
      return;
    }
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return addNames(value.expression, given);
    case 'AwaitExpression':
      return addNames(value.argument, given);
    case 'AssignmentExpression':
      addNames(value.left, given);
      return addNames(value.right, given);
    case 'LogicalExpression':
      addNames(value.left, given);
      return addNames(value.right, given);
    case 'ConditionalExpression':
      addNames(value.consequent, given);
      return addNames(value.alternate, given);
    case 'SequenceExpression': {
      const last = value.expressions.at(-1);
      if (last !== undefined) addNames(last, given);
    }
  }
}

/** `activation`: code that says which one returns, where it is asked for. */
export function probeReturned(ctx: Context, value: AnyNode, host: Host, activation?: string): void {
  const site = ctx.site('return', value, null, { isAfter: true, ...namesReturned(ctx, value) });
  const [before, after] = asArgument(value);
  const probe = [`__w_return(${site},`, `${activation === undefined ? '' : `,${activation}`})`] as const;
  const [open, close] = aroundTold(ctx, host, value, site, probe);
  ctx.edits.wrap(value.start, value.end, open + before, after + close);
}

/** What a promise is resolved with, by the function that `new Promise` gives to the one that it is given. */
function probeResolved(ctx: Context, callee: Extract<AnyNode, { type: 'Identifier' }>, value: AnyNode | undefined, host: Host): void {
  if (value === undefined || value.type === 'SpreadElement' || !/\bnew\s+Promise\b/.test(ctx.text)) return;
  const binding = ctx.scopes.bindingAt.get(callee.start);
  const executor = binding?.scope.node;
  if (executor === undefined || !isFunction(executor) || executor.params[0]?.start !== binding?.declarations[0]?.start) return;
  if (/\bnew\s+Promise\s*\(\s*$/.test(ctx.text.slice(Math.max(0, executor.start - 40), executor.start))) probeReturned(ctx, value, host);
}
