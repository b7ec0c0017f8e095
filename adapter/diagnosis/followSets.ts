import { setImmediate } from 'node:timers/promises';
import { minimalConflict } from '../../server/diagnosis/conflicts.js';
import type { FollowedTests } from '../../server/diagnosis/followed.js';
import { minimalDiagnoses } from '../../server/diagnosis/hittingSets.js';
import type { Component } from '../../server/ir/component.js';
import { checkAll, verdictOf, type TestCheck, type Verdict } from './followTests.js';

/** Components that may be wrong together, and what following the tests says of them. */
export interface SuspectSet {
  readonly components: readonly Component[];
  readonly verdict: Verdict;
}

/** Sets of components that the tests do not refute, and conflicts: of each some component is wrong. */
export interface FollowedSets {
  readonly sets: readonly SuspectSet[];
  readonly conflicts: readonly (readonly Component[])[];
  readonly checks: number;
  readonly isComplete: boolean;
}

/** What is followed, and how long. */
export interface SetSearch {
  readonly tests: FollowedTests;
  /** The names of the failing tests that are followed, and whether these are all of a problem. */
  readonly names: readonly string[];
  readonly areAll: boolean;
  /** The components that some failing test ran. */
  readonly components: readonly Component[];
  readonly cardinality: number;
  readonly isOver: () => boolean;
}

/** Looks for the smallest sets of components that explain all failing tests (paper 4, section 2: minimal diagnoses). */
export async function followSets({ tests, names, areAll, components, cardinality, isOver }: SetSearch): Promise<FollowedSets> {
  let checks = 0;
  const known = new Map<string, readonly TestCheck[]>();
  const resultsOf = async (set: readonly Component[]): Promise<readonly TestCheck[]> => {
    const key = set
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join();
    const results = known.get(key) ?? (await checkAll(tests, names, set));
    if (!known.has(key)) checks += results.length;
    known.set(key, results);
    return results;
  };
  const refutingOf = async (set: readonly Component[]): Promise<string | null> =>
    set.length === 0 ? (names[0] ?? null) : ((await resultsOf(set)).find(({ check }) => check.kind === 'conflict')?.test ?? null);
  const { diagnoses, conflicts, isComplete } = await minimalDiagnoses({
    components,
    cardinality,
    isRefuted: async (set) => (await refutingOf(set)) !== null,
    conflictBeside: async (set) => {
      const test = (await refutingOf(set)) ?? '';
      const rest = components.filter((component) => !set.includes(component));
      return minimalConflict(rest, async (working) => {
        checks++;
        await setImmediate();
        return tests.refutes(
          test,
          components.filter((component) => !working.includes(component)),
        );
      });
    },
    isOver,
  });
  const sets: SuspectSet[] = [];
  for (const set of diagnoses) sets.push({ components: set, verdict: verdictOf(await resultsOf(set), areAll) });
  return { sets, conflicts, checks, isComplete };
}
