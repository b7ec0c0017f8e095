import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusPackages } from './corpusPackages.js';
import { install, sourcesOf } from './corpusSources.js';
import { comparable, printAgainst } from './speed/against.js';
import { analysisCost, buildAnalysisWorker } from './speed/analysisProcess.js';
import { medianProcessCost, processCost } from './speed/coldProcess.js';
import { phases } from './speed/phases.js';
import { figure4, mcCarthy } from './speed/programs.js';
import { referenceCost } from './speed/referenceEngine.js';
import { printAgents } from './agents/agents.js';
import { printAnswers } from './questions/answers.js';
import { printBreakpoints } from './questions/breakpoints.js';
import { printFailures } from './questions/failures.js';
import { printQuestions, programFolder } from './questions/questions.js';
import { printScale } from './questions/scale.js';
import { printDebugger } from './debugger.js';
import { printDiagnosis } from './diagnosis.js';
import { printComparing } from './traces/comparing.js';
import { printManyRuns } from './traces/manyRuns.js';
import { printRecordings } from './traces/recording.js';
import { printReplaying } from './traces/replaying.js';
import { printStore } from './traces/store.js';
import { printRules } from './rules/rulesCost.js';
import { printRulesReady } from './rules/rulesReady.js';
import { printRuleUpdates } from './rules/rulesUpdates.js';
import { printTimeline } from './timeline.js';
import { slope } from './speed/slope.js';
import { growingTable } from './speed/table.js';

/**
 * Whence beside others, in one run on one machine: `npm run bench`, or `npm run bench -- figure4 mccarthy packages phases questions answers
 * breakpoints failures scale timeline debugger traces store comparing manyRuns rules diagnosis agents`, or a part of rules as `rulesFtp`, for some of it; `--against DIR` compares with another build (`against.ts`). Times are medians; only their ratios mean something elsewhere. Evaluations do not depend on the machine.
 */
const whence = fileURLToPath(new URL('../../dist/whence.js', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const tscOptions = ['--noEmit', '--ignoreConfig', '--strict', '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler'];

const print = (text: string): void => void process.stdout.write(text);
const fixed = (value: number, digits = 1): string => value.toFixed(digits);

/** Figure 4 of the paper beside ours, the reference engine, and the compiler that we ship. */
async function printFigure4(folder: string): Promise<void> {
  const header = [
    'program',
    'points (paper)',
    'points',
    'evaluations',
    'kB (paper)',
    'kB',
    'ms (paper)',
    'ms',
    'evaluations (reference)',
    'times faster than the reference',
    'tsc / whence time',
    'tsc / whence memory',
  ];
  print('Figure 4. kB: what the analysis holds (less than 100 is noise); the last two columns are whole cold processes.\n\n');
  const programs = figure4();
  const row = growingTable(
    header,
    programs.map(({ name }) => name),
    print,
  );
  for (const { name, text, paper, hasReference } of programs) {
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, text);
    const ours = await analysisCost({ text, runs: 5 });
    const reference = hasReference ? referenceCost(name, 3) : null;
    const command = await medianProcessCost(3, whence, ['check', '--integers', '--json', file], folder);
    const compiler = await medianProcessCost(3, tsc, [...tscOptions, file], folder);
    row([
      name,
      paper === null ? '' : `${paper.points}`,
      `${ours.points}`,
      `${ours.evaluations}`,
      paper === null ? '' : `${paper.kilobytes}`,
      fixed(ours.kilobytes, 0),
      paper === null ? '' : fixed(paper.seconds * 1000, 0),
      fixed(ours.milliseconds),
      reference === null ? '' : `${reference.evaluations ?? 'unfinished'}`,
      reference === null ? '' : `${reference.evaluations === null ? '> ' : ''}${fixed(reference.milliseconds / ours.milliseconds)}`,
      fixed(compiler.seconds / command.seconds),
      fixed(compiler.megabytes / command.megabytes),
    ]);
  }
  print('\n');
}

/** How cost grows with the unfolded program. */
async function printMcCarthy(): Promise<void> {
  const names = Array.from({ length: 30 }, (_, index) => `McCarthy_${index + 1}`);
  const row = growingTable(['program', 'points', 'evaluations', 'ms'], names, print);
  const times: [number, number][] = [];
  const evaluations: [number, number][] = [];
  for (let k = 1; k <= 30; k++) {
    const cost = await analysisCost({ text: mcCarthy(k).text, runs: 5 });
    row([`McCarthy_${k}`, `${cost.points}`, `${cost.evaluations}`, fixed(cost.milliseconds)]);
    if (k < 9) continue;
    times.push([cost.points, cost.milliseconds]);
    evaluations.push([cost.points, cost.evaluations]);
  }
  print(`\nOver the points, k = 9..30: time grows with exponent ${fixed(slope(times), 2)}, `);
  print(`evaluations with ${fixed(slope(evaluations), 2)}.\n\n`);
}

/** Real code: the whole command beside the whole compiler. */
async function printPackages(): Promise<void> {
  install(corpusPackages);
  const row = growingTable(
    ['package', 'lines', 'whence s', 'tsc s', 'time ratio', 'memory ratio', 'whence CPU s', 'tsc CPU s', 'CPU ratio'],
    corpusPackages.map(({ name }) => name),
    print,
  );
  const all = { ours: 0, compiler: 0, oursCpu: 0, compilerCpu: 0 };
  for (const wanted of corpusPackages) {
    const sources = sourcesOf(wanted);
    const files = sources.map(({ path }) => path);
    const ours = await processCost(whence, ['check', '--json', ...files], process.cwd());
    const compiler = await processCost(tsc, [...tscOptions, '--allowJs', '--checkJs', ...files], process.cwd());
    all.ours += ours.seconds;
    all.compiler += compiler.seconds;
    all.oursCpu += ours.cpuSeconds;
    all.compilerCpu += compiler.cpuSeconds;
    const lines = sources.reduce((sum, source) => sum + source.lines, 0);
    row([
      wanted.name,
      `${lines}`,
      fixed(ours.seconds),
      fixed(compiler.seconds),
      fixed(ours.seconds / compiler.seconds, 2),
      fixed(ours.megabytes / compiler.megabytes, 2),
      fixed(ours.cpuSeconds),
      fixed(compiler.cpuSeconds),
      fixed(ours.cpuSeconds / compiler.cpuSeconds, 2),
    ]);
  }
  const inAll = [fixed(all.ours), fixed(all.compiler), fixed(all.ours / all.compiler, 2), ''];
  row(['in all', '', ...inAll, fixed(all.oursCpu), fixed(all.compilerCpu), fixed(all.oursCpu / all.compilerCpu, 2)]);
  print('\n');
}

/** Which floor takes the time. */
async function printPhases(): Promise<void> {
  install(corpusPackages);
  for (const name of ['zod', 'lodash']) {
    const wanted = corpusPackages.find((candidate) => candidate.name === name);
    if (wanted === undefined) throw new Error(`${name} is not a package of the corpus`);
    const shares = (await phases(wanted)).map(([floor, share]) => `${floor} ${fixed(100 * share)} %`);
    print(`${name}: ${shares.join(', ')}\n`);
  }
}

const sections: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  figure4: printFigure4,
  mccarthy: printMcCarthy,
  packages: printPackages,
  phases: printPhases,
  questions: () => printQuestions(),
  answers: () => printAnswers(programFolder()),
  breakpoints: () => printBreakpoints(programFolder()),
  failures: () => Promise.resolve(printFailures(print)),
  scale: () => printScale(programFolder()),
  timeline: () => printTimeline(),
  debugger: () => printDebugger(),
  traces: async () => {
    printRecordings(programFolder(), print);
    await printReplaying(print);
    await printStore(print);
    printComparing(print);
    await printManyRuns(print);
  },
  store: () => printStore(print),
  comparing: () => Promise.resolve(printComparing(print)),
  manyRuns: () => printManyRuns(print),
  rules: async () => {
    await printRules(print);
    printRuleUpdates(print);
    await printRulesReady(print);
  },
  diagnosis: () => printDiagnosis(),
  agents: () => printAgents(print),
};

/** Parts of sections, which run where they are named. */
const parts: typeof sections = {
  rulesXml: () => printRules(print, 'rulesXml'),
  rulesFtp: () => printRules(print, 'rulesFtp'),
  rulesCause: () => printRules(print, 'rulesCause'),
  rulesObjects: () => printRules(print, 'rulesObjects'),
  rulesUpdates: () => Promise.resolve(printRuleUpdates(print)),
  rulesReady: () => printRulesReady(print),
};

async function main(): Promise<void> {
  const options = { against: { type: 'string' }, pairs: { type: 'string', default: '10' } } as const;
  const { values, positionals: wanted } = parseArgs({ options, allowPositionals: true });
  if (values.against !== undefined) {
    await printAgainst(values.against, wanted.length === 0 ? comparable : wanted, Number(values.pairs));
    return;
  }
  const known = { ...sections, ...parts };
  const unknown = wanted.find((name) => known[name] === undefined);
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(known).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-'));
  try {
    await buildAnalysisWorker();
    for (const [name, print] of Object.entries(wanted.length === 0 ? sections : known))
      if (wanted.length === 0 || wanted.includes(name)) await print(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
