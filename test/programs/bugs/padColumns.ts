export function padColumns(cells: readonly string[], columns: number): string[] { //! cells\.length
  const missing = new Array<string>(columns - cells.length).fill('');
  return [...cells, ...missing];
}
