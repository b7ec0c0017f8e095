/** Code that holds an assertion comment against a run, where it has to stand in the text. */
export interface AssertionProbe {
  readonly offset: number;
  /** `before`: before what begins there; `after`: behind what ends there; `opening`: where a body begins. */
  readonly side: 'before' | 'after' | 'opening';
  /** `$site` stands for the number of the probe's place. */
  readonly code: string;
}

/** An assertion comment of a program as a rule: its condition is looked at while the program runs. */
export interface CheckedAssertion {
  /** The tag and the text, as written: `@always n > 0`. */
  readonly name: string;
  /** Where the comment says it, from 1. */
  readonly line: number;
  readonly column: number;
  readonly form: AssertionForm;
}

export type AssertionForm =
  /** At points of the text, each with the span that a finding names. */
  | { readonly kind: 'points'; readonly points: readonly AssertionPoint[] }
  /** Of a field of all objects of a class: a rules file says it. */
  | { readonly kind: 'field'; readonly rules: string }
  /** It can't be looked at; one sentence. */
  | { readonly kind: 'unchecked'; readonly why: string };

export interface AssertionPoint {
  readonly start: number;
  readonly end: number;
  readonly probes: readonly AssertionProbe[];
}

/** The assertions of one text, and what the text loads. */
export interface CheckedText {
  readonly path: string;
  readonly assertions: readonly CheckedAssertion[];
  /** As they are written: `./model.js`. */
  readonly imports: readonly string[];
}
