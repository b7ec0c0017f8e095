import { diagnose as conduct } from '../diagnosis/conductor.js';
import type { DiagnosisRequest, DiagnosisTools } from '../diagnosis/request.js';
import type { DiagnosisResult } from '../diagnosis/diagnosisResult.js';

export type { DiagnosisRequest } from '../diagnosis/request.js';
export type { DiagnosisResult } from '../diagnosis/diagnosisResult.js';

/** Tells of failing tests which parts of the program may be wrong, and which changes make all tests pass. Throws a `DiagnosisError`. */
export function diagnose(request: DiagnosisRequest, tools: DiagnosisTools): Promise<DiagnosisResult> {
  return conduct(request, tools);
}
