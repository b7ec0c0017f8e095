/** Columns and rows of an answer. */
interface Answered {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Rows in an order of their own, with their columns in the order of their names, so that answers of engines are compared. Prolog has the types
 * null and undefined as atoms, which are values there.
 */
export function comparable({ columns, rows }: Answered): readonly string[] {
  const order = columns.map((name, index) => [name.toLowerCase(), index] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return rows.map((row) => JSON.stringify(order.map(([, index]) => plain(row[index])))).sort();
}

function plain(value: unknown): unknown {
  if (value === 'null') return null;
  if (typeof value !== 'object' || value === null) return value;
  return 'undefined' in value ? 'undefined' : 'number' in value ? value.number : value;
}
