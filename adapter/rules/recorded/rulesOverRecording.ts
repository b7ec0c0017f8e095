import type { RuleFinding, RuleTotals } from '../../events/rulesOfRun.js';
import { fieldNeed, Needs } from '../../events/rulesOfRun.js';
import { untold } from '../../maintain/thing.js';
import { missingOf } from '../../query/missing.js';
import type { TraceReader } from '../../query/reader.js';
import { Tag } from '../../runtime/rows/tags.js';
import type { Cause, LaterCause } from '../../runtime/rules/causes.js';
import { depths, RunningRules } from '../../runtime/rules/runningRules.js';
import { keepHandles, numberObjects, thingOf } from '../../runtime/rules/watchedThing.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import type { PlannedRules } from '../planRules.js';
import { RecordedActivations, type Making } from './recordedActivations.js';
import { RecordedClasses, type RecordedClass } from './recordedClasses.js';
import { RecordedContents } from './recordedContents.js';
import { absent, RecordedObjects, type RecordedKey } from './recordedObjects.js';
import { UntoldPlaces } from './untoldPlaces.js';

/** What is told of rules over a recording. */
export interface RecordedRulesListener {
  finding(finding: RuleFinding): void;
  totals(totals: RuleTotals): void;
}

/** The events of one call of a native, which are one change: they are told when all are written. */
interface NativeChange {
  readonly site: number;
  readonly activation: number;
  readonly cause: LaterCause;
  readonly contents: Map<object, RecordedContents>;
}

/**
 * Holds rules against the events of a recording: the engine of a live run, fed by objects of our own to which happens what has happened to those of
 * the program. Looks at the main thread alone, as a live run does.
 */
export class RulesOverRecording {
  private readonly classes: RecordedClasses;
  private readonly objects: RecordedObjects;
  private readonly rules: RunningRules;
  private readonly activations: RecordedActivations;
  private readonly passages: Int32Array;
  private readonly siteSets = new Map<number, readonly number[]>();
  private readonly untold = new UntoldPlaces();
  private native: NativeChange | null = null;
  /** The event that is looked at. */
  private event = 0;
  /** Whether a finding has ended it. */
  isStopped = false;

  constructor(
    private readonly reader: TraceReader,
    private readonly planned: PlannedRules,
    listener: RecordedRulesListener,
  ) {
    const { store, texts, paths } = reader;
    const run = { ...planned.run, isSwept: false, rules: planned.run.rules.map(withoutPatterns) };
    const native = (name: string): (() => void) | null => {
      const found = planned.run.classes.find((one) => one.name === name && one.builtin !== null);
      const holder: unknown = found === undefined ? undefined : process.getBuiltinModule(found.builtin ?? '');
      const maker: unknown = typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
      return typeof maker === 'function' ? (maker as () => void) : null;
    };
    this.classes = new RecordedClasses(texts, paths, planned.plan, native, (one) => {
      this.register(one);
      this.rules.classes.prototypeChanges();
    });
    this.objects = new RecordedObjects(store.source, this.classes);
    this.passages = new Int32Array(store.source.kinds.length);
    keepHandles();
    numberObjects((object) => this.objects.numberOf(object));
    const outlet = {
      finding: (finding: RuleFinding) => listener.finding(finding),
      totals: (totals: RuleTotals) => listener.totals(totals),
      stop: () => void (this.isStopped = true),
    };
    this.rules = new RunningRules(run, outlet, {
      frameAt: () => this.activations.frames(this.activations.stack(1))[0] ?? null,
      // When nothing runs: a recording does not tell turns apart.
      endOfTurn: (action) => ({ expect: () => (this.turn = action) }),
    });
    this.activations = new RecordedActivations(reader, this.classes, {
      entered: (home) => void (depths[home] = (depths[home] ?? 0) + 1),
      left: (home) => this.left(home),
      constructed: (object, site, by) => this.enter(object, site, by),
    });
    for (const one of this.classes.all) this.register(one);
    this.rules.load();
    this.tellWhatIsMissing();
  }

  private register({ maker, ids, home, privates }: RecordedClass): void {
    const { classes } = this.rules;
    for (const id of ids) classes.add(id, maker);
    if (home !== null) classes.addHome(home, maker);
    for (const { name, field } of privates) classes.addPrivate(maker, name, field, (object) => this.objects.readPrivate(object, field));
  }

  /** What to do when nothing runs any more. */
  private turn: (() => void) | null = null;

  /** Goes through the recording. Whether it came to its end, and nothing of it is missing. */
  go(): boolean {
    const { store } = this.reader;
    for (const row of store.rows()) {
      if (row.thread === 0) this.see(row);
      if (this.isStopped) break;
    }
    if (!this.isStopped) {
      this.endNative();
      this.endTurn();
    }
    const isUntold = this.untold.tell(this.rules, (site) => this.shownSite(site));
    if (!this.isStopped) this.rules.atEnd();
    return !this.isStopped && !isUntold && store.source.ending !== null && missingOf(this.reader).length === 0;
  }

  private shownSite(site: number): string {
    const { file, line, column } = this.reader.place(this.reader.positionOf(site)) as {
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
    };
    return file === undefined ? 'some place' : `${file}:${line ?? 0}:${column ?? 0}`;
  }

  private see(row: TraceRow): void {
    const { native } = this;
    const isOfNative = native !== null && native.site === row.site && native.activation === row.activation;
    if (native !== null && !isOfNative) this.endNative();
    this.event = row.event;
    if (row.tag === Tag.caller) {
      this.passages[row.site] = (this.passages[row.site] ?? 0) + 1;
      if (this.activations.before({ ...row, tag: Tag.undefined })) this.endTurn();
      return row.site === 0 ? undefined : this.activations.calling(row.site);
    }
    if (row.tag === Tag.passed) {
      this.passages[row.site] = (this.passages[row.site] ?? 0) + row.subject;
      return;
    }
    if (row.kind === Kind.none) return;
    if (this.activations.before(row)) this.endTurn();
    if (!(isOfNative && row.kind === Kind.change)) this.passages[row.site] = (this.passages[row.site] ?? 0) + 1;
    if (this.activations.after(row)) this.endTurn();
    if (row.kind === Kind.change) this.change(row);
    else if (row.kind === Kind.content) this.content(row);
    else if (row.kind === Kind.allocation) this.allocation(row);
  }

  private left(home: number): void {
    const depth = (depths[home] ?? 0) - 1;
    depths[home] = depth;
    if (depth === 0) this.rules.methodEnded();
  }

  private endTurn(): void {
    const { turn } = this;
    this.turn = null;
    turn?.();
  }

  private change(row: TraceRow): void {
    const key = this.objects.key(row.key);
    if (key.kind === 'other') return;
    const owner = this.objects.object(row.subject);
    const value = this.objects.value(row.tag, row.payload);
    const isNative = this.reader.store.source.site(row.site)?.site.kind === 'native';
    const isLength = key.kind === 'name' && key.name === 'length' && Array.isArray(owner);
    if (value === untold) this.untold.met(owner, placeIn(owner, key), row.site);
    if (key.kind === 'entry' || isLength || (key.kind === 'index' && Array.isArray(owner))) {
      const native = isNative ? (this.native ??= this.nativeAt(row)) : null;
      const known = native?.contents.get(owner);
      const contents = known ?? new RecordedContents(owner);
      if (isLength) contents.resize(Number(value) >>> 0);
      else contents.write(key, value);
      if (native === null) this.exchanged(owner, contents, () => this.causeOf(row));
      else if (known === undefined) native.contents.set(owner, contents);
      return;
    }
    const name = key.kind === 'index' ? String(key.index) : key.name;
    if (isNative) this.native ??= this.nativeAt(row);
    if (key.kind === 'private') this.objects.writePrivate(owner, key.field, value);
    else this.objects.write(owner, name, value);
    if (key.kind !== 'private' || this.rules.classes.isMeant(owner, name, key.field)) this.written(owner, name, value, row);
    if (this.native === null) this.rules.flush();
  }

  /** A property or private field was written. */
  private written(owner: object, name: string, value: unknown, row: TraceRow): void {
    const thing = thingOf(owner);
    if (thing === undefined) return;
    const { rules } = this;
    rules.checks++;
    const slot = rules.objects.slotOf(name);
    if (slot === undefined || (thing.needs & fieldNeed(slot)) === 0) return;
    rules.dispatches++;
    const cause = this.native?.cause ?? this.causeOf(row);
    rules.causedBy(
      () => cause,
      () => {
        rules.objects.write(thing, slot, value === absent ? rules.objects.inherited(owner, slot) : value, null);
        rules.settled(row.site);
      },
    );
  }

  private exchanged(container: object, contents: RecordedContents, cause: () => LaterCause): void {
    const thing = thingOf(container);
    if (thing === undefined) return;
    const { rules } = this;
    rules.checks++;
    const { objects } = rules;
    const { gone, come } = contents.end();
    const isViewed = objects.viewOf(container) !== null;
    const isSame = gone.length === 0 && come.length === 0;
    if (!isViewed && (isSame || (thing.needs & Needs.contents) === 0)) return;
    rules.dispatches++;
    const given = cause();
    rules.causedBy(
      () => given,
      () => {
        // What grows comes first, as in a run.
        if (come.length >= gone.length) objects.mendView(container, null);
        if (!isSame && (thing.needs & Needs.contents) !== 0) objects.exchange(thing, gone, come, null);
        if (come.length < gone.length) objects.mendView(container, null);
        rules.settled(0);
      },
    );
    if (this.native === null) rules.flush();
  }

  /** An object has come into being with what it holds: no rule knows it yet. */
  private content(row: TraceRow): void {
    const key = this.objects.key(row.key);
    if (key.kind === 'other') return;
    const owner = this.objects.object(row.subject);
    const value = this.objects.value(row.tag, row.payload);
    const isLength = key.kind === 'name' && key.name === 'length' && Array.isArray(owner);
    if (value === untold) this.untold.met(owner, placeIn(owner, key), row.site);
    const contents = new RecordedContents(owner);
    if (isLength) contents.resize(Number(value) >>> 0);
    else if (key.kind === 'entry' || (key.kind === 'index' && Array.isArray(owner))) contents.write(key, value);
    else if (key.kind === 'private') this.objects.writePrivate(owner, key.field, value);
    else this.objects.write(owner, key.kind === 'index' ? String(key.index) : key.name, value);
    // Unless something has led to it before.
    this.exchanged(owner, contents, () => this.causeOf(row));
  }

  private nativeAt(row: TraceRow): NativeChange {
    return { site: row.site, activation: row.activation, cause: this.causeOf(row), contents: new Map() };
  }

  private endNative(): void {
    const { native } = this;
    if (native === null) return;
    for (const [owner, contents] of native.contents) this.exchanged(owner, contents, () => native.cause);
    this.native = null;
    this.rules.flush();
  }

  /** An expression has made an object: it may enter what rules range over. */
  private allocation(row: TraceRow): void {
    const made = this.objects.value(row.tag, row.payload);
    if (typeof made !== 'object' || made === null) return;
    const { store } = this.reader;
    const found = store.source.site(row.site);
    if (found === undefined || found.site.key === 'sight') return;
    const written = this.reader.texts.text(found.path)?.text.slice(found.site.offset, found.site.end) ?? '';
    if (found.site.key === 'call' && !/^Object\s*\.\s*create\b/.test(written)) return;
    this.enter(row.payload, row.site, this.activations.calledBy(row));
  }

  /** An object enters what rules range over. `by`: its constructor, where that is known. */
  private enter(number: number, site: number, by: Making | null): void {
    const { rules } = this;
    const { source } = this.reader.store;
    const made = this.objects.object(number);
    const path = source.site(site)?.path ?? '';
    // Where the name of its class does not tell what it is, the constructor may.
    const name = source.object(number)?.className ?? '';
    const prototype = this.classes.prototypeMade(name, by) ?? this.classes.prototypeOf(name, { path, by });
    if (prototype !== null && Object.getPrototypeOf(made) !== prototype) Object.setPrototypeOf(made, prototype);
    const cause = this.causeOf({ site, event: this.event });
    rules.causedBy(
      () => cause,
      () => {
        for (const set of this.setsAt(site)) rules.enterSets(made, [set], site);
        rules.enter(made, site);
      },
    );
  }

  /** The sets of the objects that a place makes. */
  private setsAt(number: number): readonly number[] {
    let sets = this.siteSets.get(number);
    if (sets !== undefined) return sets;
    const found = this.reader.store.source.site(number);
    const place = found === undefined ? undefined : this.reader.texts.text(found.path)?.sourcePosition(found.site.offset);
    sets = this.planned.plan.sites.flatMap(({ set, paths, line }) =>
      place !== undefined && place.line === line && paths.includes(place.path) ? [set] : [],
    );
    this.siteSets.set(number, sets);
    return sets;
  }

  private causeOf({ site, event }: Pick<TraceRow, 'site' | 'event'>): LaterCause {
    const hit = this.passages[site] ?? 1;
    const stack = this.activations.stack();
    const told = (): Cause => ({ site, hit, event, stack: this.activations.frames(stack) });
    return { told, frame: () => told().stack?.[0] ?? null };
  }

  private tellWhatIsMissing(): void {
    const { rules, classes } = this;
    const { source } = this.reader.store;
    const reasons = new Set(missingOf(this.reader).map(({ reason }) => reason));
    rules.note('A recording does not tell which objects something still reached: no finding is confirmed.');
    if (this.planned.run.rules.some(({ check }) => check === 'turn'))
      rules.note('A recording does not tell where turns end: rules with check "turn" were looked at whenever nothing of the program ran.');
    if (reasons.has('budget'))
      rules.note('Some places were only counted after a while (record with --complete): what they wrote then is not known.');
    if (reasons.has('globs')) rules.note('Of some files only calls were recorded: what they wrote is not known.');
    if (reasons.has('unseen')) rules.note('Code of which nothing was recorded may have written: what it wrote is not known.');
    if (reasons.has('threads') || source.threads.length > 1) rules.note('Rules see the main thread of one process alone.');
    if (reasons.has('cut')) rules.note('The recording was cut before the end of the program.');
    if (reasons.has('damaged')) rules.note('A part of the recording is damaged: what it held is not known.');
    if (classes.changesPrototypes) rules.note('The program may change prototypes: a recording does not tell when.');
  }
}

/** The place of an object that a key means; null: its elements. */
function placeIn(owner: object, key: Exclude<RecordedKey, { kind: 'other' }>): string | null {
  if (key.kind === 'entry' || (key.kind === 'index' && Array.isArray(owner))) return null;
  return key.kind === 'index' ? String(key.index) : key.name;
}

type Rule = PlannedRules['run']['rules'][number];

/** Code of the program can't be matched where none runs. */
function withoutPatterns(rule: Rule): Rule {
  if (rule.patterns.length === 0 || rule.fault !== null) return rule;
  return { ...rule, patterns: [], fault: 'its "at" is about code that runs, and a recording runs none: watch the program itself.' };
}
