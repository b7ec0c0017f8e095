import type { Evaluated, ValueReport } from '../events/rows.js';
import { isFunction, pathTo } from '../instrument/tree.js';
import { renamed } from '../querypoints/text/renamed.js';
import { isIndex, placesOf } from '../trace/moment/placesOfObject.js';
import { shown } from '../trace/moment/preview.js';
import type { OpenedRecording } from './openedRecording.js';
import type { Position } from '../trace/replay/recordedPosition.js';

/** One frame of a position, in the user's sources. */
export interface RecordedFrame {
  readonly at: Position;
  /** Empty: a top level. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A place whose changes are recorded. */
export interface RecordedPlace {
  readonly subject: number;
  readonly key: number;
}

/** A variable, a property, an element or an entry. */
export interface RecordedMember {
  readonly name: string;
  readonly kind: 'variable' | 'property' | 'private' | 'element' | 'entry';
  /** null: it was not recorded. Absent: a variable that has none yet. */
  readonly value: ValueReport | null;
  readonly place: RecordedPlace | null;
  /** Of an entry: its key as an expression; null when no expression says it. */
  readonly keyText: string | null;
}

/** The variables that a frame sees, by where they are declared. */
export interface RecordedScope {
  readonly name: 'local' | 'closure' | 'module';
  readonly members: readonly RecordedMember[];
}

/** What an object holds at a time. */
export interface RecordedContents {
  readonly members: readonly RecordedMember[];
  /** Whether nothing of it can be missing. */
  readonly isWhole: boolean;
}

/** One change of a place, and where it was made. */
export interface RecordedChange {
  readonly event: number;
  readonly before: ValueReport | null;
  readonly after: ValueReport | null;
  readonly functionName: string;
  readonly place: { readonly path: string; readonly line: number; readonly column: number } | null;
}

/** Looks at one time of a recording: its stack, and what variables and objects hold. */
export class RecordedSight {
  constructor(private readonly recording: OpenedRecording) {}

  frame(at: Position): RecordedFrame {
    const { reader } = this.recording.open;
    const activation = reader.activation(at.activation);
    const name = activation === null || activation.isTop ? '' : (activation.name.full ?? activation.name.bare ?? '(anonymous)');
    const { path, line, column } = at.text.sourcePosition(at.offset, at.end);
    return { at, name, path, line, column };
  }

  thread({ activation, time }: Position): number {
    const { store } = this.recording.open.reader;
    const event = store.source.callOf(activation, time);
    return (event === null ? null : store.row(event))?.thread ?? 0;
  }

  /** The scopes that a frame sees, the innermost first. What they hold is looked up when somebody asks. */
  scopes(at: Position): readonly RecordedScope[] {
    const names = new Set<RecordedScope['name']>([
      ...(this.receiver(at) === null ? [] : (['local'] as const)),
      ...this.recording.open.reader.moments.scopesOf(at),
    ]);
    return [...names].map((name) => {
      const members = () => this.variables(at, name);
      let found: readonly RecordedMember[] | null = null;
      return {
        name,
        get members() {
          return (found ??= members());
        },
      };
    });
  }

  private variables(at: Position, scope: RecordedScope['name']): readonly RecordedMember[] {
    const variables = [...this.recording.open.reader.moments.variablesIn(at, scope)].map(
      ({ name, value, isUnset, place }): RecordedMember => ({
        name,
        kind: 'variable',
        value: isUnset ? { kind: 'absent' } : this.shown(value, at.time),
        place,
        keyText: null,
      }),
    );
    const self = scope === 'local' ? this.receiver(at) : null;
    return self === null ? variables : [{ name: 'this', kind: 'variable', value: self, place: null, keyText: null }, ...variables];
  }

  /** `this` of a frame; null where it was not recorded, or only a function around knows it. */
  private receiver({ activation, text, offset, time }: Position): ValueReport | null {
    const home = pathTo(text.program, offset).findLast(isFunction);
    if (home === undefined || home.type === 'ArrowFunctionExpression') return null;
    return this.shown(this.recording.open.reader.activation(activation)?.receiver ?? null, time);
  }

  /** What an object holds before an event. */
  contents(object: Extract<ValueReport, { kind: 'object' }>, time: number): RecordedContents {
    const { reader } = this.recording.open;
    const members = placesOf(reader.store, object.id, time - 1).map(({ key, value, row }): RecordedMember => {
      const common = { value: this.shown(value, time), place: { subject: object.id, key: row.key }, keyText: null };
      if (key.startsWith('entry ')) {
        const text = reader.keyJson(row.key);
        const isPlain = text === null || typeof text !== 'object';
        const name = isPlain ? JSON.stringify(text) : reader.keyText(row.key);
        return { ...common, name, kind: 'entry', keyText: isPlain ? name : null };
      }
      const name = key.startsWith('symbol ') ? `Symbol(${reader.keyText(row.key)})` : reader.keyText(row.key);
      return { ...common, name, kind: isIndex(key) ? 'element' : key.startsWith('private ') ? 'private' : 'property' };
    });
    return { members, isWhole: this.recording.heapAt(time).isWhole(object) };
  }

  /** An expression of the user's source in a frame; nothing is run. `error`: what the name `error` means beside the program's own. */
  evaluate(at: Position, expression: string, error: ValueReport | null = null): Evaluated {
    const { reader } = this.recording.open;
    const own = renamed(expression, at.text, at.offset, reader.texts);
    const named = error === null ? own : own.replace(/(?<![\p{ID_Continue}$.])error(?![\p{ID_Continue}$])/gu, '__w_value');
    const outcome = reader.moments.momentAt(at, error).look(0, named);
    return 'value' in outcome ? { value: this.shown(outcome.value, at.time) ?? outcome.value } : outcome;
  }

  /** The exception that is thrown at a position; null when none is. */
  thrown({ time, kind, offset }: Position): { readonly value: ValueReport; readonly message: string; readonly isCaught: boolean } | null {
    const { reader } = this.recording.open;
    const row = kind === 'event' ? reader.store.row(time) : null;
    if (row === null || reader.store.source.site(row.site)?.site.kind !== 'throw') return null;
    if (reader.store.source.site(row.site)?.site.offset !== offset) return null;
    const value = this.shown(reader.store.valueOf(row), time + 1);
    if (value === null || value.kind === 'absent') return null;
    const message = value.kind === 'object' ? reader.messageOf(value, time + 1) : value.text;
    return { value, message, isCaught: reader.store.caughtAt(row) !== null };
  }

  /** How the event before a position changed its place: what it held, and holds. */
  change({ subject, key }: RecordedPlace, event: number): { readonly before: ValueReport | null; readonly after: ValueReport | null } {
    const { store } = this.recording.open.reader;
    const row = store.row(event);
    const before = store.lastChange(subject, key, event);
    return {
      before: before === null ? null : this.shown(store.valueOf(before), event),
      after: row === null ? null : this.shown(store.valueOf(row), event + 1),
    };
  }

  /** The last changes of a place, oldest first, and how many there are. */
  changes({ subject, key }: RecordedPlace, count: number): { readonly changes: readonly RecordedChange[]; readonly total: number } {
    const { reader } = this.recording.open;
    const all = [...reader.store.changesOf(subject, key)].filter((row) => !reader.isDeclaration(row));
    const changes = all.slice(-count).map((row) => {
      const activation = reader.activation(row.activation);
      return {
        ...this.change({ subject, key }, row.event),
        event: row.event,
        functionName: activation === null ? '' : reader.functionName(activation),
        place: reader.positionOf(row.site),
      };
    });
    return { changes, total: all.length };
  }

  private shown(value: ValueReport | null, time: number): ValueReport | null {
    return value === null ? null : shown(this.recording.open.reader.store, value, time - 1);
  }
}
