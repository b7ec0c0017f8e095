import { watched } from '../../support/watching.js';
import { ruledProgram } from './randomRules.js';
import { expectedOf, programText, rulesText } from './randomTexts.js';

/** How random programs are run under their rules. */
export interface RuledRunOptions {
  readonly isRecomputed?: boolean;
  readonly sweepPauseMs?: number;
}

/**
 * What is found in random programs of these seeds, and what the checker does not find there, or the other way round: one sentence each. What is
 * told and not confirmed may have been gone before: the checker does not find it then.
 */
export async function ruledDifferences(seeds: readonly number[], options: RuledRunOptions): Promise<readonly string[]> {
  const programs = seeds.map(ruledProgram);
  const files: Record<string, string> = {};
  const expected: string[] = [];
  for (const [at, program] of programs.entries()) {
    const first = at * program.conditions.length;
    files[`p${at}.cjs`] = programText(program);
    files[`p${at}.rules.ts`] = rulesText(program, `./p${at}.cjs`, first);
    for (const one of await expectedOf(program, first)) expected.push(`seed ${seeds[at] ?? 0} ${one}`);
  }
  const main = `process.on('unhandledRejection', () => {});\n(async () => { for (let at = 0; at < ${seeds.length}; at++) await require('./p' + at + '.cjs').run(); })();\n`;
  const { findings, rules, exit, notes } = await watched(main, null, {
    files,
    options: { isRecomputed: false, timeoutMs: 900_000, ...options },
  });
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
    ...notes.map((note) => `the run of the seeds from ${seeds[0] ?? 0} has a note: ${note}`),
    ...[...left].flatMap(([text, count]) => {
      if (count > 0) return [`${text} is not told (${count})`];
      return count < 0 && !maybeGone.has(text) ? [`${text} is told, and does not hold (${-count})`] : [];
    }),
  ];
}
