import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { keptPruning, type RulePruning, type RulePruningRequest } from '../../server/check/keptPruning.js';
import type { PrunedRuleText } from '../instrument/rulesPlan.js';
import type { PlannedRules } from '../rules/planRules.js';
import { AnalysisThread } from './analysisThread.js';
import type { ProgramToRun } from './programs.js';

/** What is proven of a program: where its texts need no probes of rules. */
export interface ProvenPlaces {
  readonly texts: readonly PrunedRuleText[];
  /** What the user should know, one sentence each. */
  readonly notes: readonly string[];
}

export const nothingProven: ProvenPlaces = { texts: [], notes: [] };

/** Which analyses leave probes out. */
export interface PruningChoice {
  readonly types: boolean;
  readonly aliases: boolean;
}

/** A run waits so long for the answer, then it begins with all probes. */
const patienceMs = 2000;

/** Asks the analyses, in a thread, where a program needs no probes. `worker`: the file of the thread. */
export async function provenPlaces(
  program: ProgramToRun,
  planned: PlannedRules,
  choice: PruningChoice,
  worker: string,
): Promise<ProvenPlaces> {
  if (!choice.types && !choice.aliases) return nothingProven;
  if (typeof planned.watched === 'string') return { texts: [], notes: [planned.watched] };
  if (planned.plan.assertions.length > 0)
    return { texts: [], notes: ['Nothing was pruned by types and aliases: assertions are looked at, too.'] };
  const [first = ''] = program.args;
  if (first.startsWith('-'))
    return { texts: [], notes: ['Nothing was pruned by types and aliases: options of Node come before the program.'] };
  const request: RulePruningRequest = {
    file: resolve(program.cwd, first),
    cwd: program.cwd,
    watched: planned.watched,
    buildId: buildOf(worker),
    forms: [...(choice.types ? (['types'] as const) : []), ...(choice.aliases ? (['places'] as const) : [])],
  };
  const kept = keptPruning(request);
  if (kept !== null) return placesOf(kept);
  const thread = new AnalysisThread(worker, patienceMs);
  try {
    const found = await thread.ask('rulePruning', request);
    if (found !== null) return placesOf(found);
    return { texts: [], notes: ['Nothing was pruned by types and aliases: the analysis was not done after 2 seconds.'] };
  } finally {
    thread.end();
  }
}

function placesOf({ texts, notes }: RulePruning): ProvenPlaces {
  return { texts: texts.some(({ types, aliases }) => types !== null || aliases !== null) ? texts : [], notes };
}

function buildOf(worker: string): string {
  const { mtimeMs, size } = statSync(worker);
  return `${mtimeMs} ${size}`;
}
