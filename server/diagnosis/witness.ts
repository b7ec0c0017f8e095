import type { ConcreteValue } from '../execution/concrete/concreteValue.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';

/** A few lists of values, each value within its bounds: what relates them to each other is not known here. */
export function valuesWithin(bounds: readonly (boolean | Value)[]): readonly (readonly ConcreteValue[])[] {
  const choices = bounds.map((bound) => (typeof bound === 'boolean' ? [bound] : within(bound)));
  if (choices.some((choice) => choice.length === 0)) return [];
  const most = Math.min(6, Math.max(1, ...choices.map(({ length }) => length)));
  return Array.from({ length: most }, (_, i) => choices.map((choice) => choice[Math.min(i, choice.length - 1)]));
}

function within(bound: Value): readonly ConcreteValue[] {
  if (values.hasText(bound)) {
    const { text } = bound;
    const known = texts.constantOf(text);
    if (known !== null) return [known];
    return text.values ?? ['a'.repeat(Math.min(text.minLength, 100)), 'b'.repeat(Math.min(text.minLength + 1, 100))];
  }
  const { min, max, integer } = bound.number;
  const candidates = [0, 1, Math.ceil(min), Math.floor(max), rounded((min + max) / 2), min, max, min + 1, max - 1, -1, 2];
  const isInside = (value: number): boolean =>
    value >= min && value <= max && (!integer || !Number.isFinite(value) || Number.isInteger(value));
  const inside = [...new Set(candidates.filter(isInside))];
  return [...inside.filter(Number.isFinite), ...inside.filter((value) => !Number.isFinite(value))];
}

/** Without what rounding has added: values that people write are short. */
const rounded = (value: number): number => Number(value.toPrecision(12));
