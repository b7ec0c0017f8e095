import type { KeyReport, ValueReport } from '../../events/rows.js';

/** The key of a Map or Set that a value is. */
export function entryKey(value: ValueReport): KeyReport {
  if (value.kind === 'object') return { kind: 'entry', type: 'object', text: String(value.id) };
  if (value.kind === 'absent') return { kind: 'entry', type: 'undefined', text: 'undefined' };
  if (value.symbol !== undefined) return { kind: 'entry', type: 'symbol', text: String(value.symbol) };
  return { kind: 'entry', type: value.type === 'null' ? 'object' : value.type, text: value.text === '-0' ? '0' : value.text };
}

/** A value in a sentence. */
export function shortText(value: ValueReport): string {
  return value.kind === 'absent' ? 'absent' : value.kind === 'object' ? value.preview : textOf(value);
}

/** A primitive as it is shown. */
export function textOf({ text, length }: Extract<ValueReport, { kind: 'primitive' }>): string {
  return length === undefined ? text : `a text of ${length} characters`;
}
