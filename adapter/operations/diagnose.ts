import { diagnose as conduct } from '../diagnosis/conductor.js';
import { diagnoseValues as conductValues } from '../diagnosis/diagnoseValues.js';
import type { DiagnosisRequest, DiagnosisTools, ValuesRequest } from '../diagnosis/request.js';
import type { DiagnosisResult } from '../diagnosis/diagnosisResult.js';

export type { DiagnosisRequest, ValueMark, ValuesRequest } from '../diagnosis/request.js';
export type { DiagnosisResult } from '../diagnosis/diagnosisResult.js';

/** Tells of failing tests which parts of the program may be wrong, and which changes make all tests pass. Throws a `DiagnosisError`. */
export function diagnose(request: DiagnosisRequest, tools: DiagnosisTools): Promise<DiagnosisResult> {
  return conduct(request, tools);
}

/** Tells of a program without tests which parts may be wrong where some of its values are. Throws a `DiagnosisError`. */
export function diagnoseValues(request: ValuesRequest, tools: DiagnosisTools): Promise<DiagnosisResult> {
  return conductValues(request, tools);
}
