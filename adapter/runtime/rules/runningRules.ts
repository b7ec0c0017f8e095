import { ownJson } from '../realm/ownJson.js';
import { matchIn } from '../../maintain/ownTexts.js';
import { each, everyOf, flatMapped, forEachOf, isIn, listFrom, mapped, newList, someOf, together } from '../../maintain/ownLists.js';
import { types } from 'node:util';
import type { FrameReport } from '../../events/rows.js';
import { Needs, type RuleFinding, type RulesToRun, type RuleTotals } from '../../events/rulesOfRun.js';
import { Maintenance } from '../../maintain/maintenance.js';
import { Thing, type RuleValue, type Tuple } from '../../maintain/thing.js';
import { now } from '../realm/clock.js';
import { getPrototypeOf, isArray, newIntegers, OwnSet } from '../realm/intrinsics.js';
import { Counter, counters } from '../realm/numbers.js';
import { areNativesChanged } from './keptNatives.js';
import { isPruned } from '../rows/sites.js';
import { beginOwnWork, endOwnWork, ownWork } from '../realm/ownWork.js';
import { prototypeWithoutTraps } from '../realm/proxies.js';
import { siteCapacity } from '../rows/sites.js';
import { causeOf, frameAt, leaveOutFile, type LaterCause, type Native, passedProbes, type TakesCause } from './causes.js';
import { queryOf } from './decodeRule.js';
import { EndOfTurn } from './endOfTurn.js';
import { Existing } from './existing.js';
import { OwnSets } from './ownSets.js';
import { PrototypeMaking } from './prototypeMaking.js';
import { RuleClasses } from './ruleClasses.js';
import { RuleFiles } from './ruleFiles.js';
import { RuleObjects } from './ruleObjects.js';
import { ruleWords, type CallKeys, type RuleObject } from './ruleWords.js';
import { notFollowed } from './otherThreads.js';
import { sentenceOf } from './sentenceOf.js';
import { Telling, type Noticed } from './telling.js';
import { changesOf, isPrototype, thingOf, type Watched } from './watchedThing.js';

/** Who is told what rules find, and stops the program for them. */
export interface RuleOutlet {
  finding(finding: RuleFinding): void;
  totals(totals: RuleTotals): void;
  /** `isAsked`: by the rule itself; `tuple`: what it is about, by the names of the rule's variables. */
  stop(isAsked: boolean, tuple: Readonly<Record<string, unknown>>): void;
}

/** Where the program is, and when its turns of the event loop end. */
export interface RunSight {
  /** The frame that runs, or one around it; null where none is known. */
  frameAt(depth: number): FrameReport | null;
  /** Calls an action at the end of the turn that is under way, each time that this is expected. */
  endOfTurn(action: () => void): { expect(): void };
}

/** A program that is under way tells the totals so often, in milliseconds: it may be ended at any time. */
export const toldEveryMs = 500;

/** So many changes pass until somebody looks at the time. */
const changesBetween = 1024;

/** Totals are told with each of the first findings, and with later ones after so many milliseconds. */
const firstFindings = 100;
const toldWithFindingsMs = 20;

/** The process that we are in. */
const live: RunSight = { frameAt, endOfTurn: (action) => new EndOfTurn(action) };

/** By class: how many of its methods run. */
export const depths = newIntegers(siteCapacity);

/** The rules of a run, in the program's own process: what happens reaches the engine, and what holds is told at its time. */
export class RunningRules {
  readonly engine: Maintenance;
  readonly classes: RuleClasses;
  readonly objects: RuleObjects;
  readonly files: RuleFiles;
  readonly existing: Existing;
  readonly telling: Telling;
  readonly making = new PrototypeMaking();
  readonly rules: (RuleObject | null)[] = newList();
  /** How many events reached a watched object, and how many of these changed what rules read. */
  checks = 0;
  dispatches = 0;
  /** Answers to what the code of `at` entries asks about where it runs (`atEntries.ts`). */
  keys: () => CallKeys = () => ({ call: this, activation: this });
  here: () => unknown = () => null;
  placeOf: (value: unknown) => unknown = () => null;
  private readonly ownSets: OwnSets;
  private readonly turnRules: readonly number[];
  private readonly endOfTurn: { expect(): void };
  private readonly notes = new OwnSet<string>();
  /** By set: whether an object has entered it by what the program did. */
  private readonly isEntered: boolean[] = newList();
  /** The rules of which not all that they read was seen. */
  private readonly open = new OwnSet<number>();
  /** Has the entries of `changes` run when a store to what they follow has been made. */
  entriesChanged: (ids: readonly number[], value: unknown, place: string | null, cause: LaterCause) => void = () => {};
  private afterStore: (() => void)[] = newList();
  /** How many writes that names leave out were looked at. */
  private checkedPruned = 0;
  /** Whether there may be something to tell when the store that is under way has been made. */
  private isDirty = false;
  /** Whether a tuple waits for methods to end. */
  private isWaitingForMethods = false;
  private isHalted = false;
  private isEnding = false;
  private current: TakesCause | null = null;
  /** The cause of the tuples that hold by the store that is under way. */
  private newestCause: LaterCause | null = null;

  constructor(
    readonly run: RulesToRun,
    private readonly outlet: RuleOutlet,
    private readonly sight: RunSight = live,
    /** Whether the program has made code of texts. */
    private readonly hasMadeCode: () => boolean = () => false,
  ) {
    this.endOfTurn = sight.endOfTurn(() => ownWork(() => this.look('turn', () => null)));
    this.turnRules = flatMapped(run.rules, ({ check }, rule) => (check === 'turn' ? [rule] : []));
    this.engine = new Maintenance(mapped(run.rules, queryOf), run.slots.length, run.sets.length, (rule, value) =>
      this.rangesOverOther(rule, value),
    );
    this.classes = new RuleClasses(run.classes, run.sets);
    this.objects = new RuleObjects(run, this.engine, this.classes, (slot, sentence) => this.failSlot(slot, sentence));
    this.files = new RuleFiles(this.classes);
    this.ownSets = new OwnSets(run, this.engine, this.objects, () => this.settled(0));
    this.existing = new Existing(run, this.engine, this.classes, this.objects, this.ownSets.held, (object, sets) => {
      this.follow(object, sets);
      this.settled(0);
    });
    this.telling = new Telling(this, (finding) => {
      outlet.finding(finding);
      this.tellWithFinding();
    });
    forEachOf(run.rules, ({ fault }, rule) => fault !== null && this.engine.fail(rule, fault));
  }

  /** Runs the top level of the rules files. */
  load(): void {
    forEachOf(this.run.files, ({ path, code }, file) => {
      leaveOutFile(path);
      const words = ruleWords({
        report: (values) => this.telling.report(values),
        stop: () => this.telling.stop(),
        tracked: (set, change, value) => this.ownSets.changed(set, change, value),
        stated: (state, object, value) => this.ownSets.stated(state, object, value),
        declared: (name, object) => this.ownSets.declare(file, name, object),
        privateField: (object, field) => ownWork(() => this.telling.keptOf(object, field) ?? this.classes.private_(object, field)),
        keys: () => this.keys(),
        here: () => this.here(),
        placeOf: (value) => this.placeOf(value),
      });
      try {
        const exports = this.files.load(path, code, { 'whence/rules': words });
        forEachOf(this.run.rules, (rule, index) => {
          if (rule.file === file) this.rules[index] = (exports[rule.name] as RuleObject | undefined) ?? null;
        });
      } catch (error) {
        forEachOf(this.run.rules, (rule, index) => {
          if (rule.file === file) this.fail(index, `The rules file failed when it was loaded: ${sentenceOf(error)}`);
        });
      }
    });
  }

  /** `new` has made an object. */
  enter(object: object, site: number): void {
    const sets = this.classes.setsFor(prototypeWithoutTraps(object));
    if (sets.length > 0) this.enterSets(object, sets, site);
  }

  enterSets(object: object, sets: readonly number[], site: number, native: Native | null = null): void {
    if (this.making.isAny && this.making.holds(object, () => this.enterSets(object, sets, site, native))) return;
    beginOwnWork();
    try {
      this.dispatches++;
      this.follow(object, sets);
      for (let at = 0; at < sets.length; at++) this.isEntered[sets[at] ?? 0] = true;
      this.settled(site, native);
      for (let at = 0; at < sets.length; at++) this.existing.grown(sets[at] ?? 0);
    } finally {
      endOwnWork();
    }
    this.flush();
  }

  /** A native has made an object with a prototype. */
  madeWith(object: object, native: Native): void {
    const sets = this.classes.setsOfMade(getPrototypeOf(object));
    if (sets.length > 0 && !isPrototype(object)) this.enterSets(object, sets, 0, native);
  }

  /** The same by the name `__proto__`, which may have been computed. */
  movedByName(object: object, native: Native): void {
    this.moved(object, native);
    if (this.run.expected?.names === true) this.missed('The prototype of an object was changed by a computed "__proto__"');
  }

  /** Whether something was done that those who prune take for granted that no program does. */
  private isAnythingMissed(): boolean {
    if (this.run.expected?.natives === true && areNativesChanged())
      this.missed('What objects inherit from the language was changed by a computed name');
    return this.isMissed;
  }

  private isMissed = false;

  private missed(what: string): void {
    this.isMissed = true;
    this.note(`${what}: what is pruned by types and aliases may have missed it (--no-prune all).`);
    forEachOf(this.run.rules, (_, rule) => this.leaveOpen(rule));
  }

  /** The prototype of an object has changed. */
  moved(object: object, native: Native): void {
    this.classes.forget();
    const thing = thingOf(object);
    const isShared = isPrototype(object) || thing?.family.hasHeirs === true;
    const around = this.classes.setsOfMade(getPrototypeOf(object));
    const sets = isPrototype(object) ? [] : around;
    if (isShared && (around.length > 0 || thing?.family.hasHeirs === true))
      for (const heir of each(ownWork(() => this.existing.heirsOf(object)))) if (!isPrototype(heir)) this.moved(heir, native);
    if (thing !== undefined)
      forEachOf(this.run.sets, ({ kind }, set) => {
        if (kind === 'class' && !isIn(sets, set)) this.engine.leave(thing, set);
      });
    // Methods of other classes than before are its own, and it has what other prototypes have.
    this.isDirty = true;
    if (thing !== undefined) ownWork(() => this.objects.moved(object));
    if (sets.length > 0) return this.enterSets(object, sets, 0, native);
    // What it was part of has stopped to hold: it may be told again.
    this.settled(0, native);
    this.flush();
  }

  /** A prototype of followed objects is about to get other fields: what they have is looked at when it has. */
  inheritedChanges(prototype: object, site: number, native: Native | null): void {
    const cause = ownWork(() => causeOf(site, native));
    this.afterStore[this.afterStore.length] = () =>
      ownWork(() =>
        this.causedBy(
          () => cause,
          () => {
            for (const heir of each(this.existing.heirsOf(prototype))) this.objects.mend(heir, null);
            this.settled(site, native);
          },
        ),
      );
    this.isDirty = true;
  }

  /** A store may change any part of an object: what is kept of it is held against it when the store has been made. */
  changesUnseen(object: object, site: number): void {
    const cause = ownWork(() => causeOf(site, null));
    const thing = thingOf(object);
    if (thing?.family.hasHeirs === true) this.inheritedChanges(object, site, null);
    if (thing !== undefined && (thing.needs & Needs.changes) !== 0 && isArray(object)) this.contentsChanged(object, thing, site, null);
    this.afterStore[this.afterStore.length] = () =>
      ownWork(() =>
        this.causedBy(
          () => cause,
          () => {
            this.objects.mend(object, null);
            this.settled(site);
          },
        ),
      );
    this.isDirty = true;
  }

  /** The engine has been told of a change: what has begun to hold gets its cause. */
  settled(site: number, native: Native | null = null): void {
    const { born } = this.engine;
    if (born.length > 0) {
      const cause = this.current?.() ?? causeOf(site, native);
      this.newestCause = cause;
      for (let at = 0; at < born.length; at++) {
        const tuple = born[at];
        if (tuple === undefined) continue;
        tuple.cause = cause;
        if (this.run.rules[tuple.rule]?.check === 'turn') this.endOfTurn.expect();
      }
      born.length = 0;
    }
    if (++this.changes >= changesBetween) {
      this.changes = 0;
      if (now() - this.toldAt >= toldEveryMs) this.tellTotals();
    }
    if (this.engine.hasNews) {
      this.engine.hasNews = false;
      this.isDirty = true;
      // A tuple that does not hold at the end of this turn may be told again.
      for (let at = 0; at < this.turnRules.length; at++)
        if ((this.engine.rules[this.turnRules[at] ?? 0]?.lapsed.size ?? 0) > 0) this.endOfTurn.expect();
    }
    if (this.run.isRecomputed) this.compare();
  }

  /** Runs an action of which all that begins to hold has this cause. */
  causedBy(cause: TakesCause, action: () => void): void {
    const before = this.current;
    this.current = cause;
    try {
      action();
    } finally {
      this.current = before;
    }
  }

  /** The contents of an object change that `changes` follows. */
  contentsChanged(object: object, thing: Watched, site: number, native: Native | null): void {
    const cause = ownWork(() => causeOf(site, native));
    this.afterStore[this.afterStore.length] = () => this.entriesChanged(changesOf(thing), object, null, cause);
    this.isDirty = true;
  }

  /** A write that names leave out has touched a watched object: when it is made, what is kept of the object must be right. */
  checkPruned(object: object, name: string): void {
    this.checkedPruned++;
    // What was written unseen before is not its doing.
    ownWork(() => this.objects.mend(object, null) && this.settled(0));
    this.afterStore[this.afterStore.length] = () =>
      ownWork(() => {
        if (!this.objects.mend(object, null)) return;
        forEachOf(this.run.rules, (_, rule) =>
          this.fail(rule, `A fault of Whence: a write of "${name}" was left out by its name, and has changed what rules read.`),
        );
      });
    this.isDirty = true;
  }

  /** Whether an object is of a class that rules watch. */
  isMember(object: object): boolean {
    return this.classes.setsFor(prototypeWithoutTraps(object)).length > 0;
  }

  /** A probe has met a watched object: it must not be one that was proven to meet none. */
  checkProven(site: number): void {
    if (!isPruned(site) || this.isAnythingMissed()) return;
    forEachOf(this.run.rules, (_, rule) =>
      this.fail(rule, 'A fault of Whence: a place was left out by types or aliases, and has touched an object that rules watch.'),
    );
  }

  /** The store has been made, or the native has returned. */
  flush(): void {
    if (!this.isDirty || this.telling.isInRule) return;
    this.isDirty = false;
    if (this.afterStore.length > 0) {
      const actions = this.afterStore;
      this.afterStore = newList();
      for (const action of each(actions)) action();
    }
    const newest = this.newestCause;
    this.newestCause = null;
    ownWork(() => this.look('return', () => this.sight.frameAt(0), newest));
  }

  /** A method of a class has ended, and no other of its own runs. */
  methodEnded(): void {
    if (this.isWaitingForMethods && !this.telling.isInRule) ownWork(() => this.look('return', () => this.sight.frameAt(1)));
  }

  /** Looks at the rules whose time it is. `newest`: what has only just happened. */
  private look(time: 'return' | 'turn', where: () => FrameReport | null, newest: LaterCause | null = null): void {
    if (this.isHalted) return;
    this.isWaitingForMethods = false;
    const ready: Noticed[] = newList();
    let noticed: FrameReport | null | undefined;
    forEachOf(this.engine.rules, (state, rule) => {
      const check = this.run.rules[rule]?.check ?? 'return';
      if ((time === 'turn') !== (check === 'turn') || state.fault !== null) return;
      for (const tuple of each(state.lapsed.size > 0 ? listFrom(each(state.lapsed)) : []))
        if (check !== 'return' || this.isReady(tuple)) state.lapsed.delete(tuple);
      for (const tuple of each(state.pending.size > 0 ? listFrom(each(state.pending)) : [])) {
        if (check === 'return' && !this.isReady(tuple)) continue;
        noticed ??= where();
        ready[ready.length] = { rule, tuple, noticed, isAtOnce: newest !== null && tuple.cause === newest, isLate: false };
      }
    });
    if (ready.length === 0) return;
    this.telling.tell(ready);
    // The totals that were told when the program began to end are not the last ones.
    if (this.isEnding) this.tellTotals();
  }

  /** Whether no method of the classes of its objects runs. */
  private isReady({ values }: Tuple): boolean {
    for (const value of each(values))
      if (value instanceof Thing)
        for (const home of each((value as Watched).family.homes))
          if ((depths[home] ?? 0) > 0) {
            this.isWaitingForMethods = true;
            return false;
          }
    return true;
  }

  private follow(object: object, sets: readonly number[]): void {
    let needs = 0;
    for (let at = 0; at < sets.length; at++) needs |= this.run.sets[sets[at] ?? 0]?.needs ?? 0;
    const isProxy = types.isProxy(object);
    const family = this.classes.familyBy(isProxy ? null : getPrototypeOf(object));
    const known = thingOf(object);
    let thing = known === undefined && !isProxy ? this.objects.begin(object, family, needs) : null;
    if (thing === null) {
      thing = known ?? this.objects.thing(object);
      thing.family = thing.family.hasHeirs ? family.withHeirs() : family;
      if (needs !== 0) this.objects.follow(object, needs, null);
    }
    for (let at = 0; at < sets.length; at++) this.engine.enter(thing, sets[at] ?? 0, null);
  }

  fail(rule: number, sentence: string): void {
    this.engine.fail(rule, sentence);
  }

  note(sentence: string): void {
    this.notes.add(sentence);
  }

  /** Not all that a rule reads was seen. */
  leaveOpen(rule: number): void {
    this.open.add(rule);
  }

  /** A rule ranges over a value whose elements are not followed. */
  private rangesOverOther(rule: number, value: RuleValue): void {
    const name = value instanceof Thing ? (value as Watched).family.name : `a ${typeof value}`;
    this.note(`Elements of ${name === '' ? 'an object' : name} are not followed: it is no array, Set or Map.`);
    this.leaveOpen(rule);
  }

  halt(isAsked: boolean, tuple: Readonly<Record<string, unknown>>): void {
    this.isHalted = true;
    this.tellTotals();
    this.outlet.stop(isAsked, tuple);
    this.isHalted = false;
  }

  /** A field can't be followed: the rules that read it are at fault. */
  private failSlot(slot: number, sentence: string): void {
    forEachOf(this.run.rules, ({ where, variables }, rule) => {
      if (matchIn(new RegExp(`"slot":${slot}\\b`), ownJson.stringify([where, variables])) !== null) this.fail(rule, sentence);
    });
  }

  /** Holds every rule's tuples against those that are computed from scratch. */
  private compare(): void {
    forEachOf(this.engine.rules, ({ fault, tuples }, rule) => {
      if (fault !== null) return;
      const right = this.engine.recomputed(rule).length;
      if (right !== tuples.size) this.fail(rule, `A fault of Whence: ${tuples.size} tuples are kept, and ${right} hold.`);
    });
  }

  /** The program ends: what is left is looked at. Its own listeners of `exit` may still change objects. */
  atEnd(): void {
    ownWork(() => {
      this.look('return', () => null);
      this.look('turn', () => null);
      this.isEnding = true;
      this.telling.end();
      // The sweep may have met objects that no probe has told.
      if (this.isDirty) {
        this.look('return', () => null);
        this.look('turn', () => null);
      }
      this.tellTotals();
    });
  }

  /** Whether the program has made all classes that a rule speaks of, and objects at all places. */
  private areSetsSeen(rule: number): boolean {
    const { variables = [], patterns = [] } = this.run.rules[rule] ?? {};
    const ofVariables = mapped(variables, ({ domain }) => {
      const set = domain.kind === 'set' ? this.run.sets[domain.set] : undefined;
      return set?.kind === 'class' ? set.id : null;
    });
    const isPlaceUnseen = someOf(
      variables,
      ({ domain }) => domain.kind === 'set' && this.run.sets[domain.set]?.kind === 'site' && this.isEntered[domain.set] !== true,
    );
    if (isPlaceUnseen) return false;
    const ofPatterns = flatMapped(patterns, ({ metavariables }) => mapped(metavariables, ({ classId }) => classId));
    return everyOf(together([ofVariables, ofPatterns]), (id) => id === null || this.classes.isSeen(id));
  }

  /** Tells the totals where something has happened since they were told last. */
  tellNews(): void {
    if (this.toldDispatches === this.dispatches && this.toldChecks === this.checks) return;
    ownWork(() => this.tellTotals());
  }

  /** Somebody may end the program behind its finding: what is known then has been told. */
  private tellWithFinding(): void {
    if (++this.findings <= firstFindings || now() - this.toldAt >= toldWithFindingsMs) this.tellTotals();
  }

  /** Places at which no object was made, one sentence each. */
  private unseenPlaces(): readonly string[] {
    return flatMapped(this.run.sets, ({ kind, name }, set) =>
      kind === 'site' && this.isEntered[set] !== true ? [`No object was seen to be made at ${name}.`] : [],
    );
  }

  private toldDispatches = -1;
  private toldChecks = -1;
  /** When the totals were told last, in milliseconds. */
  private toldAt = now();
  /** How many changes there were since somebody last looked at the time. */
  private changes = 0;
  private findings = 0;

  private tellTotals(): void {
    this.toldAt = now();
    this.isAnythingMissed();
    this.toldDispatches = this.dispatches;
    this.toldChecks = this.checks;
    this.outlet.totals({
      kind: 'ruleTotals',
      rules: mapped(this.engine.rules, ({ updates, tuples, most, fault }, rule) => ({
        fired: this.telling.fired[rule] ?? 0,
        updates,
        tuples: tuples.size,
        most,
        fault,
        isMet: this.areSetsSeen(rule),
        complete: !this.open.has(rule) && this.areSetsSeen(rule),
      })),
      checks: this.checks + passedProbes(),
      dispatches: this.dispatches,
      leftOut: { names: counters[Counter.names] ?? 0, types: counters[Counter.types] ?? 0, aliases: counters[Counter.aliases] ?? 0 },
      sweeps: this.existing.sweeps,
      unseen: [...each(this.classes.unseen()), ...each(this.unseenPlaces())],
      notes: [
        ...each(this.classes.notes()),
        ...each(this.notes),
        ...each(notFollowed()),
        ...each(this.hasMadeCode() ? [madeOfTexts] : []),
        ...each(this.run.isPruningChecked ? [`Writes left out by their names that touched a watched object: ${this.checkedPruned}.`] : []),
      ],
    });
  }
}

const madeOfTexts = 'The program has made code of texts (eval, Function, node:vm), which has no probes: what it alone writes is not seen.';
