import type { ValueReport } from '../../events/rows.js';
import type { ColumnReader } from '../../trace/relations/tableRelation.js';

/** The four columns of a value: `type number text object`. */
export function valueColumns(of: (row: number) => ValueReport | null, prefix = ''): Readonly<Record<string, ColumnReader>> {
  let [lastRow, last]: [number, ValueReport | null] = [-1, null];
  const value = (row: number): ValueReport | null => {
    if (row !== lastRow) [lastRow, last] = [row, of(row)];
    return last;
  };
  return {
    [`${prefix}type`]: (row) => typeName(value(row)),
    [`${prefix}number`]: (row) => numberOf(value(row)),
    [`${prefix}text`]: (row) => textOf(value(row)),
    [`${prefix}object`]: (row) => {
      const found = value(row);
      return found?.kind === 'object' ? found.id : null;
    },
  };
}

function typeName(value: ValueReport | null): string | null {
  if (value === null) return null;
  if (value.kind === 'absent') return 'absent';
  return value.kind === 'object' ? 'object' : value.type;
}

function numberOf(value: ValueReport | null): number | null {
  if (value?.kind !== 'primitive') return null;
  if (value.type === 'boolean') return value.text === 'true' ? 1 : 0;
  const number = value.type === 'number' ? Number(value.text) : NaN;
  return Number.isNaN(number) ? null : number;
}

function textOf(value: ValueReport | null): string | null {
  if (value === null || value.kind === 'absent') return null;
  if (value.kind === 'object') return value.className;
  if (value.type === 'number') return /^(NaN|-?Infinity|-0)$/.test(value.text) ? value.text : null;
  // Of a text under a name such as `password` only the length is known.
  if (value.length !== undefined && value.text === '') return null;
  return value.type === 'string' || value.type === 'bigint' || value.type === 'symbol' ? value.text : null;
}
