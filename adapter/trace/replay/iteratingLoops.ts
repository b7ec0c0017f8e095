import { isFunction, walk, type AnyNode } from '../../instrument/tree.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { Home } from '../steps/home.js';
import type { ActivationSteps } from './activationSteps.js';

export type Loop = Extract<AnyNode, { type: 'ForOfStatement' }>;

/** Where a loop waits while the generator that it goes through runs. */
interface Head {
  readonly start: number;
  readonly end: number;
}

/**
 * The loops that have generators go on. No call of the text does it, so that no row names the loop: what comes of it in the loop's own
 * activation tells.
 */
export class IteratingLoops {
  private readonly loops = new Map<AnyNode, readonly Loop[]>();

  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
  ) {}

  /** The head of the `for of` in `home` that has a generator begin or go on, as a row says; null when something else has. */
  headOf(began: TraceRow, home: Home, isHandedOver = false): Head | null {
    const loop = this.loopOf(began, home, isHandedOver);
    return loop === null ? null : headOf(loop);
  }

  /** The `for of` in `home` itself. `isHandedOver`: a generator has handed over to what the row begins. */
  loopOf(began: TraceRow, home: Home, isHandedOver = false): Loop | null {
    if (!isHandedOver && !this.isGenerator(began.subject, began.event)) return null;
    const loops = this.loopsIn(home.node);
    return loops.length === 0 ? null : (this.wentOn(began, loops) ?? this.asBefore(began, loops));
  }

  /** The loop whose body begins with what the generator gives. */
  private wentOn(began: TraceRow, loops: readonly Loop[]): Loop | null {
    const end = this.endOfPart(began);
    if (end === null) return null;
    for (const row of this.store.rowsOf(began.activation, end)) {
      const site = row.event <= end ? undefined : this.store.source.site(row.site)?.site;
      if (site === undefined) continue;
      if (row.kind === Kind.fork) {
        const found = loops.find(({ right }) => right.start === site.offset && right.end === site.end);
        if (found !== undefined) return found;
      }
      // The scope of what the value is given to is entered, and that is written, before.
      if (!loops.some(({ start, body }) => start <= site.offset && site.offset < body.start)) return null;
    }
    return null;
  }

  /** The loop that goes through a generator which gives nothing more: the one before has, or its call is what the loop goes through. */
  private asBefore(began: TraceRow, loops: readonly Loop[]): Loop | null {
    const called = this.calledAt(began);
    if (began.kind !== Kind.resume) return loops.find(({ right }) => right.start === called?.start && right.end === called.end) ?? null;
    let before = this.store.segmentOf(began.subject, began.event - 1);
    // It may have begun within a generator that hands over to it.
    while (before !== null && before.activation !== began.activation && this.isGenerator(before.activation, before.event))
      before = this.store.segmentOf(before.activation, before.event);
    if (before === null || before.activation !== began.activation || before.event >= began.event) return null;
    const loop = this.wentOn(before, loops);
    // A call behind the loop may be one of `next`.
    return loop === null || called === null || (loop.start <= called.start && called.end <= loop.end) ? loop : null;
  }

  private isGenerator(activation: number, time: number): boolean {
    const node = this.steps.homeOf(activation, time)?.node;
    return node !== undefined && isFunction(node) && node.generator && !node.async;
  }

  private calledAt(began: TraceRow): Head | null {
    const number = this.store.callSiteOf(began);
    const site = number === null ? undefined : this.store.source.site(number)?.site;
    return site === undefined ? null : { start: site.offset, end: site.end };
  }

  /** The event with which what a row begins waits again, or ends; null: it is not in the recording. */
  private endOfPart({ subject, event }: TraceRow): number | null {
    for (const row of this.store.rowsOf(subject, event + 1)) if (row.kind === Kind.suspend || row.kind === Kind.exit) return row.event;
    return null;
  }

  private loopsIn(home: AnyNode): readonly Loop[] {
    let found = this.loops.get(home);
    if (found === undefined) {
      const all: Loop[] = [];
      walk(home, (node) => {
        if (node.type === 'ForOfStatement' && !node.await) all.push(node);
        return node === home || !isFunction(node);
      });
      this.loops.set(home, (found = all));
    }
    return found;
  }
}

/** Where V8 says that a loop is which asks for its next value: at what it gives it to. */
export function headOf({ left }: Loop): Head {
  const target = left.type === 'VariableDeclaration' ? (left.declarations[0]?.id ?? left) : left;
  if (target.type !== 'MemberExpression') return { start: target.start, end: target.end };
  return { start: target.computed ? target.object.end : target.property.start, end: target.end };
}
