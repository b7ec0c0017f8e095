import { nextDown, nextUp } from '../../lattice/double.js';
import { contains, type NumberValue } from '../../lattice/number.js';
import type { TypeAssumption } from '../../ir/program.js';
import * as bigints from '../../lattice/bigint.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { RunArgument } from './run.js';
import { Opaque } from './concreteValue.js';

/** One parameter of a root: what it may be at all, what the reported condition allows it (null: all of that), and its declared type. */
export interface InputParameter {
  readonly before: Value;
  readonly good: Value | null;
  readonly assumption: TypeAssumption | null;
}

/** The range of unknown numbers: any double, or the safe integers (setting `whence.numbers`). */
export type NumberRegime = 'doubles' | 'integers';

/** Tried in this order where they lie outside: the first ones are those that people think of last. */
const specialNumbers: readonly number[] = [
  NaN,
  Infinity,
  -Infinity,
  0,
  0.5,
  -0.5,
  1,
  -1,
  2,
  10,
  100,
  -100,
  1000,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  1e300,
  -1e300,
  5e-324,
];

/**
 * Numbers outside the set: next to its bounds, far from them, fractions, the special values. At most `limit`; fewer when the
 * set leaves fewer out.
 */
export function numbersOutside(good: NumberValue, limit = 12, regime: NumberRegime = 'doubles'): readonly number[] {
  const isEmpty = good.min > good.max;
  const near = isEmpty
    ? []
    : [
        good.max + 1,
        good.min - 1,
        nextUp(good.max),
        nextDown(good.min),
        good.max + 0.5,
        good.min - 0.5,
        good.min + 0.5,
        (good.min + good.max) / 2 + 0.5,
        good.max + 2,
        good.min - 2,
      ];
  const far = isEmpty ? [] : [2 * good.max + 1, 2 * good.min - 1, good.max + 1000, good.min - 1000];
  const chosen = new Set<number>();
  for (const value of [...near.slice(0, 4), ...specialNumbers.slice(0, 4), ...near.slice(4), ...far, ...specialNumbers.slice(4)]) {
    if (chosen.size >= limit) break;
    if (!contains(good, value) && allowed(value, regime)) chosen.add(value);
  }
  return [...chosen];
}

function allowed(value: number, regime: NumberRegime): boolean {
  return regime === 'doubles' || Number.isSafeInteger(value);
}

/** Numbers of the set, for the parameters that are not the one being tried: bounds, middle, zero. */
function numbersInside(good: NumberValue): readonly number[] {
  const candidates = [good.min, good.max, Math.floor((good.min + good.max) / 2), 0, 1, 5, -1, 10, NaN];
  return [...new Set(candidates)].filter((value) => contains(good, value));
}

/**
 * About a dozen argument lists that break the condition in at least one parameter. The other parameters take values of their
 * declared type, different ones in turn. Empty when the condition says nothing of any parameter: then there is nothing to try.
 */
export function inputsOutside(
  parameters: readonly InputParameter[],
  limit = 12,
  regime: NumberRegime = 'doubles',
): readonly (readonly RunArgument[])[] {
  const condemned = parameters.map((parameter) => valuesOutside(parameter, limit, regime));
  const usual = parameters.map(usualValues);
  const inputs: RunArgument[][] = [];
  for (let round = 0; round < limit && inputs.length < limit; round++) {
    for (const [i, outside] of condemned.entries()) {
      if (round >= outside.length || inputs.length >= limit) continue;
      inputs.push(parameters.map((_, j) => (j === i ? outside[round] : usual[j]?.[(round + j) % (usual[j]?.length ?? 1)])));
    }
  }
  return inputs;
}

/** The values that the parameter may have but the condition forbids. */
function valuesOutside({ before, good, assumption }: InputParameter, limit: number, regime: NumberRegime): readonly RunArgument[] {
  if (good === null) return [];
  const typical = valuesOf(assumption ?? { kind: 'any' }).filter((value) => typeof value !== 'number');
  const others = typical.filter((value) => mayBe(before, value) && !mayBe(good, value));
  const outside = numbersOutside(good.number, limit, regime).filter((value) => contains(before.number, value));
  return [...others, ...outside].slice(0, limit);
}

function usualValues({ good, assumption }: InputParameter): readonly RunArgument[] {
  const typical = valuesOf(assumption ?? { kind: 'any' });
  if (good === null) return typical;
  const others = typical.filter((value) => typeof value !== 'number' && mayBe(good, value));
  const inside = [...numbersInside(good.number), ...others];
  return inside.length > 0 ? inside : typical;
}

/** Whether the abstract value stands for the argument. Of objects only whether there is any. */
function mayBe(value: Value, argument: RunArgument): boolean {
  if (argument === null) return (value.bits & Bit.Null) !== 0;
  switch (typeof argument) {
    case 'undefined':
      return (value.bits & Bit.Undefined) !== 0;
    case 'boolean':
      return (value.bits & (argument ? Bit.True : Bit.False)) !== 0;
    case 'number':
      return contains(value.number, argument);
    case 'string':
      return texts.leq(texts.textConstant(argument), value.text);
    case 'bigint':
      return bigints.leq(bigints.bigintConstant(argument), value.bigint);
    default:
      return values.mayBeObject(value);
  }
}

/** A few values of a declared type; something opaque where only other programs can make them: a run that looks at it says nothing. */
function valuesOf(assumption: TypeAssumption): readonly RunArgument[] {
  switch (assumption.kind) {
    case 'any':
      return [undefined, 0, 1, 'text', true, null];
    case 'undefined':
      return [undefined];
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'number':
      return [0, 1, 5, -1, 100];
    case 'string':
      return ['', 'text', '0'];
    case 'bigint':
      return [0n, 1n, -1n];
    case 'literal':
      return [assumption.value];
    case 'array': {
      const element = valuesOf(assumption.element)[0];
      return [[], [element], [element, element, element]];
    }
    case 'tuple':
      return [assumption.elements.map((element) => valuesOf(element)[0])];
    case 'union':
      return assumption.of.flatMap(valuesOf);
    case 'symbol':
    case 'never':
    case 'function':
    case 'typedArray':
    case 'object':
      return [new Opaque('an argument')];
  }
}
