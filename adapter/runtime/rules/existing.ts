import { each, eachValue, forEachOf, listFrom, newList } from '../../maintain/ownLists.js';
import type { RulesToRun } from '../../events/rulesOfRun.js';
import type { Maintenance } from '../../maintain/maintenance.js';
import type { RuleValue, Thing } from '../../maintain/thing.js';
import { now } from '../realm/clock.js';
import { getPrototypeOf, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { prototypeWithoutTraps } from '../realm/proxies.js';
import type { RuleClasses } from './ruleClasses.js';
import type { RuleObjects } from './ruleObjects.js';
import { LiveObjects } from './sweep.js';
import { beginSweep, hasPrototype, isPrototype, objectOf, thingOf, type Watched } from './watchedThing.js';

const { max } = Math;

/** Sweeps that only forget what is gone may take this share of the time that the program runs. */
const share = 0.05;

/** An extent is swept when it has doubled, from this size on. */
const firstSize = 50_000;

/** A sweep takes about so long for each object. */
const sweepMsPerObject = 0.01;

/** Sweeps may take so long while the program ends; what is found after that is told without one, in milliseconds. */
const mostAtEndMs = 2000;

/** So many objects are gone through to find those of a tuple that are in no extent. */
const mostWalked = 100_000;

/** Which objects of the extents exist: those that something reaches. */
export class Existing {
  sweeps = 0;
  private readonly live: LiveObjects | null;
  private readonly sizes = new OwnMap<number, number>();
  private readonly began = now();
  private last = -Infinity;
  private spent = 0;

  constructor(
    private readonly run: RulesToRun,
    private readonly engine: Maintenance,
    private readonly classes: RuleClasses,
    private readonly objects: RuleObjects,
    /** The objects that the rules themselves hold. */
    private readonly held: (visit: (object: object) => void) => void,
    /** An object of an extent was found that native code has made. */
    private readonly found: (object: object, sets: readonly number[]) => void,
  ) {
    this.live = run.isSwept ? new LiveObjects() : null;
  }

  get isKnown(): boolean {
    return this.live !== null;
  }

  /** Whether a sweep may take place now for a rule that does not stop the program. */
  get isTime(): boolean {
    return now() - this.last >= this.run.sweepPauseMs;
  }

  /** Whether a sweep may take place while the program's own listeners of `exit` run. */
  get isTimeAtEnd(): boolean {
    this.spentBeforeEnd ??= this.spent;
    return this.spent - this.spentBeforeEnd < mostAtEndMs;
  }

  private spentBeforeEnd: number | null = null;

  /** A set has got another object. */
  grown(set: number): void {
    const size = this.engine.sizeOfSet(set);
    if (size < (this.sizes.get(set) ?? firstSize) * 2) return;
    this.sizes.set(set, size);
    // What is only kept too long may wait until the run has earned the time that it takes.
    const isEarned = this.spent + size * sweepMsPerObject <= (now() - this.began) * share;
    if (this.live === null || this.run.sets[set]?.kind !== 'class' || !isEarned) return;
    this.sweep([]);
    this.sizes.set(set, max(this.engine.sizeOfSet(set), firstSize));
  }

  /** Forgets what is gone, and gives those of these that live. */
  sweep(wanted: readonly RuleValue[]): OwnMap<Thing, object> {
    const started = now();
    this.sweeps++;
    beginSweep();
    const alive = new OwnMap<Thing, object>();
    const asked = new OwnSet(each(wanted));
    const meet = (object: object): void => {
      const thing = thingOf(object);
      if (thing === undefined) return;
      thing.meet();
      if (asked.has(thing)) alive.set(thing, object);
    };
    this.held(meet);
    for (const prototype of each(this.prototypes()))
      for (const object of each(this.live?.of(prototype) ?? [])) {
        if (thingOf(object) === undefined) this.meetUnseen(object);
        meet(object);
      }
    forEachOf(this.run.sets, ({ kind }, set) => {
      if (kind === 'tracked') return;
      for (const thing of each(this.engine.members(set))) if (!(thing as Watched).isMet) this.engine.forget(thing);
    });
    this.walk(asked, alive);
    this.last = now();
    this.spent += this.last - started;
    return alive;
  }

  /** The followed objects that have an object among their prototypes. */
  heirsOf(prototype: object): readonly object[] {
    if (this.live !== null) return this.live.of(prototype);
    const found: object[] = newList();
    forEachOf(this.run.sets, (_, set) => {
      for (const thing of each(this.engine.members(set))) {
        const object = objectOf(thing as Watched);
        if (object !== undefined && hasPrototype(object, prototype)) found[found.length] = object;
      }
    });
    return found;
  }

  private meetUnseen(object: object): void {
    if (isPrototype(object)) return;
    const sets = this.classes.ofProgram(this.classes.setsOfMade(getPrototypeOf(object)));
    if (sets.length > 0) this.found(object, sets);
  }

  private prototypes(): OwnSet<object> {
    const found = new OwnSet<object>();
    for (const { kind, id } of each(this.run.sets)) {
      if (kind === 'class') for (const prototype of each(this.classes.prototypesOf(id))) found.add(prototype);
      if (kind === 'site') found.add(Object.prototype);
    }
    // The objects of a subclass are found with those of its class.
    for (const prototype of each(found))
      for (let at = prototypeWithoutTraps(prototype); at !== null && found.has(prototype); at = prototypeWithoutTraps(at))
        if (found.has(at)) found.delete(prototype);
    return found;
  }

  /** Finds objects that are in no extent, through what leads to them. */
  private walk(asked: OwnSet<RuleValue>, alive: OwnMap<Thing, object>): void {
    const known = new OwnSet<object>(eachValue(alive));
    const pending = listFrom(each(known));
    for (let at = 0; at < pending.length && at < mostWalked; at++) {
      const object = pending[at];
      if (object === undefined) continue;
      for (const inner of each(this.objects.leadsTo(object))) {
        if (known.has(inner)) continue;
        known.add(inner);
        pending[pending.length] = inner;
        const thing = thingOf(inner);
        if (thing !== undefined && asked.has(thing)) alive.set(thing, inner);
      }
    }
  }
}
