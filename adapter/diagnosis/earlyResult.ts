import { DeclaredPlaces } from './declaredPlaces.js';
import type { DiagnosisCase } from './diagnosedProblem.js';
import type { DiagnosisResult } from './diagnosisResult.js';
import { messageOf } from './failureMessage.js';
import { problemsOf } from './problem.js';
import { reasonOf } from './reason.js';
import { Shown } from './shown.js';

/** What is suspected once the tests have run a first time: what all tests of a problem ran that fail, by its coefficient. */
export function earlyResult(
  { request, runner, program, suspects, captured }: Pick<DiagnosisCase, 'request' | 'runner' | 'program' | 'suspects' | 'captured'>,
  milliseconds: number,
): DiagnosisResult {
  const ran = captured.outcomes.filter(({ isSkipped }) => !isSkipped);
  const [failing, passing] = [ran.filter(({ error }) => error !== null), ran.filter(({ error }) => error === null)];
  const shown = new Shown(request.cwd, suspects);
  const known = new Set<number>();
  const suspected = problemsOf(failing, passing, suspects)
    .flatMap((group) => [...group.suspicion].map(([id, score]) => ({ id, score, group })))
    .sort((a, b) => b.score - a.score)
    .filter(({ id }) => !known.has(id) && known.add(id));
  return {
    schema: 'whence.diagnose/1',
    runner: { name: runner.name, version: runner.version },
    tests: {
      failing: failing.map((outcome) => ({
        name: outcome.name,
        file: Shown.path(request.cwd, outcome.file),
        line: DeclaredPlaces.of(program, outcome.file).lineOf(outcome),
        form: 'replayed',
        message: messageOf(outcome.error, request.cwd),
        inputs: [],
      })),
      passing: passing.length,
      flaky: [],
      weak: [],
    },
    diagnoses: suspected.map(({ id, score, group }) => ({
      components: [shown.component(id)],
      status: 'undecided',
      requirement: [],
      reason: reasonOf({ group, isAll: true, verdict: null, claims: [], isRepaired: false, count: 1 }),
      models: [],
      score,
      repairs: [],
    })),
    refuted: [],
    searched: { checks: 0, candidates: 0, of: 0 },
    complete: false,
    notes: [],
    milliseconds: { suspects: milliseconds, capture: 0, followed: 0, repair: 0, candidates: 0, total: milliseconds },
  };
}
