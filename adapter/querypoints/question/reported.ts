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

/** Whether two values are the same, as far as is known of long texts. */
export function isSame(a: ValueReport, b: ValueReport): boolean {
  if (a.kind === 'object' || b.kind === 'object') return a.kind === 'object' && b.kind === 'object' && a.id === b.id;
  if (a.kind === 'absent' || b.kind === 'absent')
    return (a.kind === 'absent' || a.type === 'undefined') && (b.kind === 'absent' || b.type === 'undefined');
  if (a.length !== undefined || b.length !== undefined)
    return a.type === b.type && (a.length ?? a.text.length) === (b.length ?? b.text.length);
  if (a.symbol !== undefined && b.symbol !== undefined) return a.symbol === b.symbol;
  return a.type === b.type && (a.text === b.text || (Number(a.text) === 0 && Number(b.text) === 0 && a.type === 'number'));
}
