import { InternalError } from '../../base/errors.js';
import type { FunctionFrame, Progress } from './frame.js';
import { advanceIn, open } from './ownIterators.js';
import type { Machine } from './machine.js';
import { departureOf, type Departure } from './moduleIndex.js';
import { Abandoned, Unmodelled } from './signals.js';
import { dataProperty, type Closure, type ConcreteObject, type ConcreteValue } from './concreteValue.js';

// Circle: a body goes through iterators (`yield*`), which may be generators.

/** The body of a generator that was called: it runs in pieces, each until it yields, when somebody wants more. */
export interface GeneratorBody {
  readonly closure: Closure;
  readonly self: ConcreteValue;
  readonly args: readonly ConcreteValue[];
  /** Its activation; null before its first piece. */
  frame: FunctionFrame | null;
  state: 'new' | 'waiting' | 'running' | 'done';
  /** The iterator that `yield*` goes through at the moment. */
  delegate: ConcreteObject | null;
  /** Whether who wants more is given an object with `value` and `done`. */
  givesResults: boolean;
}

/** How somebody has the body go on. */
export interface Resumption {
  readonly kind: 'next' | 'return';
  readonly sent: ConcreteValue;
  readonly givesResults: boolean;
  /** Who wants more waits for it at an `await`, and so do all others. */
  readonly alone: boolean;
}

type Yielding = Departure & { readonly kind: 'yield' };

/** Runs the next piece of a body. What it gives is delivered; its `state` then tells whether it is over. */
export function resume(machine: Machine, body: GeneratorBody, { kind, sent, givesResults, alone }: Resumption): void {
  if (body.state === 'running') return machine.realm.throwError('TypeError', 'a generator that is running');
  body.givesResults = givesResults;
  if (body.state === 'done' || (body.state === 'new' && kind === 'return')) {
    body.state = 'done';
    return give(machine, body, kind === 'return' ? sent : undefined);
  }
  if (body.frame === null) {
    body.frame = machine.begin(body, alone);
    body.state = 'running';
    return;
  }
  if (body.frame.alone !== alone) throw new Abandoned('a generator that others wait for');
  machine.reenter(body.frame);
  body.state = 'running';
  if (body.delegate !== null) goOnInside(machine, body.frame, body, { kind, sent });
  else goOn(body.frame, kind, sent);
}

/** The body comes to a `yield`. */
export function suspend(machine: Machine, frame: FunctionFrame, { instruction }: Yielding, value: ConcreteValue): Progress {
  const { generator } = frame;
  if (generator === null) throw new Unmodelled('a generator');
  generator.delegate = null;
  if (!instruction.delegate) return pause(machine, generator, value);
  if (frame.index.function.isAsync) throw new Unmodelled('yield* of an async generator');
  return open(machine, frame, value, (iterator) => {
    generator.delegate = iterator;
    return goOnInside(machine, frame, generator, { kind: 'next', sent: undefined });
  });
}

/** The body is over: it returned the value, or threw something (null). */
export function finish(machine: Machine, body: GeneratorBody, returned: { readonly value: ConcreteValue } | null): void {
  body.state = 'done';
  if (returned !== null) give(machine, body, returned.value);
}

function pause(machine: Machine, body: GeneratorBody, value: ConcreteValue): Progress {
  machine.leaveSuspended();
  body.state = 'waiting';
  give(machine, body, value);
  return 'gone';
}

function give(machine: Machine, body: GeneratorBody, value: ConcreteValue): void {
  if (!body.givesResults) return machine.deliver(value);
  const result = machine.realm.object();
  result.properties.set('value', dataProperty(value));
  result.properties.set('done', dataProperty(body.state === 'done'));
  machine.deliver(result);
}

function goOn(frame: FunctionFrame, kind: Resumption['kind'], sent: ConcreteValue): Progress {
  const { instruction, next, ended } = yieldingOf(frame);
  frame.write(instruction.target, sent);
  frame.node = kind === 'next' ? next : ended;
  return 'gone';
}

/** Has what `yield*` goes through go on, or ends it. */
function goOnInside(
  machine: Machine,
  frame: FunctionFrame,
  body: GeneratorBody,
  { kind, sent }: Pick<Resumption, 'kind' | 'sent'>,
): Progress {
  const inner = body.delegate;
  if (inner === null) throw new InternalError('no yield* is going on');
  if (kind === 'return') {
    if (inner.nature.kind !== 'iterator' || inner.nature.source.kind === 'own') throw new Unmodelled('the end of what yield* goes through');
    body.delegate = null;
    return goOn(frame, 'return', sent);
  }
  return advanceIn(machine, frame, { iterator: inner, sent, alone: false }, ({ done, value }) => {
    if (!done) return pause(machine, body, value);
    body.delegate = null;
    return goOn(frame, 'next', value);
  });
}

function yieldingOf(frame: FunctionFrame): Yielding {
  const departure = departureOf(frame.index, frame.node);
  if (departure.kind !== 'yield') throw new InternalError('a generator waits where it does not yield');
  return departure;
}
