import type { RuleToRun, RuleTotals } from '../events/rulesOfRun.js';

/**
 * What became of rules in all processes and threads of a run. A rule whose classes one of them has not made is none of its. `null`: nothing is
 * known of any.
 */
export function totalsOfAll(all: readonly RuleTotals[]): RuleTotals | null {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first ?? null;
  return {
    kind: 'ruleTotals',
    rules: first.rules.map((_, rule) => rulesTotal(all.flatMap(({ rules }) => rules[rule] ?? []))),
    checks: sum(all, ({ checks }) => checks),
    dispatches: sum(all, ({ dispatches }) => dispatches),
    leftOut: {
      names: sum(all, ({ leftOut }) => leftOut.names),
      types: sum(all, ({ leftOut }) => leftOut.types),
      aliases: sum(all, ({ leftOut }) => leftOut.aliases),
    },
    sweeps: sum(all, ({ sweeps }) => sweeps),
    unseen: first.unseen.filter((sentence) => others.every(({ unseen }) => unseen.includes(sentence))),
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
  };
}

/** The totals of a process that was ended before it told any. */
export function nothingTold(rules: readonly RuleToRun[]): RuleTotals {
  return {
    kind: 'ruleTotals',
    rules: rules.map(({ fault }) => ({ fired: 0, updates: 0, tuples: 0, most: 0, fault, isMet: false, complete: false })),
    checks: 0,
    dispatches: 0,
    leftOut: { names: 0, types: 0, aliases: 0 },
    sweeps: 0,
    unseen: [],
    notes: [],
  };
}

function rulesTotal(all: RuleTotals['rules']): RuleTotals['rules'][number] {
  const met = all.filter(({ isMet }) => isMet);
  return {
    fired: sum(all, ({ fired }) => fired),
    updates: sum(all, ({ updates }) => updates),
    tuples: sum(all, ({ tuples }) => tuples),
    most: Math.max(...all.map(({ most }) => most)),
    fault: all.find(({ fault }) => fault !== null)?.fault ?? null,
    isMet: met.length > 0,
    complete: met.length > 0 && met.every(({ complete }) => complete),
  };
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);
