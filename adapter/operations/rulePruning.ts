import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { keptPruning, type RulePruning, type RulePruningRequest } from '../../server/check/keptPruning.js';
import type { RulesToRun } from '../events/rulesOfRun.js';
import type { PrunedRuleText } from '../instrument/rulesPlan.js';
import type { PlannedRules } from '../rules/planRules.js';
import { AnalysisThread } from './analysisThread.js';
import type { ProgramToRun } from './programs.js';

/** What is proven of a program: where its texts need no probes of rules. */
export interface ProvenPlaces {
  readonly texts: readonly PrunedRuleText[];
  readonly expected: RulesToRun['expected'];
  /** What the user should know, one sentence each. */
  readonly notes: readonly string[];
}

export const nothingProven: ProvenPlaces = { texts: [], expected: null, notes: [] };

/** Which analyses leave probes out. */
export interface PruningChoice {
  readonly types: boolean;
  readonly aliases: boolean;
  /** So long a run waits; 2 seconds when left out. */
  readonly patienceMs?: number;
}

/** A run waits so long for the answer, then it begins with all probes. */
const patienceMs = 2000;

/** An answer that comes later is kept for the next run: the thread goes on while the program runs. */
const longestMs = 120_000;

/** What is asked of the analyses, in a thread, about where a program needs no probes. */
export class Proving {
  private thread: AnalysisThread | null = null;
  readonly answer: Promise<ProvenPlaces>;

  /** `worker`: the file of the thread. */
  constructor(program: ProgramToRun, planned: PlannedRules, choice: PruningChoice, worker: string) {
    this.answer = this.find(program, planned, choice, worker);
  }

  /** Nobody waits any more. */
  end(): void {
    this.thread?.end();
  }

  private async find(program: ProgramToRun, planned: PlannedRules, choice: PruningChoice, worker: string): Promise<ProvenPlaces> {
    const { types, aliases } = choice;
    if (!types && !aliases) return nothingProven;
    const nothing = (why: string): ProvenPlaces => ({ ...nothingProven, notes: [`Nothing was pruned by types and aliases: ${why}.`] });
    if (planned.plan.assertions.length > 0) return nothing('assertions are looked at, too');
    if (typeof planned.watched === 'string') return nothing(planned.watched);
    const [first = ''] = program.args;
    if (first.startsWith('-')) return nothing('options of Node come before the program');
    const request: RulePruningRequest = {
      file: resolve(program.cwd, first),
      cwd: program.cwd,
      watched: planned.watched,
      buildId: buildOf(worker),
      forms: [...(types ? (['types'] as const) : []), ...(aliases ? (['places'] as const) : [])],
    };
    const kept = keptPruning(request);
    if (kept !== null) return placesOf(kept);
    this.thread = new AnalysisThread(worker, longestMs);
    let timer: NodeJS.Timeout | null = null;
    const late = new Promise<'late'>((done) => (timer = setTimeout(() => done('late'), choice.patienceMs ?? patienceMs)));
    const found = await Promise.race([this.thread.ask('rulePruning', request), late]);
    if (timer !== null) clearTimeout(timer);
    if (found === 'late') return nothing('the analysis was not done after 2 seconds');
    return found === null ? nothing('the analysis failed') : placesOf(found);
  }
}

function placesOf({ texts, expected, notes }: RulePruning): ProvenPlaces {
  const isAnyProven = texts.some(({ types, aliases }) => types !== null || aliases !== null);
  return isAnyProven ? { texts, expected, notes } : { ...nothingProven, notes };
}

function buildOf(worker: string): string {
  const { mtimeMs, size } = statSync(worker);
  return `${mtimeMs} ${size}`;
}
