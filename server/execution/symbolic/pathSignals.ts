import type { Expression } from '../../ir/expression.js';
import { Opaque } from '../concrete/concreteValue.js';
import { Abandoned } from '../concrete/signals.js';

/** A place may decide no more. */
export class TooOften extends Abandoned {}
/** The end of a run that computes what has no name anybody would read: it is followed no further. */
export class TooLarge extends Abandoned {
  constructor() {
    super('a large expression');
  }
}
/** An exception of code that is not seen, or of an engine at its limits. A run that it ends fails, for a reason that is not the program's. */
export class ForeignException extends Opaque {}
/** A run was found to go on for ever. */
export class Endless {}
/** It was not; `open` is the condition that was not decided, where one was not. */
export class Unsettled {
  constructor(readonly open: Expression | null) {}
}
