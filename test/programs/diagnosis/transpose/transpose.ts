export function transpose(rows: readonly (readonly number[])[]): number[][] {
  const columns: number[][] = [];
  for (let i = 0; i < (rows[0]?.length ?? 0); i++) {
    const column: number[] = [];
    for (let j = 0; j < rows.length; j++) column.push(rows[i]?.[j] ?? 0);
    columns.push(column);
  }
  return columns;
}
