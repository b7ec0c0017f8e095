import { KeptSet } from './keptCollections.js';
import type { Thing } from './thing.js';

/**
 * The things of one set, in the order in which they entered. They are a list: in a Set each thing would get a hash, which costs more than all
 * else that its entering does, and room.
 */
export class Members {
  private list: Thing[] = [];
  /** Those of the list that have left: they are taken out of it when they are many. */
  private readonly gone = new KeptSet<Thing>();

  get size(): number {
    return this.list.length - this.gone.size;
  }

  /** The thing is no member. */
  add(thing: Thing): void {
    if (this.gone.size > 0 && this.gone.delete(thing)) return;
    this.list[this.list.length] = thing;
  }

  /** The thing is a member. */
  delete(thing: Thing): void {
    this.gone.add(thing);
    if (this.gone.size * 2 <= this.list.length) return;
    this.list = this.all();
    this.gone.clear();
  }

  /** The members, as a list that does not change with them. */
  all(): Thing[] {
    const { list, gone } = this;
    const all: Thing[] = [];
    for (let at = 0; at < list.length; at++) {
      const thing = list[at];
      if (thing !== undefined && !gone.has(thing)) all[all.length] = thing;
    }
    return all;
  }

  /** The same without a copy: nothing enters or leaves while they are looked at. */
  current(): readonly Thing[] {
    return this.gone.size === 0 ? this.list : this.all();
  }
}
