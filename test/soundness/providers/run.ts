import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { currentBuild } from '../../same/builds.js';
import { answersOfTests } from '../../same/tests.js';
import { answersOfRecording, comparable, differingFields, type AskedOfRun, type ComparedPoint } from './compareProviders.js';

const usage = `npm run soundness:providers -- [--answers FOLDER] [--only TEXT] [--budget N] [--show]

Records every program of the tests of questions, and holds what the recording answers against what the run answered: the same points,
field by field.
  --answers FOLDER  what the tests were answered (else the tests run first)
  --only TEXT       only questions that hold this text
  --budget N        recorded with this budget; none by default
  --show            print every point that differs
`;

interface Kept {
  readonly asked: AskedOfRun & { readonly isPinned: boolean; readonly nodeArgs?: readonly string[] };
  readonly answer: { readonly points: readonly ComparedPoint[] };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      answers: { type: 'string' },
      only: { type: 'string' },
      budget: { type: 'string' },
      show: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const texts =
    values.answers === undefined
      ? [...(await answersOfTests(currentBuild, false)).values()]
      : readdirSync(values.answers).map((file) => readFileSync(join(values.answers ?? '', file), 'utf8'));
  const counts = { points: 0, equal: 0, notRecorded: 0, different: 0, failed: 0 };
  const byField = new Map<string, number>();
  for (const text of texts.sort()) {
    const { asked, answer } = JSON.parse(text) as Kept;
    const isOther = asked.isPinned || (asked.nodeArgs?.length ?? 0) > 0;
    if (isOther || (values.only !== undefined && !text.includes(values.only))) continue;
    const budget = values.budget === undefined ? {} : { budget: Number(values.budget) };
    const points = await answersOfRecording(asked, budget).catch((error: unknown) => String(error));
    if (typeof points === 'string') {
      counts.failed++;
      process.stdout.write(`${points}\n${Object.values(asked.files).join('\n')}\n${asked.ask.join('; ')}\n\n`);
      continue;
    }
    for (const [index, kept] of answer.points.entries()) {
      const [live, ours] = [comparable(kept), points[index] ?? {}];
      const fields = differingFields(live, ours);
      counts.points++;
      if (fields.length === 0) counts.equal++;
      else if (ours['status'] === 'not-recorded') counts.notRecorded++;
      else counts.different++;
      if (fields.length === 0) continue;
      const kind = fields.includes('status') ? `status ${String(live['status'])} ${String(ours['status'])}` : fields.join();
      byField.set(kind, (byField.get(kind) ?? 0) + 1);
      if (values.show) process.stdout.write(`${shownDifference(asked, live, ours, fields)}\n`);
    }
  }
  for (const [kind, count] of [...byField].sort((a, b) => b[1] - a[1])) process.stdout.write(`${count}\t${kind}\n`);
  process.stdout.write(
    `${counts.points} points: ${counts.equal} equal, ${counts.notRecorded} not recorded, ${counts.different} different; ${counts.failed} programs failed\n`,
  );
  return counts.different + counts.failed === 0 ? 0 : 1;
}

function shownDifference({ files, ask }: AskedOfRun, live: ComparedPoint, ours: ComparedPoint, fields: readonly string[]): string {
  const told = fields.map((name) => `  ${name}: ${JSON.stringify(live[name])} | ${JSON.stringify(ours[name])}`);
  return [`--- ${String(live['id'])} of ${ask.join('; ')}`, ...Object.values(files), ...told].join('\n');
}

process.exitCode = await main();
