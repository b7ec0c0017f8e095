import { evaluateArguments, type Call, type Session } from './inputs.js';
import type { Instrumented } from './instrumented.js';
import { restoreIntrinsics } from './intrinsics.js';
import { addObservations, type Bounds, type Monitor, type NumberContract, type Observations } from './monitor.js';
import type { Root } from './roots.js';
import { drained, ignoreRejections } from './tasks.js';

/** `unknown`: it ran out of fuel or of stack, so whether it would have ended is not decided. */
export type Verdict = 'good' | 'failed' | 'unknown';

/** One run of one root. */
export interface Run {
  readonly session: Session;
  readonly call: Call;
  readonly verdict: Verdict;
  /** Why it is not good. */
  readonly reason: string;
  /** Functions, by number, that used an index outside its array. */
  readonly outOfBounds: readonly number[];
  /** Claims that this good run contradicts. */
  readonly contradicted: readonly number[];
}

export interface Execution {
  readonly runs: readonly Run[];
  /** Of every run, up to its first violated assertion. */
  readonly reachable: Observations;
  /** Of good runs only. */
  readonly good: Observations;
}

const harnessBounds: Bounds = { fuel: 1500, depth: 500 };

/** Runs every session on a module instance of its own. */
export async function execute(
  program: Instrumented,
  sessions: readonly Session[],
  contract: NumberContract,
  bounds: Bounds = harnessBounds,
): Promise<Execution> {
  const collected: Collected = { runs: [], reachable: new Map(), good: new Map() };
  const restore = program.usesTasks ? ignoreRejections() : null;
  try {
    for (const session of sessions) await runSession(program, session, program.monitor(bounds, contract), collected);
  } finally {
    restore?.();
    restoreIntrinsics();
  }
  return collected;
}

interface Collected {
  readonly runs: Run[];
  readonly reachable: Observations;
  readonly good: Observations;
}

async function runSession(program: Instrumented, session: Session, monitor: Monitor, collected: Collected): Promise<void> {
  restoreIntrinsics();
  const instance = new Instance(program, monitor, session);
  const loaded = instance.load();
  if (program.usesTasks) await drained();
  if (monitor.outside) return;
  addObservations(collected.reachable, monitor.observations);
  if (!loaded) return;
  if (session.concurrent) {
    await runConcurrently(session, instance, monitor, collected);
    return;
  }
  for (const call of session.calls) {
    monitor.begin();
    const outcome = instance.call(call);
    if (outcome.kind === 'value' && outcome.pending !== null) await drained();
    collect(session, call, settled(outcome), monitor, collected);
    if (program.usesTasks) {
      await drained();
      if (!monitor.outside) addObservations(collected.reachable, monitor.observations);
    }
    if (monitor.outside) return;
    // After a failure that no caller can see there is no telling what the next run starts from.
    if (monitor.ending !== null) return;
  }
}

async function runConcurrently(session: Session, instance: Instance, monitor: Monitor, collected: Collected): Promise<void> {
  monitor.begin();
  const outcomes = session.calls.map((call) => ({ call, outcome: instance.call(call) }));
  await drained();
  const verdicts = outcomes.map(({ call, outcome }) => judge(call.root, settled(outcome), monitor));
  // The observations cannot be distinguished by run, so they are good only together.
  const allGood = verdicts.every(({ verdict }) => verdict === 'good');
  const observations = monitor.takeObservations();
  if (!monitor.outside) addObservations(collected.reachable, observations);
  if (allGood) addObservations(collected.good, observations);
  outcomes.forEach(({ call }, i) => {
    const { verdict, reason } = verdicts[i] ?? { verdict: 'unknown', reason: '' };
    const isGood = verdict === 'good' && monitor.ending === null;
    collected.runs.push({
      session,
      call,
      verdict: verdict === 'good' && !isGood ? 'unknown' : verdict,
      reason,
      outOfBounds: [...monitor.outOfBounds],
      contradicted: allGood ? contradictions(monitor) : [],
    });
  });
}

function collect(session: Session, call: Call, outcome: Settled, monitor: Monitor, collected: Collected): void {
  const { verdict, reason } = judge(call.root, outcome, monitor);
  const contradicted = verdict === 'good' ? contradictions(monitor) : [];
  const outOfBounds = [...monitor.outOfBounds];
  const observations = monitor.takeObservations();
  if (verdict === 'good') addObservations(collected.good, observations);
  if (!monitor.outside) addObservations(collected.reachable, observations);
  collected.runs.push({ session, call, verdict, reason, outOfBounds, contradicted });
}

const contradictions = (monitor: Monitor): number[] =>
  monitor.claims.flatMap(({ contradicted, passed }, i) => (contradicted || passed > 0 ? [i] : []));

/** What a call of a root came to. */
type Outcome =
  | { readonly kind: 'value'; readonly pending: Pending | null }
  | { readonly kind: 'exception'; readonly thrown: unknown }
  | { readonly kind: 'skipped' };

interface Pending {
  state: 'pending' | 'resolved' | 'rejected';
  thrown: unknown;
}

type Settled = { readonly kind: 'normal' | 'unsettled' | 'skipped' } | { readonly kind: 'exception'; readonly thrown: unknown };

function settled(outcome: Outcome): Settled {
  if (outcome.kind !== 'value') return outcome;
  if (outcome.pending === null || outcome.pending.state === 'resolved') return { kind: 'normal' };
  return outcome.pending.state === 'rejected' ? { kind: 'exception', thrown: outcome.pending.thrown } : { kind: 'unsettled' };
}

function judge(root: Root, outcome: Settled, monitor: Monitor): { readonly verdict: Verdict; readonly reason: string } {
  if (monitor.ending === 'violated') return { verdict: 'failed', reason: 'an assertion is violated' };
  if (monitor.ending === 'otherwise') return { verdict: 'unknown', reason: 'a member has changed by itself' };
  if (monitor.ending === 'fuel') return { verdict: 'unknown', reason: 'it did not end in time' };
  if (monitor.outside) return { verdict: 'unknown', reason: 'it has values that the contract excludes' };
  if (outcome.kind === 'skipped') return { verdict: 'unknown', reason: 'it was not called' };
  if (outcome.kind === 'exception') {
    const isOverflow = outcome.thrown instanceof RangeError && /call stack/.test(outcome.thrown.message);
    return { verdict: isOverflow ? 'unknown' : 'failed', reason: `it threw ${describe(outcome.thrown)}` };
  }
  if (!root.obligations.every((index) => monitor.passed[index] === true))
    return { verdict: 'failed', reason: 'a @sometime was not passed' };
  // An async function that never settles is not claimed to fail (docs/semantics.md, "Failing runs").
  return { verdict: 'good', reason: outcome.kind === 'unsettled' ? 'it never settles' : '' };
}

function describe(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'an object';
  }
}

/** One evaluation of the module, with one instance of each exported class. */
class Instance {
  private exported: Readonly<Record<string, unknown>> = {};
  private readonly objects = new Map<string, object | null>();

  constructor(
    private readonly program: Instrumented,
    private readonly monitor: Monitor,
    private readonly session: Session,
  ) {}

  /** False when the top level throws: then there is nothing to call. */
  load(): boolean {
    try {
      this.exported = this.program.instantiate(this.monitor);
    } catch {
      return false;
    }
    return this.monitor.ending === null;
  }

  call(call: Call): Outcome {
    const { root } = call;
    const args = evaluateArguments(call.args, this.monitor.getter);
    const receiver = root.className === null ? undefined : this.receiver(root.className, root.isStatic);
    const callee = root.className === null ? this.exported[root.name] : this.method(root, receiver);
    if (typeof callee !== 'function') return { kind: 'skipped' };
    try {
      const value: unknown = Reflect.apply(callee, receiver, args);
      if (root.isGenerator) return drive(value);
      return { kind: 'value', pending: root.isAsync && value instanceof Promise ? follow(value) : null };
    } catch (thrown) {
      return { kind: 'exception', thrown };
    }
  }

  /** The root, where the receiver has it: a constructor may return an object with another function of this name, about which nothing is claimed. */
  private method({ name, className, isStatic }: Root, receiver: Record<string, unknown> | undefined): unknown {
    if (className === null) return undefined;
    const key = name.slice(className.length + 1);
    const declaring = this.exported[className] as { readonly prototype: Record<string, unknown> } & Record<string, unknown>;
    const declared = isStatic ? declaring[key] : declaring.prototype[key];
    return receiver?.[key] === declared ? declared : undefined;
  }

  private receiver(className: string, isStatic: boolean): Record<string, unknown> | undefined {
    const constructor = this.exported[className];
    if (isStatic) return constructor as Record<string, unknown>;
    if (!this.objects.has(className)) {
      let object: object | null = null;
      try {
        object = Reflect.construct(
          constructor as new () => object,
          evaluateArguments(this.session.instances.get(className) ?? []),
        ) as object;
      } catch {
        // An object that cannot be made has no methods to call.
      }
      this.objects.set(className, object);
    }
    return (this.objects.get(className) ?? undefined) as Record<string, unknown> | undefined;
  }
}

/** Takes the first values of a generator: what its body throws is its failure. Of an async one the first step is waited for. */
function drive(value: unknown): Outcome {
  const next: unknown = (value as { next?: unknown }).next;
  try {
    for (let i = 0; i < 5 && typeof next === 'function'; i++) {
      const step: unknown = Reflect.apply(next, value, []);
      if (step instanceof Promise) return { kind: 'value', pending: follow(step) };
    }
    return { kind: 'value', pending: null };
  } catch (thrown) {
    return { kind: 'exception', thrown };
  }
}

function follow(promise: Promise<unknown>): Pending {
  const pending: Pending = { state: 'pending', thrown: undefined };
  promise.then(
    () => {
      pending.state = 'resolved';
    },
    (thrown: unknown) => {
      pending.state = 'rejected';
      pending.thrown = thrown;
    },
  );
  return pending;
}
