import { OwnMap } from '../realm/intrinsics.js';
import { keyNumber, symbolOf, textOf } from './values.js';

const fieldNames = new OwnMap<number, string>();

let fieldList: readonly string[] = [];

/** The fields that are asked for, by number. */
export function nameFields(fields: readonly string[]): void {
  fieldList = fields;
  for (const field of fields) fieldNames.set(keyNumber(field), field);
}

let isAnyAsked = false;

/** Every name is asked for. */
export function nameAnything(): void {
  isAnyAsked = true;
}

/** The names of the fields that are asked for. */
export function askedFields(): readonly string[] {
  return fieldList;
}

/** The property key that a number stands for; undefined when it stands for something else. */
export function nameOf(key: number): PropertyKey | undefined {
  return key < 0 ? String(-key - 1) : (fieldNames.get(key) ?? symbolOf(key) ?? (isAnyAsked ? textOf(key) : undefined));
}
