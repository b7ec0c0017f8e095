interface Node {
  readonly value: string;
  next: Node | null;
}

export class LinkedList {
  private head: Node | null = null;
  size = 0;

  add(value: string): void {
    const node: Node = { value, next: null };
    this.size++;
    if (this.head === null) {
      this.head = node;
      return;
    }
    let last = this.head;
    while (last.next !== null) last = last.next;
    last = node;
  }

  toArray(): string[] {
    const values: string[] = [];
    for (let node = this.head; node !== null; node = node.next) values.push(node.value);
    return values;
  }
}
