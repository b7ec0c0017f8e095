import type { AssertionMessage } from './assertion.js';
import type { Tag, TagText } from './tags.js';

const number = String.raw`[+-]?(?:Infinity|(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)`;
const range = new RegExp(String.raw`^(${number})\s*\.\.\s*(${number})$`);

export type ParsedRange =
  { readonly kind: 'range'; readonly min: number; readonly max: number } | ({ readonly kind: 'error' } & AssertionMessage);

/** Reads `min..max`: two numbers with sign, fraction and exponent, or Infinity. */
export function parseRange(source: TagText, tag: Tag): ParsedRange {
  const { text, span } = source;
  if (text === '') return { kind: 'error', span: tag.span, message: 'Two bounds are missing after @range, as in @range 1..100.' };
  // A remark may follow, as after an expression.
  const written = text.replace(/\s*\/\/.*$/, '');
  const match = range.exec(written);
  const min = Number(match?.[1]?.replaceAll('_', ''));
  const max = Number(match?.[2]?.replaceAll('_', ''));
  if (match === null || Number.isNaN(min) || Number.isNaN(max)) {
    return { kind: 'error', span, message: 'After @range two numbers are needed, as in @range 1..100.' };
  }
  if (min > max) return { kind: 'error', span, message: `The range after @range is empty, because ${min} is greater than ${max}.` };
  return { kind: 'range', min, max };
}
