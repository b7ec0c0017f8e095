import type { Expression } from '../../ir/expression.js';
import { Abandoned } from '../concrete/signals.js';

/** A place may decide no more. */
export class TooOften extends Abandoned {}
/** A run was found to go on for ever. */
export class Endless {}
/** It was not; `open` is the condition that was not decided, where one was not. */
export class Unsettled {
  constructor(readonly open: Expression | null) {}
}
