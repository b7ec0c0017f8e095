import type { FunctionId } from '../ir/program.js';
import { CallClosure } from './callClosure.js';
import { CallOrder } from './callOrder.js';

/** Stands for all code that is not known. */
const unknownCode = -1;

/** Stands for what ends the process: a function that does so calls it. */
const processEnd = -2;

/** Stands for unknown code as far as it calls what it was handed, and not what is exported to everybody. */
const handedOver = -3;

/** Stands for what may wait for ever: a function that does so calls it. */
const endlessWait = -4;

/** Stands for what calls functions later, when nothing of the program runs. */
const calledLater = -5;

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
  private readonly callers = new Map<number, Set<number>>();
  /** Most functions call unknown code, which may call most functions: what leads there and what it leads to is kept once. */
  private readonly fromUnknown = new CallClosure((node) => this.callees.get(node) ?? none);
  private readonly toUnknown = new CallClosure((node) => this.callers.get(node) ?? none);
  private readonly toEnd = new CallClosure((node) => this.ownCallers(node));
  private readonly toWait = new CallClosure((node) => this.ownCallers(node));
  /** Functions that can call themselves again, and all that these can call. */
  private readonly insideRecursion = new CallClosure((node) => this.callees.get(node) ?? none);
  /** The calls between functions that are known. */
  private readonly order = new CallOrder((member) => this.insideRecursion.add(member));
  /** The number of known calls. Answers change only when it grows. */
  size = 0;
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

  /** Ends the analysis of a root that counts for nothing else: what it found is forgotten. */
  abandon(): void {
    this.begin();
  }

  /** Unknown code may call the function. */
  addCallback(callee: FunctionId): void {
    this.add([[unknownCode, callee]]);
  }

  add(edges: readonly CallEdge[]): void {
    for (const [caller, callee] of edges) {
      const known = entry(this.callees, caller);
      if (known.has(callee)) continue;
      known.add(callee);
      entry(this.callers, callee).add(caller);
      this.size++;
      this.extend(caller, callee);
    }
  }

  private extend(caller: number, callee: number): void {
    if (caller === unknownCode || this.fromUnknown.has(caller)) this.fromUnknown.add(callee);
    if (callee === unknownCode || this.toUnknown.has(callee)) this.toUnknown.add(caller);
    if (caller !== unknownCode && (callee === processEnd || this.toEnd.has(callee))) this.toEnd.add(caller);
    if (caller !== unknownCode && (callee === endlessWait || this.toWait.has(callee))) this.toWait.add(caller);
    if (this.insideRecursion.has(caller)) this.insideRecursion.add(callee);
    if (this.fromUnknown.has(unknownCode)) this.insideRecursion.add(unknownCode);
    if (caller >= 0 && callee >= 0) this.order.add(caller, callee);
  }

  /** Unknown code is taken to come back, whatever is exported to everybody: no end is reached by way of it. */
  private ownCallers(node: number): Iterable<number> {
    return [...(this.callers.get(node) ?? none)].filter((caller) => caller !== unknownCode);
  }

  private find(caller: number, callee: number): void {
    if (this.callees.get(caller)?.has(callee) !== true) this.found.set(`${caller},${callee}`, [caller, callee]);
  }

  /** The functions in which a call of this one was found. */
  callersOf(callee: FunctionId): readonly FunctionId[] {
    return [...(this.callers.get(callee) ?? none)].filter((caller) => caller >= 0);
  }

  /** Whether a call (or a chain of calls) made by `from` may run `to`; `from` itself counts only when it is called again. */
  reaches(from: FunctionId, to: FunctionId): boolean {
    const answer = this.isReachable(from, to);
    this.asked.set(`${from},${to}`, { from, to, answer });
    return answer;
  }

  /** Whether a call made by the function may find the stack exhausted: it may run inside a recursion without end. */
  mayOverflow(caller: FunctionId): boolean {
    const answer = this.isInsideRecursion(caller);
    this.asked.set(`${caller}`, { from: caller, to: null, answer });
    return answer;
  }

  /** The function ends the process, or goes on for ever on purpose, whoever calls it. */
  addEnd(caller: FunctionId): void {
    this.add([[caller, processEnd]]);
  }

  /** The function may wait for ever, or gives promises that may never settle. */
  addWait(caller: FunctionId): void {
    this.add([[caller, endlessWait]]);
  }

  /** Unknown code was handed the function. */
  addHandedOver(callee: FunctionId): void {
    this.add([[handedOver, callee]]);
  }

  /** The function is handed to what calls it later, and to nothing else. */
  addCalledLater(callee: FunctionId): void {
    this.add([[calledLater, callee]]);
  }

  /** Whether a function that ends the process is called while the program waits. */
  waitMayEnd(): boolean {
    return this.reaches(calledLater, processEnd);
  }

  /** Whether unknown code was handed a function that may wait for ever: promises of unknown code may wait for it. */
  unknownMayWait(): boolean {
    return this.reaches(handedOver, endlessWait);
  }

  /** Whether unknown code was handed a function that ends the process. */
  unknownMayEnd(): boolean {
    return this.reaches(handedOver, processEnd);
  }

  /** Whether the function, or what it calls, may end the process. */
  mayEnd(caller: FunctionId): boolean {
    return this.reaches(caller, processEnd);
  }

  private isInsideRecursion(caller: number): boolean {
    this.order.prepare();
    return this.insideRecursion.has(caller);
  }

  /** Whether all these answers would be given now. */
  answersAs(answers: CallAnswers): boolean {
    return answers.every(({ from, to, answer }) =>
      to === null ? this.isInsideRecursion(from) === answer : this.isReachable(from, to) === answer,
    );
  }

  private isReachable(from: number, to: number): boolean {
    if (to === processEnd) return this.toEnd.has(from);
    if (to === endlessWait) return this.toWait.has(from);
    if (from === unknownCode) return this.fromUnknown.has(to);
    if (this.toUnknown.has(from) && (to === unknownCode || this.fromUnknown.has(to))) return true;
    return this.order.leads(from, to);
  }
}

const none: ReadonlySet<number> = new Set();

function entry(map: Map<number, Set<number>>, key: number): Set<number> {
  let known = map.get(key);
  if (known === undefined) map.set(key, (known = new Set()));
  return known;
}
