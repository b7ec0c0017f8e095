/**
 * What an editor and a process about its tests tell each other: one `TestsRequest` comes over the channel that Node makes between two
 * processes, messages go back. The process ends after `result`, `launch` or `failed`; it gives up when the channel is closed.
 */

import type { DiagnosisResult } from './diagnosisResult.js';
import type { DiagnosisRequest, RunnerName } from './request.js';
import type { TestLaunch, TestSpot } from './testLaunch.js';

export { differenceText } from './difference.js';
export type { DiagnosisRequest, RunnerName };
export type {
  Diagnosis,
  DiagnosisResult,
  FailingTest,
  RefutedComponent,
  Repair,
  Requirement,
  ShownComponent,
  ShownSpan,
} from './diagnosisResult.js';

export type { TestLaunch, TestSpot };

/** To the process: diagnose, tell how one test is run, or how a test is written that says what a call gives. */
export type TestsRequest =
  | { readonly kind: 'diagnose'; readonly request: DiagnosisRequest }
  | { readonly kind: 'launch'; readonly spot: TestSpot }
  | { readonly kind: 'answer'; readonly answered: AnsweredCall };

/** What the user has said of a call by which repairs differ: `line`, from 1, is of a test like which it is written. */
export interface AnsweredCall {
  /** Absolute, with its text in the editor. */
  readonly file: string;
  readonly text: string;
  readonly line: number;
  readonly call: string;
  readonly value: string;
}

/** From the process: what it does, then what it has found, or one sentence for the user. */
export type TestsMessage =
  | { readonly kind: 'progress'; readonly what: string }
  /** What is suspected so far: the search goes on. */
  | { readonly kind: 'suspects'; readonly early: DiagnosisResult }
  | { readonly kind: 'result'; readonly result: DiagnosisResult }
  | { readonly kind: 'launch'; readonly launch: TestLaunch }
  /** A text at a UTF-16 offset; null: how the test asserts is not known. */
  | { readonly kind: 'answer'; readonly insertion: { readonly offset: number; readonly text: string } | null }
  /** `runners`: of which the user may choose, where only that stands in the way. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly runners?: readonly RunnerName[] };

/** To the process: ends the search; what was found until then is the result. */
export const cancelMessage = 'cancel';
