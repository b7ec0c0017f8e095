/** As V8 counts, in the text that it runs: lines and columns from 0. */
export interface V8Position {
  readonly line: number;
  readonly column: number;
}

export function isBefore(a: V8Position, b: V8Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Lines and columns as the client counts them (`linesStartAt1`, `columnsStartAt1`), from and to counting from 0. */
export class ClientCounting {
  constructor(
    private readonly firstLine: number,
    private readonly firstColumn: number,
  ) {}

  line(line: number): number {
    return line + this.firstLine;
  }

  column(column: number): number {
    return column + this.firstColumn;
  }

  fromLine(line: number): number {
    return line - this.firstLine;
  }

  fromColumn(column: number): number {
    return column - this.firstColumn;
  }
}
