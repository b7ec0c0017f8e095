import { each, flatMapped, indexWhere } from '../../maintain/ownLists.js';
import { Needs, type RulesToRun } from '../../events/rulesOfRun.js';
import type { Maintenance } from '../../maintain/maintenance.js';
import { isObject } from '../realm/identity.js';
import { OwnMap } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import type { RuleObjects } from './ruleObjects.js';
import { ObjectState, TrackedSet } from './ruleWords.js';

/** The sets and states that rules files declare, as the engine knows them. */
export class OwnSets {
  private readonly tracked = new OwnMap<object, readonly number[]>();
  private readonly states = new OwnMap<object, number>();

  constructor(
    private readonly run: RulesToRun,
    private readonly engine: Maintenance,
    private readonly objects: RuleObjects,
    private readonly settled: () => void,
  ) {}

  /** A file has declared a set or a state under a name. */
  declare(file: number, name: string, declared: unknown): void {
    if (declared instanceof TrackedSet) {
      const sets = flatMapped(this.run.sets, (set, at) => (set.file === file && set.name === name && set.kind === 'tracked' ? [at] : []));
      this.tracked.set(declared, sets);
      for (const set of each(sets)) this.begin(declared, set);
    }
    const slot = indexWhere(this.run.slots, (one) => one.kind === 'state' && one.file === file && one.name === name);
    if (!(declared instanceof ObjectState) || slot < 0) return;
    this.states.set(declared, slot);
    this.objects.keepState(slot, (object) => declared.get(object));
  }

  /** The objects that they hold, and they themselves. */
  readonly held = (visit: (object: object) => void): void => {
    this.tracked.forEach((_sets, set) => {
      visit(set);
      (set as TrackedSet).forEach((value) => isObject(value) && visit(value));
    });
  };

  changed(set: TrackedSet, change: 'add' | 'delete', value: unknown): void {
    const sets = this.tracked.get(set);
    if (sets === undefined || sets.length === 0) return;
    ownWork(() => {
      this.change(set, change, value);
      this.settled();
    });
  }

  stated(state: ObjectState, object: object, value: unknown): void {
    const slot = this.states.get(state);
    if (slot === undefined) return;
    ownWork(() => {
      this.objects.write(this.objects.thing(object), slot, value, null);
      this.settled();
    });
  }

  private begin(set: TrackedSet, at: number): void {
    const box = this.objects.thing(set);
    box.needs |= this.run.sets[at]?.needs ?? Needs.contents;
    this.engine.beginContents(box);
    this.engine.enter(box, at, null);
  }

  private change(set: TrackedSet, change: 'add' | 'delete', value: unknown): void {
    const box = this.objects.thing(set);
    // Code of rules has no probes: what it has written since is copied now.
    if (change === 'add' && isObject(value)) this.objects.mend(value, null);
    if (change === 'add') this.objects.add(box, value, null);
    else this.objects.exchange(box, [value], [], null);
  }
}
