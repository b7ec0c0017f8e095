import { weakTopologicalOrder, type WtoElement } from '../fixpoint/weakTopologicalOrder.js';
import type { FunctionId } from '../ir/program.js';

/** Stands for all code that is not known. */
const unknownCode = -1;

/** Stands for what ends the process: a function that does so calls it. */
const processEnd = -2;

/** Stands for unknown code as far as it calls what it was handed, and not what is exported to everybody. */
const handedOver = -3;

/** Calls up to which the set of recursive functions is brought up to date one call after the other. */
const maxCatchUp = 100;

/**
 * Functions that can be reached, as of the first `upTo` calls. Where unknown code is among them, so is all that it reaches, named
 * or not.
 */
interface Reached {
  readonly members: Set<number>;
  upTo: number;
}

/** One answer of the call graph: whether calls of `from` may run `to`; with `to` null, whether they may find the stack exhausted. */
export interface CallAnswer {
  readonly from: number;
  readonly to: number | null;
  readonly answer: boolean;
}

/** The questions that the call graph was asked while one root was analysed, with its answers. */
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
  /** The calls in the order in which they were added: what was computed before catches up with them when it is asked. */
  private readonly added: CallEdge[] = [];
  private readonly reachable = new Map<number, Reached>();
  /** Most functions call unknown code, and what that reaches is kept once. */
  private readonly fromUnknown: Reached = { members: new Set(), upTo: 0 };
  /** Functions that can call themselves again, and all that these can call. */
  private recursion: Reached | null = null;
  private asked = new Map<string, CallAnswer>();
  private found = new Map<string, CallEdge>();

  /** The number of known calls. Answers change only when it grows. */
  get size(): number {
    return this.added.length;
  }

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

  /** Ends the analysis of a root that counts for nothing else: what it found is forgotten. */
  abandon(): void {
    this.begin();
  }

  /** Unknown code may call the function. */
  addCallback(callee: FunctionId): void {
    this.add([[unknownCode, callee]]);
  }

  add(edges: readonly CallEdge[]): void {
    for (const edge of edges) {
      const [caller, callee] = edge;
      let known = this.callees.get(caller);
      if (known === undefined) this.callees.set(caller, (known = new Set()));
      if (known.has(callee)) continue;
      known.add(callee);
      this.added.push(edge);
    }
  }

  /** The function, and what it reaches by now, can be reached too; what unknown code reaches needs no name, if that is known. */
  private extend(reached: Set<number>, callee: number, beyond: ReadonlySet<number> | null): void {
    const pending = [callee];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.has(next)) continue;
      if (beyond !== null && next !== unknownCode && reached.has(unknownCode) && beyond.has(next)) continue;
      reached.add(next);
      if (beyond !== null && next === unknownCode) continue;
      for (const further of this.callees.get(next) ?? []) if (!reached.has(further)) pending.push(further);
    }
  }

  private find(caller: number, callee: number): void {
    if (this.callees.get(caller)?.has(callee) !== true) this.found.set(`${caller},${callee}`, [caller, callee]);
  }

  /** Whether a call (or a chain of calls) made by `from` may run `to`; `from` itself counts only when it is called again. */
  reaches(from: FunctionId, to: FunctionId): boolean {
    const answer = this.isReachable(from, to);
    this.asked.set(`${from},${to}`, { from, to, answer });
    return answer;
  }

  /** Whether a call made by the function may find the stack exhausted: it may run inside a recursion without end. */
  mayOverflow(caller: FunctionId): boolean {
    const answer = this.insideRecursion().has(caller);
    this.asked.set(`${caller}`, { from: caller, to: null, answer });
    return answer;
  }

  /** The function ends the process, or goes on for ever on purpose, whoever calls it. */
  addEnd(caller: FunctionId): void {
    this.add([[caller, processEnd]]);
  }

  /** Unknown code was handed the function, which is not exported. */
  addHandedOver(callee: FunctionId): void {
    this.add([[handedOver, callee]]);
  }

  /** Whether unknown code was handed a function that ends the process. */
  unknownMayEnd(): boolean {
    return this.reaches(handedOver, processEnd);
  }

  /** Whether the function, or what it calls, may end the process. */
  mayEnd(caller: FunctionId): boolean {
    return this.reaches(caller, processEnd);
  }

  private insideRecursion(): ReadonlySet<number> {
    const { recursion } = this;
    if (recursion === null || this.added.length - recursion.upTo > maxCatchUp) {
      const members = this.recursive();
      this.recursion = { members, upTo: this.added.length };
      return members;
    }
    const { members } = recursion;
    for (; recursion.upTo < this.added.length; recursion.upTo++) {
      const [caller, callee] = this.added[recursion.upTo] ?? [unknownCode, unknownCode];
      if (members.has(caller)) this.extend(members, callee, null);
      else if (this.leadsTo(callee, caller)) this.extend(members, caller, null);
    }
    return members;
  }

  private leadsTo(from: number, to: number): boolean {
    const seen = new Set<number>([from]);
    for (const next of seen) {
      if (next === to) return true;
      // A set that grows while it is walked is walked to its new end.
      for (const callee of this.callees.get(next) ?? []) seen.add(callee);
    }
    return false;
  }

  /** The answer of `insideRecursion`, computed without a cache. */
  private recursive(): Set<number> {
    // Shifted by three: unknown code is -1, the others that stand for something down to -3. Whatever stands in a component of the order lies on a cycle.
    const callers = [...this.callees.keys()];
    const count = 4 + [...this.callees.values()].reduce((most, callees) => Math.max(most, ...callees), Math.max(0, ...callers));
    const order = weakTopologicalOrder(
      count,
      callers.map((caller) => caller + 3),
      (node) => [...(this.callees.get(node - 3) ?? [])].map((callee) => callee + 3),
    );
    const inside = new Set<number>();
    const collect = (elements: readonly WtoElement[], onCycle: boolean): void => {
      for (const element of elements) {
        if (typeof element !== 'number') collect([element.head, ...element.body], true);
        else if (onCycle) this.extend(inside, element - 3, null);
      }
    };
    collect(order, false);
    return inside;
  }

  /** Whether all these answers would be given now. */
  answersAs(answers: CallAnswers): boolean {
    return answers.every(({ from, to, answer }) =>
      to === null ? this.insideRecursion().has(from) === answer : this.isReachable(from, to) === answer,
    );
  }

  private isReachable(from: number, to: number): boolean {
    const beyond = this.catchUp(this.fromUnknown, unknownCode, null);
    if (from === unknownCode) return beyond.has(to);
    let reached = this.reachable.get(from);
    if (reached === undefined) {
      reached = { members: new Set(), upTo: this.added.length };
      for (const callee of this.callees.get(from) ?? []) this.extend(reached.members, callee, beyond);
      this.reachable.set(from, reached);
    }
    const members = this.catchUp(reached, from, beyond);
    return members.has(to) || (members.has(unknownCode) && beyond.has(to));
  }

  /** The functions that `from` reaches by now; `beyond`: those that unknown code reaches, if that is known. */
  private catchUp(reached: Reached, from: number, beyond: ReadonlySet<number> | null): ReadonlySet<number> {
    const { members } = reached;
    for (; reached.upTo < this.added.length; reached.upTo++) {
      const [caller, callee] = this.added[reached.upTo] ?? [unknownCode, unknownCode];
      if (caller === from || members.has(caller)) this.extend(members, callee, beyond);
    }
    return members;
  }
}
