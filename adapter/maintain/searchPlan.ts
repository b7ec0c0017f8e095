import { each, forEachOf, mapped, newList } from './ownLists.js';
import type { Access } from './accesses.js';
import type { RuleQuery } from './condition.js';
import { codeOf, type Code } from './conditionCode.js';
import { KeptMap } from './keptCollections.js';

const { clz32 } = Math;

/** A way to find values of a variable, and the value by which it finds them, as a function. */
export interface PlannedAccess {
  readonly access: Access;
  readonly key: Code;
  /** Whether that is the value that it finds. */
  readonly isOne: boolean;
}

/** What a search may go on with where some variables have values. */
export interface SearchStep {
  readonly accesses: readonly PlannedAccess[];
  /** The variables without a value that range over a set. */
  readonly sets: readonly { readonly variable: number; readonly set: number }[];
  /** The first variable without a value. */
  readonly missing: number;
}

/** How the tuples of one alternative of a condition are found. */
export class SearchPlan {
  private readonly planned: readonly PlannedAccess[];
  private readonly steps = new KeptMap<number, SearchStep>();

  constructor(
    private readonly query: RuleQuery,
    accesses: readonly Access[],
  ) {
    this.planned = mapped(accesses, (access) => ({
      access,
      key: codeOf(access.from.by),
      isOne: access.from.kind === 'value' && access.from.slots.length === 0,
    }));
  }

  /** @param mask The variables that have values, as bits. */
  step(mask: number): SearchStep {
    let step = this.steps.get(mask);
    if (step === undefined) this.steps.set(mask, (step = this.made(mask)));
    return step;
  }

  private made(mask: number): SearchStep {
    const accesses: PlannedAccess[] = newList();
    for (const one of each(this.planned))
      if ((mask & (1 << one.access.variable)) === 0 && (one.access.needs & ~mask) === 0) accesses[accesses.length] = one;
    const sets: { variable: number; set: number }[] = newList();
    forEachOf(this.query.variables, (domain, variable) => {
      if (domain.kind === 'set' && (mask & (1 << variable)) === 0) sets[sets.length] = { variable, set: domain.set };
    });
    return { accesses, sets, missing: 31 - clz32(~mask & -~mask) };
  }
}

/** The plans of a rule, one for each alternative of its condition. */
export function plansOf(query: RuleQuery, accesses: readonly (readonly Access[])[]): readonly SearchPlan[] {
  return mapped(accesses, (each) => new SearchPlan(query, each));
}
