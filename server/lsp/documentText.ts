import { LineMap, type Offset, type Span } from '../base/span.js';
import type { ReportSpan } from '../findings/result.js';
import type { Position, Range } from './protocol.js';

/** A piece of a text that is replaced; without a range it is the whole text. */
export interface TextChange {
  readonly range?: Range;
  readonly text: string;
}

/**
 * A text as editors count it: lines from 0 that end at \n, \r\n or \r. Reports count from 1, and for them U+2028 and U+2029 end lines
 * too, as in ECMAScript.
 */
export class DocumentText {
  private readonly starts: readonly Offset[];
  /** Null where both ways of counting lines agree. */
  private readonly reportLines: LineMap | null;

  constructor(readonly text: string) {
    this.starts = lineStarts(text);
    this.reportLines = /[\u2028\u2029]/.test(text) ? new LineMap(text) : null;
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** Places beyond the end of a line are at its end, lines beyond the text at the text's. */
  offsetAt({ line, character }: Position): Offset {
    const start = this.starts[line];
    if (start === undefined) return line < 0 ? 0 : this.text.length;
    return Math.min(start + Math.max(0, character), this.lineEnd(line));
  }

  /** O(log lines). */
  positionAt(offset: Offset): Position {
    const inside = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: inside - (this.starts[low] ?? 0) };
  }

  rangeAt({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  rangeOfReport(span: ReportSpan): Range {
    if (this.reportLines === null) return plainRange(span);
    const start = this.reportLines.offsetOf({ line: span.line, column: span.column });
    const end = this.reportLines.offsetOf({ line: span.endLine, column: span.endColumn });
    return this.rangeAt({ start, end });
  }

  /** As reports name a place. */
  reportPlace(position: Position): { readonly line: number; readonly column: number } {
    if (this.reportLines === null) return { line: position.line + 1, column: position.character + 1 };
    return this.reportLines.positionOf(this.offsetAt(position));
  }

  lineText(line: number): string {
    const start = this.starts[line];
    return start === undefined ? '' : this.text.slice(start, this.lineEnd(line));
  }

  /** The text after the changes, each of which speaks of the text that the ones before it left. */
  changed(changes: readonly TextChange[]): DocumentText {
    return changes.reduce<DocumentText>((before, { range, text }) => {
      if (range === undefined) return new DocumentText(text);
      const start = before.offsetAt(range.start);
      const end = Math.max(start, before.offsetAt(range.end));
      return new DocumentText(before.text.slice(0, start) + text + before.text.slice(end));
    }, this);
  }

  /** Where the line's text ends, before its line break. */
  private lineEnd(line: number): Offset {
    const next = this.starts[line + 1];
    if (next === undefined) return this.text.length;
    const isPair = this.text.charCodeAt(next - 1) === lineFeed && this.text.charCodeAt(next - 2) === carriageReturn;
    return next - (isPair ? 2 : 1);
  }
}

/** A report's span in a text that is not at hand. */
export function plainRange({ line, column, endLine, endColumn }: ReportSpan): Range {
  return { start: { line: line - 1, character: column - 1 }, end: { line: endLine - 1, character: endColumn - 1 } };
}

const lineFeed = 10;
const carriageReturn = 13;

function lineStarts(text: string): Offset[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit !== lineFeed && unit !== carriageReturn) continue;
    if (unit === carriageReturn && text.charCodeAt(offset + 1) === lineFeed) offset++;
    starts.push(offset + 1);
  }
  return starts;
}
