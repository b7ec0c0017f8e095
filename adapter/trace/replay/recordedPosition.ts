import type { LoadedText } from '../../querypoints/text/texts.js';

/** Where somebody looks at a recording: a place in an activation, at a time, which is how many events were recorded before. */
export interface Position {
  readonly activation: number;
  readonly text: LoadedText;
  readonly offset: number;
  readonly end: number;
  readonly time: number;
  /** `step`: before a statement; `event`: where an event happens or has happened, in the midst of a statement. */
  readonly kind: 'step' | 'event';
  /** Whether control was surely there. */
  readonly isCertain: boolean;
}

/** Which way time goes. */
export type Direction = 'forward' | 'back';

/** How far a step leads: over what is called, into it, or out of the function. */
export type StepKind = 'over' | 'in' | 'out';
