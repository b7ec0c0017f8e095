import type { ValueReport } from '../findings/result.js';

/** A string, or what is to be read otherwise. */
const pieces = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|⊤|${String(Number.MAX_VALUE).replace('.', '\\.').replace('+', '\\+')}`, 'g');

/** An abstract value for people who do not read lattices: every number is "any number", a bound that is the greatest double is none. */
export function shownValue({ show }: ValueReport): string {
  return show.replace(pieces, (piece) => (piece.startsWith('"') ? piece : piece === '⊤' ? 'any number' : '∞'));
}
