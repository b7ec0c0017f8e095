import { aroundNamed, ifObject, stillCall, toldStatement } from './budgetTests.js';
import { probeArguments } from './calls.js';
import { givingMethods } from './builtinNames.js';
import type { Context, Host } from './context.js';
import type { AllocationKind } from './plan.js';
import type { AnyNode } from './tree.js';

/** Probes of expressions that make objects; of calls, because natives make objects too. */
export function probeAllocations(ctx: Context, node: AnyNode, parent: AnyNode, host: Host): void {
  const { allocations, fields, elements } = ctx.plan;
  const asksPlaces = allocations.length > 0 && (fields.length > 0 || elements);
  if (asksPlaces && node.type === 'CallExpression' && node.callee.type === 'Super') {
    const site = ctx.site('result', { start: node.start, end: node.start }, null, { isAfter: true });
    ctx.edits.wrap(node.start, node.end, `__w_super(${site},`, ',this)');
  }
  const kind = allocations.length === 0 ? undefined : kindOf(node, parent);
  if (kind === undefined || !allocations.includes(kind)) return;
  const site = ctx.site('allocation', node, kind === 'call' ? 'call' : 'new', { isAfter: true });
  if (asksPlaces && node.type === 'NewExpression') {
    ctx.site('result', { start: node.start, end: node.start }, null, { isAfter: true });
    const [open, close] = aroundNamed(ctx, host, node, site, [`__w_new(${site},`, ')'], { count: 2, isCall: true });
    ctx.edits.wrap(node.start, node.end, open, close);
    return;
  }
  if (
    kind === 'call' &&
    node.type === 'CallExpression' &&
    ctx.plan.makers.some(({ path, offset }) => path === ctx.path && offset === node.start)
  )
    probeArguments(ctx, node, `__w_ageWith(${site},`, `__w_age(${site})`);
  const receiver = kind === 'call' ? receiverOf(node) : null;
  const isNext = asksPlaces && kind === 'call' && receiver !== null && methodOf(node) === 'next';
  if (isNext) ctx.site('result', { start: node.start, end: node.start }, null, { isAfter: true });
  const probe = [`${isNext ? '__w_nextMade' : '__w_made'}(${site},`, receiver === null ? ')' : `,${receiver})`] as const;
  const count = isNext ? 2 : 1;
  const [open, close] = stillCall(
    node,
    parent,
    aroundNamed(ctx, host, node, site, probe, kind === 'call' ? { ...ifObject, isCall: true, count } : {}),
  );
  ctx.edits.wrap(node.start, node.end, open, close);
}

/** Around all else that is put around `await Promise.all(…)`: what it gives was made with what it holds. */
export function probeSettled(ctx: Context, node: AnyNode, host: Host): void {
  const name = asksPlacesOf(ctx) ? combinatorAwaited(node) : null;
  if (name === null) return;
  const site = ctx.site('allocation', node, 'call', { isAfter: true });
  ctx.site('result', { start: node.start, end: node.start }, null, { isAfter: true });
  const value = ctx.temporary(host);
  const probe = toldStatement(ctx, site, `__w_settled(${site},${value})`, 2);
  ctx.edits.wrap(node.start, node.end, `(${value}=`, `,${probe},${value})`);
}

/** Within all else, but around what is awaited: who has made it. */
export function probeSettling(ctx: Context, node: AnyNode): void {
  const name = asksPlacesOf(ctx) ? combinatorAwaited(node) : null;
  if (name !== null) ctx.edits.wrap(node.start, node.end, '__w_settling(', `,Promise,"${name}")`);
}

function asksPlacesOf({ plan: { allocations, fields, elements } }: Context): boolean {
  return allocations.includes('call') && (fields.length > 0 || elements);
}

/** Which method of `Promise` gave what is awaited: one that makes an array. */
function combinatorAwaited(node: AnyNode): 'all' | 'allSettled' | null {
  const call = node.type === 'AwaitExpression' ? node.argument : null;
  const callee = call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? call.callee : null;
  if (call === null || callee?.object.type !== 'Identifier' || callee.object.name !== 'Promise') return null;
  const method = methodOf(call);
  return method === 'all' || method === 'allSettled' ? method : null;
}

/** The name of the method that a call is of; null where it is of none. */
function methodOf(node: AnyNode): string | null {
  const call = node.type === 'ChainExpression' ? node.expression : node;
  const callee = call.type === 'CallExpression' ? call.callee : null;
  return callee?.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier' ? callee.property.name : null;
}

/**
 * What a method was called of, which it may return: a variable or `this`, and the names of fields that lead from there. It is read again
 * without getters.
 */
function receiverOf(node: AnyNode): string | null {
  const call = node.type === 'ChainExpression' ? node.expression : node;
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const names: string[] = [];
  let at: AnyNode = call.callee.object;
  while (at.type === 'MemberExpression' && !at.computed && at.property.type === 'Identifier') {
    names.unshift(at.property.name);
    at = at.object;
  }
  const root = at.type === 'ThisExpression' || at.type === 'Super' ? 'this' : at.type === 'Identifier' ? at.name : null;
  if (root === null) return null;
  return names.length === 0 ? root : `${root},${names.map((name) => JSON.stringify(name)).join()}`;
}

function kindOf(node: AnyNode, parent: AnyNode): AllocationKind | undefined {
  switch (node.type) {
    case 'ObjectExpression':
      return 'object';
    case 'ArrayExpression':
      return 'array';
    case 'Literal':
      return 'regex' in node ? 'new' : undefined;
    case 'NewExpression':
      return 'new';
    case 'CallExpression':
      if (givesWhatIsThere(node)) return undefined;
      // Inside a chain, what is behind it may be left out together with it.
      return parent.type === 'ChainExpression' || node.callee.type === 'Super' || isInChain(node) ? undefined : 'call';
    case 'ChainExpression':
      return node.expression.type === 'CallExpression' ? 'call' : undefined;
    default:
      return undefined;
  }
}

/** Methods of the language that return their receiver, an argument or an element. */
const giving: ReadonlySet<string> = new Set(givingMethods.split(' '));

function givesWhatIsThere(node: AnyNode): boolean {
  const method = methodOf(node);
  return method !== null && method !== 'next' && giving.has(method);
}

/** Whether a call's callee, or what it is part of, has a `?.` that could leave it out. */
function isInChain(node: AnyNode): boolean {
  let at: AnyNode = node;
  for (;;) {
    if ((at.type === 'CallExpression' || at.type === 'MemberExpression') && at.optional) return true;
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression') at = at.object;
    else return false;
  }
}
