export function gridPaths(rows: number, columns: number): number {
  const paths: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const line: number[] = [];
    for (let column = 0; column < columns; column++) {
      if (row === 0 || column === 0) line.push(1);
      else line.push((paths[row - 1]?.[column] ?? 0) + (line[column] ?? 0));
    }
    paths.push(line);
  }
  return paths[rows - 1]?.[columns - 1] ?? 0;
}
