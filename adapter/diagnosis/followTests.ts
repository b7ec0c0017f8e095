import { setImmediate } from 'node:timers/promises';
import type { Check, DeclaredTest, Effort, Failure, FollowedTests, Given } from '../../server/diagnosis/followed.js';
import type { SuspectInput } from '../../server/diagnosis/suspectInputs.js';
import type { Component } from '../../server/ir/component.js';
import { modelledMatchers } from '../../server/diagnosis/expectModel.js';
import { expectModules, expectNamesText, globalNamesText, runTestText, testModules, withChai } from '../../server/diagnosis/models.js';
import { bundle } from '../../server/syntax/diagnosis/bundle.js';
import type { NotBundled } from '../../server/syntax/diagnosis/moduleExpression.js';
import { mayShareState } from '../../server/syntax/diagnosis/lastingState.js';
import { matchersIn } from '../../server/syntax/diagnosis/matchers.js';
import type { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import type { TestOutcome } from '../tests/testMessages.js';
import { isLate, isWithoutEnd } from './capture.js';
import { followedText } from './followedText.js';
import type { Problem } from './problem.js';
import type { TestedProgram } from './testedProgram.js';

/** What following the failing tests says of components. */
export interface Followed {
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** The failing tests that the interpreter ran as Node did, and what it ran them by; null where there are none. */
  readonly lowered: ReadonlySet<string>;
  /** Why it did not run the others so. */
  readonly replayed: ReadonlyMap<string, string>;
  readonly tests: FollowedTests | null;
  /** By lowered test, the calls by which it enters what is suspected. */
  readonly inputs: ReadonlyMap<string, readonly SuspectInput[]>;
  readonly checks: number;
}

export type Verdict =
  | { readonly kind: 'consistent'; readonly requirement: readonly { readonly test: string; readonly given: readonly Given[] }[] }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'undecided'; readonly why: string };

const efforts: readonly Effort[] = ['brief', 'whole'];

/** Failing tests that are followed for each component, and for one that is consistent with these. */
const mostTests = 3;
const mostConsistent = 12;

/** The failing tests of a problem, and all tests in their order; null where models know the names. */
export interface FollowedProblem extends Pick<Problem, 'failing' | 'suspicion'> {
  readonly declared: readonly DeclaredTest[] | null;
}

/** Follows the failing tests of a problem with each suspected component in turn; what can't be lowered is left out, and the rest once it is over. */
export async function followTests(
  program: TestedProgram,
  suspects: readonly SuspectText[],
  group: FollowedProblem,
  isOver: () => boolean,
): Promise<Followed> {
  const verdicts = new Map<number, Verdict>();
  if (isOver()) return { verdicts, lowered: new Set(), replayed: new Map(), tests: null, inputs: new Map(), checks: 0 };
  const found = followedTests(program, suspects, group.declared);
  const replayed = new Map<string, string>();
  for (const outcome of group.failing) {
    const isUnheard = outcome.error?.isUnheard === true;
    const why = isUnheard ? 'it fails behind its end' : 'why' in found ? found.why : found.whyReplayed(outcome.name, failureOf(outcome));
    if (why !== null) replayed.set(outcome.name, whyTold(why, program));
  }
  const lowered = group.failing.map(({ name }) => name).filter((name) => !replayed.has(name));
  let checks = 0;
  if ('why' in found || lowered.length === 0) return { verdicts, lowered: new Set(), replayed, tests: null, inputs: new Map(), checks };
  const inputs = new Map(lowered.map((name) => [name, found.inputsOf(name)]));
  const components = new Map(suspects.flatMap(({ components: own }) => own.map((component) => [component.id, component] as const)));
  let pending = [...group.suspicion].sort((a, b) => b[1] - a[1]).map(([each]) => each);
  // One that has many ways keeps no other waiting.
  for (const effort of efforts) {
    const cutShort: number[] = [];
    for (const id of pending) {
      const component = components.get(id);
      if (component === undefined || isOver()) continue;
      const results = await checkAll(found, lowered, [component], effort);
      checks += results.length;
      verdicts.set(id, verdictOf(results, lowered.length >= group.failing.length));
      if (results.some(({ check }) => check.kind === 'undecided' && check.isCutShort === true)) cutShort.push(id);
    }
    pending = cutShort;
  }
  return { verdicts, lowered: new Set(lowered), replayed, tests: found, inputs, checks };
}

const failureOf = (outcome: TestOutcome): Failure =>
  outcome.error?.broken !== undefined
    ? 'violation'
    : isWithoutEnd(outcome)
      ? 'endless'
      : isLate(outcome)
        ? 'late'
        : outcome.error?.code === 'ERR_ASSERTION'
          ? 'assertion'
          : 'error';

/** What one test says. */
export interface TestCheck {
  readonly test: string;
  readonly check: Check;
}

/** Asks some tests about components that are abnormal together, until one refutes them. */
export async function checkAll(
  tests: FollowedTests,
  names: readonly string[],
  components: readonly Component[],
  effort: Effort = 'whole',
): Promise<readonly TestCheck[]> {
  const results: TestCheck[] = [];
  for (const [i, test] of names.slice(0, mostConsistent).entries()) {
    // What explains the first ones is to explain the others, too.
    if (i >= mostTests && results.some(({ check }) => check.kind !== 'consistent')) break;
    // The worker that tries candidates is heard meanwhile.
    await setImmediate();
    const check = tests.check(test, components, effort);
    results.push({ test, check });
    if (check.kind === 'conflict') break;
  }
  return results;
}

/** One test refutes; all must be consistent. */
export function verdictOf(results: readonly TestCheck[], areAll: boolean): Verdict {
  if (results.some(({ check }) => check.kind === 'conflict')) return { kind: 'conflict' };
  const open = results.find(({ check }) => check.kind === 'undecided')?.check;
  if (open?.kind === 'undecided') return open;
  if (!areAll) return { kind: 'undecided', why: 'a failing test can not be followed' };
  return {
    kind: 'consistent',
    requirement: results.flatMap(({ test, check }) => (check.kind === 'consistent' ? [{ test, given: check.requirement }] : [])),
  };
}

function followedTests(
  program: TestedProgram,
  suspects: readonly SuspectText[],
  declared: readonly DeclaredTest[] | null,
): FollowedTests | NotBundled {
  const unlike = whyOfSettings(program);
  if (unlike !== null) return { why: unlike };
  const { runner } = program;
  const hasExpect = runner === 'vitest' || runner === 'jest';
  const other = hasExpect
    ? program.tests.map((path) => otherMatcher(program.modules.get(path)?.text ?? '', path)).find((name) => name !== null)
    : null;
  if (typeof other === 'string') return { why: `the matcher ${other}` };
  const before = { node: '', mocha: globalNamesText, vitest: expectNamesText(true), jest: expectNamesText(false) }[runner];
  // What no module loads costs each run time.
  const hasChai = [...program.modules.values()].some(({ specifiers }) => specifiers.includes('chai'));
  const usual = hasExpect ? expectModules : testModules;
  const models = hasChai ? withChai(usual) : usual;
  const bundled = bundle(program.tests, program.modules, models, { before, behind: runTestText });
  if ('why' in bundled) return bundled;
  return followedText(bundled, suspects, { sharesState: sharesState(program), declared }) ?? { why: 'the program is too large' };
}

/** What settings do with a program that the interpreter does not; null where that is nothing. */
function whyOfSettings({ configured }: TestedProgram): string | null {
  if (configured === null) return null;
  const { setup, globals, keepsMeaning } = configured.settings;
  if (setup.length > 0) return 'what is loaded before its file';
  if (Object.keys(globals).length > 0) return 'a global variable of the settings';
  return keepsMeaning ? null : 'a transformation of the settings';
}

/** Whether a test may find what those before it left. */
export const sharesState = ({ modules }: TestedProgram): boolean =>
  [...modules.values()].some(({ path, text }) => !path.endsWith('.json') && mayShareState(text, path));

/** A matcher that a test uses and no model knows. */
const otherMatcher = (text: string, path: string): string | null =>
  [...matchersIn(text, path)].find((name) => name.startsWith('to') && !modelledMatchers.has(name)) ?? null;

/** What models call where they do not know the way: it has no model. */
const noModel = /^(?:a call of )?fetch$/;

/** Why something was not followed, in the words of a program that does not know what models call. */
function whyTold(why: string, { modules }: TestedProgram): string {
  const isOwn = !noModel.test(why) || [...modules.values()].some(({ text }) => /\bfetch\b/.test(text));
  return isOwn ? why : 'it uses something of its runner that has no model';
}
