import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { currentBuild } from '../../same/builds.js';
import { answersOfTests } from '../../same/tests.js';
import { why } from '../../support/querying.js';
import { programSeed } from '../random.js';
import { BoundedAnswers } from './boundedAnswers.js';
import { comparable, differingFields, type AskedOfRun, type ComparedPoint } from './compareProviders.js';
import { languageQuestions } from './languageProgram.js';
import { randomQuestions } from './randomQuestions.js';

const usage = `npm run soundness:providers -- [--answers FOLDER | --random N | --language N] [--seed S] [--only TEXT] [--budget N] [--bound SECONDS]
                                         [--show]

Records every program of the tests of questions, or N random programs, and holds what the recording answers against what the run answered:
the same points, field by field.
  --answers FOLDER  what the tests were answered (else the tests run first)
  --random N        random programs instead of those of the tests; --seed S repeats them
  --language N      random programs in most of whose statements the language itself calls functions
  --only TEXT       only questions that hold this text; of random programs the one of this number
  --budget N        recorded with this budget; none by default
  --bound SECONDS   what takes longer, recorded and asked, is told as stalled; 60 by default
  --show            print every point that differs
`;

/** A question with what a run has answered. */
interface Answered {
  /** What repeats it, with a space behind; empty where the program itself is told. */
  readonly name: string;
  readonly asked: AskedOfRun;
  readonly points: readonly ComparedPoint[];
}

interface Kept {
  readonly asked: AskedOfRun & { readonly isPinned: boolean; readonly nodeArgs?: readonly string[] };
  readonly answer: { readonly points: readonly ComparedPoint[] };
}

async function* keptOfTests(folder: string | undefined, only: string | undefined): AsyncGenerator<Answered> {
  const texts =
    folder === undefined
      ? [...(await answersOfTests(currentBuild, false)).values()]
      : readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  for (const text of texts.sort()) {
    const { asked, answer } = JSON.parse(text) as Kept;
    const isOther = asked.isPinned || (asked.nodeArgs?.length ?? 0) > 0;
    if (!isOther && (only === undefined || text.includes(only))) yield { name: '', asked, points: answer.points };
  }
}

async function* keptOfRandom(
  kind: 'random' | 'language',
  programs: number,
  seed: number,
  only: string | undefined,
): AsyncGenerator<Answered> {
  const questions = kind === 'random' ? randomQuestions : languageQuestions;
  const [first, count] = only === undefined ? [0, programs] : [Number(only), 1];
  for (let index = first; index < first + count; index++) {
    const asked = questions(programSeed(seed, index));
    if (asked !== null) yield { name: `--${kind} 1 --seed ${seed} --only ${index} `, asked, points: (await why(asked)).points };
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      answers: { type: 'string' },
      random: { type: 'string' },
      language: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      budget: { type: 'string' },
      bound: { type: 'string', default: '60' },
      show: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const counts = { points: 0, equal: 0, notRecorded: 0, different: 0, failed: 0, stalled: 0 };
  const byField = new Map<string, number>();
  const budget = values.budget === undefined ? null : Number(values.budget);
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  const [kind, programs] = values.language === undefined ? (['random', values.random] as const) : (['language', values.language] as const);
  const kept = programs === undefined ? keptOfTests(values.answers, values.only) : keptOfRandom(kind, Number(programs), seed, values.only);
  const bounded = new BoundedAnswers(Number(values.bound) * 1000);
  for await (const { name, asked, points: told } of kept) {
    const answer = await bounded.answer({ asked, budget });
    if (answer.kind !== 'points') {
      counts[answer.kind]++;
      const reason = answer.kind === 'failed' ? answer.reason : `No answer came within ${values.bound} seconds.`;
      process.stdout.write(`${name}${reason}\n${Object.values(asked.files).join('\n')}\n${asked.ask.join('; ')}\n\n`);
      continue;
    }
    const { points } = answer;
    for (const [index, point] of told.entries()) {
      const [live, ours] = [comparable(point), points[index] ?? {}];
      const fields = differingFields(live, ours);
      counts.points++;
      if (fields.length === 0) counts.equal++;
      else if (ours['status'] === 'not-recorded') counts.notRecorded++;
      else counts.different++;
      if (fields.length === 0) continue;
      const kind = fields.includes('status') ? `status ${String(live['status'])} ${String(ours['status'])}` : fields.join();
      byField.set(kind, (byField.get(kind) ?? 0) + 1);
      if (values.show) process.stdout.write(`${name}${shownDifference(asked, live, ours, fields)}\n`);
    }
  }
  bounded.end();
  for (const [kind, count] of [...byField].sort((a, b) => b[1] - a[1])) process.stdout.write(`${count}\t${kind}\n`);
  process.stdout.write(
    `${counts.points} points: ${counts.equal} equal, ${counts.notRecorded} not recorded, ${counts.different} different; ${counts.failed} programs failed, ${counts.stalled} stalled\n`,
  );
  return counts.different + counts.failed + counts.stalled === 0 ? 0 : 1;
}

/** Longer programs are repeated by their name. */
const mostShown = 2_000;

function shownDifference({ files, ask }: AskedOfRun, live: ComparedPoint, ours: ComparedPoint, fields: readonly string[]): string {
  const isLong = Object.values(files).join('').length > mostShown;
  const told = fields.map((name) => `  ${name}: ${JSON.stringify(live[name])} | ${JSON.stringify(ours[name])}`);
  return [`--- ${String(live['id'])} of ${ask.join('; ')}`, ...(isLong ? [] : Object.values(files)), ...told].join('\n');
}

process.exitCode = await main();
