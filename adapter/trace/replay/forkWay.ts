import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** Which way a condition took, as the value of its row says; null when that is not known. */
export function isTruthyRow(store: TraceStore, row: TraceRow): boolean | null {
  const value = store.valueOf(row);
  if (value === null || value.kind === 'absent') return null;
  if (value.kind === 'object' || value.type === 'symbol') return true;
  const { type, text, length } = value;
  if (type === 'string') return (length ?? text.length) > 0;
  return type === 'number' || type === 'bigint' ? !/^(NaN|-?0)$/.test(text) : text === 'true';
}
