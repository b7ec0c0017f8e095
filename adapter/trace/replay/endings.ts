import { isFunction, pathTo, tokenOffset, walk, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { Home } from '../steps/home.js';
import type { ActivationSteps } from './activationSteps.js';
import { frameOffset, lastPlaceIn } from './callPlace.js';
import type { IteratingLoops, Loop } from './iteratingLoops.js';
import type { Position } from './recordedPosition.js';

/** How many generators that end one within the other are followed. */
const mostEnded = 1000;

/** How many statements are looked at in which nothing was told. */
const mostSilent = 100;

/**
 * Generators that are ended, or thrown at, where they wait at `yield`: their handlers and `finally` blocks run, and no row tells who asked for
 * it. It is what ran right before: a call of `return` or `throw`, a loop that is left, or a pattern that has all it wants.
 */
export class Endings {
  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
    private readonly iterating: IteratingLoops,
  ) {}

  /**
   * What has a generator go on in a handler or a `finally` block at a time, as a row that begins this part; null when it does not. `asked` is
   * the row with which it was begun, or asked for more, last.
   */
  begunBy(activation: number, time: number, asked: TraceRow | null, depth = 0): TraceRow | null {
    if (asked === null || asked.activation === 0 || depth > mostEnded) return null;
    const first = this.firstBehindYield(activation, time, asked.event);
    const before = first === null ? null : this.store.beside(first.event, -1);
    if (first === null || before === null) return null;
    const runs = this.runsBehind(before, asked, depth);
    if (runs === 0) return null;
    const began: TraceRow = { ...first, kind: Kind.resume, subject: activation, activation: runs };
    // An exception may have left what ran, up to the loop that goes through the generator.
    return runs !== asked.activation && this.isLeftLoop(asked, first.event) && this.callIn(began) === null
      ? { ...began, activation: asked.activation }
      : began;
  }

  /** Whether a row is one that `begunBy` has made. */
  isEnding({ kind, event }: TraceRow): boolean {
    return kind === Kind.resume && this.store.row(event)?.kind !== Kind.resume;
  }

  /** Where who has asked for it waits. */
  placeOf(began: TraceRow): Position | null {
    const home = this.steps.homeOf(began.activation, began.event);
    const step = this.steps.at(began.activation, began.event);
    if (home === null || step === null) return null;
    const call = this.callIn(began);
    if (call !== null) return call;
    const loop = this.loopAround(began, home, step);
    const place = loop === null ? this.lastTarget(step, began) : this.left(began, loop, step);
    return { ...step, ...place, time: began.event, kind: 'event' };
  }

  /** The call of `return` or `throw` that has asked for it. */
  private callIn(began: TraceRow): Position | null {
    const home = this.steps.homeOf(began.activation, began.event);
    const step = this.steps.at(began.activation, began.event);
    if (home === null || step === null) return null;
    const loop = this.loopAround(began, home, step);
    for (const one of this.maybe(step, began)) {
      const call = loop === null || one.end <= loop.body.end ? this.called(one, began) : null;
      if (call !== null) return { ...one, ...call, time: began.event, kind: 'event' };
    }
    return null;
  }

  /** Whether control was in the body of a loop that has asked for a value, at a time. */
  private isLeftLoop(asked: TraceRow, time: number): boolean {
    const home = this.steps.homeOf(asked.activation, time);
    const step = this.steps.at(asked.activation, time);
    return home !== null && step !== null && this.loopAround({ ...asked, event: time }, home, step) !== null;
  }

  /** The statements in which control may be: nothing is told of a call between the last that was told and the next. */
  private *maybe(step: Position, began: TraceRow): Generator<Position> {
    yield step;
    const next = this.steps.after(step);
    for (let one = next, count = 0; one !== null && one.time === next?.time && count < mostSilent; one = this.steps.after(one), count++)
      if (one.time > began.event) yield one;
  }

  /** What the one pattern of a statement gives the last value to that it takes; behind its default, where that was computed. */
  private lastTarget({ text, offset, end, time }: Position, began: TraceRow): Span | null {
    const patterns = allIn(
      pathTo(text.program, offset).find((one) => one.start === offset && one.end === end),
      ({ type }) => type === 'ArrayPattern',
    );
    const [one] = patterns;
    const last = one?.type === 'ArrayPattern' && patterns.length === 1 ? one.elements.at(-1) : null;
    if (!last) return null;
    const given = last.type === 'AssignmentPattern' && this.wasTold(last.right, began, time) ? lastPlaceIn(text, [last.right]) : null;
    return { offset: given ?? last.start, end: last.end };
  }

  /** Whether the recording has an event of an expression, in what an activation has done since a time. */
  private wasTold({ start, end }: AnyNode, { activation, event }: TraceRow, since: number): boolean {
    for (const row of this.store.rowsOf(activation, since, event - 1)) {
      const site = this.store.source.site(row.site)?.site;
      if (site?.offset === start && site.end === end) return true;
    }
    return false;
  }

  /** The first row of a generator behind the `yield` at which it was when it was ended; null when it is none. */
  private firstBehindYield(activation: number, time: number, since: number): TraceRow | null {
    let first: TraceRow | null = null;
    for (const row of this.store.rowsBefore(activation, time, since)) {
      if (row.kind === Kind.suspend) return this.store.source.site(row.site)?.site.key === 'yield' ? first : null;
      if (row.kind === Kind.resume && row.subject === activation) return null;
      // What it hands over to by `yield*` is called from it too.
      if (row.kind === Kind.last || row.kind === Kind.catch) first = row;
    }
    return null;
  }

  /** The activation that runs behind a row. */
  private runsBehind(row: TraceRow, asked: TraceRow, depth: number): number {
    let at = row.activation;
    if (row.kind === Kind.exit || row.kind === Kind.suspend) {
      // The end is told before the loops are left in which control is.
      if (row.kind === Kind.exit && at === asked.activation) return at;
      at = this.store.segmentOf(at, row.event)?.activation ?? 0;
    }
    if (at === asked.activation || at === 0) return at;
    // A generator that was ended tells no end.
    const ended = this.begunBy(at, row.event + 1, this.store.segmentOf(at, row.event), depth + 1);
    return ended === null ? at : ended.activation;
  }

  /** The one call of `return` or `throw` in a statement, where it has given nothing yet. */
  private called({ text, offset, end, time }: Position, began: TraceRow): Span | null {
    const calls = allIn(
      pathTo(text.program, offset).find((one) => one.start === offset && one.end === end),
      (node) => {
        if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
        const { property } = node.callee;
        const name = property.type === 'Identifier' ? property.name : property.type === 'Literal' ? property.value : null;
        return name === 'return' || name === 'throw';
      },
    );
    const [one] = calls;
    if (one?.type !== 'CallExpression' || one.callee.type !== 'MemberExpression' || calls.length > 1) return null;
    for (const row of this.store.rows(time, began.event - 1)) {
      const site = row.kind === Kind.allocation ? this.store.source.site(row.site) : undefined;
      if (site?.path === text.path && site.site.offset === one.start && site.site.end === one.end) return null;
    }
    const { property, computed } = one.callee;
    return { offset: frameOffset(text, computed ? one.start : property.start, one.end), end: one.end };
  }

  /** The loop that has gone through a generator, where control is in its body. */
  private loopAround(began: TraceRow, home: Home, step: Position): Loop | null {
    const asked = this.store.segmentOf(began.subject, began.event);
    const loop = asked?.activation === began.activation ? this.iterating.loopOf(asked, home) : null;
    return loop === null || step.offset < loop.body.start || step.end > loop.body.end ? null : loop;
  }

  /** Where a loop is left. */
  private left(began: TraceRow, loop: Loop, { text, offset, end }: Position): Span {
    const path = pathTo(text.program, offset);
    const inside = path.slice(path.indexOf(loop) + 1);
    const statement = inside.find((one) => one.start === offset && one.end === end);
    const isInner = inside.some(({ type }) => type === 'ForOfStatement');
    const isReturned = statement?.type === 'ReturnStatement' && this.hasReturned(began);
    if (!isInner && (isReturned || statement?.type === 'ThrowStatement')) return placeOfJump(text, statement);
    return { offset: loop.start, end: loop.end };
  }

  private hasReturned({ activation, event }: TraceRow): boolean {
    for (const row of this.store.rowsBefore(activation, event)) return row.kind === Kind.exit;
    return false;
  }
}

type Span = Pick<Position, 'offset' | 'end'>;

/** Where V8 says that control is behind a `return` or `throw`: at what it has called or computed last, else at the statement. */
function placeOfJump(text: LoadedText, statement: AnyNode): Span {
  const argument = statement.type === 'ReturnStatement' ? statement.argument : null;
  if (argument?.type === 'CallExpression') {
    const { callee } = argument;
    const start = callee.type === 'MemberExpression' && !callee.computed ? callee.property.start : argument.start;
    return { offset: frameOffset(text, start, argument.end), end: argument.end };
  }
  if (argument?.type === 'BinaryExpression' && argument.right.type !== 'BinaryExpression')
    return { offset: tokenOffset(text.text, argument.left.end, argument.operator), end: argument.end };
  return { offset: statement.start, end: statement.end };
}

/** What is wanted in a statement, functions and statements in it apart. */
function allIn(statement: AnyNode | undefined, isWanted: (node: AnyNode) => boolean): readonly AnyNode[] {
  const found: AnyNode[] = [];
  if (statement !== undefined)
    walk(statement, (node) => {
      if (isFunction(node) || (node !== statement && node.type.endsWith('Statement'))) return false;
      if (isWanted(node)) found.push(node);
      return true;
    });
  return found;
}
