import { each, someOf } from '../../maintain/ownLists.js';
import type { RulesToRun } from '../../events/rulesOfRun.js';
import { Needs } from '../../events/rulesOfRun.js';
import { atEnd } from '../realm/processEvents.js';
import { countOthers } from './otherThreads.js';
import { askForHandlers } from '../traces/thrownThrough.js';
import { AtEntries } from './atEntries.js';
import { ruleProbes } from './watchingProbes.js';
import { watchRuleNatives } from './ruleNatives.js';
import { HeldAssertions } from './heldAssertions.js';
import { RunningRules, toldEveryMs, type RuleOutlet } from './runningRules.js';
import { keepHandles } from './watchedThing.js';
import { RuleUpdates } from './ruleUpdates.js';

const every = setInterval;

/** The run that rules are held in, as far as they ask. */
export interface RunUnderRules {
  /** Whether the program has made code of texts. */
  hasMadeCode(): boolean;
  /** Whether rules are held in the threads and processes, too, that it starts. */
  readonly isFollowed: boolean;
}

/** Makes the rules of a run ready, and gives the probes by which the program reaches them. */
export function startRules(
  run: RulesToRun,
  outlet: RuleOutlet,
  { hasMadeCode, isFollowed }: RunUnderRules,
): Readonly<Record<string, unknown>> {
  if (!run.isSwept) keepHandles();
  // A debugger may be asked to pause where nobody catches an exception.
  if (run.isLive) askForHandlers();
  const rules = new RunningRules(run, outlet, undefined, hasMadeCode);
  const updates = new RuleUpdates(rules);
  watchRuleNatives(
    rules,
    updates,
    someOf(run.rules, ({ patterns }) => someOf(patterns, ({ kind }) => kind === 'changes')) ||
      someOf([...each(run.slots), ...each(run.sets)], ({ needs }) => (needs & Needs.contents) !== 0),
  );
  if (!isFollowed) countOthers();
  rules.load();
  // Who starts a process may end it at any time.
  if (run.isLive || isFollowed) every(() => rules.tellNews(), toldEveryMs).unref();
  atEnd(() => rules.atEnd());
  const entries = new AtEntries(rules);
  const hasChanges = someOf(run.rules, ({ patterns }) => someOf(patterns, ({ kind }) => kind === 'changes'));
  const assertions = new HeldAssertions(rules);
  return { ...ruleProbes(rules, updates, hasChanges ? entries.written : null), ...entries.probes, ...assertions.probes };
}
