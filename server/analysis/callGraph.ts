import { weakTopologicalOrder, type WtoElement } from '../fixpoint/wto.js';
import type { FunctionId } from '../ir/program.js';

/** Stands for all code that is not known. */
const unknownCode = -1;

/** What the call graph answered: whether calls of `from` may run `to`; with `to` null, whether they may find the stack exhausted. */
export interface CallAnswer {
  readonly from: number;
  readonly to: number | null;
  readonly answer: boolean;
}

/** What the call graph was asked while one root was analysed. */
export type CallAnswers = readonly CallAnswer[];

/** A call that was found: caller and callee. */
export type CallEdge = readonly [caller: number, callee: number];

/**
 * Which function may run while another is active, grown as calls are resolved. It grows between the analyses of roots only: what
 * one of them finds is added when it ends. Answers are logged: when a later edge changes one that was used, what was computed with
 * it is computed again.
 */
export class CallGraph {
  private readonly callees = new Map<number, Set<number>>();
  private readonly reachable = new Map<number, Set<number>>();
  private recursion: ReadonlySet<number> | null = null;
  private asked = new Map<string, CallAnswer>();
  private found = new Map<string, CallEdge>();

  addCall(caller: FunctionId, callee: FunctionId): void {
    this.find(caller, callee);
  }
  addUnknownCall(caller: FunctionId): void {
    this.find(caller, unknownCode);
  }

  /** Starts the analysis of a root: a new log of answers, and no calls found. */
  begin(): void {
    this.asked = new Map();
    this.found = new Map();
  }

  /** Ends the analysis of a root: the calls that it found count from now on. */
  end(): { readonly answers: CallAnswers; readonly edges: readonly CallEdge[] } {
    const edges = [...this.found.values()];
    this.add(edges);
    return { answers: [...this.asked.values()], edges };
  }

  /** Unknown code may call the function. */
  addCallback(callee: FunctionId): void {
    this.add([[unknownCode, callee]]);
  }

  add(edges: readonly CallEdge[]): void {
    for (const [caller, callee] of edges) {
      let known = this.callees.get(caller);
      if (known === undefined) this.callees.set(caller, (known = new Set()));
      if (known.has(callee)) continue;
      known.add(callee);
      this.recursion = null;
      for (const [from, reached] of this.reachable) if (from === caller || reached.has(caller)) this.extend(reached, callee);
    }
  }

  /** The function, and what it reaches, can be reached too. */
  private extend(reached: Set<number>, callee: number): void {
    const pending = [callee];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      for (const further of this.callees.get(next) ?? []) if (!reached.has(further)) pending.push(further);
    }
  }

  private find(caller: number, callee: number): void {
    if (this.callees.get(caller)?.has(callee) !== true) this.found.set(`${caller},${callee}`, [caller, callee]);
  }

  /** Whether a call (or a chain of calls) made by `from` may run `to`; `from` itself counts only when it is called again. */
  reaches(from: FunctionId, to: FunctionId): boolean {
    const answer = this.reachableFrom(from).has(to);
    this.asked.set(`${from},${to}`, { from, to, answer });
    return answer;
  }

  /** Whether a call made by the function may find the stack exhausted: it may run inside a recursion without end. */
  mayOverflow(caller: FunctionId): boolean {
    const answer = this.insideRecursion().has(caller);
    this.asked.set(`${caller}`, { from: caller, to: null, answer });
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

  /** Whether all these answers would be given now. */
  answersAs(answers: CallAnswers): boolean {
    return answers.every(({ from, to, answer }) =>
      to === null ? this.insideRecursion().has(from) === answer : this.reachableFrom(from).has(to) === answer,
    );
  }

  private reachableFrom(from: number): ReadonlySet<number> {
    const known = this.reachable.get(from);
    if (known !== undefined) return known;
    const reached = new Set<number>();
    for (const callee of this.callees.get(from) ?? []) this.extend(reached, callee);
    this.reachable.set(from, reached);
    return reached;
  }
}
