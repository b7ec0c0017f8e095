import type { FunctionPosition, Paused, PrivateFields, PropertyReport, ValueReport } from './rows.js';
import type { Evaluated } from './rows.js';

/**
 * What a run shows where it waits: frames, and what expressions are in them, without effects. Objects are given by numbers, which are the
 * same as in the run's events. A frame is counted from the innermost; expressions are in the names of the text that runs.
 */
export interface Moment {
  readonly paused: Paused;
  evaluate(frame: number, expression: string): Promise<Evaluated>;
  /** Where the function or class is written that an expression evaluates to; null when it has no text. */
  functionPlace(frame: number, expression: string): Promise<FunctionPosition | null>;
  /** Whether an expression is a function of the language's or Node's; asked where `functionPlace` knows no text that was loaded. */
  isNative(frame: number, expression: string): Promise<boolean>;
  /** The private fields of an object; null when it is none. */
  privateFields(frame: number, expression: string): Promise<PrivateFields | null>;
  /** A property of an object; null when it is none. */
  property(frame: number, expression: string, name: string): Promise<PropertyReport | null>;
}

/** What a name holds in a frame; null where it is not to be seen. */
export async function valueAt(moment: Moment, frame: number, name: string): Promise<ValueReport | null> {
  const outcome = await moment.evaluate(frame, name);
  return 'value' in outcome ? outcome.value : null;
}

/** A number that a name holds in a frame; null where it is not to be seen. */
export async function numberAt(moment: Moment, frame: number, name: string): Promise<number | null> {
  const value = await valueAt(moment, frame, name);
  return value?.kind === 'primitive' && value.type === 'number' ? Number(value.text) : null;
}
