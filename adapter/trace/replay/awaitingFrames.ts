import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { Tag } from '../../runtime/rows/tags.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ActivationSteps } from './activationSteps.js';
import type { Position } from './recordedPosition.js';

/** The activations that await what runs, the innermost first. */
export interface Awaiting {
  readonly frames: readonly Position[];
  /** Whether it is known that nobody waits behind the last. */
  readonly isWhole: boolean;
}

/** Where a promise is told: by the expression that gave it, in an activation. */
interface Given {
  readonly promise: number;
  readonly row: TraceRow;
}

/** Longer chains are cut. */
const mostFrames = 1000;

/**
 * Who awaits whom in a recording. The promise of an async function is what its call gave where it waited or ended first; whoever waits for that object
 * has told so. Where a promise goes another way than through variables and `Promise.all` and its like, nothing is said.
 */
export class AwaitingFrames {
  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
  ) {}

  /** Who awaits an activation that goes on behind an `await` at a time. */
  of(activation: number, time: number): Awaiting {
    const frames: Position[] = [];
    let given = this.givenBy(activation, time);
    while (given !== null && frames.length < mostFrames) {
      // Who returns a promise waits for it one turn of the queue later.
      if (frames.length === 0 && this.isReturnedSince(given, activation, time)) return { frames, isWhole: true };
      const next = this.follow(given, time);
      if (next === 'nobody') return { frames, isWhole: true };
      if (next === null) break;
      if (next.frame !== null) frames.push(next.frame);
      given = next.given;
    }
    const isOfTop = given === null && this.isTop(frames.at(-1)?.activation ?? activation, time);
    return { frames, isWhole: isOfTop };
  }

  /** Whether an activation is a text's top level, which nobody of the program awaits. */
  private isTop(activation: number, time: number): boolean {
    const home = this.steps.homeOf(activation, time);
    return home !== null && !isFunction(home.node);
  }

  /** The promise of an async function's activation; null where it is not known. */
  private givenBy(activation: number, time: number): Given | null {
    const home = this.steps.homeOf(activation, time);
    if (home === null || !isFunction(home.node) || !home.node.async || home.node.generator) return null;
    const event = this.store.source.callOf(activation, time);
    const call = event === null ? null : this.store.call(event);
    const waited = event === null ? null : this.firstOf(activation, event, ({ kind }) => kind === Kind.suspend || kind === Kind.exit);
    if (call === null || waited === null || call.callSite === null) return null;
    const end = this.steps.endOfCall(call.callSite);
    const isResult = (row: TraceRow) => row.kind === Kind.allocation && this.store.source.site(row.site)?.site.end === end;
    const row = this.firstOf(call.caller, waited.event, (one) => isResult(one) || !(isPartOfCall(one) || one.kind === Kind.await));
    if (row === null) return null;
    if (!isResult(row)) return this.givenAt(row, end);
    if (this.classOf(row.subject) === 'Promise') return { promise: row.subject, row };
    return this.elementOf(row, call.callSite, activation);
  }

  /** What a call gave that tells of no object, as methods of the language by its name give none: by who had it first. */
  private givenAt(row: TraceRow, end: number | null): Given | null {
    const value = this.store.valueOf(row);
    if (value?.kind !== 'object' || value.className !== 'Promise') return null;
    const [node, parent] = this.around(row);
    const isAwaited = row.kind === Kind.suspend || row.kind === Kind.return;
    const isHeld = this.isVariable(row) && (parent?.type === 'VariableDeclarator' || parent?.type === 'AssignmentExpression');
    const given = isAwaited ? node : isHeld ? parent : null;
    return given !== null && given.end === end ? { promise: value.id, row } : null;
  }

  /** Of what `map` has made, the promise that the call of its callback gave. */
  private elementOf(made: TraceRow, callSite: number, activation: number): Given | null {
    const node = this.nodeOf(made);
    if (this.classOf(made.subject) !== 'Array' || methodOf(node) !== 'map') return null;
    const called: number[] = [];
    for (const row of this.store.rowsBefore(made.activation, made.event)) {
      if (!isPartOfCall(row) || (row.kind === Kind.call && this.store.callSiteOf(row) !== callSite)) break;
      if (row.kind === Kind.call) called.unshift(row.subject);
    }
    const key = this.store.source.keyNumber(String(called.indexOf(activation)));
    const held = key === null || key >= 0 ? null : this.store.lastChange(made.subject, key, this.store.end);
    const value = held === null ? null : this.store.valueOf(held);
    return value?.kind === 'object' && value.className === 'Promise' && held !== null ? this.combined(held, made) : null;
  }

  /** What becomes of a promise: who awaits it, or the promise that it decides. null: that is not known. */
  private follow(given: Given, time: number): { readonly frame: Position | null; readonly given: Given | null } | 'nobody' | null {
    const { promise, row } = given;
    if (row.kind === Kind.suspend) return { frame: this.frameOf(row), given: this.givenBy(row.activation, time) };
    if (this.isReturned(row, time)) return { frame: null, given: this.givenBy(row.activation, time) };
    let wait: TraceRow | null = null;
    let held: TraceRow | null = null;
    let isTold = false;
    for (const chunk of this.store.chunksBetween(row.event + 1, time)) {
      for (let at = Math.max(0, row.event + 1 - chunk.first); at < chunk.count && chunk.first + at < time; at++) {
        const isIt = chunk.payloads[at] === promise && (chunk.tags[at] === Tag.object || chunk.tags[at] === Tag.function);
        const kind = chunk.kinds[at];
        if (!isIt && kind !== Kind.allocation) continue;
        isTold ||= isIt;
        const one = this.store.row(chunk.first + at);
        if (one === null || (kind === Kind.allocation && !this.hasReaction(one, given, isTold))) continue;
        if (kind === Kind.allocation || (wait ?? held) !== null) return null;
        if (kind === Kind.suspend) wait = one;
        else if (kind === Kind.content || (kind === Kind.change && this.store.source.object(one.subject) !== null && !this.isVariable(one)))
          held = one;
        else if (kind !== Kind.change && kind !== Kind.return && kind !== Kind.exit) return null;
      }
    }
    if (wait !== null) return { frame: this.frameOf(wait), given: this.givenBy(wait.activation, time) };
    if (held === null) return 'nobody';
    const combined = this.combined(held, this.store.madeBy(held.subject));
    return combined === null ? null : { frame: null, given: combined };
  }

  /** Whether an async function returns what an expression gave. */
  private isReturned(row: TraceRow, time: number): boolean {
    const [node, parent] = this.around(row);
    const isResult = parent?.type === 'ReturnStatement' || (parent?.type === 'ArrowFunctionExpression' && parent.body === node);
    return isResult && this.isAsync(row.activation, time);
  }

  /** Whether an async function has returned a promise while the function that it is of was in the queue already, to go on. */
  private isReturnedSince({ row }: Given, activation: number, time: number): boolean {
    if (!this.isReturned(row, time)) return false;
    for (const before of this.store.rowsBefore(activation, time)) {
      if (before.kind !== Kind.suspend) continue;
      const waited = this.store.valueOf(before);
      return before.event < row.event && waited !== null && waited.kind !== 'object';
    }
    return false;
  }

  /** The promise of `Promise.all`, or its like, of a list in which a promise is held. */
  private combined(held: TraceRow, made: TraceRow | null): Given | null {
    const list = made === null ? null : this.nodeOf(made);
    if (made === null || list === null) return null;
    const row = this.firstOf(held.activation, made.event, ({ kind }) => kind === Kind.allocation);
    const call = row === null ? null : this.nodeOf(row);
    const isCombined = call?.type === 'CallExpression' && call.arguments[0]?.start === list.start && call.arguments[0].end === list.end;
    return row !== null && isCombined && /^(all|allSettled|any|race)$/.test(methodOf(call) ?? '') ? { promise: row.subject, row } : null;
  }

  /** Whether an expression may have given a promise that this one decides, by `then` and its like; `isTold`: whether this one was told since it was given. */
  private hasReaction(row: TraceRow, { promise, row: given }: Given, isTold: boolean): boolean {
    const node = this.nodeOf(row);
    if (this.classOf(row.subject) !== 'Promise' || !/^(then|catch|finally)$/.test(methodOf(node) ?? '')) return false;
    const receiver = node?.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.object : null;
    if (receiver?.type !== 'CallExpression') return isTold;
    // What a call has given, and nothing holds, is the receiver only where the text says so.
    const own = this.nodeOf(given);
    if (given.activation === row.activation && own?.start === receiver.start && own.end === receiver.end) return true;
    for (const before of this.store.rowsBefore(row.activation, row.event)) {
      if (before.kind !== Kind.allocation) continue;
      const made = this.nodeOf(before);
      if (made?.start === receiver.start && made.end === receiver.end) return before.subject === promise;
    }
    return isTold;
  }

  private frameOf(wait: TraceRow): Position | null {
    const home = this.steps.homeOf(wait.activation, wait.event);
    const site = this.store.source.site(wait.site)?.site;
    if (home === null || site === undefined) return null;
    const node = pathTo(home.text.program, site.offset).findLast(
      (one) => one.type === 'AwaitExpression' && one.argument.start === site.offset,
    );
    if (node === undefined) return null;
    const { start, end } = node;
    return { activation: wait.activation, text: home.text, offset: start, end, time: wait.event, kind: 'event', isCertain: true };
  }

  private isAsync(activation: number, time: number): boolean {
    const home = this.steps.homeOf(activation, time);
    return home !== null && isFunction(home.node) && home.node.async;
  }

  private isVariable({ key }: TraceRow): boolean {
    return key > 0 && this.store.source.keyOf(key).startsWith('variable ');
  }

  private classOf(object: number): string {
    return this.store.source.object(object)?.className ?? '';
  }

  private nodeOf(row: TraceRow): AnyNode | null {
    return this.around(row)[0];
  }

  /** The expression that a row's site is, and the node that it is a part of. */
  private around({ activation, event, site }: TraceRow): readonly [AnyNode | null, AnyNode | null] {
    const home = this.steps.homeOf(activation, event);
    const found = this.store.source.site(site)?.site;
    if (home === null || found === undefined) return [null, null];
    const path = pathTo(home.text.program, found.offset);
    const at = path.findIndex((node) => node.start === found.offset && node.end === found.end && node.type !== 'ExpressionStatement');
    return [path[at] ?? null, path[at - 1] ?? null];
  }

  private firstOf(activation: number, after: number, isWanted: (row: TraceRow) => boolean): TraceRow | null {
    for (const row of this.store.rowsOf(activation, after + 1)) if (isWanted(row)) return row;
    return null;
  }
}

/** Whether a row of an activation comes while a native runs: what it calls, and what the object holds that it makes. */
function isPartOfCall({ kind }: TraceRow): boolean {
  return kind === Kind.call || kind === Kind.none || kind === Kind.content;
}

function methodOf(node: AnyNode | null): string | null {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return null;
  return node.callee.property.type === 'Identifier' ? node.callee.property.name : null;
}
