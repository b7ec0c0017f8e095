/** A table in the manner of Markdown, its columns aligned; the first is text, the others are numbers. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [...headOf(header, widths), ...rows.map((row) => line(row, widths))].join('');
}

/** So wide is a number that is not there yet. */
const number = 6;

/** The same, each row printed as soon as it is there. `first`: what will be in the first column. */
export function growingTable(
  header: readonly string[],
  first: readonly string[],
  print: (text: string) => void,
): (row: readonly string[]) => void {
  const widths = header.map((title, column) => Math.max(title.length, ...(column === 0 ? first.map(({ length }) => length) : [number])));
  print(headOf(header, widths).join(''));
  return (row) => print(line(row, widths));
}

function headOf(header: readonly string[], widths: readonly number[]): readonly string[] {
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`));
  return [line(header, widths), `|${rule.join('|')}|\n`];
}

function line(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return `| ${padded.join(' | ')} |\n`;
}
