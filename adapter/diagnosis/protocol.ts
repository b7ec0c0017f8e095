/**
 * What an editor and the process of its diagnosis tell each other: one `DiagnosisRequest` comes over the channel that Node makes between
 * two processes, `DiagnosisMessage`s go back. The process ends after `result` or `failed`; it gives up when the channel is closed.
 */

import type { DiagnosisResult } from './diagnosisResult.js';

export type { DiagnosisRequest } from './request.js';
export type { Diagnosis, DiagnosisResult, FailingTest, Repair, ShownComponent, ShownSpan } from './diagnosisResult.js';

/** From the process: what it does, then what it has found, or one sentence for the user. */
export type DiagnosisMessage =
  | { readonly kind: 'progress'; readonly what: string }
  | { readonly kind: 'result'; readonly result: DiagnosisResult }
  | { readonly kind: 'failed'; readonly sentence: string };

/** To the process: ends the search; what was found until then is the result. */
export const cancelMessage = 'cancel';
