import type { TypeAssumption } from '../ir/program.js';
import { assumedValue } from '../semantics/expression/assumption.js';
import * as bigints from '../lattice/bigint.js';
import * as numbers from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';

/** The value of a variable in a run that waits. For objects and symbols, and if `exact` is null, only the kind is known. */
export interface LiveValue {
  readonly kind: 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol' | 'object';
  /** As `String` writes it, with `-0` for negative zero; null when it is longer than anybody wants to send. */
  readonly exact: string | null;
  /** Whether `undefined` is what the variable held, which V8 also says of variables that it does not know. */
  readonly isCertain?: boolean;
}

/**
 * The relation between a run's values and the states of the statement before which it waits. `good`: a good run may have them.
 * `failing`: runs may have them, good ones do not: this one fails. `outside`: no run may, as far as the analysis knows, so an assumption
 * does not hold of this one.
 */
export type Standing = 'good' | 'failing' | 'outside';

/** live ∈ γ(value); true if too little is known to say no. */
function admits(value: Value, { kind, exact, isCertain = false }: LiveValue): boolean {
  switch (kind) {
    case 'undefined':
      // V8 says so, too, of variables that are not initialised yet, and of those that nobody reads any more and that it has thrown away.
      return !isCertain || hasBit(value, values.undefinedValue);
    case 'null':
      return hasBit(value, values.nullValue);
    case 'boolean':
      return hasBit(value, exact === 'true' ? values.trueValue : values.falseValue);
    case 'symbol':
      return hasBit(value, values.anySymbol);
    case 'object':
      return values.mayBeObject(value);
    case 'number':
      return exact === null ? values.hasNumber(value) : numbers.contains(value.number, Number(exact));
    case 'string':
      return exact === null ? values.hasText(value) : texts.contains(value.text, exact);
    case 'bigint':
      return exact === null ? values.hasBigint(value) : bigints.contains(value.bigint, BigInt(exact));
  }
}

/** Whether a declared type excludes a value. A type of objects admits primitives that have its members, and how numbers are thought of is not its matter. */
export function isExcluded(live: LiveValue, type: TypeAssumption): boolean {
  const isPrimitive = live.kind !== 'undefined' && live.kind !== 'null' && live.kind !== 'object';
  return !(isPrimitive && admitsMembers(type)) && !admits(assumedValue(type, { integers: false, indexFails: false }), live);
}

function admitsMembers(type: TypeAssumption): boolean {
  return type.kind === 'object' || (type.kind === 'union' && type.of.some(admitsMembers));
}

function hasBit(value: Value, { bits }: Value): boolean {
  return (value.bits & bits) !== 0;
}

/** The standing of one variable; a null side is a state that no run, or no good run, is ever in. */
export function standingOf(live: LiveValue, reachable: Value | null, good: Value | null): Standing {
  if (reachable === null || !admits(reachable, live)) return 'outside';
  return good === null || !admits(good, live) ? 'failing' : 'good';
}

/** The standing of all variables together: one that is outside decides, then one that fails. */
export function worst(standings: Iterable<Standing>): Standing {
  const all = new Set(standings);
  if (all.has('outside')) return 'outside';
  return all.has('failing') ? 'failing' : 'good';
}

/** The best standing of a run over the copies of a function that it may be in: nobody knows in which copy it is. */
export function best(standings: Iterable<Standing>): Standing {
  const all = new Set(standings);
  if (all.has('good')) return 'good';
  return all.has('failing') ? 'failing' : 'outside';
}
