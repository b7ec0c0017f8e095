import type { WtoElement } from './weakTopologicalOrder.js';

/** A component as a range of positions: `head` first, `end` exclusive. */
interface Range {
  readonly head: number;
  readonly end: number;
  readonly parent: Range | null;
}

/**
 * The role of a node when it is evaluated: a head whose component was stable, or never evaluated, before something outside of it changed; one
 * that is evaluated again since its component is not stable; or no head.
 */
export type Role = 'entered head' | 'repeated head' | 'body';

/**
 * A weak topological order laid out by position, with the set of nodes whose inputs changed since they were last evaluated.
 * Clean stretches are skipped a word at a time, so that a pass over an order costs what it has to do.
 */
export class Schedule {
  private readonly nodes: Int32Array;
  private readonly positions: Int32Array;
  /** By position: the innermost component around it; a head's own component is its innermost. */
  private readonly ranges: (Range | null)[] = [];
  private readonly dirty: Uint32Array;

  /** `dirty`: the nodes to begin with; without it all of them. */
  constructor(count: number, order: readonly WtoElement[], dirty: Iterable<number> | null = null) {
    this.nodes = new Int32Array(count);
    this.positions = new Int32Array(count).fill(-1);
    this.layOut(order, null);
    this.dirty = new Uint32Array((this.ranges.length >> 5) + 1);
    if (dirty === null) for (let position = 0; position < this.ranges.length; position++) this.mark(position);
    else for (const node of dirty) this.invalidate(node);
  }

  private layOut(order: readonly WtoElement[], parent: Range | null): void {
    for (const element of order) {
      if (typeof element === 'number') {
        this.place(element, parent);
        continue;
      }
      const range = { head: this.ranges.length, end: 0, parent };
      this.place(element.head, range);
      this.layOut(element.body, range);
      range.end = this.ranges.length;
    }
  }

  private place(node: number, range: Range | null): void {
    const position = this.ranges.length;
    this.nodes[position] = node;
    this.positions[node] = position;
    this.ranges.push(range);
  }

  private mark(position: number): void {
    this.dirty[position >> 5] = (this.dirty[position >> 5] ?? 0) | (1 << (position & 31));
  }

  /** An input of the node changed. Nodes outside the order are never reached. */
  invalidate(node: number): void {
    const position = this.positions[node];
    if (position !== undefined && position >= 0) this.mark(position);
  }

  /**
   * Bourdoncle's recursive strategy: components are iterated until their heads are stable, inner ones first. `update` evaluates
   * a node and says whether to go on.
   */
  run(update: (node: number, role: Role) => boolean): boolean {
    const last = this.ranges.length;
    let component: Range | null = null;
    let position = this.nextDirty(0, last);
    for (;;) {
      if (position < (component === null ? last : component.end)) {
        const around: Range | null = component;
        component = this.ranges[position] ?? null;
        this.clear(position);
        const role = component?.head !== position ? 'body' : component === around ? 'repeated head' : 'entered head';
        if (!update(this.nodes[position] ?? 0, role)) return false;
        position = this.nextDirty(position + 1, component === null ? last : component.end);
      } else if (component === null) {
        return true;
      } else if (this.isDirty(component.head)) {
        position = component.head;
      } else {
        const { end, parent }: Range = component;
        component = parent;
        position = this.nextDirty(end, parent === null ? last : parent.end);
      }
    }
  }

  private clear(position: number): void {
    this.dirty[position >> 5] = (this.dirty[position >> 5] ?? 0) & ~(1 << (position & 31));
  }

  private isDirty(position: number): boolean {
    return ((this.dirty[position >> 5] ?? 0) & (1 << (position & 31))) !== 0;
  }

  /** The first dirty position from `start` on, or `end`. */
  private nextDirty(start: number, end: number): number {
    let word = start >> 5;
    let bits = (this.dirty[word] ?? 0) & (-1 << (start & 31));
    const lastWord = end >> 5;
    while (bits === 0) {
      if (++word > lastWord) return end;
      bits = this.dirty[word] ?? 0;
    }
    const position = (word << 5) + (31 - Math.clz32(bits & -bits));
    return position < end ? position : end;
  }
}
