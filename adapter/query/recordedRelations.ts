import type { ValueReport } from '../events/rows.js';
import type { Cell, Constraint, Cursor, Estimate, Relation } from '../trace/relations/relation.js';
import { schema, type RelationName, type RelationShape } from '../trace/relations/schema.js';
import { TableRelation, type ColumnReader } from '../trace/relations/tableRelation.js';
import { functionAt } from '../trace/store/functionAt.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Activation, TraceReader } from './reader.js';

/** Rows of a relation by number, and how their columns are read. */
interface Table {
  readonly count: number;
  readonly columns: Readonly<Record<string, ColumnReader>>;
  readonly indexed?: readonly string[];
  readonly isKeyed?: boolean;
}

/** The relations of a recording. Each finds its rows when it is asked first, and reads their columns when these are asked. */
export function recordedRelations(reader: TraceReader, run: string): readonly Relation[] {
  const tables = new Tables(reader);
  return schema.map((shape) => new LazyRelation(shape, () => tables.of(shape.name, run), run));
}

class LazyRelation implements Relation {
  private table: TableRelation | null = null;

  constructor(
    readonly shape: RelationShape,
    private readonly make: () => Table,
    private readonly run: string,
  ) {}

  estimate(constraints: readonly Constraint[]): Estimate {
    return this.made.estimate(constraints);
  }

  open(constraints: readonly Constraint[]): Cursor {
    return this.made.open(constraints);
  }

  private get made(): TableRelation {
    if (this.table === null) {
      const { count, columns, indexed, isKeyed } = this.make();
      const readers = this.shape.columns.map(({ name }) => columns[name] ?? (() => (name === 'run' ? this.run : null)));
      this.table = new TableRelation(this.shape, count, readers, indexed, isKeyed);
    }
    return this.table;
  }
}

/** How the end of a call is told: where, and what left it. */
interface End {
  readonly event: number;
  readonly call: Activation;
  readonly isThrown: boolean;
}

/** The rows of each relation, out of the recording. */
class Tables {
  private callList: readonly number[] | null = null;
  private lastRow: TraceRow | null = null;
  private lastCall: Activation | null = null;

  constructor(private readonly reader: TraceReader) {}

  of(name: RelationName, run: string): Table {
    switch (name) {
      case 'run':
        return this.run(run);
      case 'thread':
        return this.threads();
      case 'text':
        return this.texts();
      case 'site':
        return this.sites();
      case 'event':
        return this.events();
      case 'call':
        return this.calls();
      case 'ancestor':
        return this.ancestors();
      case 'argument':
        return this.arguments();
      case 'exit':
        return this.exits();
      case 'change':
        return this.changes((row) => !this.isVariable(row));
      case 'content':
        return this.changes((row) => row.kind === Kind.content);
      case 'local':
        return this.locals();
      case 'branch':
        return this.branches();
      case 'exception':
        return this.exceptions();
      case 'object':
        return this.objects();
    }
  }

  private run(id: string): Table {
    const { head, ending } = this.reader.store.source;
    const outcome = ending === null ? 'unknown' : ending.code === 0 ? 'passed' : 'failed';
    return {
      count: 1,
      columns: {
        id: () => id,
        program: () => (head === null ? null : [head.program, ...head.args].join(' ')),
        labels: () => JSON.stringify(head?.labels ?? {}),
        outcome: () => outcome,
        code: () => ending?.code ?? null,
        signal: () => ending?.signal ?? null,
      },
    };
  }

  private threads(): Table {
    const { reader } = this;
    const threads = [...reader.threadNames.keys()].sort((a, b) => a - b);
    const numbers = new Map([...reader.threadNames].map(([number, name]) => [name, number]));
    const status = threads.map((thread) => reader.threadStatus(thread, reader.store.end));
    return {
      count: threads.length,
      columns: {
        id: (row) => threads[row] ?? null,
        name: (row) => reader.threadName(threads[row] ?? 0),
        parent: (row) => numbers.get(status[row]?.parent ?? '') ?? null,
        first: (row) => status[row]?.started ?? null,
        last: (row) => status[row]?.ended ?? null,
        status: (row) => status[row]?.status ?? null,
      },
    };
  }

  private texts(): Table {
    const { texts } = this.reader.store.source;
    return {
      count: texts.length,
      columns: { id: (row) => row, path: (row) => texts[row]?.path ?? null, source: (row) => texts[row]?.source ?? null },
    };
  }

  private sites(): Table {
    const { reader } = this;
    const { sites, texts } = reader.store.source;
    const numbers = sites.flatMap(({ first, sites: list }) => list.map((_, index) => first + index)).sort((a, b) => a - b);
    const textNumbers = new Map(texts.map(({ path }, number) => [path, number]));
    const of = (row: number) => reader.store.source.site(numbers[row] ?? -1);
    return {
      count: numbers.length,
      columns: {
        id: (row) => numbers[row] ?? null,
        text_id: (row) => textNumbers.get(of(row)?.path ?? '') ?? null,
        kind: (row) => of(row)?.site.kind ?? null,
        name: (row) => of(row)?.site.key ?? null,
        ...this.place((row) => numbers[row] ?? -1),
        code: (row) => {
          const found = of(row);
          const source = texts[textNumbers.get(found?.path ?? '') ?? -1]?.source;
          return found === undefined || source === undefined ? null : source.slice(found.site.offset, found.site.end);
        },
      },
      indexed: ['file', 'line', 'kind'],
    };
  }

  private events(): Table {
    const rows = this.eventsWhere((row) => row.kind !== Kind.none && row.kind !== Kind.caller);
    const { event, ...columns } = this.happened(rows);
    const id = event ?? (() => null);
    return {
      count: rows.length,
      columns: {
        id,
        kind: (row) => this.kindOf(this.row(rows[row] ?? 0)),
        ...columns,
        ...this.place((row) => this.row(rows[row] ?? 0)?.site ?? -1),
      },
      indexed: ['call', 'site', 'kind', 'line'],
    };
  }

  private calls(): Table {
    const { reader } = this;
    const rows = this.callEvents;
    const of = (row: number) => this.call(rows[row] ?? -1);
    const name = (row: number) => of(row)?.name ?? null;
    const classOf = (row: number) => /^(.*)\.[^.]*$/.exec(name(row)?.full ?? '')?.[1] ?? null;
    const position = (row: number) => {
      const call = of(row);
      return call === null ? null : (reader.place(reader.positionAt(call.path, call.start)) as Readonly<Record<string, Cell>>);
    };
    return {
      count: rows.length,
      columns: {
        event: (row) => rows[row] ?? null,
        thread: (row) => of(row)?.thread ?? null,
        parent: (row) => this.parentOf(rows[row] ?? -1),
        site: (row) => of(row)?.callSite ?? null,
        depth: (row) => this.chainOf(rows[row] ?? -1).length - 1,
        last: (row) => this.endOf(of(row))?.event ?? reader.store.end - 1,
        function: (row) => {
          const call = of(row);
          return call === null ? null : reader.functionName(call);
        },
        class: classOf,
        method: (row) => name(row)?.bare ?? null,
        file: (row) => position(row)?.['file'] ?? null,
        line: (row) => position(row)?.['line'] ?? null,
        body_line: (row) => this.bodyLine(of(row)),
        kind: (row) => this.callKind(of(row)),
        ...this.value((row) => of(row)?.receiver ?? null, 'receiver_'),
      },
      indexed: ['parent', 'function', 'method', 'class', 'kind', 'receiver_object'],
    };
  }

  private ancestors(): Table {
    const rows: (readonly [call: number, ancestor: number, distance: number])[] = [];
    for (const call of this.callEvents) this.chainOf(call).forEach((ancestor, distance) => rows.push([call, ancestor, distance]));
    return {
      count: rows.length,
      columns: {
        call: (row) => rows[row]?.[0] ?? null,
        ancestor: (row) => rows[row]?.[1] ?? null,
        distance: (row) => rows[row]?.[2] ?? null,
      },
      indexed: ['ancestor'],
      isKeyed: false,
    };
  }

  private arguments(): Table {
    const rows = this.callEvents.flatMap((call) =>
      (this.call(call)?.arguments ?? []).map((value, position) => ({ call, position, value })),
    );
    return {
      count: rows.length,
      columns: {
        call: (row) => rows[row]?.call ?? null,
        position: (row) => rows[row]?.position ?? null,
        ...this.value((row) => rows[row]?.value ?? null),
      },
      isKeyed: false,
    };
  }

  private exits(): Table {
    const { reader } = this;
    const ends = this.callEvents.flatMap((event) => this.endOf(this.call(event)) ?? []).sort((a, b) => a.event - b.event);
    return {
      count: ends.length,
      columns: {
        event: (row) => ends[row]?.event ?? null,
        thread: (row) => ends[row]?.call.thread ?? null,
        call: (row) => ends[row]?.call.event ?? null,
        site: (row) => this.row(ends[row]?.event ?? -1)?.site ?? null,
        outcome: (row) => (ends[row]?.isThrown === true ? 'throw' : 'return'),
        ...this.value((row) => {
          const end = ends[row];
          if (end === undefined) return null;
          if (!end.isThrown) return reader.resultOf(end.call.activation, end.event);
          const last = this.row(end.event);
          return last?.kind === Kind.catch ? reader.store.valueOf(last) : null;
        }),
      },
      indexed: ['call', 'outcome'],
      isKeyed: false,
    };
  }

  private changes(isWanted: (row: TraceRow) => boolean): Table {
    const rows = this.eventsWhere((row) => (row.kind === Kind.change || row.kind === Kind.content) && isWanted(row));
    const { reader } = this;
    const of = (row: number) => this.row(rows[row] ?? -1);
    return {
      count: rows.length,
      columns: {
        ...this.happened(rows),
        owner: (row) => of(row)?.subject ?? null,
        class: (row) => reader.store.source.object(of(row)?.subject ?? 0)?.className ?? null,
        kind: (row) => placeKind(of(row), (key) => reader.store.source.keyOf(key)),
        name: (row) => reader.keyText(of(row)?.key ?? 0),
        ...this.neighbours(of),
        operation: (row) => {
          const kind = reader.store.source.site(of(row)?.site ?? -1)?.site.kind ?? null;
          return kind === 'result' ? 'content' : kind;
        },
        ...this.valueOfRow(of),
      },
      indexed: ['owner', 'name', 'call', 'site', 'class'],
    };
  }

  private locals(): Table {
    const { reader } = this;
    const rows = this.eventsWhere((row) => row.kind === Kind.change && this.isVariable(row));
    const of = (row: number) => this.row(rows[row] ?? -1);
    return {
      count: rows.length,
      columns: {
        ...this.happened(rows),
        scope: (row) => of(row)?.subject ?? null,
        name: (row) => reader.store.source.site(of(row)?.site ?? -1)?.site.key ?? null,
        ...this.neighbours(of),
        ...this.valueOfRow(of),
      },
      indexed: ['scope', 'name', 'call', 'site'],
    };
  }

  private branches(): Table {
    const rows = this.eventsWhere(({ kind }) => kind === Kind.fork || kind === Kind.arrival);
    return {
      count: rows.length,
      columns: { ...this.happened(rows), ...this.valueOfRow((row) => this.row(rows[row] ?? -1)) },
      indexed: ['call', 'site'],
    };
  }

  private exceptions(): Table {
    const { reader } = this;
    const rows = this.eventsWhere(({ kind }) => kind === Kind.throw);
    const of = (row: number) => this.row(rows[row] ?? -1);
    const caught = (row: number) => {
      const thrown = of(row);
      return thrown === null ? null : reader.store.caughtAt(thrown);
    };
    const error = (row: number) => {
      const thrown = of(row);
      const value = thrown === null ? null : reader.store.valueOf(thrown);
      return value?.kind === 'object' ? value : null;
    };
    return {
      count: rows.length,
      columns: {
        ...this.happened(rows),
        class: (row) => error(row)?.className ?? null,
        message: (row) => {
          const value = error(row);
          return value === null ? null : reader.messageOf(value, rows[row] ?? 0);
        },
        caught,
        caught_site: (row) => {
          const at = caught(row);
          return at === null ? null : (this.row(at)?.site ?? null);
        },
        ...this.valueOfRow(of),
      },
      indexed: ['call', 'class'],
    };
  }

  private objects(): Table {
    const { reader } = this;
    const { source } = reader.store;
    const rows = [...source.objects()];
    const made = (row: number) => reader.creationOf(rows[row] ?? 0);
    return {
      count: rows.length,
      columns: {
        id: (row) => rows[row] ?? null,
        class: (row) => source.object(rows[row] ?? 0)?.className ?? null,
        kind: (row) => source.object(rows[row] ?? 0)?.type ?? null,
        created: (row) => made(row)?.event ?? null,
        site: (row) => reader.store.madeBy(rows[row] ?? 0)?.site ?? null,
        call: (row) => this.callOf(made(row)?.activation ?? 0),
      },
      indexed: ['class', 'kind'],
    };
  }

  private eventsWhere(isWanted: (row: TraceRow) => boolean): Float64Array {
    const found: number[] = [];
    for (const row of this.reader.store.rows()) if (isWanted(row)) found.push(row.event);
    return Float64Array.from(found);
  }

  private get callEvents(): readonly number[] {
    this.callList ??= [...this.eventsWhere(({ kind }) => kind === Kind.call)].filter((event) => this.call(event) !== null);
    return this.callList;
  }

  private row(event: number): TraceRow | null {
    if (this.lastRow?.event !== event) this.lastRow = this.reader.store.row(event);
    return this.lastRow;
  }

  private call(event: number): Activation | null {
    if (this.lastCall?.event !== event) this.lastCall = this.reader.call(event);
    return this.lastCall;
  }

  private callOf(activation: number): number | null {
    return activation === 0 ? null : this.reader.store.source.callOf(activation);
  }

  private parentOf(call: number): number | null {
    return this.callOf(this.row(call)?.activation ?? 0);
  }

  /** A call and those around it, the innermost first. */
  private chainOf(call: number): readonly number[] {
    const chain: number[] = [];
    for (let at: number | null = call; at !== null && !chain.includes(at); at = this.parentOf(at)) chain.push(at);
    return chain;
  }

  private endOf(call: Activation | null): End | null {
    const end = call === null ? null : this.reader.store.source.endOf(call.activation);
    return call === null || end === null || end.how === 'open' ? null : { event: end.event, call, isThrown: end.how === 'thrown' };
  }

  private isVariable(row: TraceRow): boolean {
    return this.reader.store.source.keyOf(row.key).startsWith('variable ');
  }

  private kindOf(row: TraceRow | null): string {
    if (row === null) return 'other';
    if (row.kind === Kind.change) return this.isVariable(row) ? 'local' : 'change';
    return kindNames.get(row.kind) ?? 'other';
  }

  private callKind(call: Activation | null): string | null {
    if (call === null) return null;
    if (call.isTop) return 'text';
    if (call.name.bare === 'constructor') return 'constructor';
    if (!call.name.full?.includes('.')) return 'function';
    const { receiver } = call;
    return receiver?.kind === 'object' && receiver.type === 'function' ? 'static' : 'method';
  }

  /** The line of a function's first statement. */
  private bodyLine(call: Activation | null): number | null {
    const found = call === null ? undefined : this.reader.store.source.site(call.site);
    const program = found === undefined ? undefined : this.reader.texts.text(found.path)?.program;
    if (call === null || found === undefined || program === undefined) return null;
    const body = (functionAt(found, program) as { readonly body?: Statements } | null)?.body;
    const list = Array.isArray(body) ? (body as readonly Statements[]) : (body as Statements | undefined)?.body;
    const start = (Array.isArray(list) ? (list as readonly Statements[])[0]?.start : undefined) ?? (body as Statements | undefined)?.start;
    return this.reader.positionAt(call.path, start ?? call.start)?.line ?? null;
  }

  private happened(rows: Float64Array): Readonly<Record<string, ColumnReader>> {
    const of = (row: number) => this.row(rows[row] ?? -1);
    return {
      event: (row) => rows[row] ?? null,
      thread: (row) => of(row)?.thread ?? null,
      call: (row) => this.callOf(of(row)?.activation ?? 0),
      site: (row) => of(row)?.site ?? null,
    };
  }

  private place(siteOf: (row: number) => number): Readonly<Record<string, ColumnReader>> {
    const of = (row: number) => this.reader.place(this.reader.positionOf(siteOf(row))) as Readonly<Record<string, Cell>>;
    return { file: (row) => of(row)['file'] ?? null, line: (row) => of(row)['line'] ?? null, col: (row) => of(row)['column'] ?? null };
  }

  private neighbours(of: (row: number) => TraceRow | null): Readonly<Record<string, ColumnReader>> {
    const { store } = this.reader;
    return {
      previous: (row) => {
        const at = of(row);
        return at === null ? null : (store.lastChange(at.subject, at.key, at.event)?.event ?? null);
      },
      next: (row) => {
        const at = of(row);
        if (at !== null) for (const next of store.changesOf(at.subject, at.key, at.event + 1)) return next.event;
        return null;
      },
    };
  }

  private valueOfRow(of: (row: number) => TraceRow | null): Readonly<Record<string, ColumnReader>> {
    return this.value((row) => {
      const found = of(row);
      return found === null ? null : this.reader.store.valueOf(found);
    });
  }

  private value(of: (row: number) => ValueReport | null, prefix = ''): Readonly<Record<string, ColumnReader>> {
    return {
      [`${prefix}type`]: (row) => typeName(of(row)),
      [`${prefix}number`]: (row) => numberOf(of(row)),
      [`${prefix}text`]: (row) => textOf(of(row)),
      [`${prefix}object`]: (row) => {
        const value = of(row);
        return value?.kind === 'object' ? value.id : null;
      },
    };
  }
}

interface Statements {
  readonly start: number;
  readonly body?: unknown;
}

const kindNames: ReadonlyMap<number, string> = new Map([
  [Kind.content, 'content'],
  [Kind.fork, 'branch'],
  [Kind.arrival, 'branch'],
  [Kind.call, 'call'],
  [Kind.exit, 'exit'],
  [Kind.throw, 'exception'],
  [Kind.catch, 'catch'],
  [Kind.suspend, 'suspend'],
  [Kind.resume, 'resume'],
  [Kind.allocation, 'allocation'],
]);

function placeKind(row: TraceRow | null, keyOf: (key: number) => string): string | null {
  if (row === null) return null;
  if (row.key < 0) return 'element';
  const [, kind] = /^(private|entry) /.exec(keyOf(row.key)) ?? [];
  return kind ?? 'field';
}

function typeName(value: ValueReport | null): string | null {
  if (value === null || value.kind === 'absent') return null;
  return value.kind === 'object' ? 'object' : value.type;
}

function numberOf(value: ValueReport | null): number | null {
  if (value?.kind !== 'primitive') return null;
  if (value.type === 'boolean') return value.text === 'true' ? 1 : 0;
  const number = value.type === 'number' ? Number(value.text) : NaN;
  return Number.isNaN(number) ? null : number;
}

function textOf(value: ValueReport | null): string | null {
  if (value === null || value.kind === 'absent') return null;
  if (value.kind === 'object') return value.className;
  if (value.type === 'number') return /^(NaN|-?Infinity|-0)$/.test(value.text) ? value.text : null;
  return value.type === 'string' || value.type === 'bigint' || value.type === 'symbol' ? value.text : null;
}
