import { visit } from '../base/intMap.js';

/** Successors of a node. */
export type Successors = (node: number) => Iterable<number>;

/**
 * The nodes that lie behind some others, kept while the graph grows. Every edge is followed once, so that all growth together takes
 * time linear in the edges.
 */
export class CallClosure {
  private readonly members = new Set<number>();

  constructor(private readonly successors: Successors) {}

  has(node: number): boolean {
    return this.members.has(node);
  }

  /** The node is a member, and so is what lies behind it. */
  add(node: number): void {
    const pending = [node];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.members.has(next)) continue;
      this.members.add(next);
      visit();
      for (const further of this.successors(next)) if (!this.members.has(further)) pending.push(further);
    }
  }
}
