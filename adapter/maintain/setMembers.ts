import { listOf, newList } from './ownLists.js';
import { KeptSet } from './keptCollections.js';
import type { Thing } from './thing.js';

const pageBits = 10;
const pageSize = 1 << pageBits;

/**
 * The things of one set, in the order in which they entered. They are in pages: in a Set each thing would get a hash, which costs more than all else
 * that its entering does, and a long list is copied when it grows.
 */
export class Members {
  private pages: (Thing | undefined)[][] = newList();
  /** How many places are taken. */
  private count = 0;
  /** Those in the pages that have left: they are taken out when they are many. */
  private readonly gone = new KeptSet<Thing>();

  get size(): number {
    return this.count - this.gone.size;
  }

  /** The thing is no member. */
  add(thing: Thing): void {
    if (this.gone.size > 0 && this.gone.delete(thing)) return;
    this.put(thing);
  }

  /** The thing is a member. */
  delete(thing: Thing): void {
    this.gone.add(thing);
    if (this.gone.size * 2 <= this.count) return;
    const left = this.all();
    this.pages = newList();
    this.count = 0;
    this.gone.clear();
    for (let at = 0; at < left.length; at++) this.put(left[at]);
  }

  /** The members, as a list that does not change with them. */
  all(): readonly Thing[] {
    const all: Thing[] = newList();
    for (let at = 0; at < this.count; at++) {
      const thing = this.at(at);
      if (thing !== undefined) all[all.length] = thing;
    }
    return all;
  }

  /** How many places there are: `at` tells what is in each. */
  get places(): number {
    return this.count;
  }

  /** The member at a place; undefined where one was that has left. */
  at(place: number): Thing | undefined {
    const thing = this.pages[place >> pageBits]?.[place & (pageSize - 1)];
    return thing !== undefined && this.gone.size > 0 && this.gone.has(thing) ? undefined : thing;
  }

  private put(thing: Thing | undefined): void {
    const { count } = this;
    const page = (this.pages[count >> pageBits] ??= listOf<Thing | undefined>(pageSize, undefined));
    page[count & (pageSize - 1)] = thing;
    this.count = count + 1;
  }
}
