/** A set of abstract objects, which flow from set to set: inclusion constraints, solved as they are added. */
export class Flows {
  private readonly sets: Set<number>[] = [];
  private readonly successors: Set<number>[] = [];
  private readonly listeners: ((object: number) => void)[][] = [];
  private readonly pending: { readonly node: number; readonly object: number }[] = [];
  private readonly due: { readonly then: (object: number) => void; readonly object: number }[] = [];
  private spent = 0;

  /** `budget`: how many times an object may come into a set. */
  constructor(private readonly budget: number) {}

  /** Whether everything that was added has been followed to its end. */
  get isWithinBudget(): boolean {
    return this.spent <= this.budget;
  }

  /** What is found is of no use. */
  stop(): void {
    this.spent = Infinity;
  }

  get effort(): number {
    return this.spent;
  }

  node(): number {
    this.sets.push(new Set());
    this.successors.push(new Set());
    this.listeners.push([]);
    return this.sets.length - 1;
  }

  of(node: number): ReadonlySet<number> {
    return this.sets[node] ?? none;
  }

  /** object ∈ set(node) */
  add(node: number, object: number): void {
    const set = this.sets[node];
    if (set === undefined || set.has(object) || !this.isWithinBudget) return;
    set.add(object);
    this.spent++;
    this.pending.push({ node, object });
  }

  /** set(from) ⊆ set(to) */
  edge(from: number, to: number): void {
    const successors = this.successors[from];
    if (from === to || successors === undefined || successors.has(to)) return;
    successors.add(to);
    for (const object of this.sets[from] ?? none) this.add(to, object);
  }

  /** ∀ object ∈ set(node), now and later: then(object) */
  each(node: number, then: (object: number) => void): void {
    this.listeners[node]?.push(then);
    for (const object of this.sets[node] ?? none) this.due.push({ then, object });
  }

  /** Follows all that was added: the least solution, unless the budget runs out. */
  solve(): void {
    while (this.isWithinBudget) {
      const next = this.pending.pop();
      if (next !== undefined) {
        const { node, object } = next;
        for (const to of this.successors[node] ?? none) this.add(to, object);
        for (const then of this.listeners[node] ?? []) this.due.push({ then, object });
        continue;
      }
      const call = this.due.pop();
      if (call === undefined) return;
      this.spent++;
      call.then(call.object);
    }
  }
}

const none: ReadonlySet<number> = new Set();
