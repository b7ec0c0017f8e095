import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';

const part = (text: StringValue): Value => values.ofText(texts.textOfLength(0, text.maxLength));
const anyText = (): Value => values.anyStringValue;
const test = (): Value => values.anyBoolean;
const position = (text: StringValue): Value => values.ofNumber(numbers.numberRange(-1, text.maxLength, true, false));

/** Methods of strings that only compute: no arguments of them throw but objects, symbols and bigints, and what they give is never too long. */
const methods: ReadonlyMap<string, (text: StringValue) => Value> = new Map<string, (text: StringValue) => Value>([
  ['startsWith', test],
  ['endsWith', test],
  ['includes', test],
  ['indexOf', position],
  ['lastIndexOf', position],
  ['search', position],
  ['replace', anyText],
  ['replaceAll', anyText],
  ['charAt', () => values.ofText(texts.textOfLength(0, 1))],
  ['charCodeAt', () => values.ofNumber(numbers.numberRange(0, 0xffff, true, true))],
  ['slice', part],
  ['substring', part],
  ['trim', part],
  ['trimStart', part],
  ['trimEnd', part],
  ['toLowerCase', anyText],
  ['toUpperCase', anyText],
]);

/** What the method may give for such a text; null when nothing is known of it. */
export function resultOf(name: string, text: StringValue): Value | null {
  return methods.get(name)?.(text) ?? null;
}

const positioned: ReadonlySet<string> = new Set(['charAt', 'charCodeAt', 'slice', 'substring']);

/** Whether the first argument is converted to a string; positions are numbers. */
export const takesText = (name: string): boolean => !positioned.has(name);
