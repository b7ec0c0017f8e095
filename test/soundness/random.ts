/** A seeded source of random choices (mulberry32): the same seed gives the same program on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
    // Neighbouring seeds differ in few bits; a few steps spread them.
    for (let i = 0; i < 4; i++) this.next();
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** An integer in [least, greatest]. */
  between(least: number, greatest: number): number {
    return least + this.below(greatest - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  choice<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined && items.length === 0) throw new Error('a choice from nothing');
    return item as T;
  }

  /** One of the entries, each as likely as its weight says. */
  weighted<T>(entries: readonly (readonly [number, T])[]): T {
    let total = 0;
    for (const [weight] of entries) total += weight;
    let left = this.next() * total;
    for (const [weight, item] of entries) {
      left -= weight;
      if (left < 0) return item;
    }
    const last = entries[entries.length - 1];
    if (last === undefined) throw new Error('a choice from nothing');
    return last[1];
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }
}

/** Mixes a seed with an index, so that program `index` of seed `seed` is unrelated to its neighbours. */
export const programSeed = (seed: number, index: number): number => (Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b)) >>> 0;
