import { groupsOf, ochiai, type Execution } from '../../server/diagnosis/spectrum.js';
import type { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import type { TestOutcome } from '../tests/testMessages.js';

/** Failing tests that may have one cause, with the tests that must go on to pass. */
export interface Problem {
  readonly failing: readonly TestOutcome[];
  readonly passing: readonly TestOutcome[];
  /** How much each component is suspected that ran in every failing test. */
  readonly suspicion: ReadonlyMap<number, number>;
}

/** The problems of a run: failing tests in which one component ran may have one cause. */
export function problemsOf(
  failing: readonly TestOutcome[],
  passing: readonly TestOutcome[],
  suspects: readonly SuspectText[],
): readonly Problem[] {
  const components = new Map(suspects.flatMap((suspect) => suspect.components.map((component) => [component.id, component] as const)));
  const inFunction = (id: number): boolean => components.get(id)?.function !== '';
  const executionOf = ({ covered, error }: TestOutcome): Execution => ({
    failed: error !== null,
    covered: new Set(covered.map(([id]) => id)),
  });
  const executions = failing.map(executionOf);
  const inside = executions.map(({ failed, covered }) => ({ failed, covered: new Set([...covered].filter(inFunction)) }));
  return groupsOf(inside).map((members) => {
    const own = members.flatMap((i) => failing[i] ?? []);
    const coefficients = ochiai([...own, ...passing].map(executionOf));
    const inAll = [...coefficients].filter(([id]) => members.every((i) => executions[i]?.covered.has(id)));
    return { failing: own, passing, suspicion: new Map(inAll) };
  });
}
