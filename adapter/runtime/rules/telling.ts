import { matchIn } from '../../maintain/ownTexts.js';
import { recordOf } from './ownObjects.js';
import { each, everyOf, filtered, flatMapped, forEachOf, isIn, joined, mapped, newList, partOf, someOf } from '../../maintain/ownLists.js';
import type { FrameReport, ValueReport } from '../../events/rows.js';
import { fieldNeed, type RuleFinding, type RulesToRun } from '../../events/rulesOfRun.js';
import type { Maintenance } from '../../maintain/maintenance.js';
import { hasUntold, Thing, untold, type RuleValue, type Tuple } from '../../maintain/thing.js';
import { isObject } from '../realm/identity.js';
import { apply, defineProperty, OwnMap, OwnSet, OwnWeakMap } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import { noCause, type LaterCause, type TakesCause } from './causes.js';
import type { Existing } from './existing.js';
import type { RuleFiles } from './ruleFiles.js';
import type { RuleObjects } from './ruleObjects.js';
import type { RuleObject } from './ruleWords.js';
import { fieldsOfTuple } from './tupleFields.js';
import { heldBy, messagePart, reportOfGone, reportOfValue } from './shownValue.js';
import { sentenceOf } from './sentenceOf.js';
import { objectOf, type Watched } from './watchedThing.js';

/** A tuple that is to be told, and where it was noticed. */
export interface Noticed {
  readonly rule: number;
  readonly tuple: Tuple;
  readonly noticed: FrameReport | null;
  /** Whether the write that made it hold has only just been made. */
  readonly isAtOnce: boolean;
  /** Whether it has to wait until it is known what lives. */
  isLate: boolean;
}

/** The parts of the running rules that telling needs. */
interface RunningParts {
  readonly run: RulesToRun;
  readonly engine: Maintenance;
  readonly objects: RuleObjects;
  readonly existing: Existing;
  readonly files: RuleFiles;
  readonly rules: readonly (RuleObject | null)[];
  /** How many changes were followed. */
  readonly dispatches: number;
  settled(site: number): void;
  fail(rule: number, sentence: string): void;
  note(sentence: string): void;
  halt(isAsked: boolean, tuple: Readonly<Record<string, unknown>>): void;
}

const later = setTimeout;

/** So far is looked for what nobody has told. */
const untoldDepth = 3;

/** So many tuples of a rule are told; the others are counted. */
const mostTold = 10_000;
const shownMost = mostTold.toLocaleString('en');
const { create, keys, values: valuesOf } = Object;
const { get, has } = Reflect;
const OwnProxy = Proxy;
const textOf = get(Function.prototype, 'toString') as (this: unknown) => string;

/** Throws for a field that is not kept of an object that is gone: nobody knows it. Without a prototype: the program may give one traps. */
const onlyKnown: ProxyHandler<object> = create(null) as object;
onlyKnown.get = (known, key, receiver): unknown => {
  if (typeof key === 'string' && !has(known, key)) throw new TypeError(`${key} is not known of an object that is gone`);
  return get(known, key, receiver);
};

/** Tells tuples: asks whether their objects exist, runs `found`, and makes findings of what it reports. */
export class Telling {
  readonly fired: number[];
  /** By rule: how many tuples were to be told until now. */
  private readonly begun: number[] = newList();
  /** By rule: how often it has reported. */
  private readonly reports: number[] = newList();
  /** The rules of which `found` itself was at fault. */
  private readonly failed = new OwnSet<number>();
  /** Whether code of a rule runs. */
  isInRule = false;
  private waiting: Noticed[] = newList();
  private readonly gone = new OwnWeakMap<object, Watched>();
  private isTimerSet = false;
  private isStopAsked = false;
  /** The rule and the tuple that `report` belongs to. */
  private current: {
    readonly rule: number;
    readonly tuple: Readonly<Record<string, unknown>>;
    readonly cause: TakesCause;
    /** Undefined: where the cause is. */
    readonly noticed: FrameReport | null | undefined;
    readonly isAtOnce: boolean;
    readonly confirmed: boolean;
  } | null = null;

  constructor(
    private readonly parts: RunningParts,
    private readonly outlet: (finding: RuleFinding) => void,
  ) {
    this.fired = mapped(parts.run.rules, () => 0);
  }

  tell(noticed: readonly Noticed[]): void {
    const { engine, existing } = this.parts;
    for (const { tuple } of each(noticed)) engine.told(tuple);
    const ready = filtered(noticed, (one) => this.isWithinBound(one));
    if (ready.length === 0) return;
    for (const { tuple } of each(ready)) {
      // What is not worked out yet holds objects, which would seem to be alive.
      (tuple.cause as LaterCause | null)?.told();
    }
    if (!existing.isKnown || (this.isEnding && !existing.isTimeAtEnd)) {
      for (const one of each(ready)) this.tellOne(one, new OwnMap(), false);
      return;
    }
    for (const one of each(ready)) this.waiting[this.waiting.length] = one;
    if (this.isEnding || existing.isTime || someOf(ready, ({ rule }) => this.mayStop(rule))) return this.tellWaiting();
    for (const one of each(ready)) one.isLate = true;
    this.setTimer();
  }

  /** Whether the tuple may be told; one too many of its rule is counted alone. */
  private isWithinBound({ rule }: Noticed): boolean {
    const begun = (this.begun[rule] ?? 0) + 1;
    this.begun[rule] = begun;
    if (begun <= mostTold) return true;
    this.fired[rule] = (this.fired[rule] ?? 0) + 1;
    if (begun > mostTold + 1) return false;
    const name = this.parts.run.rules[rule]?.name ?? '';
    this.parts.note(`The rule ${name} holds for more than ${shownMost} tuples: the others are counted, and not told.`);
    return false;
  }

  private isReportWithinBound(rule: number): boolean {
    const count = (this.reports[rule] ?? 0) + 1;
    this.reports[rule] = count;
    if (count === mostTold + 1) {
      const name = this.parts.run.rules[rule]?.name ?? '';
      this.parts.note(`The rule ${name} has reported more than ${shownMost} times: what came later is not told.`);
    }
    return count <= mostTold;
  }

  /** The program ends: from now on nothing waits, as there is no later. */
  end(): void {
    this.isEnding = true;
    this.tellWaiting();
  }

  private isEnding = false;

  /** Tells all that has waited. */
  tellWaiting(): void {
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = newList();
    const { engine, existing } = this.parts;
    const holds = filtered(waiting, ({ rule, tuple }) => engine.rules[rule]?.tuples.has(tuple) === true);
    const held = new OwnSet(each(mapped(holds, ({ tuple }) => tuple)));
    const alive = existing.sweep(flatMapped(waiting, ({ tuple }) => tuple.values));
    for (const one of each(waiting)) {
      const isAlive = everyOf(one.tuple.values, (value) => !(value instanceof Thing) || alive.has(value));
      // What was gone when it began to hold does not exist.
      if (!isAlive && !one.isLate) continue;
      if (isAlive && held.has(one.tuple) && this.isMendedAway(one.tuple, alive)) continue;
      this.tellOne(one, alive, isAlive);
    }
  }

  /** `report`, wherever it is called. */
  report(values: readonly unknown[]): void {
    ownWork(() => {
      const { current } = this;
      if (current === null) return;
      const { rule, noticed, isAtOnce, confirmed } = current;
      this.findings++;
      if (!this.isReportWithinBound(rule)) return;
      const message = joined(
        mapped(values, (value) => messagePart(value, this.nameOf)),
        ' ',
      );
      const tuple = recordOf(keys(current.tuple), (name) => this.shown(current.tuple[name]));
      const { site, hit, stack, event } = current.cause().told();
      this.outlet({
        kind: 'finding',
        rule,
        message,
        tuple,
        fields: this.parts.run.isLive ? fieldsOfTuple(current.tuple, this.nameOf) : {},
        site,
        hit,
        stack,
        noticed: noticed === undefined ? (stack?.[0] ?? null) : noticed,
        isAtOnce,
        confirmed,
        ...(event === undefined ? {} : { event }),
      });
    });
  }

  /** `stop`, wherever it is called: the program stops when the rule's code has come to its end. */
  stop(): void {
    this.isStopAsked = true;
  }

  /** Runs code of a rule at a place of the program, whose reports are findings there. */
  at(rule: number, cause: TakesCause, given: Readonly<Record<string, unknown>>, action: () => unknown): unknown {
    const before = this.current;
    const { findings } = this;
    this.current = { rule, tuple: given, cause, noticed: undefined, isAtOnce: false, confirmed: true };
    try {
      return action();
    } finally {
      this.current = before;
      if (this.findings > findings) this.fired[rule] = (this.fired[rule] ?? 0) + 1;
      this.stopIfAsked(this.findings > findings, given);
    }
  }

  private findings = 0;

  private stopIfAsked(hasReported: boolean, tuple: Readonly<Record<string, unknown>>): void {
    if (!this.isStopAsked && !(this.parts.run.isFirst && hasReported)) return;
    const isAsked = this.isStopAsked;
    this.isStopAsked = false;
    this.parts.halt(isAsked, tuple);
  }

  /** Whether telling a rule's tuple may stop the program. */
  private mayStop(rule: number): boolean {
    const found = this.parts.rules[rule]?.found ?? null;
    return this.parts.run.isFirst || (found !== null && matchIn(/\bstop\b/, apply(textOf, found, []) as string) !== null);
  }

  private setTimer(): void {
    if (this.isTimerSet) return;
    this.isTimerSet = true;
    later(() => {
      this.isTimerSet = false;
      ownWork(() => this.tellWaiting());
    }, this.parts.run.sweepPauseMs).unref();
  }

  /** Holds what is kept of a tuple's objects against what they hold; whether the tuple does not hold. */
  private isMendedAway(tuple: Tuple, alive: OwnMap<Thing, object>): boolean {
    const { engine, objects } = this.parts;
    let isMended = false;
    for (const value of each(tuple.values)) {
      const object = value instanceof Thing ? alive.get(value) : undefined;
      if (object === undefined) continue;
      isMended = objects.mend(object, null) || isMended;
      for (const inner of each(objects.leadsTo(object))) isMended = objects.mend(inner, null) || isMended;
    }
    if (!isMended) return false;
    this.parts.settled(0);
    this.parts.note(
      'Something was written that no probe has seen (code made of a text, or native code): what was kept of it was put right.',
    );
    return engine.rules[tuple.rule]?.tuples.has(tuple) !== true;
  }

  private tellOne({ rule, tuple, noticed, isAtOnce, isLate }: Noticed, alive: OwnMap<Thing, object>, confirmed: boolean): void {
    const { run, engine, rules, files } = this.parts;
    const declared = run.rules[rule];
    // A fault of the condition takes nothing back that had begun to hold before.
    if (declared === undefined || this.failed.has(rule)) return;
    this.fired[rule] = (this.fired[rule] ?? 0) + 1;
    const names = mapped(partOf(declared.variables, 0, declared.shown), ({ name }) => name);
    const given = recordOf(names, (_, at) => this.live(tuple.values[at], alive));
    const found = rules[rule]?.found ?? null;
    const cause = (tuple.cause as LaterCause | null) ?? noCause;
    this.current = { rule, tuple: given, cause: () => cause, noticed, isAtOnce: isAtOnce && !isLate, confirmed };
    const reportObjects = (): void => this.report(flatMapped(names, (name, at) => [at === 0 ? `${name} =` : `and ${name} =`, given[name]]));
    if (found === null) reportObjects();
    else {
      const { dispatches } = this.parts;
      const { findings } = this;
      this.isInRule = true;
      const ended = files.within(() => void found(given));
      this.isInRule = false;
      // Behind its time it may read objects that are gone, or for which the condition is false again, and of a recording what is not told: then that it
      // throws is no fault of the rule.
      const isBehind = isLate && (!confirmed || engine.rules[rule]?.tuples.has(tuple) === false);
      if (ended?.isOver === false && (isBehind || (hasUntold() && this.leadsToUntold(tuple, given)))) {
        if (this.findings === findings) reportObjects();
      } else if (ended !== null) this.fail(rule, `found failed: ${sentenceOf(ended.error)}`);
      else if (dispatches === this.parts.dispatches && this.hasWritten(tuple, alive))
        this.fail(rule, 'found has written to an object of the program: a rule only reads.');
    }
    this.current = null;
    this.stopIfAsked(true, given);
  }

  private fail(rule: number, sentence: string): void {
    this.failed.add(rule);
    this.parts.fail(rule, sentence);
  }

  /** Whether `found` may have read what nobody has told: in the objects of its tuple, or in what these lead to. */
  private leadsToUntold({ values }: Tuple, given: Readonly<Record<string, unknown>>): boolean {
    const { run } = this.parts;
    if (someOf(values, (value) => value instanceof Thing && someOf(run.slots, (_, slot) => value.field(slot) === untold))) return true;
    let inner: readonly unknown[] = valuesOf(given);
    for (let depth = 0; depth < untoldDepth; depth++) {
      inner = flatMapped(inner, heldBy);
      if (isIn(inner, untold)) return true;
    }
    return false;
  }

  private hasWritten(tuple: Tuple, alive: OwnMap<Thing, object>): boolean {
    let isWritten = false;
    for (const value of each(tuple.values)) {
      const object = value instanceof Thing ? alive.get(value) : undefined;
      if (object !== undefined && this.parts.objects.mend(object, null)) isWritten = true;
    }
    if (isWritten) this.parts.settled(0);
    return isWritten;
  }

  private live(value: RuleValue, alive: OwnMap<Thing, object>): unknown {
    return value instanceof Thing ? (alive.get(value) ?? objectOf(value as Watched) ?? this.standIn(value as Watched, 1)) : value;
  }

  /** A stand-in for an object that is gone: it has the copies that are kept of its fields, and nobody can say what else it had. */
  private standIn(thing: Watched, depth: number): object {
    const known = create(thing.family.prototype) as object;
    if (depth > 0)
      forEachOf(this.parts.run.slots, ({ kind, name }, slot) => {
        const kept = thing.field(slot);
        const isKept = kind === 'field' && name[0] !== '#' && (thing.needs & fieldNeed(slot)) !== 0;
        if (!isKept || typeof kept === 'symbol') return;
        const value = kept instanceof Thing ? (objectOf(kept as Watched) ?? this.standIn(kept as Watched, depth - 1)) : kept;
        defineProperty(known, name, { __proto__: null, value, enumerable: true } as PropertyDescriptor);
      });
    const stand = new OwnProxy(known, onlyKnown);
    this.gone.set(stand, thing);
    return stand;
  }

  /** The value of a field that is kept of an object that is gone, by its stand-in. */
  keptOf(stand: object, name: string): RuleValue {
    const slot = this.parts.objects.slotOf(name);
    return slot === undefined ? undefined : this.gone.get(stand)?.field(slot);
  }

  private readonly nameOf = (object: object): string => {
    const thing = this.gone.get(object) ?? this.parts.objects.thing(object);
    return `${thing.family.name}#${thing.number}`;
  };

  private shown(value: unknown): ValueReport {
    const gone = isObject(value) ? this.gone.get(value) : undefined;
    return gone === undefined ? reportOfValue(value, (object) => this.parts.objects.thing(object)) : reportOfGone(gone);
  }
}
