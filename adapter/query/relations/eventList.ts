/** Numbers of events, ascending, in 8 bytes each. */
export class EventList {
  private numbers = new Float64Array(256);
  private count = 0;

  get length(): number {
    return this.count;
  }

  add(event: number): void {
    if (this.count === this.numbers.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count++] = event;
  }

  /** The event with this place in the list; -1 where it has none. */
  at(index: number): number {
    return index < this.count ? (this.numbers[index] ?? -1) : -1;
  }

  /** The place of the first event that is not before one. */
  placeOf(event: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.numbers[middle] ?? 0) < event) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
