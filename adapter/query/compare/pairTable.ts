/** Numbers for pairs of whole numbers, from 1 on: a pair always has the same. */
export class PairTable {
  private slots = new Int32Array(1 << 12);
  private pairs = new Int32Array(1 << 12);
  private count = 0;

  numberOf(a: number, b: number): number {
    let at = this.slotOf(a, b);
    const known = this.slots[at] ?? 0;
    if (known !== 0) return known;
    if (this.count >= mostPairs) throw new Error('The recordings are too long to be compared.');
    if (this.count * 2 >= this.slots.length) {
      this.grow();
      at = this.slotOf(a, b);
    }
    const number = ++this.count;
    if (number * 2 + 1 >= this.pairs.length) this.pairs = grown(this.pairs);
    this.pairs[number * 2] = a;
    this.pairs[number * 2 + 1] = b;
    this.slots[at] = number;
    return number;
  }

  /** How many pairs have numbers. */
  get size(): number {
    return this.count;
  }

  private slotOf(a: number, b: number): number {
    const mask = this.slots.length - 1;
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    for (let at = (hash ^ (hash >>> 13)) & mask; ; at = (at + 1) & mask) {
      const number = this.slots[at] ?? 0;
      if (number === 0 || (this.pairs[number * 2] === a && this.pairs[number * 2 + 1] === b)) return at;
    }
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    for (let number = 1; number <= this.count; number++)
      this.slots[this.slotOf(this.pairs[number * 2] ?? 0, this.pairs[number * 2 + 1] ?? 0)] = number;
  }
}

/** More things than these are not held against each other: memory is bounded. */
const mostPairs = 1 << 26;

/** A list of numbers by index, zero where nothing was put. */
export class IntColumn {
  private values = new Int32Array(1 << 10);

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  put(index: number, value: number): void {
    while (index >= this.values.length) this.values = grown(this.values);
    this.values[index] = value;
  }

  /** The number at an index, which then is one more. */
  next(index: number): number {
    const value = this.at(index);
    this.put(index, value + 1);
    return value;
  }
}

/** The same of doubles. */
export class NumberColumn {
  private values = new Float64Array(1 << 10);

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  put(index: number, value: number): void {
    while (index >= this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[index] = value;
  }
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
