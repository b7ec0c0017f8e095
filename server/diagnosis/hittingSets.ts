/** The search for diagnoses: which components there are, and what the models say. */
export interface DiagnosisProblem<C> {
  readonly components: readonly C[];
  /** Components in a diagnosis at most. */
  readonly cardinality: number;
  /** Whether others than these must be to blame, too: a model refutes them. */
  readonly isRefuted: (abnormal: readonly C[]) => Promise<boolean>;
  /** Components of which one must be to blame beside these, which are refuted: a conflict that has none of them. */
  readonly conflictBeside: (abnormal: readonly C[]) => Promise<readonly C[]>;
  /** Whether the search ends here. */
  readonly isOver: () => boolean;
}

/** What was found, and the conflicts that it rests on. */
export interface Diagnoses<C> {
  /** No diagnosis is part of another one; those of fewer components come first. */
  readonly diagnoses: readonly (readonly C[])[];
  readonly conflicts: readonly (readonly C[])[];
  readonly isComplete: boolean;
}

/**
 * The minimal diagnoses up to a number of components: sets that hit every conflict, found breadth first in a tree whose nodes are labelled
 * with conflicts (Reiter, 1987, with the sharing of equal sets by Greiner et al., 1989).
 */
export async function minimalDiagnoses<C>(problem: DiagnosisProblem<C>): Promise<Diagnoses<C>> {
  const { cardinality, isRefuted, conflictBeside, isOver } = problem;
  const places = new Map(problem.components.map((component, i) => [component, i]));
  const keyOf = (set: readonly C[]): string =>
    set
      .map((component) => places.get(component) ?? -1)
      .sort((a, b) => a - b)
      .join();
  const diagnoses: (readonly C[])[] = [];
  const conflicts: (readonly C[])[] = [];
  const seen = new Set<string>(['']);
  let level: (readonly C[])[] = [[]];
  for (let size = 0; size <= cardinality && level.length > 0; size++) {
    const next: (readonly C[])[] = [];
    for (const set of level) {
      if (isOver()) return { diagnoses, conflicts, isComplete: false };
      if (diagnoses.some((diagnosis) => diagnosis.every((component) => set.includes(component)))) continue;
      let label = conflicts.find((conflict) => !conflict.some((component) => set.includes(component)));
      if (label === undefined) {
        if (!(await isRefuted(set))) {
          diagnoses.push(set);
          continue;
        }
        // Nobody asks below the last level.
        if (size === cardinality) continue;
        label = await conflictBeside(set);
        conflicts.push(label);
      }
      for (const component of label) {
        const larger = [...set, component];
        const key = keyOf(larger);
        if (size === cardinality || seen.has(key)) continue;
        seen.add(key);
        next.push(larger);
      }
    }
    level = next;
  }
  return { diagnoses, conflicts, isComplete: true };
}
