import type { FrameReport } from '../../events/rows.js';
import type { FunctionPlace, TraceReader } from '../../query/reader.js';
import type { Site } from '../../instrument/site.js';
import { pathTo, type Program } from '../../instrument/tree.js';
import { frameNameAt, implicitConstructorName, isClass } from '../../querypoints/text/frameName.js';
import { functionAt } from '../../trace/store/functionAt.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import { Tag } from '../../runtime/rows/tags.js';
import type { RecordedClasses } from './recordedClasses.js';

/** A function, or the top level of a text. */
interface Entry {
  readonly path: string;
  /** Where it begins in its text. */
  readonly start: number;
  readonly isTop: boolean;
  /** Whether it is a constructor that its class does not write. */
  readonly isImplicit: boolean;
  /** The class whose method it is, where that is counted. */
  readonly home: number | null;
}

/** A constructor that runs, or another function that makes an object. */
export interface Making extends FunctionPlace {
  /** The constructor that it has called by `super`, or as one that no class writes does; null: none that is known. */
  readonly base: Making | null;
}

/** What runs, with the place where it is: of what has called something the call. */
interface Running extends Entry, Making {
  base: Running | null;
  /** Whether a constructor has called it as that of its superclass. */
  isSuper: boolean;
  readonly activation: number;
  /** The expression that has called it; 0: none that is known. */
  readonly by: number;
  /** The number of its `this`, as far as that is known; 0: it is not. */
  receiver: number;
  site: number;
  /** What it has called last, and by which expression. */
  called: { readonly by: number; readonly what: Running } | null;
}

/** What a calling expression is, as far as it matters to what it makes. */
type CallForm = 'super' | 'construct' | 'other';

/** Who is told what begins and ends. */
export interface ActivationListener {
  /** A method of a class begins, or goes on. */
  entered(home: number): void;
  /** One has ended, or waits. */
  left(home: number): void;
  /** `Reflect.construct` has made an object: its number, the call, and where its class's constructor is. */
  constructed(object: number, site: number, by: Making): void;
}

/** A stack as it was at an event, and where each function was. */
export type RecordedStackNow = readonly { readonly running: Running; readonly site: number }[];

/** As V8 calls the function that a site is in. */
function nameAt(program: Program, { key, offset }: Site): string {
  if (key !== 'implicit') return frameNameAt(program, offset);
  const around = pathTo(program, offset);
  return implicitConstructorName(around.slice(0, around.findLastIndex((node) => isClass(node) && node.start === offset) + 1));
}

/** Deeper frames of an event are not told. */
const deepest = 16;

/** So far before a method's name its receiver is looked for. */
const longestReceiver = 100;

/** The activations that run at an event of a recording, followed from its begin on. */
export class RecordedActivations {
  private readonly entries = new Map<number, Entry>();
  private readonly forms = new Map<number, CallForm>();
  private readonly running: Running[] = [];
  /** Those that wait, by number. */
  private readonly waiting = new Map<number, Running>();

  constructor(
    private readonly reader: TraceReader,
    private readonly classes: RecordedClasses,
    private readonly listener: ActivationListener,
  ) {}

  get isIdle(): boolean {
    return this.running.length === 0;
  }

  /** Has what runs be what the row says, before the row itself is looked at. True where nothing runs now that did. */
  before(row: TraceRow): boolean {
    const wasIdle = this.isIdle;
    // The row before a call tells where the caller is.
    if (row.tag !== Tag.caller) this.unwindTo(row.kind === Kind.exit || row.kind === Kind.suspend ? row.subject : row.activation);
    return !wasIdle && this.isIdle;
  }

  /** Has a row begin or end what it begins or ends. True where nothing runs now that did. */
  after(row: TraceRow): boolean {
    switch (row.kind) {
      case Kind.call:
        this.begin(this.made(row));
        return false;
      case Kind.resume: {
        const known = this.waiting.get(row.subject);
        this.waiting.delete(row.subject);
        if (known !== undefined) this.begin(known);
        return false;
      }
      case Kind.exit:
        return this.exit(row.subject);
      case Kind.suspend: {
        const waits = this.running.at(-1);
        if (waits?.activation === row.subject) this.waiting.set(row.subject, waits);
        return this.end(row.subject);
      }
    }
    const own = this.running.at(-1);
    if (own !== undefined && row.kind !== Kind.none) own.site = row.site;
    return false;
  }

  /** The row before a call: where its caller is. */
  calling(site: number): void {
    const own = this.running.at(-1);
    if (own !== undefined) own.site = site;
    this.isCalling = true;
  }

  /** The function that the expression of a row has called last: of `new` the constructor; null where none is known. */
  calledBy(row: TraceRow): Making | null {
    const own = this.running.at(-1);
    if (own?.activation !== row.activation || own.called === null) return null;
    const { source } = this.reader.store;
    const [by, made] = [source.site(own.called.by), source.site(row.site)];
    return by?.path === made?.path && by?.site.offset === made?.site.offset && by?.site.end === made?.site.end ? own.called.what : null;
  }

  /** What runs now, innermost first: to be kept, and told by `frames` if it has to be. */
  stack(most = deepest): RecordedStackNow {
    const kept: { readonly running: Running; readonly site: number }[] = [];
    for (let at = this.running.length - 1; at >= 0 && kept.length < most; at--) {
      const running = this.running[at];
      if (running !== undefined) kept.push({ running, site: running.site });
    }
    return kept;
  }

  /** The frames of a stack that was kept. */
  frames(stack: RecordedStackNow): readonly FrameReport[] {
    return stack.flatMap(({ running, site }) => this.frameOf(running, site) ?? []);
  }

  /** Whether the row before was that of a calling expression. */
  private isCalling = false;

  private made(row: TraceRow): Running {
    const { isCalling } = this;
    this.isCalling = false;
    const entry = this.entry(row.site);
    const caller = this.running.at(-1);
    const by = caller?.activation === row.activation ? caller.site : 0;
    const receiver = row.tag === Tag.object ? row.payload : 0;
    const made: Running = { ...entry, activation: row.subject, by, receiver, site: row.site, called: null, base: null, isSuper: false };
    if (caller === undefined || by === 0) return made;
    caller.called = { by, what: made };
    const isConstructor = this.classes.isConstructor(entry);
    // What a constructor calls that nobody has written, and no expression of the program does, is that of its superclass.
    made.isSuper = this.formOf(by) === 'super' || (isConstructor && caller.isImplicit && !isCalling);
    if (made.isSuper && receiver !== 0) caller.receiver = receiver;
    if (made.isSuper && isConstructor) caller.base ??= made;
    return made;
  }

  /** The function that a site is the entry of. */
  private entry(number: number): Entry {
    let entry = this.entries.get(number);
    if (entry !== undefined) return entry;
    const found = this.reader.store.source.site(number);
    const program = found === undefined ? undefined : this.reader.texts.text(found.path)?.program;
    const isImplicit = found !== undefined && found.site.kind === 'call' && found.site.key === 'implicit';
    // A constructor that a class does not write is where the class is.
    const start = isImplicit
      ? found.site.offset
      : found === undefined || program === undefined
        ? 0
        : (functionAt(found, program)?.start ?? 0);
    const path = found?.path ?? '';
    entry = { path, start, isImplicit, isTop: found?.site.key === 'program', home: this.classes.homeOf(path, start) };
    this.entries.set(number, entry);
    return entry;
  }

  private begin(running: Running): void {
    this.running.push(running);
    if (running.home !== null) this.listener.entered(running.home);
  }

  private exit(activation: number): boolean {
    const ended = this.running.at(-1);
    const isIdle = this.end(activation);
    const caller = this.running.at(-1);
    if (ended?.activation !== activation || ended.receiver === 0 || caller === undefined) return isIdle;
    if (ended.isSuper) caller.receiver = ended.receiver;
    else if (this.formOf(ended.by) === 'construct') this.listener.constructed(ended.receiver, ended.by, ended);
    return isIdle;
  }

  private formOf(number: number): CallForm {
    let form = this.forms.get(number);
    if (form !== undefined) return form;
    const found = this.reader.store.source.site(number);
    const text = found === undefined ? undefined : this.reader.texts.text(found.path)?.text;
    const [before, own] = [text?.slice(0, found?.site.offset) ?? '', text?.slice(found?.site.offset, found?.site.end) ?? ''];
    // The site of a method's call begins at its name.
    const isConstruct = /^construct\b/.test(own) && /\bReflect\s*\.\s*$/.test(before.slice(-longestReceiver));
    form = /^super\b/.test(own) ? 'super' : isConstruct ? 'construct' : 'other';
    this.forms.set(number, form);
    return form;
  }

  private end(activation: number): boolean {
    if (this.running.at(-1)?.activation !== activation) return false;
    this.pop();
    return this.isIdle;
  }

  /** What is above an activation has ended by an exception. */
  private unwindTo(activation: number): void {
    if (this.running.at(-1)?.activation === activation) return;
    if (activation !== 0 && !this.running.some((one) => one.activation === activation)) return;
    while (this.running.length > 0 && this.running.at(-1)?.activation !== activation) this.pop();
  }

  private pop(): void {
    const home = this.running.pop()?.home ?? null;
    if (home !== null) this.listener.left(home);
  }

  private frameOf({ path, isTop }: Running, site: number): FrameReport | null {
    const found = this.reader.store.source.site(site)?.site;
    const text = this.reader.texts.text(path);
    if (found === undefined || text === undefined) return null;
    return { functionName: isTop ? '' : nameAt(text.program, found), path, ...text.lines.positionOf(found.offset), isAsync: false };
  }
}
