import type { ValueReport } from './rows.js';

/** Whether two values are known to be the very same one: `-0` is not `0`, what is absent is not undefined, and of long texts that is not known. */
export function isVerySame(a: ValueReport, b: ValueReport): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind !== 'primitive' || b.kind !== 'primitive') return isSame(a, b);
  return a.length === undefined && b.length === undefined && a.type === b.type && a.text === b.text && a.symbol === b.symbol;
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
