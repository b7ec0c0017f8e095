import type { Position, Range, Side } from '../../server/lsp/protocol.js';

/** A change of a document: what was in the range is now the text. */
export interface Edit {
  readonly range: Range;
  readonly text: string;
}

/** A statement that stays in the view. */
export interface Pin {
  readonly id: string;
  readonly uri: string;
  /** Where the statement begins; it goes with its line when text before it changes. */
  readonly start: Position;
  readonly side: Side;
  /** From there to where the cursor was, which may be inside the statement. */
  readonly cursor: { readonly lines: number; readonly characters: number };
}

/** A pin as it is kept while the window is closed. */
export type KeptPin = Omit<Pin, 'id'>;

/** The pinned statements, the oldest first. */
export class Pins {
  private pins: readonly Pin[];
  private count = 0;

  /** `kept`: what `toKeep` of an earlier window gave; anything else is passed over. */
  constructor(kept: unknown = []) {
    const all: readonly unknown[] = Array.isArray(kept) ? kept : [];
    this.pins = all.filter(isKept).map((pin) => ({ ...pin, id: this.newId() }));
  }

  get all(): readonly Pin[] {
    return this.pins;
  }

  /** Pins one state of the statement of this span; null when it is pinned already. */
  add(uri: string, { span, side }: { readonly span: Range; readonly side: Side }, cursor: Position): Pin | null {
    const start = span.start;
    if (this.pins.some((pin) => pin.uri === uri && pin.side === side && isSame(pin.start, start))) return null;
    const pin: Pin = { id: this.newId(), uri, start, side, cursor: distance(span, cursor) };
    this.pins = [...this.pins, pin];
    return pin;
  }

  /** What the next window needs. */
  toKeep(): readonly KeptPin[] {
    return this.pins.map(({ uri, start, side, cursor }) => ({ uri, start, side, cursor }));
  }

  private newId(): string {
    return `pin${this.count++}`;
  }

  remove(id: string): void {
    this.pins = this.pins.filter((pin) => pin.id !== id);
  }

  clear(): void {
    this.pins = [];
  }

  /** Moves the pins of a document along; each edit speaks of the text that the ones before it left. True when one has moved. */
  edit(uri: string, edits: readonly Edit[]): boolean {
    const before = this.pins;
    this.pins = before.map((pin) => (pin.uri === uri ? { ...pin, start: edits.reduce(moved, pin.start) } : pin));
    return this.pins.some(({ start }, index) => !isSame(start, before[index]?.start ?? start));
  }
}

/** The place to ask for the state. */
export function placeOf({ start, cursor }: Pin): Position {
  return { line: start.line + cursor.lines, character: cursor.lines === 0 ? start.character + cursor.characters : cursor.characters };
}

/** Where a position is after an edit: text that is inserted right before it pushes it along, text around it that goes leaves it there. */
function moved(position: Position, { range, text }: Edit): Position {
  if (isBefore(position, range.start)) return position;
  if (isBefore(position, range.end)) return range.start;
  const lines = text.split(/\r\n|\r|\n/);
  const lastLength = lines.at(-1)?.length ?? 0;
  const line = position.line - range.end.line + range.start.line + lines.length - 1;
  if (position.line > range.end.line) return { line, character: position.character };
  const before = lines.length === 1 ? range.start.character : 0;
  return { line, character: position.character - range.end.character + before + lastLength };
}

function isKept(kept: unknown): kept is KeptPin {
  const { uri, start, side, cursor } = (kept ?? {}) as { readonly [Name in keyof KeptPin]?: unknown };
  const isSide = side === 'before' || side === 'after';
  return typeof uri === 'string' && isSide && areNumbers(start, 'line', 'character') && areNumbers(cursor, 'lines', 'characters');
}

function areNumbers(kept: unknown, ...names: readonly string[]): boolean {
  return typeof kept === 'object' && kept !== null && names.every((name) => Number.isInteger((kept as Record<string, unknown>)[name]));
}

function distance({ start, end }: Range, cursor: Position): Pin['cursor'] {
  if (isBefore(cursor, start) || isBefore(end, cursor)) return { lines: 0, characters: 0 };
  const lines = cursor.line - start.line;
  return { lines, characters: lines === 0 ? cursor.character - start.character : cursor.character };
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function isSame(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}
