import { undecidedText } from './difference.js';
import type { ProblemResult } from './diagnosedProblem.js';
import type { DiagnosisResult } from './diagnosisResult.js';
import type { Survivor } from './repairSearch.js';

/** Tests with which repairs pass that differ: they do not say which is right. */
export function weakTests(results: readonly ProblemResult[]): DiagnosisResult['tests']['weak'] {
  return results.flatMap(({ failing, diagnoses, found }) => {
    const difference = diagnoses.flatMap(({ repairs }) => repairs.flatMap(({ differsFrom }) => differsFrom ?? []))[0];
    const isMissing = diagnoses[0]?.components[0]?.kind === 'missing';
    const reason = difference === undefined ? (isMissing ? otherArguments(found.survivors) : null) : undecidedText(difference);
    return reason === null ? [] : failing.map(({ name }) => ({ name, reason }));
  });
}

/** Of calls that may be inserted at one place: two that differ in their arguments alone (paper 4, section 5: tests with d = 1). */
function otherArguments(survivors: readonly Survivor[]): string | null {
  const smallest = Math.min(...survivors.map(({ candidate }) => candidate.size));
  const seen = new Map<string, string>();
  for (const { suspect, candidate } of survivors) {
    const [edit, ...others] = candidate.edits;
    const call = /^([^()]+)\((.*)\);$/s.exec(edit?.text.trim() ?? '');
    if (edit === undefined || others.length > 0 || call === null || candidate.component !== null || candidate.size > smallest) continue;
    const [text = '', callee = ''] = call;
    const key = JSON.stringify([suspect.path, edit.span.start, callee]);
    const other = seen.get(key);
    const written = text.slice(0, -1);
    if (other !== undefined && other !== written) return `no test says whether \`${other}\` or \`${written}\` is missing`;
    seen.set(key, written);
  }
  return null;
}
