import { isFunction, memberOf, pathTo, writtenKey } from '../../instrument/tree.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { Home } from '../steps/home.js';
import type { ActivationSteps } from './activationSteps.js';
import { lastPlaceIn } from './callPlace.js';
import type { Position } from './recordedPosition.js';

/** How many begins of a function are looked through for a generator that has handed over to it. */
const mostBegins = 1000;

/**
 * Generators that have handed over by `yield*`. While one of them waits there, whoever asks it for more has the inner function go on: the
 * generator's own frame is between both, and no row tells so.
 */
export class Delegations {
  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
  ) {}

  /** The generator that hands over to what runs in an activation at a time, at its `yield*`; null when none does. */
  above(activation: number, time: number): Position | null {
    let row = this.store.segmentOf(activation, time);
    const now = row?.event ?? 0;
    for (let count = 0; row !== null && count < mostBegins; count++) {
      const waiting = row.activation === 0 ? null : this.waitOf(row.activation, now);
      if (waiting !== null && waiting.event < row.event) return this.positionOf(waiting, time);
      row = row.kind === Kind.resume ? this.store.segmentOf(activation, row.event) : null;
    }
    const waiting = this.iterates(activation, time);
    return waiting === null ? null : this.positionOf(waiting, time);
  }

  /** The call by which a generator that hands over to an iterator of the program was asked for more last, before a time; null when none was. */
  askedThrough(activation: number, time: number): TraceRow | null {
    const waiting = this.waitOf(activation, time);
    if (waiting === null) return null;
    for (const row of this.store.ofKindBefore(Kind.call, time)) {
      if (row.event < waiting.event) return null;
      if (row.thread === waiting.thread && this.iterates(row.subject, row.event + 1)?.event === waiting.event) return row;
    }
    return null;
  }

  /** The generator that hands over to an iterator whose method an activation is of, by the row of its wait; null when none does. */
  iterates(activation: number, time: number): TraceRow | null {
    const event = isIteratorMethod(this.steps.homeOf(activation, time)) ? this.store.source.callOf(activation, time) : null;
    const receiver = event === null ? null : this.store.call(event)?.receiver;
    if (event === null || receiver?.kind !== 'object') return null;
    let count = 0;
    for (const row of this.store.ofKindBefore(Kind.suspend, event)) {
      if (count++ >= mostBegins) return null;
      const iterator = this.store.source.isDelegation(row.site) ? this.iteratorOf(row) : null;
      if (iterator?.object !== receiver.id || this.waitOf(row.activation, event)?.event !== row.event) continue;
      // What the program holds it may have asked itself.
      return iterator.isOwn || !this.isAskedByName(event) ? row : null;
    }
    return null;
  }

  /**
   * The iterator that a generator which hands over was given by what the program has for it; null when that is not recorded. `isOwn`: it was made
   * for it.
   */
  private iteratorOf({ activation, event }: TraceRow): { readonly object: number; readonly isOwn: boolean } | null {
    for (const row of this.store.rowsOf(activation, event + 1)) {
      if (row.kind === Kind.none || row.kind === Kind.caller) continue;
      if (row.kind !== Kind.call) return null;
      for (const one of this.store.rowsOf(row.subject, row.event + 1)) {
        if (one.kind !== Kind.exit) continue;
        const given = this.store.valueOf(one);
        if (given?.kind !== 'object') return null;
        return { object: given.id, isOwn: this.store.madeBy(given.id)?.activation === row.subject };
      }
      return null;
    }
    return null;
  }

  /** Whether the text calls a method of an iterator where an activation has called last when a call begins. */
  private isAskedByName(event: number): boolean {
    const row = this.store.row(event);
    const number = row === null ? null : this.store.callSiteOf(row);
    const site = number === null ? undefined : this.store.source.site(number)?.site;
    const home = row === null || row.activation === 0 ? null : this.steps.homeOf(row.activation, event);
    return site !== undefined && home !== null && /^(?:next|return|throw)\b/.test(home.text.text.slice(site.offset));
  }

  /** The activation to which one has handed over at a time; null when it has not. */
  below(activation: number, time: number): number | null {
    const waiting = this.waitOf(activation, time);
    if (waiting === null) return null;
    for (const row of this.store.rowsOf(activation, waiting.event + 1, time - 1))
      if (row.kind === Kind.call || row.kind === Kind.resume) return row.subject;
    return null;
  }

  /** The row with which a generator that waits for nobody has handed over before a time, where it has not gone on since. */
  private waitOf(activation: number, before: number): TraceRow | null {
    const home = this.steps.homeOf(activation, before);
    if (home === null || !isFunction(home.node) || !home.node.generator || home.node.async) return null;
    for (const row of this.store.rowsBefore(activation, before)) {
      if (row.kind === Kind.suspend) return this.store.source.isDelegation(row.site) ? row : null;
      // What it hands over to is called from it, and nothing else happens in it.
      if (row.kind !== Kind.call && row.kind !== Kind.resume && row.kind !== Kind.none && row.kind !== Kind.caller) return null;
    }
    return null;
  }

  private positionOf({ activation, site }: TraceRow, time: number): Position | null {
    const home = this.steps.homeOf(activation, time);
    const found = this.store.source.site(site)?.site;
    if (home === null || found === undefined) return null;
    const node = pathTo(home.text.program, found.offset).findLast(
      (one) => one.type === 'YieldExpression' && one.delegate && one.argument?.start === found.offset,
    );
    if (node?.type !== 'YieldExpression' || !node.argument) return null;
    const offset = lastPlaceIn(home.text, [node.argument]) ?? node.start;
    return { activation, text: home.text, offset, end: node.argument.end, time, kind: 'event', isCertain: true };
  }
}

/** Whether a function is a method by which an iterator is asked. */
function isIteratorMethod(home: Home | null): boolean {
  if (home === null || !isFunction(home.node)) return false;
  const member = memberOf(home.text.program, home.node);
  return member !== null && /^(?:next|return|throw)$/.test(writtenKey(member.key, member.computed) ?? '');
}
