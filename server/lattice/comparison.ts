/** The comparisons that every domain of ordered primitives decides. */
export type Comparison = '<' | '<=' | '>' | '>=' | '===' | '!==';

/** The possible results of a comparison of abstract operands; none, if one of them has no value. */
export interface Decision {
  readonly mayBeTrue: boolean;
  readonly mayBeFalse: boolean;
}

const neither: Decision = { mayBeTrue: false, mayBeFalse: false };
const onlyTrue: Decision = { mayBeTrue: true, mayBeFalse: false };
const onlyFalse: Decision = { mayBeTrue: false, mayBeFalse: true };
const either: Decision = { mayBeTrue: true, mayBeFalse: true };

export function decision(mayBeTrue: boolean, mayBeFalse: boolean): Decision {
  if (mayBeTrue) return mayBeFalse ? either : onlyTrue;
  return mayBeFalse ? onlyFalse : neither;
}

/** The comparison that holds when this one does not, in a total order (so not of numbers that may be NaN). */
export const opposites: Readonly<Record<Comparison, Comparison>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
};

/** The comparison with its operands exchanged. */
export const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '===': '===',
  '!==': '!==',
};
