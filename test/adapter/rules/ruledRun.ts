import type { WatchFinding } from '../../../adapter/rules/watchFinding.js';
import type { WatchResult } from '../../../adapter/operations/watchRules.js';
import { recorded } from '../../support/recorded.js';
import { overRecording, watched } from '../../support/watching.js';
import { ruledProgram, type RuledProgram } from './randomRules.js';
import { expectedOf, programText, rulesText } from './randomTexts.js';

/** How random programs are run under their rules. */
export interface RuledRunOptions {
  readonly isRecomputed?: boolean;
  readonly sweepPauseMs?: number;
  /** Whether probes are left out by types and aliases: none of them must have been needed. */
  readonly isPruned?: boolean;
}

/** What runs with pruning have left out. */
export const leftOut: WatchResult['probes']['leftOut'][] = [];

const checked = { isPruningChecked: true, pruning: { types: true, aliases: true, patienceMs: 600_000 } };

/** Random programs that one process runs one after another, each with a rules file. */
function ruledPrograms(seeds: readonly number[]): {
  readonly programs: readonly RuledProgram[];
  readonly main: string;
  readonly files: Readonly<Record<string, string>>;
} {
  const programs = seeds.map(ruledProgram);
  const files: Record<string, string> = {};
  for (const [at, program] of programs.entries()) {
    files[`p${at}.cjs`] = programText(program);
    files[`p${at}.rules.ts`] = rulesText(program, `./p${at}.cjs`, at * program.conditions.length);
  }
  const main = `process.on('unhandledRejection', () => {});\n(async () => { ${seeds.map((_, at) => `await require('./p${at}.cjs').run();`).join(' ')} })();\n`;
  return { programs, main, files };
}

/**
 * What is found in a run of random programs and not in a recording of another, or the other way round: one sentence each. Where turns end a recording
 * does not tell: of rules that are looked at there it finds more.
 */
export async function recordedDifferences(seeds: readonly number[]): Promise<readonly string[]> {
  const { programs, main, files: all } = ruledPrograms(seeds);
  // Nor does it tell changes of prototypes.
  const files = Object.fromEntries(
    Object.entries(all).map(([name, text]) => [name, text.replace(/Object\.setPrototypeOf\((.*?), \w+\.prototype\)/g, 'void $1')]),
  );
  const live = await watched(main, null, { files, options: { isSwept: false, isRecomputed: false, timeoutMs: 900_000 } });
  const recording = await recorded({ 'prog.js': main, ...files });
  try {
    const found = await overRecording(recording, { isRecomputed: false });
    const ofTurns = new Set(
      programs
        .flatMap(({ conditions }) => conditions.map(({ check }) => check))
        .flatMap((check, at) => (check === 'turn' ? [`rule${at}`] : [])),
    );
    // Such a rule may have been told before, of another line.
    const told = ({ rule, message, position }: WatchFinding): string =>
      `${rule}: ${message} @ ${ofTurns.has(rule) ? 'some turn' : (position?.line ?? '?')}`;
    const left = new Map<string, number>();
    for (const one of live.findings) left.set(told(one), (left.get(told(one)) ?? 0) + 1);
    for (const one of found.findings) left.set(told(one), (left.get(told(one)) ?? 0) - 1);
    return [
      ...found.rules.flatMap(({ name, fault }) => (fault === null ? [] : [`${name} is at fault: ${fault}`])),
      ...(found.complete ? [] : ['the recording is not complete']),
      ...[...left].flatMap(([text, count]) => {
        if (count > 0) return [`${text} is not told of the recording (${count})`];
        return count < 0 && !ofTurns.has(text.split(':')[0] ?? '') ? [`${text} is told of the recording alone (${-count})`] : [];
      }),
    ].map((one) => `seeds from ${seeds[0] ?? 0}: ${one}`);
  } finally {
    recording.dispose();
  }
}

/**
 * What is found in random programs of these seeds, and what the checker does not find there, or the other way round: one sentence each. What is
 * told and not confirmed may have been gone before: the checker does not find it then.
 */
export async function ruledDifferences(
  seeds: readonly number[],
  { isPruned = false, ...options }: RuledRunOptions,
): Promise<readonly string[]> {
  const { programs, main, files } = ruledPrograms(seeds);
  const expected: string[] = [];
  for (const [at, program] of programs.entries())
    for (const one of await expectedOf(program, at * program.conditions.length)) expected.push(`seed ${seeds[at] ?? 0} ${one}`);
  const { findings, rules, exit, notes, probes } = await watched(main, null, {
    files,
    options: { isRecomputed: false, timeoutMs: 900_000, ...options, ...(isPruned ? checked : {}) },
  });
  if (isPruned) leftOut.push(probes.leftOut);
  const perProgram = programs[0]?.conditions.length ?? 1;
  const seedOfRule = (name: string): number => seeds[Math.floor(Number(name.slice('rule'.length)) / perProgram)] ?? 0;
  const told = findings.map(({ rule, message, position, confirmed }) => ({
    text: `seed ${seedOfRule(rule)} ${rule}: ${message} @ ${position?.line ?? '?'}`,
    confirmed,
  }));
  const left = new Map<string, number>();
  for (const one of expected) left.set(one, (left.get(one) ?? 0) + 1);
  for (const { text } of told) left.set(text, (left.get(text) ?? 0) - 1);
  const maybeGone = new Set(told.flatMap(({ text, confirmed }) => (confirmed ? [] : [text])));
  return [
    ...rules.flatMap(({ name, fault }) => (fault === null ? [] : [`seed ${seedOfRule(name)} ${name} is at fault: ${fault}`])),
    ...(exit?.code === 0 ? [] : [`the program of the seeds from ${seeds[0] ?? 0} ended with ${JSON.stringify(exit)}`]),
    ...notes
      .filter((note) => !note.startsWith('Writes left out by'))
      .map((note) => `the run of the seeds from ${seeds[0] ?? 0} has a note: ${note}`),
    ...[...left].flatMap(([text, count]) => {
      if (count > 0) return [`${text} is not told (${count})`];
      return count < 0 && !maybeGone.has(text) ? [`${text} is told, and does not hold (${-count})`] : [];
    }),
  ];
}
