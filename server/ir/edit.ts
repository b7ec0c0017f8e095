import type { Offset, Span } from '../base/span.js';
import type { ControlPoint } from './controlPoint.js';

/** The difference between two versions of a text: the part between their common beginning and their common end. */
export interface TextEdit {
  readonly start: Offset;
  readonly oldEnd: Offset;
  readonly newEnd: Offset;
}

/** Linear in the length of the texts. */
export function editBetween(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < shorter - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { start, oldEnd: before.length - tail, newEnd: after.length - tail };
}

/** Moves places of the old text to where they are in the new one; null where the edit has changed them. */
export class Relocation {
  private readonly shift: number;
  constructor(private readonly edit: TextEdit) {
    this.shift = edit.newEnd - edit.oldEnd;
  }

  /** Where what begins at the offset begins now. */
  begin(offset: Offset): Offset | null {
    const { start, oldEnd } = this.edit;
    if (offset >= oldEnd) return offset + this.shift;
    return offset < start || (offset === start && start === oldEnd) ? offset : null;
  }

  /** Where what ends at the offset ends now. */
  end(offset: Offset): Offset | null {
    const { start, oldEnd } = this.edit;
    if (offset <= start) return offset;
    return offset >= oldEnd ? offset + this.shift : null;
  }

  span(span: Span): Span | null {
    const start = this.begin(span.start);
    const end = span.end === span.start ? start : this.end(span.end);
    return start === null || end === null ? null : { start, end };
  }

  point(point: ControlPoint): ControlPoint | null {
    const offset = this.begin(point.offset);
    return offset === null ? null : { ...point, offset };
  }
}
