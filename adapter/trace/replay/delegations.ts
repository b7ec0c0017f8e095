import { isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ActivationSteps } from './activationSteps.js';
import { frameOffset } from './callPlace.js';
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
    return null;
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
    const offset = lastPlaceIn(home.text, node.argument) ?? node.start;
    return { activation, text: home.text, offset, end: node.argument.end, time, kind: 'event', isCertain: true };
  }
}

/** Where V8 says that a generator is which hands over: where it has called or read last. */
function lastPlaceIn(text: LoadedText, argument: AnyNode): number | null {
  let last: AnyNode | null = null;
  walk(argument, (node) => {
    const hasPlace = node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'MemberExpression';
    if (hasPlace && (last === null || node.end > last.end)) last = node;
    return !isFunction(node);
  });
  return last === null ? null : placeOf(text, last);
}

function placeOf(text: LoadedText, node: AnyNode): number {
  if (node.type === 'CallExpression') return frameOffset(text, node.start, node.end);
  if (node.type === 'MemberExpression') return node.computed ? node.object.end : node.property.start;
  return node.start;
}
