import { nextDown, nextUp } from '../../lattice/double.js';
import { contains, type NumberValue } from '../../lattice/number.js';
import type { TypeAssumption } from '../../ir/program.js';
import type { RunArgument } from './run.js';

/** One parameter of a root: the numbers that the reported condition allows it (null: it says nothing of it) and its declared type. */
export interface InputParameter {
  readonly good: NumberValue | null;
  readonly assumption: TypeAssumption | null;
}

/** What unknown numbers are: any double, or the safe integers (setting `whence.numbers`). */
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
 * declared type, different ones in turn. Empty when no parameter is bounded: then there is nothing to try.
 */
export function inputsOutside(
  parameters: readonly InputParameter[],
  limit = 12,
  regime: NumberRegime = 'doubles',
): readonly (readonly RunArgument[])[] {
  const bounded = parameters.flatMap((parameter, i) =>
    parameter.good === null ? [] : [{ i, outside: numbersOutside(parameter.good, limit, regime) }],
  );
  const usual = parameters.map((parameter) => usualValues(parameter));
  const inputs: RunArgument[][] = [];
  for (let round = 0; round < limit && inputs.length < limit; round++) {
    for (const { i, outside } of bounded) {
      const value = outside[round];
      if (value === undefined || inputs.length >= limit) continue;
      inputs.push(parameters.map((_, j) => (j === i ? value : usual[j]?.[(round + j) % (usual[j]?.length ?? 1)])));
    }
  }
  return inputs;
}

function usualValues(parameter: InputParameter): readonly RunArgument[] {
  if (parameter.good !== null) {
    const inside = numbersInside(parameter.good);
    if (inside.length > 0) return inside;
  }
  const values = valuesOf(parameter.assumption ?? { kind: 'any' });
  return values.length > 0 ? values : [undefined];
}

/** A few values of a declared type; none for types that only the program can make values of. */
export function valuesOf(assumption: TypeAssumption): readonly RunArgument[] {
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
    case 'object':
      return [];
  }
}
