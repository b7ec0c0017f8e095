import type { FunctionId, NodeId } from '../../ir/program.js';
import type { ConcreteValue } from './concreteValue.js';
import type { ErrorName } from './realm.js';

/** Where a run that fails does so. */
export interface Failure extends FailurePlace {
  readonly kind:
    | /** An exception, or a violated assertion; without a node where it is not known which. */ 'stopped'
      /** The run does not end; its place is that of a loop's test, or where a function begins that is called again and again. */
    | 'endless'
    /** The run ends without having passed an intermittent assertion; its place is the root's. */
    | 'missed';
  /** Where an exception that was caught was last thrown again; null where it was not. */
  readonly again: FailurePlace | null;
  /** The reason for which the engine itself throws, where our interpreter knows it. */
  readonly fault: EngineFault | null;
  /** Nothing is thrown there: a promise is rejected that nobody handles, or that an async function returns. */
  readonly rejection?: 'unhandled' | 'returned';
}

export interface EngineFault {
  /** Null where it throws now one and now another. */
  readonly error: ErrorName | 'DOMException' | null;
  /** In words of ours. */
  readonly about: string | null;
  /** It refuses one value for one reason, and another for another. */
  readonly isOfSeveral?: boolean;
}

/** The exception or the violated assertion that ended a run, and its place. */
export interface Stopped {
  readonly place: FailurePlace;
  readonly again: FailurePlace | null;
  readonly value: ConcreteValue;
  /** Nothing is thrown there: a promise is rejected. */
  readonly isRejection?: boolean;
}

export interface FailurePlace {
  readonly function: FunctionId;
  readonly node: NodeId;
  /** The calls that were open, from the outside inwards. */
  readonly calls: readonly CallPlace[];
}

/** A call in a function. */
export interface CallPlace {
  readonly function: FunctionId;
  readonly node: NodeId;
}

export const endlessAt = (place: FailurePlace): Failure => ({ kind: 'endless', ...place, again: null, fault: null });
export const missedIn = (root: FunctionId): Failure => ofRoot('missed', root);

export const stoppedIn = (root: FunctionId): Failure => ofRoot('stopped', root);

const ofRoot = (kind: Failure['kind'], root: FunctionId): Failure => ({
  kind,
  function: root,
  node: -1,
  calls: [],
  again: null,
  fault: null,
});

/** Failures at one place are the same, whichever calls led there. */
export const failureKey = ({ kind, function: id, node }: Failure): string => `${kind} ${id} ${node}`;

/** Why the engine refuses a read of a member or an element of nothing, whatever tells it. */
export const nothingRead = 'Cannot read properties of undefined or null';

/** Adds a failure to those that are known, one for each place. */
export function addFailure(known: Map<string, Failure>, failure: Failure): void {
  const key = failureKey(failure);
  const before = known.get(key);
  known.set(key, before === undefined ? failure : ofBoth(before, failure));
}

/** Two failures at one place as one: the engine may refuse one value with a TypeError, and another with a RangeError. */
export function ofBoth({ fault: before }: Failure, failure: Failure): Failure {
  const { fault } = failure;
  if (before === null || fault === null) return failure;
  const error = fault.error === before.error ? fault.error : null;
  const isOfOne = fault.about === before.about && before.isOfSeveral !== true && fault.isOfSeveral !== true;
  if (isOfOne) return error === fault.error ? failure : { ...failure, fault: { ...fault, error } };
  return { ...failure, fault: { error, about: null, isOfSeveral: true } };
}
