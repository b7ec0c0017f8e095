export class RingBuffer {
  constructor(capacity) { //! size
    this.items = [];
    this.capacity = capacity;
    this.size = 0;
  }

  get size() {
    return this.items.length;
  }
}
