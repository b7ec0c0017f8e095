import type { AssertionId, FunctionId, ModuleIr } from '../../ir/program.js';
import { missedIn, type Failure } from './failure.js';
import type { FunctionFrame } from './frame.js';
import { Machine, type Completion } from './machine.js';
import { functionIndex } from './moduleIndex.js';
import type { RealmTables } from './realm.js';
import { OutOfFuel, Unmodelled } from './signals.js';
import { Opaque, type ConcreteValue, type Primitive } from './concreteValue.js';

export type RunOutcome =
  /** The function returned (or the process ended), nothing was violated, every obligation was met. */
  | { readonly kind: 'good' }
  | { readonly kind: 'failed'; readonly reason: 'exception' | 'violation' | 'sometime' }
  /** Something the interpreter does not model exactly: the run says nothing. */
  | { readonly kind: 'unmodelled'; readonly what: string }
  | { readonly kind: 'outOfFuel' };

/** An argument: a primitive, a list that becomes a fresh array of the run, or something of which nothing is known. */
export type RunArgument = Primitive | Opaque | readonly RunArgument[];

export interface ConcreteRun {
  readonly outcome: RunOutcome;
  /** Instructions and other work performed, the top level included. */
  readonly steps: number;
  /** The intermittent assertions that held at least once during the call. */
  readonly passed: ReadonlySet<AssertionId>;
  /** The functions that were called, the top level included. */
  readonly entered: ReadonlySet<FunctionId>;
  /** Where it failed; null when it did not. */
  readonly failure: Failure | null;
  /** The value that the function returned or threw, where it came that far. */
  readonly value: ConcreteValue;
}

export interface RunOptions {
  /** Work allowed, the top level included: one unit is one instruction. */
  readonly fuel: number;
  /** Activations allowed at a time. */
  readonly maxDepth: number;
  readonly builtins: RealmTables;
  /** The intermittent assertions that bind this root: one that never holds makes a finished run fail. */
  readonly obligations?: readonly AssertionId[];
  /** Told of every node that the call passes, before its instruction; it must not change anything. */
  readonly observe?: (frame: FunctionFrame) => void;
}

/**
 * Runs the module's top level, then the function with these arguments, and says how that went. Everything is interpreted:
 * nothing of the program becomes code of this process. Deterministic, without I/O or clock. A module whose top level throws,
 * or a function that the top level made no closure of, says nothing.
 *
 * A module's own top level (the function of kind `module`) is run once, without arguments.
 */
export function runFunction(module: ModuleIr, functionId: FunctionId, args: readonly RunArgument[], options: RunOptions): ConcreteRun {
  let observing = false;
  const observer = options.observe;
  const machine = new Machine(module, options, observer === undefined ? null : (frame) => (observing ? observer(frame) : undefined));
  const finish = (outcome: RunOutcome, value: ConcreteValue, failure: Failure | null = null): ConcreteRun => ({
    outcome,
    failure,
    steps: machine.realm.fuel.steps,
    passed: machine.passed,
    entered: machine.entered,
    value,
  });
  try {
    if (module.tampersWithBuiltins) throw new Unmodelled('a changed built-in');
    const root = functionIndex(machine.index, functionId).function;
    const top = module.functions.find((fn) => fn.kind === 'module');
    observing = root === top;
    if (top !== undefined) {
      const completion = machine.runTopLevel(top);
      if (root === top) return ended(completion);
      if (completion.kind !== 'normal') throw new Unmodelled('a module that does not get through its top level');
    }
    machine.passed.clear();
    observing = true;
    const completion = callRoot(machine, functionId, args);
    return ended(completion);
  } catch (signal) {
    if (signal instanceof Unmodelled) return finish({ kind: 'unmodelled', what: signal.what }, undefined);
    if (signal instanceof OutOfFuel) return finish({ kind: 'outOfFuel' }, undefined);
    throw signal;
  }

  function ended(completion: Completion): ConcreteRun {
    const stopped = machine.failureOf(completion, functionIndex(machine.index, functionId).function);
    const outcome = outcomeOf(completion, stopped, machine.passed, options.obligations ?? []);
    const failure = stopped ?? (outcome.kind === 'failed' ? missedIn(functionId) : null);
    return finish(outcome, completion.kind === 'normal' || completion.kind === 'thrown' ? completion.value : undefined, failure);
  }
}

function callRoot(machine: Machine, functionId: FunctionId, args: readonly RunArgument[]): Completion {
  const fn = functionIndex(machine.index, functionId).function;
  if (fn.isGenerator) throw new Unmodelled('a body that runs in pieces');
  const closure = machine.closures.get(functionId);
  if (closure === undefined) throw new Unmodelled(`${fn.name} is not created by the top level`);
  const isConstructor = fn.kind === 'constructor' || fn.kind === 'derivedConstructor';
  return machine.runCall(
    closure,
    new Opaque('the receiver of a root'),
    args.map((argument) => materialise(argument, machine)),
    isConstructor ? 'construct' : 'call',
  );
}

function materialise(argument: RunArgument, machine: Machine): ConcreteValue {
  if (isList(argument)) return machine.realm.array(argument.map((element) => materialise(element, machine)));
  return argument;
}

function isList(argument: RunArgument): argument is readonly RunArgument[] {
  return Array.isArray(argument);
}

function outcomeOf(
  completion: Completion,
  stopped: Failure | null,
  passed: ReadonlySet<AssertionId>,
  obligations: readonly AssertionId[],
): RunOutcome {
  if (stopped !== null) return { kind: 'failed', reason: completion.kind === 'violated' ? 'violation' : 'exception' };
  return obligations.every((assertion) => passed.has(assertion)) ? { kind: 'good' } : { kind: 'failed', reason: 'sometime' };
}
