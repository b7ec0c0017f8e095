import { builtinsThat } from '../../builtins/facts.js';
import type { Expression } from '../../ir/expression.js';
import type { FunctionIr } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { ConcreteObject } from '../concrete/concreteValue.js';

/** The names of properties that something may store values under. */
export type Reach = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'indices' } | { readonly kind: 'all' };

export const all: Reach = { kind: 'all' };

const isReached = (reach: Reach, name: string): boolean =>
  reach.kind === 'all' || (reach.kind === 'name' ? reach.name === name : /^\d+$/.test(name));

/**
 * Values that the program itself has stored in objects that it was given. Unknown code keeps to the declared types of their properties, the
 * program may not: `(p as any).x = 'w'`.
 */
export class StoredValues {
  private readonly stored: { readonly reach: Reach; readonly value: Value; readonly intoArray: boolean }[] = [];

  /** `intoArray`: what is stored into is an array that the run was given. */
  note(reach: Reach, value: Value, intoArray = false): void {
    this.stored.push({ reach, value, intoArray });
  }

  /** Whether an array that the run was given may have got a member of that name: no name that is not known is one, but where an array is stored into. */
  mayBeOfArrays(name: string): boolean {
    return this.stored.some(({ reach, intoArray }) => (intoArray || reach.kind === 'name') && isReached(reach, name));
  }

  /** Whether all that was stored under the name is one of these values. */
  areAmong(name: string, among: Value): boolean {
    return this.stored.every(({ reach, value }) => !isReached(reach, name) || values.leq(value, among));
  }
}

/** The name that a key is; all names where it is computed. */
export function reachOf(key: Expression): Reach {
  const isKnown = key.kind === 'constant' && (key.value.kind === 'string' || key.value.kind === 'number');
  return isKnown ? { kind: 'name', name: String(key.value.value) } : all;
}

const reachedBy = new WeakMap<FunctionIr, readonly Reach[]>();

/** The names under which a function stores something. */
export function reachesOf(body: FunctionIr): readonly Reach[] {
  const known = reachedBy.get(body);
  if (known !== undefined) return known;
  const reaches = body.edges.flatMap(({ instruction }) => (instruction.kind === 'store' ? [reachOf(instruction.key)] : []));
  const own = [...new Map(reaches.map((reach) => [JSON.stringify(reach), reach] as const)).values()];
  reachedBy.set(body, own);
  return own;
}

const memberOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const writing = builtinsThat(({ writes = [] }) => writes.length > 0);
/** Methods of arrays that store their arguments as elements. */
const intoElements = new Set(writing.filter((name) => name.startsWith('Array.prototype.')).map(memberOf));
/** Built-ins that store values of their arguments under names that these say, or call what may. */
const underNames = new Set([...writing.filter((name) => /^(?:Object|Reflect)\./.test(name)).map(memberOf), 'call', 'apply']);

/** The names under which a built-in may store what its arguments hold, in an object that it is handed; null where it does not. */
export function reachOfBuiltin({ nature }: ConcreteObject): Reach | null {
  if (nature.kind === 'bound') return all;
  if (nature.kind !== 'builtin') return null;
  const { name } = nature.builtin;
  if (underNames.has(name)) return all;
  return intoElements.has(name) ? { kind: 'indices' } : null;
}
