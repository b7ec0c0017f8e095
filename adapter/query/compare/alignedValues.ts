import type { Json, NamedQuestion } from '../parseQuestion.js';
import type { AnswerRow, TraceReader } from '../reader.js';
import type { Alignment } from './alignment.js';

/** Columns whose numbers are events. */
const eventColumns: ReadonlySet<string> = new Set([
  ...['event', 'call', 'written', 'exit', 'thrown', 'caughtAt', 'parent', 'created', 'started', 'ended'],
  // Of relations: an own query may give them.
  ...['first', 'last', 'previous', 'next', 'caught'],
]);
const objectColumns: ReadonlySet<string> = new Set(['object', 'owner', 'receiver_object']);
const placeColumns: ReadonlySet<string> = new Set(['file', 'line', 'column', 'col']);

/** An object in a term of Prolog: `o(Class,Number)`. */
const termOfObject = /(\bo\((?:'[^']*'|\w+),\s*)(\d+)\)/g;

/** What an answer of the second recording means in the first, and a question of the first in the second. */
export class AlignedValues {
  constructor(private readonly alignment: Alignment) {}

  /** The event of the first recording that one of the second is; null: none. */
  eventHere(event: unknown): number | null {
    return typeof event === 'number' ? this.alignment.eventIn(1, event) : null;
  }

  /** The object of the first recording that `Row#3` of the second is; null: none. */
  objectHere(name: string): number | null {
    return this.object(1, numberOf(name));
  }

  /** A row of the second recording with the numbers that its events and objects have in the first, as far as they are there. */
  rowHere(row: AnswerRow): AnswerRow {
    const here = (name: string, value: unknown): unknown => {
      if (typeof value === 'string')
        return value.replace(termOfObject, (term, head: string, id: string) => this.termHere(term, head, Number(id)));
      if (typeof value !== 'number') return value;
      if (eventColumns.has(name)) return this.alignment.eventIn(1, value) ?? `second ${value}`;
      return objectColumns.has(name) ? (this.object(1, value) ?? `second ${value}`) : value;
    };
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, here(name, value)]));
  }

  /** A row of the first recording with the places of the second, as far as they are there. */
  rowThere(row: AnswerRow): AnswerRow {
    const { file, line } = row;
    const [, unnamed, at] = /^(.+):(\d+)$/.exec(String(row['function'])) ?? [];
    const own = unnamed === undefined ? null : this.placeThere(unnamed, Number(at), null);
    const named = own === null ? row : { ...row, function: `${own.file}:${own.line}` };
    const name = 'col' in row ? 'col' : 'column';
    const column = row[name];
    const place =
      typeof file === 'string' && typeof line === 'number' ? this.placeThere(file, line, typeof column === 'number' ? column : null) : null;
    return place === null
      ? named
      : { ...named, file: place.file, line: place.line, ...(column === undefined ? {} : { [name]: place.column }) };
  }

  private termHere(term: string, head: string, id: number): string {
    const found = this.object(1, id);
    return found === null ? term : `${head}${found})`;
  }

  /** The columns that differ, with both values; what stands for each other does not. */
  changes(columns: readonly string[], own: AnswerRow, other: AnswerRow): Readonly<Record<string, readonly [unknown, unknown]>> {
    const isSamePlace = this.isSamePlace(own, other);
    const changed: Record<string, readonly [unknown, unknown]> = {};
    for (const name of columns) {
      const [a, b] = [own[name], other[name]];
      if (placeColumns.has(name) ? isSamePlace || a === b : this.isSame(name, a, b)) continue;
      changed[name] = [a ?? null, b ?? null];
    }
    return changed;
  }

  private isSame(column: string, a: unknown, b: unknown): boolean {
    if (typeof a === 'number' && typeof b === 'number') {
      if (eventColumns.has(column)) return this.isSameEvent(a, b);
      if (objectColumns.has(column)) return this.object(1, b) === a;
      if (column === 'binding') return this.binding(b) === a;
      return Object.is(a, b);
    }
    if (typeof a === 'string' && typeof b === 'string')
      return a === b || (column === 'function' && this.isSameUnnamed(a, b)) || (a.includes('o(') && this.rowHere({ b })['b'] === a);
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
    const [first, second] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
    if ('preview' in first && 'preview' in second)
      return this.object(1, numberOf(String(second['object']))) === numberOf(String(first['object']));
    const names = Object.keys(first);
    return (
      names.length === Object.keys(second).length && names.every((name) => name in second && this.isSame('', first[name], second[name]))
    );
  }

  private isSameEvent(a: number, b: number): boolean {
    const [own, other] = this.alignment.readers;
    const here = this.alignment.eventIn(1, b);
    if (here !== null || this.alignment.eventIn(0, a) !== null) return here === a;
    return a === b || (a >= own.store.end && b >= other.store.end);
  }

  private binding(instance: number): number {
    const [own, other] = this.alignment.identities;
    return own.scopeOf(other.scope(instance));
  }

  private object(run: 0 | 1, object: number): number | null {
    const { identities } = this.alignment;
    const shared = identities[run].object(object);
    const found = shared === 0 ? 0 : identities[run === 0 ? 1 : 0].objectOf(shared);
    return found === 0 ? null : found;
  }

  /** Whether two places of a source are the same, though lines before them may have come or gone. */
  private isSamePlace(own: AnswerRow, other: AnswerRow): boolean {
    const { file, line } = own;
    const column = own['column'] ?? own['col'];
    const there =
      typeof file === 'string' && typeof line === 'number' ? this.placeThere(file, line, typeof column === 'number' ? column : 1) : null;
    if (there === null) return false;
    const isColumn = column === undefined || there.column === (other['column'] ?? other['col']);
    return there.file === other['file'] && there.line === other['line'] && isColumn;
  }

  /** Functions without a name are called by their file and line. */
  private isSameUnnamed(a: string, b: string): boolean {
    const [, file, line] = /^(.+):(\d*)$/.exec(a) ?? [];
    if (file === undefined || !/:\d*$/.test(b)) return false;
    const there = this.placeThere(file, Math.max(1, Number(line)), null);
    return there !== null && b === `${there.file}:${line === '' ? '' : there.line}`;
  }

  /** A place of the first recording's sources in those of the second; null: it is not there. Without a column it is where the line begins. */
  private placeThere(
    file: string,
    line: number,
    column: number | null,
  ): { readonly file: string; readonly line: number; readonly column: number } | null {
    const [own, other] = this.alignment.readers;
    const path = own.pathNamed(file);
    const text = path === null ? undefined : own.texts.text(path);
    const aligned = this.alignment.texts.find(({ paths }) => paths[0] === path);
    const there = aligned === undefined ? undefined : other.texts.text(aligned.paths[1]);
    if (text === undefined || aligned === undefined || there === undefined) return null;
    const shown = String(other.place({ path: aligned.paths[1], line: 1, column: 1 })['file']);
    if (text.isMapped || text.text === there.text) return { file: shown, line, column: column ?? 1 };
    if (line > text.lines.lineCount) return null;
    const indent = /^\s*/.exec(text.lines.lineText(line))?.[0].length ?? 0;
    const offset = aligned.forth.startOf(text.offsetAt(line, column ?? indent + 1));
    return offset === null ? null : { file: shown, ...there.lines.positionOf(offset) };
  }

  /** What a question of the first recording is in the second; null: it cannot be put there. */
  questionThere({ shape, values }: NamedQuestion): string | null {
    const parts: string[] = [];
    for (const [name, value] of values) {
      const kind = shape.keys.find((key) => key.name === name)?.kind;
      const there = this.valueThere(kind ?? 'text', value);
      if (there === undefined) return null;
      parts.push(`${name}: ${JSON.stringify(there)}`);
    }
    return `${shape.name}(${parts.join(', ')})`;
  }

  private valueThere(kind: string, value: Json): Json | undefined {
    if (kind === 'event') return typeof value === 'number' ? this.eventThere(value) : value;
    if (kind === 'object' && typeof value === 'string') return this.objectThere(value);
    if ((kind === 'location' || kind === 'function') && typeof value === 'string') return this.codeThere(value);
    if (kind !== 'value' || typeof value !== 'object' || value === null || !('object' in value)) return value;
    const object = this.objectThere(String(value['object']));
    return object === undefined ? undefined : { object };
  }

  /** The aligned event, or that of the last one before it which has one. */
  private eventThere(event: number): number {
    const { alignment } = this;
    for (let at = event; at >= 0; at--) {
      const found = alignment.eventIn(0, at);
      if (found !== null) return at === event ? found : Math.min(found, alignment.readers[1].store.end - 1);
    }
    return 0;
  }

  private objectThere(text: string): string | undefined {
    const [, place, at] = /^([\s\S]+?)\s*@\s*(\d{1,15}|end)\s*$/.exec(text) ?? [];
    if (at !== undefined) return `${place ?? ''} @ ${at === 'end' ? at : this.eventThere(Number(at))}`;
    const found = this.object(0, numberOf(text));
    const object = found === null ? null : this.alignment.readers[1].store.source.object(found);
    return object === null ? undefined : `${object.className}#${object.id}`;
  }

  /** `FILE:LINE[:COL]` and `FILE:`; anything else is a name. */
  private codeThere(text: string): string | undefined {
    const [, file = '', line, column] = /^(.+?):(\d*)(?::(\d+))?$/.exec(text) ?? [];
    if (line === undefined || this.readerHas(0, file) === null) return text;
    const there = this.placeThere(file, Math.max(1, Number(line)), column === undefined ? null : Number(column));
    if (there === null) return undefined;
    return line === '' ? `${there.file}:` : `${there.file}:${there.line}${column === undefined ? '' : `:${there.column}`}`;
  }

  private readerHas(run: 0 | 1, file: string): ReturnType<TraceReader['pathNamed']> {
    return this.alignment.readers[run].pathNamed(file);
  }
}

function numberOf(name: string): number {
  return Number(/#(\d{1,15})$/.exec(name)?.[1] ?? -1);
}
