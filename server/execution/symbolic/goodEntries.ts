import type { Decision } from './pathCondition.js';
import { textOf } from './quantities.js';
import type { Quantities } from './quantities.js';

/** Decisions that an entry may take, by the text of their conditions. */
type Decided = ReadonlyMap<string, boolean>;

/** Sets of decisions that are kept. */
const most = 64;

/**
 * The entries from which some followed run may be good: to follow others of the same entry tells nothing more of it. What has no name
 * decides nothing about an entry.
 */
export class GoodEntries {
  private known: readonly Decided[] = [];

  constructor(private readonly quantities: Quantities) {}

  /** A run that decided so may be good. */
  add(decisions: readonly Decision[]): void {
    let added = this.about(decisions);
    // Of two sets that differ in one decision alone, that decision is free.
    for (let merged = this.merged(added); merged !== null; merged = this.merged(added)) added = merged;
    if (this.known.length < most) this.known = [...this.known.filter((each) => !isWithin(added, each)), added];
  }

  /** Whether all entries that decide so are among them. */
  includes(decisions: readonly Decision[]): boolean {
    const asked = this.about(decisions);
    return this.known.some((each) => isWithin(each, asked));
  }

  private about(decisions: readonly Decision[]): Decided {
    const named = decisions.filter(({ condition }) => this.quantities.isNameable(condition));
    return new Map(named.map(({ condition, truth }) => [textOf(condition), truth]));
  }

  /** The decisions without one that another set has the other way, and else none that these have not. */
  private merged(decided: Decided): Decided | null {
    for (const other of this.known) {
      const turned = [...other].filter(([condition, truth]) => decided.get(condition) !== truth);
      const [only] = turned;
      if (only === undefined || turned.length > 1 || decided.get(only[0]) !== !only[1]) continue;
      return new Map([...decided].filter(([condition]) => condition !== only[0]));
    }
    return null;
  }
}

const isWithin = (some: Decided, all: Decided): boolean => [...some].every(([condition, truth]) => all.get(condition) === truth);
