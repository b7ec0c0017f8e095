import { transformSync } from 'esbuild';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Script } from 'node:vm';
import { followTests, sharesState } from '../../../adapter/diagnosis/followTests.js';
import type { Problem } from '../../../adapter/diagnosis/problem.js';
import { problemsOf } from '../../../adapter/diagnosis/problem.js';
import { plainModule, type ProgramModule, type TestedProgram } from '../../../adapter/diagnosis/testedProgram.js';
import type { TestOutcome } from '../../../adapter/tests/testMessages.js';
import { partsOf } from '../../../server/syntax/diagnosis/parts.js';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { switchedText } from '../../../server/syntax/diagnosis/switchedText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';
import { parse } from '../../../server/syntax/source.js';
import { harnessProgram, objectProgram } from '../generator/program.js';
import { indexingProgram } from '../generator/indexing.js';
import { programSeed, Random } from '../random.js';
import { everydayProgram } from './everyday.js';
import { chosenMutations, mutated, type Mutation } from './mutations.js';

/** What a mutated program showed: whether its mutated part was refuted, and how many of the others. */
export interface MutantReport {
  readonly text: string;
  readonly tests: string;
  readonly mutation: Mutation;
  /** The mutated part is not the only one to blame, says a model: it is wrong. */
  readonly isWronglyRefuted: boolean;
  /** Some failing test did not run the mutated part, says the search: nobody would suspect it. */
  readonly isMissed: boolean;
  /** A model has run the failing tests. */
  readonly isFollowed: boolean;
  /** Other statements that all failing tests ran, and how many of them are refuted. */
  readonly others: number;
  readonly refuted: number;
  /** Why the others are open, by the number of those of which it is said. */
  readonly open: ReadonlyMap<string, number>;
}

const programPath = '/p.ts';
const testPath = '/t.test.ts';
const fuel = 3_000;
/** Arguments of `main` in each test. */
const calls = ['3', '0', '-2', '13', '1'];

/** How the mutants of a program are examined. */
export interface Manner {
  readonly count: number;
  /** The other statements are followed, too: most of the time goes there. */
  readonly withOthers: boolean;
}

/** Diagnoses some mutants of one random program whose tests fail, by the models alone. Programs that have no outcome to compare give nothing. */
export async function* mutantReports(seed: number, index: number, { count, withOthers }: Manner): AsyncGenerator<MutantReport> {
  const own = programSeed(seed, index);
  const random = new Random(own);
  const generator = random.weighted<(seed: number) => string>([
    [3, harnessProgram],
    [2, objectProgram],
    [1, indexingProgram],
    [6, () => everydayProgram(random)],
  ]);
  const program = generator(own).replaceAll(/@(?=always|sometime)/g, '');
  const text = observed(program);
  const expected = await outcomesOf(text);
  if (expected === null) return;
  // A call that shows nothing may leave something to those behind it.
  const until = expected.findIndex(({ shown }) => shown === null);
  const asked = expected
    .slice(0, until < 0 ? expected.length : until)
    .flatMap(({ shown }, i) => (shown === null ? [] : [{ call: calls[i] ?? '', shown, name: `main(${calls[i]})` }]));
  if (asked.length === 0) return;
  const tests = testText(asked, isAsync(text));
  for (const mutation of chosenMutations(program, random, count)) {
    const report = await examined(mutated(text, mutation), { tests, mutation, asked, withOthers });
    if (report !== null) yield report;
  }
}

/** The program with a function that shows its numbers at the top level. It may violate its assertions as it is: they are gone. */
function observed(program: string): string {
  const names = [...program.matchAll(/^(?:export )?let (m\d+) = -?[\d(]/gm)].map(([, name]) => name);
  return `${program}\nexport function state() { return [${names.join(', ')}].filter((each) => typeof each === 'number').join(); }\n`;
}

interface Outcome {
  /** What the call shows, as an assertion expects it; null where it shows nothing that can be written. */
  readonly shown: string | null;
  /** The part of it that the first assertion compares. */
  readonly value: string | null;
  /** How a test fails that expects something else. */
  readonly failure: 'assertion' | 'error' | 'endless';
  /** What `main` ran, and what the whole test ran if its first assertion passed. */
  readonly covered: Covered;
  readonly coveredWithState: Covered;
}

type Covered = readonly (readonly [number, number])[];

/** The program as a script: `main` and `state` are what it exports. */
const withoutTypes = (text: string): string =>
  `'use strict'; ${transformSync(text, { loader: 'ts' })
    .code.replace(/\bexport\b\s*\{[^}]*\};?\s*$/, '')
    .replaceAll(/^export /gm, '')}
exports.main = main; exports.state = state;`;

/** What each call of `main` does in one run of the program; null where its top level fails. */
async function outcomesOf(text: string): Promise<readonly Outcome[] | null> {
  const source = parse(text, programPath);
  const { text: switched } = switchedText(source.file, partsOf(source), { firstId: 0, firstPlace: 0 }, []);
  const state = {
    m: 0,
    on: [],
    left: fuel,
    counts: new Map<number, number>(),
    c(id: number) {
      state.f();
      state.counts.set(id, (state.counts.get(id) ?? 0) + 1);
    },
    f() {
      if (state.left-- <= 0) throw new Error('out of fuel');
    },
  };
  const exports: { main?: (n: number, m: number) => unknown; state?: () => string } = {};
  try {
    const run = new Script(`(function (exports, __whence) {${withoutTypes(switched)}\n})`).runInThisContext() as (
      ...args: unknown[]
    ) => void;
    run(exports, state);
  } catch {
    return null;
  }
  const top = [...state.counts];
  const outcomes: Outcome[] = [];
  rejections = 0;
  for (const argument of calls) {
    state.counts = new Map(top);
    state.left = fuel;
    let given: string | null;
    let failure: Outcome['failure'] = 'assertion';
    try {
      const result = exports.main?.(Number(argument), 2);
      const value = isAsync(text) ? await settled(result) : result;
      // Nobody tells tests that wait for ever from those that are slow.
      if (value === pending || rejections > 0) return null;
      given = typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol' ? null : inspect(value);
    } catch {
      if (isAsync(text)) await setImmediate();
      if (rejections > 0) return null;
      given = 'throws';
      failure = 'error';
    }
    const isEndless = state.left < 0;
    if (isEndless) failure = 'endless';
    const covered = [...state.counts];
    state.left = fuel;
    let left: string | null;
    try {
      left = exports.state?.() ?? '';
    } catch {
      left = null;
    }
    const coveredWithState = [...state.counts];
    const shown = given === null || left === null || isEndless ? null : `${given}; ${left}`;
    outcomes.push({ shown, value: isEndless ? null : given, failure, covered, coveredWithState });
  }
  return outcomes;
}

const isAsync = (text: string): boolean => /^export async function main/m.test(text);

/** Rejections that nobody handled: runners disagree about the tests that they belong to. */
let rejections = 0;
process.on('unhandledRejection', () => void rejections++);

const pending = Symbol('pending');

/** What a promise gives; `pending` where nothing is left that would settle it. */
async function settled(result: unknown): Promise<unknown> {
  const late = async (): Promise<unknown> => {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    return pending;
  };
  return Promise.race([Promise.resolve(result), late()]);
}

type Asked = readonly { readonly call: string; readonly shown: string; readonly name: string }[];

function testText(asked: Asked, waits: boolean): string {
  const lines = asked.map(({ call, shown, name }) => {
    const [value = '', state = ''] = shown.split('; ');
    const throws = waits ? `await assert.rejects(() => p.main(${call}, 2))` : `assert.throws(() => p.main(${call}, 2))`;
    const act = value === 'throws' ? throws : `assert.strictEqual(${waits ? 'await ' : ''}p.main(${call}, 2), ${value})`;
    return `test('${name}', ${waits ? 'async ' : ''}() => {\n  ${act};\n  assert.strictEqual(p.state(), '${state}');\n});`;
  });
  return `import { test } from 'node:test';\nimport assert from 'node:assert';\nimport * as p from './p.ts';\n${lines.join('\n')}\n`;
}

const errorOf = (failure: Outcome['failure']): TestOutcome['error'] => ({
  ...{ assertion: { name: 'AssertionError' }, error: { name: 'TypeError' }, endless: { name: 'OutOfFuel' } }[failure],
  ...{ message: '', code: failure === 'assertion' ? 'ERR_ASSERTION' : null, expected: null, actual: null },
});

interface Examination extends Omit<Manner, 'count'> {
  readonly tests: string;
  readonly mutation: Mutation;
  readonly asked: Asked;
}

async function examined(text: string, { tests, mutation, asked, withOthers }: Examination): Promise<MutantReport | null> {
  const now = await outcomesOf(text);
  if (now === null) return null;
  const outcomes = asked.map(({ call, shown, name }): TestOutcome => {
    const outcome = now[calls.indexOf(call)];
    const hasSameValue = outcome?.value === shown.split('; ')[0];
    // What throws as it should fails by what it leaves.
    const failure = outcome?.failure === 'error' && shown.startsWith('throws') ? 'assertion' : outcome?.failure;
    return {
      name,
      file: testPath,
      error: outcome?.shown === shown ? null : errorOf(failure ?? 'assertion'),
      places: [],
      needs: null,
      isSkipped: false,
      // A test whose first assertion fails does not ask what the call leaves.
      covered: (hasSameValue ? outcome?.coveredWithState : outcome?.covered) ?? [],
      passages: 0,
      milliseconds: 1,
    };
  });
  if (outcomes.every(({ error }) => error === null)) return null;
  const files = typedFiles([programPath], (path) => (path === programPath ? text : undefined));
  const file = files.fileOf(programPath);
  if (file === null) return null;
  const suspect = new SuspectText(programPath, file, files, 0);
  const at = { start: mutation.start, end: mutation.start + mutation.text.length };
  const around = suspect.components.filter(({ span }) => span.start <= at.start && at.end <= span.end);
  const [wrong] = around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
  if (wrong === undefined) return null;
  const program = testedProgram(text, tests);
  const failing = outcomes.filter(({ error }) => error !== null);
  const passing = outcomes.filter(({ error }) => error === null);
  let report: MutantReport = {
    ...{ text, tests, mutation, isWronglyRefuted: false, isMissed: false, isFollowed: false },
    ...{ others: 0, refuted: 0, open: new Map() },
  };
  const declared = outcomes.map(({ name, error }) => ({ name, passes: error === null }));
  const problems: readonly Problem[] = problemsOf(failing, passing, [suspect]);
  for (const problem of problems) {
    const suspicion = new Map([...problem.suspicion].filter(([id]) => withOthers || id === wrong.id));
    const group = { ...problem, suspicion, declared };
    const { verdicts, lowered, replayed } = await followTests(program, [suspect], group, () => false);
    const others = [...suspicion.keys()].filter((id) => id !== wrong.id);
    const open = new Map(report.open);
    for (const id of others) {
      const verdict = verdicts.get(id) ?? { kind: 'undecided', why: `its tests are not followed: ${[...replayed.values()][0] ?? ''}` };
      const why = verdict.kind === 'undecided' ? verdict.why : verdict.kind === 'consistent' ? 'it could be the cause' : null;
      if (why !== null) open.set(why, (open.get(why) ?? 0) + 1);
    }
    report = {
      ...report,
      // What a test before it left makes a test fail that does not run the part.
      isMissed: report.isMissed || (!suspicion.has(wrong.id) && !sharesState(program)),
      isFollowed: report.isFollowed || lowered.size > 0,
      isWronglyRefuted: report.isWronglyRefuted || verdicts.get(wrong.id)?.kind === 'conflict',
      others: report.others + others.length,
      refuted: report.refuted + others.filter((id) => verdicts.get(id)?.kind === 'conflict').length,
      open,
    };
  }
  return report;
}

function testedProgram(text: string, tests: string): TestedProgram {
  const module = (path: string, source: string, own: Readonly<Record<string, string>>): [string, ProgramModule] => [
    path,
    plainModule(path, source, own),
  ];
  const modules = new Map([module(testPath, tests, { './p.ts': programPath }), module(programPath, text, {})]);
  return { tests: [testPath], modules, suspects: [programPath], runner: 'node', environment: {}, command: null, configured: null };
}
