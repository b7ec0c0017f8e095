import { jsonValue } from '../events/jsonValue.js';
import type { ValueReport } from '../events/rows.js';
import { isFunction, pathTo, type AnyNode, type Program } from '../instrument/tree.js';
import type { SourcePosition } from '../instrument/mapping.js';
import type { RunTexts } from '../querypoints/text/texts.js';
import { homeOfRow, Kind } from '../trace/store/rowMeaning.js';
import { functionAt } from '../trace/store/functionAt.js';
import type { StatementPlace } from '../trace/steps/recordedPassages.js';
import type { CallRecord, TraceRow, TraceStore } from '../trace/store/traceStore.js';
import { ClassTexts } from '../trace/moment/classTexts.js';
import { shown } from '../trace/moment/preview.js';
import { ShownParameters } from '../trace/moment/shownParameters.js';
import { SetterWrites } from '../trace/moment/setterWrites.js';
import { Moments } from './moments.js';
import { functionNameAt, noName, topLevelName, type FunctionName } from './functionNames.js';

/** One row of an answer: its columns by name, without those that have no value. */
export type AnswerRow = Readonly<Record<string, unknown>>;

/** A function, class or top level, by where it begins in the text with this path. */
export interface FunctionPlace {
  readonly path: string;
  readonly start: number;
}

/** One entry of a function, or of a text's top level. */
export interface Activation extends CallRecord, FunctionPlace {
  readonly name: FunctionName;
  readonly isTop: boolean;
}

/** A function, or top level, that calls enter at a site. */
interface EnteredFunction extends FunctionPlace, Pick<Activation, 'name' | 'isTop'> {
  readonly isGetterOrSetter: boolean;
}

/** So many throws behind the end of a call are looked through for the one that has ended it. */
const mostThrows = 1000;

/** What questions ask of a recording: its events with the words of the user's sources. */
export class TraceReader {
  readonly moments: Moments;
  private readonly classes: ClassTexts;
  private readonly names = new Map<string, FunctionName>();

  constructor(
    readonly store: TraceStore,
    readonly texts: RunTexts,
    /** A file as answers name it. */
    private readonly shownPath: (path: string) => string,
  ) {
    this.classes = new ClassTexts(texts, this.paths);
    store.setters = new SetterWrites(store, texts, this.classes, this.paths);
    store.shownParameters = new ShownParameters(store, texts, this.paths);
    this.moments = new Moments(store, texts, this.classes);
  }

  /** The columns that every row has, of something that happened in an activation. */
  common(row: TraceRow): AnswerRow {
    const activation = this.activation(homeOfRow(row));
    return {
      event: row.event,
      thread: this.threadName(row.thread),
      ...this.place(this.positionOf(row.site)),
      function: activation === null ? '' : this.functionName(activation),
      call: activation === null || activation.isTop ? null : activation.event,
    };
  }

  /** The same of a call: where it is called, and what is called. */
  commonOfCall(call: Activation): AnswerRow {
    const caller = this.activation(call.caller);
    return {
      event: call.event,
      thread: this.threadName(call.thread),
      ...this.place((call.callSite === null ? null : this.positionOf(call.callSite)) ?? this.positionAt(call.path, call.start)),
      function: this.functionName(call),
      call: caller === null || caller.isTop ? null : caller.event,
    };
  }

  /** The same of a statement that an activation came to. */
  commonOfStep(time: number, number: number, { text, node }: StatementPlace): AnswerRow {
    const activation = this.activation(number);
    return {
      event: time,
      thread: this.threadName(activation?.thread ?? 0),
      ...this.place(text.sourcePosition(node.start, node.end)),
      function: activation === null ? '' : this.functionName(activation),
      call: activation === null || activation.isTop ? null : activation.event,
    };
  }

  /** The activation of a number; null when nothing of the program's is meant. */
  activation(number: number): Activation | null {
    const event = number === 0 ? null : this.store.source.callOf(number);
    return event === null ? null : this.call(event);
  }

  /** The activation that a call began; null when the event is no call. */
  call(event: number): Activation | null {
    const record = this.store.call(event);
    const entered = record === null ? null : this.functionEnteredAt(record.site);
    if (record === null || entered === null) return null;
    // What reads or writes a property calls nothing: where nobody has seen it, the expression is that of an earlier call.
    const isKnown = record.callSite !== null && this.store.source.isSeen(record.callSite);
    const { isGetterOrSetter, ...called } = entered;
    return { ...record, callSite: isKnown || !isGetterOrSetter ? record.callSite : null, ...called };
  }

  /** The function, or top level, whose entry a site reports; null when its text is not known. Each site is looked up once. */
  functionEnteredAt(site: number): EnteredFunction | null {
    let entered = this.entered.get(site);
    if (entered === undefined) this.entered.set(site, (entered = this.findEntered(site)));
    return entered;
  }

  private readonly entered = new Map<number, EnteredFunction | null>();

  private findEntered(site: number): EnteredFunction | null {
    const found = this.store.source.site(site);
    const program = found === undefined ? undefined : this.texts.text(found.path)?.program;
    if (found === undefined || program === undefined) return null;
    const node = functionAt(found, program);
    const place = { path: found.path, start: node?.start ?? found.site.offset };
    const isTop = node?.type === 'Program';
    const isGetterOrSetter = node !== null && isAccessor(program, node);
    return { ...place, name: isTop ? topLevelName : this.nameOf(place), isTop, isGetterOrSetter };
  }

  /** An activation and those that called it, the innermost first. */
  *callersOf(number: number): Generator<Activation> {
    const seen = new Set<number>();
    for (let at = this.activation(number); at !== null && !seen.has(at.activation); at = this.activation(at.caller)) {
      seen.add(at.activation);
      yield at;
    }
  }

  /** The calls that an activation made itself, oldest first. */
  *callsFrom(number: number, from = 0, to = Infinity): Generator<Activation> {
    for (const row of this.store.rowsOf(number, from, to)) {
      const call = row.kind === Kind.call ? this.call(row.event) : null;
      if (call !== null) yield call;
    }
  }

  /** How an activation ended, as columns; none when it did not. */
  ending({ activation, path, start }: Activation): AnswerRow {
    const end = this.store.source.endOf(activation);
    if (end === null || end.how === 'open') return this.uncaughtEnding(activation);
    const row = this.store.row(end.event);
    if (end.how === 'exit')
      return {
        exit: end.event,
        outcome: 'return',
        ...this.column('result', this.resultOf(activation, end.event), row?.event ?? end.event),
      };
    const exception = this.exceptionThatEnded(activation, end.event);
    // A generator may have been ended from outside, by whom nobody knows.
    if (exception === null && this.isGenerator({ path, start })) return { exit: this.eventOfEnd(end.event) };
    const told = row === null ? null : this.toldLater(activation, end.event, row.thread);
    return { exit: this.eventOfEnd(end.event), outcome: 'throw', ...this.column('result', exception, told?.event ?? end.event) };
  }

  /** The event with which an activation ended, as `ending` tells it; null where it did not. */
  eventOfEnding({ activation }: Activation): number | null {
    const end = this.store.source.endOf(activation);
    if (end?.how === 'exit') return end.event;
    if (end?.how === 'thrown') return this.eventOfEnd(end.event);
    const exit = this.uncaughtEnding(activation)['exit'];
    return typeof exit === 'number' ? exit : null;
  }

  isGenerator({ path, start }: FunctionPlace): boolean {
    const program = this.texts.text(path)?.program;
    const node = program === undefined ? undefined : pathTo(program, start).findLast((one) => one.start === start && isFunction(one));
    return node !== undefined && isFunction(node) && node.generator;
  }

  /** The same of one that the exception has ended with which its thread ended. */
  private uncaughtEnding(activation: number): AnswerRow {
    for (const row of this.store.uncaught())
      for (const call of this.callersOf(row.activation))
        if (call.activation === activation)
          return { exit: row.event, outcome: 'throw', ...this.column('result', this.store.valueOf(row), row.event) };
    return {};
  }

  /** The exception by which an activation ended that was seen to have ended at an event; null when it was not recorded. */
  exceptionThatEnded(activation: number, at: number): ValueReport | null {
    const row = this.store.row(at);
    if (row === null) return null;
    if (row.kind === Kind.aborted && row.subject === activation) return this.store.valueOf(row);
    const told = this.toldLater(activation, at, row.thread);
    if (told !== null) return this.store.valueOf(told);
    if (row.kind === Kind.catch || row.kind === Kind.throw) return this.store.caughtBy(row);
    const thrown = this.store.newestOfKind(Kind.throw, at, row.thread);
    if (thrown === null || thrown.event < (this.store.source.callOf(activation) ?? 0)) return null;
    return (this.store.caughtAt(thrown) ?? Infinity) < at ? null : this.store.valueOf(thrown);
  }

  /**
   * The row of the exception by which an activation has ended at an event, where it was told when a handler had it: behind `finally` blocks, or when a
   * promise that it had rejected was awaited. It is of the innermost activation that ended with it.
   */
  private toldLater(activation: number, at: number, thread: number): TraceRow | null {
    for (const row of this.store.rowsOf(activation, at)) if (row.kind === Kind.throw) return row;
    const end = this.store.row(at);
    if (end?.kind !== Kind.last) return null;
    let count = 0;
    for (const row of this.store.ofKind(Kind.throw, at + 1)) {
      if (count++ === mostThrows) return null;
      if (row.thread === thread && this.store.source.endOf(row.activation)?.event === at) return row;
    }
    return null;
  }

  /** What an activation returned with an exit, or gave by a `yield`: where that row does not say, the last one that it returned. */
  resultOf(activation: number, exit: number): ValueReport | null {
    const row = this.store.row(exit);
    const told = row === null ? null : this.store.valueOf(row);
    if (told !== null || row?.kind !== Kind.exit) return told;
    const began = this.store.source.callOf(activation) ?? 0;
    for (const one of this.store.rowsBackOf(activation, began, exit)) if (one.kind === Kind.return) return this.store.valueOf(one);
    return null;
  }

  receiverAndArguments({ receiver, arguments: list, areArgumentsKnown, event }: CallRecord): AnswerRow {
    if (!areArgumentsKnown) return this.column('receiver', receiver, event);
    return {
      ...this.column('receiver', receiver, event),
      arguments: list.map((value) => {
        const json = value === null ? { unknown: true } : this.json(value, event);
        return json === undefined ? { undefined: true } : json;
      }),
    };
  }

  /** A column that is left out when there is no value. */
  column(name: string, value: ValueReport | null, at: number): AnswerRow {
    const json = value === null ? undefined : this.json(value, at);
    return json === undefined ? {} : { [name]: json };
  }

  /** A value as JSON; of an object what it shows at an event. */
  json(value: ValueReport, at: number): unknown {
    return jsonValue(shown(this.store, value, at));
  }

  objectJson(object: number, at: number): unknown {
    const value = this.store.source.object(object);
    return value === null ? undefined : this.json(value, at);
  }

  /** What a function is called in answers: a method with its class, of another file's top level that file. */
  functionName({ path, start, name, isTop }: Pick<Activation, 'path' | 'start' | 'name' | 'isTop'>): string {
    if (isTop) return path === this.mainPath ? '' : `${this.shownPath(path)}:`;
    if (name.full !== null) return name.full;
    return this.lineOf({ path, start }) ?? '';
  }

  /** The line at which a function begins, as `FILE:LINE`. */
  lineOf({ path, start }: FunctionPlace): string | null {
    const position = this.positionAt(path, start);
    return position === null ? null : `${this.shownPath(position.path)}:${position.line}`;
  }

  nameOf({ path, start }: FunctionPlace): FunctionName {
    const key = `${start}:${path}`;
    let name = this.names.get(key);
    if (name === undefined) {
      const loaded = this.texts.text(path);
      name = loaded === undefined ? noName : functionNameAt(loaded.program, start, (offset) => loaded.sourceNameAt(offset, this.texts));
      this.names.set(key, name);
    }
    return name;
  }

  /** The paths of all texts that ran. */
  get paths(): readonly string[] {
    return [...new Set(this.store.source.texts.map(({ path }) => path))];
  }

  /** The path of the text that the program is. */
  get mainPath(): string {
    const { head, texts } = this.store.source;
    const named = texts.find(({ path }) => head !== null && this.isFile(path, head.program));
    return (named ?? texts[0])?.path ?? '';
  }

  /** Where a site is in the user's sources. */
  positionOf(site: number): SourcePosition | null {
    const found = this.store.source.site(site);
    return found === undefined ? null : (this.texts.text(found.path)?.sourcePosition(found.site.offset, found.site.end) ?? null);
  }

  positionAt(path: string, offset: number): SourcePosition | null {
    return this.texts.text(path)?.sourcePosition(offset) ?? null;
  }

  place(position: SourcePosition | null): AnswerRow {
    return position === null ? {} : { file: this.shownPath(position.path), line: position.line, column: position.column };
  }

  /** Whether a file is the one that a question names. */
  isFile(path: string, file: string): boolean {
    return this.shownPath(path) === file || path === file || path.endsWith(`/${file.replace(/^(\.\/)+/, '')}`);
  }

  /** Whether a text is a file's that a user names: the text's own, or the one source of which a compiler has made it. */
  isTextOf(path: string, file: string): boolean {
    if (this.isFile(path, file)) return true;
    const [source, another] = this.texts.text(path)?.sources.keys() ?? [];
    return source !== undefined && another === undefined && this.isFile(source, file);
  }

  /** The numbers of the keys that a field's name means: a private name is that of each class that declares it. */
  keysNamed(field: string): readonly number[] {
    const { source } = this.store;
    if (field.startsWith('#')) return source.keysLike((key) => key.startsWith('private ') && key.endsWith(` ${field}`));
    const key = source.keyNumber(field);
    return key === null ? [] : [key];
  }

  /** The functions that are classes of these names. */
  classObjects(names: ReadonlySet<string>): readonly number[] {
    return [...names].flatMap((name) => this.store.classesNamed(name));
  }

  /** A key as JSON: an index as a number, another property by its name, an entry's key as the value that it is. */
  keyJson(key: number): unknown {
    if (key < 0) return -key - 1;
    const text = this.store.source.keyOf(key);
    const [, kind, rest = ''] = /^(private|symbol|entry) ([\s\S]*)$/.exec(text) ?? [];
    if (kind === 'private') return rest.slice(rest.lastIndexOf(' ') + 1);
    if (kind === 'symbol') return { symbol: this.store.source.symbolName(key) };
    if (kind !== 'entry') return text;
    const [, type = '', value = ''] = /^(\w+) ?([\s\S]*)$/.exec(rest) ?? [];
    return this.entryKeyJson(type, value);
  }

  private entryKeyJson(type: string, text: string): unknown {
    if (type === 'object' && text === 'null') return null;
    if (type === 'object' || type === 'function') return this.objectJson(Number(text), this.store.end) ?? { object: `#${text}` };
    if (type === 'symbol') return { symbol: this.store.source.symbolName(Number(text)) };
    return jsonValue({ kind: 'primitive', type: type as 'string', text });
  }

  /** A key as a text, whatever it is. */
  keyText(key: number): string {
    const json = this.keyJson(key);
    if (typeof json === 'string') return json;
    if (typeof json === 'object' && json !== null) return String(Object.values(json)[0]);
    return String(json);
  }

  /** Whether a row only says that a variable begins without a value. */
  isDeclaration(row: TraceRow): boolean {
    return this.store.source.site(row.site)?.site.kind === 'initial';
  }

  /** Whether a row says nothing of its object's place: a variable begins, or a setter got the value. */
  isNoChange(row: TraceRow): boolean {
    return this.isDeclaration(row) || this.store.isForSetter(row.event, row.key);
  }

  /** Whether two changes of an object, which follow each other, are one change of the user's text. */
  isSamePassage(one: TraceRow, another: TraceRow): boolean {
    const kind = this.store.source.site(one.site)?.site.kind;
    const other = this.store.source.site(another.site)?.site.kind;
    if (one.activation !== another.activation || !this.follows(one, another)) return false;
    if (kind === 'define' || kind === 'spread' || kind === 'result') return other === kind;
    const isLength = (row: TraceRow) => this.store.source.keyOf(row.key) === 'length';
    return one.site === another.site && (kind === 'native' || isLength(another) || isLength(one) || this.isOver(another));
  }

  /** Whether two changes, which follow each other, are parts of the literal that makes their object: `[...list, 'e']`. */
  areOfOneLiteral(one: TraceRow, another: TraceRow): boolean {
    const isPart = ({ site }: TraceRow) => /^(?:define|spread)$/.test(this.store.source.site(site)?.site.kind ?? '');
    return one.activation === another.activation && isPart(one) && isPart(another) && this.follows(one, another);
  }

  /** Whether all that an array has ever held is in the recording. */
  isMadeInSight(array: number): boolean {
    const [first] = this.store.changesOfObject(array);
    return this.store.creationOf(array) !== null || (first !== undefined && first.kind === Kind.content);
  }

  /** Whether nothing happened between two events. */
  private follows(one: TraceRow, another: TraceRow): boolean {
    if (another.event - one.event > 4) return false;
    for (let at = one.event + 1; at < another.event; at++) if (this.store.row(at)?.kind !== Kind.none) return false;
    return true;
  }

  /** Whether an element is gone. */
  private isOver(row: TraceRow): boolean {
    return row.key < 0 && this.store.valueOf(row)?.kind === 'absent';
  }

  /** What an error says: its `message`, as it was written or seen. */
  messageOf(error: Extract<ValueReport, { kind: 'object' }>, at: number): string {
    const { preview } = shown(this.store, error, at) as typeof error;
    return error.type === 'error' ? preview.slice(error.className.length + 2) : preview;
  }

  /**
   * How an object came into being: the row of the expression that made it, or at which it was seen first, and the event from which on it was
   * there, which a constructor has before the expression; null when there is none.
   */
  creationOf(object: number): { readonly row: TraceRow; readonly event: number } | null {
    const made = this.store.madeBy(object);
    const seen = this.firstEventFrom(Math.min(this.store.source.firstSightOf(object), this.store.end - 1));
    const row = made ?? seen;
    return row === null ? null : { row, event: Math.min(row.event, seen?.event ?? Infinity) };
  }

  /** The event at which it shows that an activation has ended: from a row on the first that is one in its thread, else the last before. */
  eventOfEnd(at: number): number {
    const thread = this.store.row(at)?.thread;
    for (const step of [1, -1])
      for (let event = at; event >= 0 && event < this.store.end; event += step) {
        const row = this.store.row(event);
        if (row !== null && row.kind !== Kind.none && row.kind !== Kind.caller && row.thread === thread) return event;
      }
    return at;
  }

  /** The first row from one on that is an event; where none follows, that one. */
  private firstEventFrom(at: number): TraceRow | null {
    for (let event = at; event < this.store.end; event++) {
      const row = this.store.row(event);
      if (row !== null && row.kind !== Kind.none) return row;
    }
    return this.store.row(at);
  }

  /** The path of the text that a question names as a file; null when none of that name ran. */
  pathNamed(file: string): string | null {
    return this.paths.find((path) => this.isTextOf(path, file)) ?? null;
  }

  /** How a thread was at an event. */
  threadStatus(
    thread: number,
    at: number,
  ): { readonly started: number; readonly ended: number | null; readonly status: string; readonly parent: string | null } {
    return this.store.threadAt(thread, at);
  }

  /** The threads by number: a recording without a list of them has one. */
  get threadNames(): ReadonlyMap<number, string> {
    const { threads } = this.store.source;
    return threads.length === 0 ? new Map([[0, 'main']]) : new Map(threads.map(({ number, name }) => [number, name]));
  }

  threadName(thread: number): string {
    return this.threadNames.get(thread) ?? `thread ${thread}`;
  }
}

/** Whether a function is a getter or setter. */
function isAccessor(program: Program, node: AnyNode): boolean {
  const parent = pathTo(program, node.start).findLast(
    (one) => (one.type === 'MethodDefinition' || one.type === 'Property') && one.value === node,
  );
  return parent !== undefined && 'kind' in parent && (parent.kind === 'get' || parent.kind === 'set');
}
