import type { ValueReport } from './rows.js';

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
