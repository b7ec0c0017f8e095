/**
 * Insertions into a text, each between two signs that JavaScript takes for white space and hardly any source holds. They let
 * `Function.prototype.toString`, stack traces and positions leave out again what was put in. No line is ever added.
 */
const open = '\x0b';
const close = '\x0c';

/**
 * An insertion may stand for a token of the source, which it then holds in a comment. The text of a function may end inside one:
 * where an arrow function's expression has become a block. It may begin in one: where its only parameter got a parenthesis.
 */
const inserted = /^\(\x0c(?=[^\x0b]*\x0b,__w_)|\x0b(?:\/\*=(.*?)\*\/)?[^\x0c]*(?:\x0c|$)/g;

/** What stands at one offset: ends of inner spans before ends of outer ones, then what a body declares and how it begins, then starts, outer first. */
type Rank = 'end' | 'declaring' | 'opening' | 'start';
const rankOrder: Readonly<Record<Rank, number>> = { end: 0, declaring: 1, opening: 2, start: 3 };

/** What is put in; a function where it is only known after the whole text has been worked on. */
export type Inserted = string | (() => string);

/** Texts one after the other, of which some are known later. */
export function joined(texts: readonly Inserted[], separator = ''): Inserted {
  if (texts.every((text) => typeof text === 'string')) return texts.join(separator);
  return () => texts.map((text) => (typeof text === 'string' ? text : text())).join(separator);
}

interface Edit {
  readonly offset: number;
  readonly rank: number;
  readonly order: number;
  text: Inserted;
  /** How much of the source it stands for. */
  readonly replaced: number;
}

/** What is put at an offset of a source, and how much of the source it stands for. */
export type Insertion = readonly [offset: number, text: string, replaced: number];

/** The insertions come in the order of their offsets. */
export function insertInto(source: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [offset, text, replaced] of insertions) {
    if (offset > done) parts.push(source.slice(done, offset));
    parts.push(open, text, close);
    done = Math.max(done, offset) + replaced;
  }
  parts.push(source.slice(done));
  return parts.join('');
}

/** Whether a text is what `insertInto` makes of a source. */
export function isInsertedInto(source: string, insertions: readonly InsertedLength[], text: string): boolean {
  let done = 0;
  let at = 0;
  for (const [offset, length, replaced] of insertions) {
    const kept = Math.max(offset - done, 0);
    if (source.slice(done, done + kept) !== text.slice(at, at + kept)) return false;
    at += kept + length;
    done = Math.max(done, offset) + replaced;
  }
  return source.slice(done) === text.slice(at);
}

/** Of an insertion: where it stands in the source, how long it is with its signs, and how much of the source it stands for. */
export type InsertedLength = readonly [offset: number, length: number, replaced: number];

/** How long an insertion is with the characters around it. */
export function insertedLength([offset, text, replaced]: Insertion): InsertedLength {
  return [offset, open.length + text.length + close.length, replaced];
}

export class Edits {
  private readonly edits: Edit[] = [];

  /** A wrap whose text is only known after what is inside has been worked on. */
  reserve(start: number, end: number): (before: string, after: string) => void {
    const opening = this.add(start, 'start', '', 0);
    const closing = this.add(end, 'end', '', 0);
    return (before, after) => {
      opening.text = before;
      closing.text = after;
    };
  }

  /** Whether something stands before what begins at `offset`. */
  hasStartAt(offset: number, since: number): boolean {
    for (let index = since; index < this.edits.length; index++) {
      const edit = this.edits[index];
      if (edit !== undefined && edit.offset === offset && edit.text !== '' && edit.rank !== rankOrder.end) return true;
    }
    return false;
  }

  get count(): number {
    return this.edits.length;
  }

  /** Outer spans must be wrapped before inner ones that start or end at the same offset. */
  wrap(start: number, end: number, before: Inserted, after: Inserted): void {
    this.add(start, 'start', before, 0);
    this.add(end, 'end', after, 0);
  }

  before(offset: number, text: Inserted): void {
    this.add(offset, 'start', text, 0);
  }

  after(offset: number, text: Inserted): void {
    this.add(offset, 'end', text, 0);
  }

  /** At the start of a body: before everything that is put before its first statement. */
  opening(offset: number, text: string): void {
    this.add(offset, 'opening', text, 0);
  }

  /** Before what else opens a body: hidden variables, which are only known after the body has been worked on. */
  declaring(offset: number, text: string): void {
    this.add(offset, 'declaring', text, 0);
  }

  /** Puts `text` where the source has the token from `start` to `end`. */
  replace(source: string, start: number, end: number, text: string): void {
    this.add(start, 'start', `/*=${source.slice(start, end)}*/${text}`, end - start);
  }

  /** The same, of a text that is only known after what is inside has been worked on; it stands where it was reserved. */
  reserveDeclaring(offset: number): (text: string) => void {
    const edit = this.add(offset, 'declaring', '', 0);
    return (text) => {
      edit.text = text;
    };
  }

  insertions(): readonly Insertion[] {
    const sorted = this.edits.filter(({ text }) => text !== '').sort((a, b) => a.offset - b.offset || a.rank - b.rank || a.order - b.order);
    return sorted.map(({ offset, text, replaced }) => [offset, typeof text === 'string' ? text : text(), replaced]);
  }

  private add(offset: number, rank: Rank, text: Inserted, replaced: number): Edit {
    const count = this.edits.length;
    const edit = { offset, rank: rankOrder[rank], order: rank === 'end' ? -count : count, text, replaced };
    this.edits.push(edit);
    return edit;
  }
}

/** Whether a source already holds the sign that begins an insertion, or names that begin as ours do: it is then left alone. */
export function holdsMarks(source: string): boolean {
  return source.includes(open) || source.includes('__w_');
}

/** The source again, of a text that insertions were put into. */
export function withoutInsertions(text: string): string {
  return text.includes(open) ? text.replace(inserted, (_, token: string | undefined) => token ?? '') : text;
}

/**
 * The column (from 0) in the source's line, of a column in the line with insertions. Inside an insertion: where it stands. It calls
 * nothing, because it also runs in programs that replace what the language has.
 */
export function sourceColumn(line: string, column: number): number {
  return sourceLength(line, 0, column);
}

/** How much of the source is in a part of a text with insertions, without the insertion in which the part ends. */
export function sourceLength(text: string, start: number, partEnd: number): number {
  let removed = start;
  let at = start;
  while (at < text.length && at < partEnd) {
    if (text[at] !== open) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < text.length && text[end] !== close) end++;
    if (end < text.length) end++;
    if (end > partEnd) return at - removed;
    removed += end - at - tokenLength(text, at + 1, end);
    at = end;
  }
  return partEnd - removed;
}

/** Of the token that an insertion stands for: it is in a comment that begins with an equals sign. */
function tokenLength(line: string, start: number, end: number): number {
  if (line[start] !== '/' || line[start + 1] !== '*' || line[start + 2] !== '=') return 0;
  let at = start + 3;
  while (at < end && !(line[at] === '*' && line[at + 1] === '/')) at++;
  return at < end ? at - start - 3 : 0;
}

/** Where the insertion around a position of a text begins, with its sign; -1: there is none. */
export function insertionStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start] !== open && text[start] !== close) start--;
  return text[start] === open ? start : -1;
}

/** The insertion around a position of a text, without its signs; null where there is none. It calls nothing of the program's. */
export function insertionAround(text: string, at: number): string | null {
  const start = insertionStart(text, at);
  if (start < 0) return null;
  let insertion = '';
  for (let index = start + 1; index < text.length && text[index] !== close; index++) insertion += text[index] ?? '';
  return insertion;
}
