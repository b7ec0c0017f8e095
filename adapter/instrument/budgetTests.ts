import type { Context, Host } from './context.js';
import { childrenOf, isFunction, takesName, type AnyNode } from './tree.js';

/**
 * In a recording the text itself tests whether a site has used its budget, and counts: a call of a probe costs many times as much, and most
 * passages of a program that runs long are beyond the budgets.
 */

/** What goes around a value of which a probe tells; `probe` and `end`: the probe's call, before and after the value. */
export function aroundTold(
  ctx: Context,
  host: Host | null,
  value: AnyNode,
  site: number,
  [probe, end]: readonly [string, string],
): readonly [string, string] {
  // What would be given the hidden variable's name is left to the probe.
  if (takesName(value)) return [probe, end];
  return aroundNamed(ctx, host, value, site, [probe, end]);
}

/** What is more to say of a value. */
interface Told {
  /** What must be true of the value, `*`, for the probe to tell anything. */
  readonly condition?: string;
  /** Whether it is what a call returns: what code without probes may have written is compared first. */
  readonly isCall?: boolean;
  /** How many sites the probe tells of, one after the other. */
  readonly count?: number;
}

/** Of anything but objects nothing is told. */
export const ifObject: Told = { condition: '(typeof *==="object"||typeof *==="function")&&' };

/** The same of a value that takes no name from the hidden variable; null: it makes no functions. */
export function aroundNamed(
  ctx: Context,
  host: Host | null,
  value: AnyNode | null,
  site: number,
  [probe, end]: readonly [string, string],
  { condition = '', count = 1, isCall = false }: Told = {},
): readonly [string, string] {
  // V8 would call functions in stack traces by the name of what a value that holds them is given to.
  const kept = host === null || (value !== null && makesFunction(value)) ? null : keptValue(ctx, host);
  if (kept === null) return isCall && ctx.plan.recording !== null ? [`__w_looked(${probe}`, `${end})`] : [probe, end];
  const first = isCall ? '__w_u[0]!==0&&__w_look(),' : '';
  const test = tested(site, `${probe}${kept}${end}`, count);
  return [`(${kept}=`, `,${first}${condition === '' ? test : `${condition.replaceAll('*', kept)}(${test})`},${kept})`];
}

/** The call of a probe that has no value; `count`: of how many sites it tells. */
export function tested(site: number, probe: string, count = 1): string {
  return `__w_n[${site}]>0?${probe}:${count === 1 ? `__w_n[${site}]--` : `__w_beyond(${site},${count})`}`;
}

/** The same where the plan may be another one than that of a recording. */
export function toldStatement({ plan }: Context, site: number, probe: string, count = 1): string {
  return plan.recording === null ? probe : `(${tested(site, probe, count)})`;
}

/** The same of what a variable holds, if that is an object. */
export function toldObject({ plan }: Context, site: number, name: string, probe: string): string {
  return plan.recording === null ? probe : `${(ifObject.condition ?? '').replaceAll('*', name)}(${tested(site, probe)})`;
}

/**
 * The same around a call. V8 says of `f().x` that it is where the point is, of `(f()).x` that it is where the name is, and has a message of its
 * own for calls that return nothing iterable: what is done with a call is done with one still.
 */
export function stillCall(node: AnyNode, parent: AnyNode, [open, close]: readonly [string, string]): readonly [string, string] {
  const isCall = node.type === 'CallExpression' || node.type === 'ChainExpression';
  return isCall && open.startsWith('(') && isTakenApart(node, parent) ? [`__w_keep(${open}`, `${close})`] : [open, close];
}

const known = new WeakMap<AnyNode, boolean>();

/** Whether evaluating a value makes functions or classes. */
export function makesFunction(value: AnyNode): boolean {
  let makes = known.get(value);
  if (makes !== undefined) return makes;
  makes = isFunction(value) || /^Class/.test(value.type) || childrenOf(value).some(makesFunction);
  known.set(value, makes);
  return makes;
}

/** Whether more is done with a value than to hand it on. */
function isTakenApart(node: AnyNode, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node;
    case 'VariableDeclarator':
      return parent.id.type !== 'Identifier';
    case 'AssignmentExpression':
      return /Pattern$/.test(parent.left.type);
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'SpreadElement':
    case 'TaggedTemplateExpression':
    case 'YieldExpression':
      return true;
    default:
      return false;
  }
}

/** The hidden variable of a function that holds what was evaluated last; null where there is none. */
function keptValue({ plan }: Context, host: Host): string | null {
  if (plan.recording === null || host.activation !== undefined) return null;
  if (!host.temporaries.includes(keptName)) host.temporaries.push(keptName);
  return keptName;
}

const keptName = '__w_v';
