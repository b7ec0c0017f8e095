import { decision, opposites } from './comparison.js';
import type { Comparison, Decision } from './comparison.js';
import * as numbers from './number.js';
import type { NumberValue } from './number.js';
import { filter, lengthOf, meet, noString, textOfLength, textOneOf, without } from './text.js';
import type { StringValue } from './text.js';

/** The strings whose length is in `length`. */
export function refineLength(length: NumberValue, value: StringValue): StringValue {
  const possible = numbers.meet(length, lengthOf(value));
  return possible === numbers.noNumber ? noString : meet(value, textOfLength(possible.min, possible.max));
}

/** Which outcomes a comparison of strings of both values may have. */
export function compare(operator: Comparison, a: StringValue, b: StringValue): Decision {
  const whenTrue = refineCompare(operator, true, a, b);
  const whenFalse = refineCompare(operator, false, a, b);
  return decision(whenTrue.a !== noString, whenFalse.a !== noString);
}

interface Pair {
  readonly a: StringValue;
  readonly b: StringValue;
}

const neither: Pair = { a: noString, b: noString };

/** The operands for which the comparison has this truth: strings are totally ordered, by code units. */
export function refineCompare(operator: Comparison, truth: boolean, a: StringValue, b: StringValue): Pair {
  if (a === noString || b === noString) return neither;
  const holding = truth ? operator : opposites[operator];
  if (holding === '===') return both(meet(a, b), meet(b, a));
  if (holding === '!==') return both(without(a, b), without(b, a));
  return both(
    filter(a, (x) => mayHold(holding, x, b, false)),
    filter(b, (y) => mayHold(holding, y, a, true)),
  );
}

/** Is there a y of `others` with x op y (`exchanged`: y op x)? Nothing is known of strings that are not enumerated. */
function mayHold(operator: '<' | '<=' | '>' | '>=', x: string, others: StringValue, exchanged: boolean): boolean {
  if (others.values === null) return true;
  return others.values.some((y) => {
    const [left, right] = exchanged ? [y, x] : [x, y];
    switch (operator) {
      case '<':
        return left < right;
      case '<=':
        return left <= right;
      case '>':
        return left > right;
      case '>=':
        return left >= right;
    }
  });
}

function both(a: StringValue, b: StringValue): Pair {
  return a === noString || b === noString ? neither : { a, b };
}

/** `text[index]`, for the indices that are in the text; the others give undefined (`charAt` gives ''). */
export function charactersOf(value: StringValue, index: NumberValue): StringValue {
  const valid = numbers.restrict(index, 0, value.maxLength - 1, false);
  if (value === noString || valid.min > valid.max) return noString;
  if (value.values === null || valid.min !== valid.max) return textOfLength(1, 1);
  return textOneOf(value.values.flatMap((text) => text.charAt(valid.min) || []));
}
