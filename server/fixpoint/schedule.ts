import { InternalError } from '../base/errors.js';
import type { WtoElement } from './wto.js';

/** A component as a range of positions: `head` first, `end` exclusive. */
interface Range {
  readonly head: number;
  readonly end: number;
  readonly parent: Range | null;
}

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

  constructor(count: number, order: readonly WtoElement[]) {
    this.nodes = new Int32Array(count);
    this.positions = new Int32Array(count).fill(-1);
    this.layOut(order, null);
    this.dirty = new Uint32Array((this.ranges.length >> 5) + 1);
    for (let position = 0; position < this.ranges.length; position++) this.mark(position);
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
  run(update: (node: number, isHead: boolean) => boolean): boolean {
    return this.runRange(0, this.ranges.length, null, update);
  }

  private runRange(start: number, end: number, within: Range | null, update: (node: number, isHead: boolean) => boolean): boolean {
    let position = this.nextDirty(start, end);
    while (position < end) {
      const component = this.outermost(position, within);
      if (component === null) {
        if (!this.visit(position, false, update)) return false;
        position = this.nextDirty(position + 1, end);
        continue;
      }
      do {
        if (this.isDirty(component.head) && !this.visit(component.head, true, update)) return false;
        if (!this.runRange(component.head + 1, component.end, component, update)) return false;
      } while (this.isDirty(component.head));
      position = this.nextDirty(component.end, end);
    }
    return true;
  }

  private visit(position: number, isHead: boolean, update: (node: number, isHead: boolean) => boolean): boolean {
    this.dirty[position >> 5] = (this.dirty[position >> 5] ?? 0) & ~(1 << (position & 31));
    return update(this.nodes[position] ?? 0, isHead);
  }

  /** The outermost component around the position that lies inside `within`; null when there is none. */
  private outermost(position: number, within: Range | null): Range | null {
    let range = this.ranges[position] ?? null;
    if (range === within) return null;
    while (range !== null && range.parent !== within) range = range.parent;
    if (range === null) throw new InternalError(`position ${position} is outside the component that is iterated`);
    return range;
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
