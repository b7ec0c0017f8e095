import { weakTopologicalOrder, type WtoElement } from '../fixpoint/wto.js';
import type { FunctionId } from '../ir/program.js';

/** Stands for all code that is not known. */
const unknownCode = -1;

/**
 * Which function may run while another is active, grown as calls are resolved. Answers are logged: when a later edge changes one
 * that was used, what was computed with it is computed again.
 */
export class CallGraph {
  private readonly callees = new Map<number, Set<number>>();
  private readonly reachable = new Map<number, Set<number>>();
  private recursion: ReadonlySet<number> | null = null;
  private asked = new Map<string, boolean>();

  /** Unknown code may call the function. */
  addCallback(callee: FunctionId): void {
    this.add(unknownCode, callee);
  }
  addCall(caller: FunctionId, callee: FunctionId): void {
    this.add(caller, callee);
  }
  addUnknownCall(caller: FunctionId): void {
    this.add(caller, unknownCode);
  }

  /** Whether a call (or a chain of calls) made by `from` may run `to`; `from` itself counts only when it is called again. */
  reaches(from: FunctionId, to: FunctionId): boolean {
    const answer = this.reachableFrom(from).has(to);
    if (!answer) this.asked.set(`${from},${to}`, answer);
    return answer;
  }

  /** Whether a call made by the function may find the stack exhausted: it may run inside a recursion without end. */
  mayOverflow(caller: FunctionId): boolean {
    const answer = this.insideRecursion().has(caller);
    if (!answer) this.asked.set(`${caller}`, answer);
    return answer;
  }

  /** Functions that can call themselves again, and all that these can call. */
  private insideRecursion(): ReadonlySet<number> {
    if (this.recursion !== null) return this.recursion;
    // Shifted by one: unknown code is -1. Whatever stands in a component of the order lies on a cycle.
    const callers = [...this.callees.keys()];
    const count = 2 + [...this.callees.values()].reduce((most, callees) => Math.max(most, ...callees), Math.max(0, ...callers));
    const order = weakTopologicalOrder(
      count,
      callers.map((caller) => caller + 1),
      (node) => [...(this.callees.get(node - 1) ?? [])].map((callee) => callee + 1),
    );
    const pending: number[] = [];
    const collect = (elements: readonly WtoElement[], onCycle: boolean): void => {
      for (const element of elements) {
        if (typeof element !== 'number') collect([element.head, ...element.body], true);
        else if (onCycle) pending.push(element - 1);
      }
    };
    collect(order, false);
    const inside = new Set<number>();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (inside.has(next)) continue;
      inside.add(next);
      pending.push(...(this.callees.get(next) ?? []));
    }
    this.recursion = inside;
    return inside;
  }

  /** Starts a new log of answers; it is filled until the next one is started. */
  startLog(): ReadonlyMap<string, boolean> {
    this.asked = new Map();
    return this.asked;
  }

  /** Whether one of the logged answers would now be another. */
  changedSince(log: ReadonlyMap<string, boolean>): boolean {
    for (const [key, answer] of log) {
      const [from, to] = key.split(',').map(Number);
      if (from !== undefined && to === undefined && this.insideRecursion().has(from) !== answer) return true;
      if (from !== undefined && to !== undefined && this.reachableFrom(from).has(to) !== answer) return true;
    }
    return false;
  }

  private add(caller: number, callee: number): void {
    let known = this.callees.get(caller);
    if (known === undefined) this.callees.set(caller, (known = new Set()));
    if (known.has(callee)) return;
    known.add(callee);
    // A short cut changes nothing.
    if (this.reachable.get(caller)?.has(callee) === true) return;
    this.reachable.clear();
    this.recursion = null;
  }

  private reachableFrom(from: number): Set<number> {
    const known = this.reachable.get(from);
    if (known !== undefined) return known;
    const seen = new Set<number>();
    const pending = [...(this.callees.get(from) ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(this.callees.get(next) ?? []));
    }
    this.reachable.set(from, seen);
    return seen;
  }
}
