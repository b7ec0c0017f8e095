import type { Comparison } from './comparison.js';
import { mirrored, opposites } from './comparison.js';
import { nextDown, nextUp } from './double.js';
import { isConstant, isEmpty, isRangeEmpty, meet, noNumber, restrict, withoutNan } from './number.js';
import type { NumberValue } from './number.js';
import type { Operands } from './numberRefine.js';

const neither: Operands = { a: noNumber, b: noNumber };

/**
 * The operands for which the comparison has this truth. NaN makes every comparison but `!==` false: then NaN stays on both sides,
 * and where one side may be NaN everything of the other stays.
 */
export function refineCompare(operator: Comparison, truth: boolean, a: NumberValue, b: NumberValue): Operands {
  if (isEmpty(a) || isEmpty(b)) return neither;
  // Of numbers that are not NaN the comparison or its opposite holds.
  const holding = truth ? operator : opposites[operator];
  const nan = truth === (operator === '!==');
  const refinedA = nan && b.nan ? a : refineLeft(holding, a, b, nan);
  const refinedB = nan && a.nan ? b : refineLeft(mirrored[holding], b, a, nan);
  return isEmpty(refinedA) || isEmpty(refinedB) ? neither : { a: refinedA, b: refinedB };
}

/** The x of `a` for which there is a y of `b` with x op y; NaN stays if `nan`. */
function refineLeft(operator: Comparison, a: NumberValue, b: NumberValue, nan: boolean): NumberValue {
  if (isRangeEmpty(b)) return restrict(a, Infinity, -Infinity, nan);
  switch (operator) {
    case '<':
      // The neighbouring double; `restrict` rounds it to an integer if `a` has only these.
      return b.max === -Infinity ? restrict(a, Infinity, -Infinity, nan) : restrict(a, -Infinity, nextDown(b.max), nan);
    case '<=':
      return restrict(a, -Infinity, b.max, nan);
    case '>':
      return b.min === Infinity ? restrict(a, Infinity, -Infinity, nan) : restrict(a, nextUp(b.min), Infinity, nan);
    case '>=':
      return restrict(a, b.min, Infinity, nan);
    case '===':
      return meet(withoutNan(a), withoutNan(b));
    case '!==':
      return isConstant(b) ? without(a, b.min, nan) : restrict(a, -Infinity, Infinity, nan);
  }
}

/** `a` without the constant, where that is one of its bounds. */
function without(a: NumberValue, constant: number, nan: boolean): NumberValue {
  return restrict(a, a.min === constant ? nextUp(constant) : -Infinity, a.max === constant ? nextDown(constant) : Infinity, nan);
}
