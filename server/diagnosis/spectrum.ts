/** What one test ran, and how it ended. */
export interface Execution {
  readonly failed: boolean;
  /** The components that ran, by number. */
  readonly covered: ReadonlySet<number>;
}

/**
 * Ochiai's coefficient of each component that a failing test ran: how alike its runs and the failures are, from 0 to 1
 * (Abreu et al., 2006).
 */
export function ochiai(executions: readonly Execution[]): ReadonlyMap<number, number> {
  const failures = executions.filter(({ failed }) => failed).length;
  const failed = countOf(executions.filter((execution) => execution.failed));
  const all = countOf(executions);
  return new Map([...failed].map(([component, count]) => [component, count / Math.sqrt(failures * (all.get(component) ?? count))]));
}

function countOf(executions: readonly Execution[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { covered } of executions) for (const component of covered) counts.set(component, (counts.get(component) ?? 0) + 1);
  return counts;
}

/** Failing tests that may have one cause: groups in which some component ran in each. */
export function groupsOf(failing: readonly Execution[]): readonly (readonly number[])[] {
  const groups: { readonly members: number[]; common: ReadonlySet<number> }[] = [];
  failing.forEach(({ covered }, index) => {
    for (const group of groups) {
      const common = new Set([...group.common].filter((component) => covered.has(component)));
      if (common.size === 0) continue;
      group.members.push(index);
      group.common = common;
      return;
    }
    groups.push({ members: [index], common: covered });
  });
  return groups.map(({ members }) => members);
}
