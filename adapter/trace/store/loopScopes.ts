import type { TraceRow } from './traceStore.js';

/** A scope that an iteration of a loop has as a copy of the one before; `at`: how many events were recorded before. */
export interface ScopeCopy {
  readonly scope: number;
  readonly from: number;
  readonly at: number;
}

/** The scopes of a loop's iterations, in their order, behind the one that was entered. */
interface Chain {
  readonly scopes: readonly number[];
  /** By place in the chain: the highest `at` until there; of the first scope -1. */
  readonly begun: readonly number[];
}

/** What a variable was in a chain behind the iteration of a place: its newest change, of the iteration `changed`; null: it has none. */
interface Known {
  readonly place: number;
  readonly changed: number;
  readonly row: TraceRow | null;
}

/** The scopes that loops copy from one iteration to the next. A loop may have millions: nothing here goes through all of them twice. */
export class Iterations {
  private readonly copies: ReadonlyMap<number, ScopeCopy>;
  private readonly next: ReadonlyMap<number, number>;
  private readonly firsts = new Map<number, number>();
  private readonly chains = new Map<number, Chain>();
  private readonly places = new Map<number, number>();
  private known = new Map<number, Map<number, Known>>();
  private countKnown = 0;

  constructor(copies: readonly ScopeCopy[]) {
    this.copies = new Map(copies.map((copy) => [copy.scope, copy]));
    this.next = new Map(copies.map(({ scope, from }) => [from, scope]));
  }

  /** The scope that was entered, of which a scope is a copy; itself where it is none. */
  firstOf(scope: number): number {
    const known = this.firsts.get(scope);
    if (known !== undefined) return known;
    const { copies } = this;
    const passed: number[] = [];
    let at = scope;
    for (let copy = copies.get(at); copy !== undefined && passed.length <= copies.size; copy = copies.get(at)) {
      passed.push(at);
      at = this.firsts.get(copy.from) ?? copy.from;
    }
    for (const one of passed) this.firsts.set(one, at);
    return at;
  }

  /** The newest scope before an event of those that were copied from one. */
  latest(scope: number, before: number): number {
    const chain = this.chainOf(scope);
    const place = this.places.get(scope);
    if (chain === null || place === undefined) return scope;
    let [low, high] = [place, chain.scopes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((chain.begun[middle] ?? Infinity) <= before) low = middle;
      else high = middle - 1;
    }
    return chain.scopes[low] ?? scope;
  }

  /** A scope and those that it was copied from, the newest first, each with the number of events until which it was theirs. */
  sharersOf(scope: number): ReadonlyMap<number, number> {
    const sharers = new Map([[scope, Infinity]]);
    const { copies } = this;
    for (let copy = copies.get(scope); copy !== undefined && !sharers.has(copy.from); copy = copies.get(copy.from))
      sharers.set(copy.from, copy.at);
    return sharers;
  }

  /** The newest change of a variable before a time in those that a scope was copied from; `find` looks for one in a scope. */
  lastBefore(scope: number, key: number, time: number, find: (scope: number, before: number) => TraceRow | null): TraceRow | null {
    const copy = this.copies.get(scope);
    if (copy === undefined) return null;
    const chain = this.chainOf(scope);
    const own = this.places.get(scope);
    // Before it was made, or in a file that says what cannot be, each is looked at.
    if (chain === null || own === undefined || time < copy.at) {
      for (const [one, until] of this.sharersOf(scope)) {
        const row = one === scope ? null : find(one, Math.min(time, until));
        if (row !== null) return row;
      }
      return null;
    }
    const ofChain = this.knownOf(chain.scopes[0] ?? scope);
    const known = ofChain.get(key);
    const wanted = own - 1;
    for (let place = wanted; place >= 0; place--) {
      const isKnown = known !== undefined && place <= known.place && (known.row === null || place >= known.changed);
      const one = chain.scopes[place] ?? scope;
      const until = this.copies.get(chain.scopes[place + 1] ?? 0)?.at ?? Infinity;
      const row = isKnown ? known.row : find(one, until);
      if (row === null && !isKnown) continue;
      ofChain.set(key, { place: wanted, changed: isKnown ? known.changed : place, row });
      return row;
    }
    ofChain.set(key, { place: wanted, changed: 0, row: null });
    return null;
  }

  private knownOf(first: number): Map<number, Known> {
    let found = this.known.get(first);
    if (found === undefined) {
      if (++this.countKnown > mostKnown) [this.known, this.countKnown] = [new Map<number, Map<number, Known>>(), 1];
      this.known.set(first, (found = new Map<number, Known>()));
    }
    return found;
  }

  /** null: the scope is no loop's, or a damaged file has a circle. */
  private chainOf(scope: number): Chain | null {
    const first = this.firstOf(scope);
    const known = this.chains.get(first);
    if (known !== undefined) return known;
    if (!this.next.has(first) || this.copies.has(first)) return null;
    const scopes = [first];
    const begun = [-1];
    let highest = -1;
    for (let at = this.next.get(first); at !== undefined && scopes.length <= this.copies.size; at = this.next.get(at)) {
      highest = Math.max(highest, this.copies.get(at)?.at ?? -1);
      scopes.push(at);
      begun.push(highest);
    }
    scopes.forEach((one, place) => this.places.set(one, place));
    const chain = { scopes, begun };
    this.chains.set(first, chain);
    return chain;
  }
}

/** So many loops are kept of which it is known what their variables were. */
const mostKnown = 10_000;
