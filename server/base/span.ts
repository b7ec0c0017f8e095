/** UTF-16 units from 0 in one source text. */
export type Offset = number;

/** Half-open: `start` is inside, `end` is not. */
export interface Span {
  readonly start: Offset;
  readonly end: Offset;
}

/** 1-based line and column (UTF-16 units), as the command line prints them. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Maps offsets of one text to lines and back; lines end at \n, \r\n, \r, U+2028 or U+2029, as in ECMAScript. */
export class LineMap {
  private readonly starts: readonly Offset[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(match.index + match[0].length);
    this.starts = starts;
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** O(log lines). Offsets beyond the text are at its end. */
  positionOf(offset: Offset): TextPosition {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.min(offset, this.text.length) - (this.starts[low] ?? 0) + 1 };
  }

  /** The offset of a 1-based line and column; columns beyond the line are at its end, lines beyond the text at the text's. */
  offsetOf(position: TextPosition): Offset {
    const start = this.starts[position.line - 1];
    if (start === undefined) return position.line < 1 ? 0 : this.text.length;
    const next = this.starts[position.line] ?? this.text.length;
    return Math.min(start + Math.max(0, position.column - 1), next);
  }

  /** The text of a 1-based line, without its line break. */
  lineText(line: number): string {
    const start = this.starts[line - 1];
    if (start === undefined) return '';
    return this.text.slice(start, this.starts[line] ?? this.text.length).replace(/[\r\n\u2028\u2029]+$/, '');
  }
}
