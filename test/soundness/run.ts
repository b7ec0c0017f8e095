import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { verifying, whence, type Checker } from './checker.js';
import {
  emptySummary as emptyHarnessSummary,
  examineHarness,
  harnessSubject,
  showSummary as showHarnessSummary,
  isDistribution,
  type Distribution,
} from './harnessRun.js';
import { programSeed } from './random.js';
import { addToSummary, emptySummary, measureReference, showSummary, type ReferenceReport } from './referenceRun.js';
import { examineReasons } from './reasons/examineReasons.js';
import { shrink } from './shrink.js';
import { examine, type Fault, type Subject } from './verdict.js';

const usage = `Runs random programs in Node and holds what \`whence check\` says about them against the runs.

  node --import tsx test/soundness/run.ts --distribution reference|harness|objects|indexing|language [--programs N] [--first INDEX] [--seed S] [--integers]
      [--only INDEX] [--seconds N] [--verbose] [--shrink] [--out DIR] [--ignore TEXT] [--strict] [--inexact] [--verify] [--reasons]
  node --import tsx test/soundness/run.ts --file PROGRAM [--seed S] [--integers] [--shrink]

--shrink prints unsound programs smaller, with the same kind of fault; --out also writes them to files.
--ignore leaves out faults whose description contains the text, to look at others first.
--strict, with --integers: also runs in which other numbers than safe integers turn up.
--verify evaluates every equation once more on the finished solutions.
--reasons also holds why runs are said to fail against how they fail.
--inexact prints the programs of the reference distribution whose condition is weaker than the hull.

Exits 1 when a claim is contradicted, 2 when it could not do its work.`;

interface Options {
  readonly seed: number;
  readonly programs: number;
  /** The number of the first program. */
  readonly first: number;
  readonly integers: boolean;
  readonly only: number | null;
  readonly seconds: number;
  readonly verbose: boolean;
  readonly shrink: boolean;
  readonly strict: boolean;
  readonly inexact: boolean;
  readonly checker: Checker;
  readonly reasons: boolean;
  readonly ignore: string | null;
  /** Where unsound programs are written. */
  readonly out: string | null;
}

async function reference(options: Options): Promise<boolean> {
  const summary = emptySummary();
  const deadline = performance.now() + options.seconds * 1000;
  for (const index of indices(options)) {
    if (performance.now() > deadline) break;
    const report = await measureReference(programSeed(options.seed, index), options.integers, options.checker);
    addToSummary(summary, report);
    const isInexact = report.good.length > 0 && report.good.length < 91 && report.admitted > report.wideHull;
    if (report.faults.length > 0 || options.verbose || (options.inexact && isInexact)) printReference(report, index, options);
    const [fault] = kept(report.faults, options);
    if (fault !== undefined)
      await keep(
        `reference-${options.seed}-${index}`,
        { file: 'program.ts', text: report.text, integers: options.integers, seed: report.seed },
        fault,
        options,
      );
  }
  process.stdout.write(`${showSummary(summary)}\n`);
  return summary.unsound === 0;
}

function printReference(report: ReferenceReport, index: number, options: Options): void {
  const lines = [
    `--- ${report.faults.length > 0 ? 'UNSOUND' : 'program'} ${index}: good ${showSet(report.good)}; requires ${report.requires} (admits ${report.admitted}, hull ${report.wideHull})`,
    ...report.faults.map((fault) => `  ${fault.kind}: ${fault.message}`),
    report.text,
    `reproduce: ${reproduction('reference', index, options)}`,
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

async function harness(distribution: Distribution, options: Options): Promise<boolean> {
  const summary = emptyHarnessSummary();
  let compared = 0;
  let misled = 0;
  let broken = 0;
  const deadline = performance.now() + options.seconds * 1000;
  for (const index of indices(options)) {
    if (performance.now() > deadline) break;
    const subject = harnessSubject(options.seed, index, options.integers, options.strict, distribution);
    const examination = await examineHarness(subject, index, options.checker, summary).catch((error: unknown) => {
      broken++;
      process.stdout.write(`--- FAULT ${index}: ${error instanceof Error ? error.message : String(error)}\n`);
      return null;
    });
    if (examination === null) continue;
    const claims = examination.faults;
    const reasons = options.reasons && !options.integers ? await examineReasons(subject) : { faults: [], compared: 0 };
    compared += reasons.compared;
    const faults = kept([...claims, ...reasons.faults.map((message): Fault => ({ kind: 'reason', message }))], options);
    if (reasons.faults.length > 0) misled++;
    const [fault] = faults;
    if (fault === undefined && !options.verbose) continue;
    process.stdout.write(
      `--- ${fault === undefined ? 'program' : 'UNSOUND'} ${index}\n${faults.map(({ kind, message }) => `  ${kind}: ${message}\n`).join('')}`,
    );
    if (!options.shrink || fault === undefined) process.stdout.write(subject.text);
    process.stdout.write(`reproduce: ${reproduction(distribution, index, options)}\n\n`);
    if (fault !== undefined)
      await keep(`${distribution}-${options.seed}-${index}${options.integers ? '-integers' : ''}`, subject, fault, options);
  }
  process.stdout.write(`${showHarnessSummary(summary)}\n`);
  if (options.reasons) process.stdout.write(`reasons of ${compared} failed runs, programs with false ones ${misled}\n`);
  if (broken > 0) process.stdout.write(`programs that could not be examined ${broken}\n`);
  return summary.unsound === 0 && misled === 0 && broken === 0;
}

const kept = (faults: readonly Fault[], { ignore }: Options): readonly Fault[] =>
  ignore === null ? faults : faults.filter(({ kind, message }) => !`${kind}: ${message}`.includes(ignore));

/** Prints the unsound program smaller, and writes it to the folder of `--out`. */
async function keep(name: string, subject: Subject, fault: Fault, options: Options): Promise<void> {
  if (!options.shrink && options.out === null) return;
  const small = options.shrink ? await shrink(subject, fault, options.checker) : { text: subject.text, fault, attempts: 0 };
  const described = `${small.text.trimEnd()}\n\n${`${small.fault.kind}: ${small.fault.message}`
    .split('\n')
    .slice(0, 12)
    .map((line) => `// ${line}`)
    .join('\n')}\n`;
  if (options.shrink) process.stdout.write(`shrunk (${small.attempts} attempts):\n${described}\n`);
  if (options.out === null) return;
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, `${name}.ts`), `// seed ${subject.seed}${subject.integers ? ', --integers' : ''}\n${described}`);
}

const reproduction = (distribution: string, index: number, options: Options): string =>
  `node --import tsx test/soundness/run.ts --distribution ${distribution} --seed ${options.seed} --only ${index}${options.integers ? ' --integers' : ''}`;

/** Runs of consecutive integers, shortly. */
function showSet(values: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < values.length;) {
    let j = i;
    while (j + 1 < values.length && values[j + 1] === (values[j] ?? 0) + 1) j++;
    parts.push(i === j ? `${values[i]}` : `${values[i]}..${values[j]}`);
    i = j + 1;
  }
  return parts.length > 12 ? `${parts.slice(0, 12).join(' ')} …` : parts.join(' ');
}

const indices = (options: Options): number[] =>
  options.only === null ? Array.from({ length: options.programs }, (_, i) => options.first + i) : [options.only];

/** Programs that one process runs: what was loaded stays loaded, so that more would fill its memory. */
const portion = 2_000;

/** Runs many programs in processes that follow each other, each with its own summary. The worst exit code. */
function inPortions(options: Options): number {
  const codes: number[] = [];
  for (let done = 0; done < options.programs; done += portion) {
    const range = ['--first', String(options.first + done), '--programs', String(Math.min(portion, options.programs - done))];
    // The last value of an option counts.
    const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1), ...range], { stdio: 'inherit' });
    codes.push(status ?? 2);
  }
  const wrong = codes.filter((code) => code !== 0).length;
  process.stdout.write(`${options.programs} programs in ${codes.length} portions, ${wrong} of them with contradictions or faults\n`);
  return Math.max(...codes);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      distribution: { type: 'string', default: 'harness' },
      programs: { type: 'string', default: '1000' },
      first: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      file: { type: 'string' },
      integers: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
      out: { type: 'string' },
      inexact: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      ignore: { type: 'string' },
      verify: { type: 'boolean', default: false },
      reasons: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const options: Options = {
    seed: Number(values.seed),
    programs: Number(values.programs),
    first: Number(values.first),
    integers: values.integers,
    only: values.only === undefined ? null : Number(values.only),
    seconds: Number(values.seconds),
    verbose: values.verbose,
    shrink: values.shrink,
    out: values.out ?? null,
    strict: values.strict,
    inexact: values.inexact,
    checker: values.verify ? verifying : whence,
    reasons: values.reasons,
    ignore: values.ignore ?? null,
  };
  if (values.file !== undefined) {
    const subject = {
      file: 'program.ts',
      text: readFileSync(values.file, 'utf8'),
      integers: options.integers,
      strict: options.strict,
      seed: options.seed,
    };
    const { faults, runs } = await examine(subject, options.checker);
    const [fault] = faults;
    if (fault !== undefined) await keep('file', subject, fault, options);
    for (const fault of faults) process.stdout.write(`${fault.kind}: ${fault.message}\n`);
    process.stdout.write(`runs ${runs.length}, good ${runs.filter((run) => run.verdict === 'good').length}, faults ${faults.length}\n`);
    return faults.length === 0 ? 0 : 1;
  }
  if (options.programs > portion && options.only === null) return inPortions(options);
  if (isDistribution(values.distribution)) return (await harness(values.distribution, options)) ? 0 : 1;
  if (values.distribution === 'reference') return (await reference(options)) ? 0 : 1;
  throw new Error(`there is no distribution ${values.distribution}`);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  },
);
