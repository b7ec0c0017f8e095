import { Bit, hasBigint, hasNumber, hasText, mayBeObject, type Value } from '../lattice/value.js';
import { isEmpty as noBigint, meet as meetBigints } from '../lattice/bigint.js';
import { isEmpty as noNumber, meet as meetNumbers } from '../lattice/number.js';
import { isEmpty as noText, meet as meetTexts } from '../lattice/text.js';
import { all, any, named, not, type ConditionTree } from './conditionTree.js';
import { guards, type Kind } from './kindCondition.js';
import { numberSides, type NumberSettings, type Sides } from './numberCondition.js';
import { bigintSides, textSides } from './textCondition.js';

/**
 * "The value of `name` is one of `good`", given that it is one of `reachable`: null when it says nothing (`good` covers `reachable`), never
 * when no value is good. It is true of every good value.
 * `name` is an expression without effects that needs no parentheses: a variable or a path.
 */
export function conditionOn(name: string, good: Value, reachable: Value, settings: NumberSettings): ConditionTree | null {
  const split = splitKinds(name, good, reachable, settings);
  if (split.bad.length === 0 && split.partial.length === 0) return null;
  const truthy = truthyAmong(split, good, reachable);
  if (truthy !== null) return any(not(isTruthy(name)), ...guards(name, truthy.good, true).map(({ formula }) => formula));
  const partial = split.partial.map(({ kind, sides }) => ({ kind, formula: sides.good }));
  return combine(name, { allowed: split.good, excluded: split.bad, partial });
}

/**
 * `conditionOn` from the failing side, for "fails if …": null when every value is good, always when none is. No good value satisfies it.
 * If NaN fails besides other numbers, it is not mentioned.
 */
export function failingSide(name: string, good: Value, reachable: Value, settings: NumberSettings): ConditionTree | null {
  const split = splitKinds(name, good, reachable, settings);
  if (split.bad.length === 0 && split.partial.length === 0) return null;
  const truthy = truthyAmong(split, good, reachable);
  if (truthy !== null) return all(isTruthy(name), ...guards(name, truthy.good, false).map(({ formula }) => formula));
  const partial = split.partial.map(({ kind, sides }) => ({ kind, formula: sides.bad }));
  return combine(name, { allowed: split.bad, excluded: split.good, partial });
}

/** The reachable kinds of values: those of which all are good, those of which none is, and those that need a formula. */
interface Split {
  readonly good: readonly Kind[];
  readonly bad: readonly Kind[];
  readonly partial: readonly { readonly kind: Kind; readonly sides: Sides }[];
}

function splitKinds(name: string, good: Value, reachable: Value, settings: NumberSettings): Split {
  const split = { good: [] as Kind[], bad: [] as Kind[], partial: [] as { kind: Kind; sides: Sides }[] };
  const put = (kind: Kind, isGood: boolean): void => void (isGood ? split.good : split.bad).push(kind);
  const divide = (kind: Kind, isBad: boolean, sidesOf: () => Sides | null): void => {
    const sides = isBad ? null : sidesOf();
    if (sides === null) put(kind, !isBad);
    else split.partial.push({ kind, sides });
  };
  for (const [bit, kind] of bitKinds) if ((reachable.bits & bit) !== 0) put(kind, (good.bits & bit) !== 0);
  if (hasNumber(reachable)) {
    const isBad = noNumber(meetNumbers(good.number, reachable.number));
    divide('number', isBad, () => numberSides(name, good.number, reachable.number, settings));
  }
  if (hasText(reachable)) {
    const isBad = noText(meetTexts(good.text, reachable.text));
    divide('string', isBad, () => textSides(name, good.text, reachable.text));
  }
  if (hasBigint(reachable)) {
    const isBad = noBigint(meetBigints(good.bigint, reachable.bigint));
    divide('bigint', isBad, () => bigintSides(name, good.bigint, reachable.bigint));
  }
  // No text can tell one object from another.
  if (mayBeObject(reachable)) put('object', mayBeObject(good));
  return split;
}

/** "The value of `name` counts as true." */
export const isTruthy = (name: string): ConditionTree => ({ kind: 'test', of: named(name), isTruth: true });

/**
 * Where all that counts as false is good, and what of several kinds counts as true is not: the kinds that are good all the same. Null where
 * it is otherwise.
 */
function truthyAmong({ good: allowed, bad, partial }: Split, good: Value, reachable: Value): { readonly good: readonly Kind[] } | null {
  const alwaysFalse: readonly Kind[] = ['undefined', 'null', 'false'];
  const isFalse = (kind: Kind): boolean => {
    if (kind === 'number') return good.number.min === 0 && good.number.max === 0 && (good.number.nan || !reachable.number.nan);
    if (kind === 'string') return good.text.values?.length === 1 && good.text.values[0] === '';
    return kind === 'bigint' && good.bigint.min === 0n && good.bigint.max === 0n;
  };
  if (partial.length < 2 || !partial.every(({ kind }) => isFalse(kind)) || bad.some((kind) => alwaysFalse.includes(kind))) return null;
  return { good: allowed.filter((kind) => !alwaysFalse.includes(kind)) };
}

const bitKinds: readonly (readonly [number, Kind])[] = [
  [Bit.Undefined, 'undefined'],
  [Bit.Null, 'null'],
  [Bit.True, 'true'],
  [Bit.False, 'false'],
  [Bit.Symbol, 'symbol'],
];

interface Parts {
  readonly allowed: readonly Kind[];
  readonly excluded: readonly Kind[];
  readonly partial: readonly { readonly kind: Kind; readonly formula: ConditionTree }[];
}

/**
 * A value is admitted if it is of an allowed kind, or of a partial one and satisfies its formula. That is said by what is excluded
 * (`n !== undefined && n <= 10`) or by what is allowed (`n === undefined || n <= 10`), whichever is shorter. A formula is only evaluated
 * for values of its kind: comparisons may throw for others.
 */
function combine(name: string, { allowed, excluded, partial }: Parts): ConditionTree {
  if (allowed.length + partial.length === 0) return any();
  if (excluded.length + partial.length === 0) return all();
  const without = guards(name, excluded, false);
  const within = guards(name, allowed, true);
  const isAlone = partial.length === 1;

  const exclusionsSuffice = isAlone && allowed.length === 0;
  const refusals = partial.map(({ kind, formula }) =>
    exclusionsSuffice ? { formula, cost: 0 } : withGuard(guards(name, [kind], false), formula, any),
  );
  const byExclusion = all(...[...without, ...refusals].map((each) => each.formula));

  const allowancesSuffice = isAlone && excluded.length === 0;
  const admissions = partial.map(({ kind, formula }) =>
    allowancesSuffice ? { formula, cost: 0 } : withGuard(guards(name, [kind], true), formula, all),
  );
  const byAllowance = any(...[...within, ...admissions].map((each) => each.formula));

  const cost = (parts: readonly { readonly cost: number }[]): number => parts.reduce((sum, each) => sum + each.cost, 0);
  return cost([...without, ...refusals]) < cost([...within, ...admissions]) ? byExclusion : byAllowance;
}

function withGuard(
  guard: readonly { readonly formula: ConditionTree; readonly cost: number }[],
  formula: ConditionTree,
  join: (...of: readonly ConditionTree[]) => ConditionTree,
): { formula: ConditionTree; cost: number } {
  return { formula: join(...guard.map((each) => each.formula), formula), cost: guard.reduce((sum, each) => sum + each.cost, 0) };
}
