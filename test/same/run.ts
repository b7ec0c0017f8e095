import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../tidy/files.js';
import { buildOf, currentBuild } from './builds.js';
import { checkInputs, whyInputs } from './inputs.js';
import { outputOf } from './outputs.js';
import { answersOfTests } from './tests.js';

const usage = `npm run same -- BASE [--only check|why|tests]... [--count N] [--workers N]

Holds what this checkout prints against what the commit BASE prints: \`check --json\` over the corpus, \`why --json\` about random
programs, and the answers to every question of the tests. Only \`milliseconds\` and \`peakMegabytes\` may differ. BASE is built once, in
.cache/same, and its outputs are kept there.
  --only PART   only this part
  --count N     random programs (150)
  --workers N   commands at a time (2)
`;

/** Outputs that differ are written here, `before` and `after`. */
const differences = join(root, '.cache/same/differences');

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: ['check', 'why', 'tests'] },
      count: { type: 'string', default: '150' },
      workers: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  const revision = positionals[0];
  if (values.help || revision === undefined) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const base = buildOf(revision);
  rmSync(differences, { recursive: true, force: true });
  const isWanted = (part: string): boolean => values.only.includes(part);
  const inputs = [...(isWanted('check') ? checkInputs() : []), ...(isWanted('why') ? whyInputs(Number(values.count)) : [])];
  const different: string[] = [];
  const waiting = [...inputs];
  const work = async (): Promise<void> => {
    for (let input = waiting.shift(); input !== undefined; input = waiting.shift()) {
      const [before, after] = [await outputOf(base, input, true), await outputOf(currentBuild, input, false)];
      if (before !== after) different.push(keep(input.name, before, after));
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${inputs.length - waiting.length}/${inputs.length} ${input.name}`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.workers)) }, work));
  const counted = { commands: inputs.length, answers: 0 };
  if (isWanted('tests')) {
    const [before, after] = [await answersOfTests(base, true), await answersOfTests(currentBuild, false)];
    for (const [name, answer] of after) {
      const was = before.get(name);
      // A test that BASE does not have is none that could have changed.
      if (was === undefined) continue;
      counted.answers++;
      if (was !== answer) different.push(keep(name, was, answer));
    }
  }
  for (const told of different) process.stdout.write(`${told}\n`);
  process.stdout.write(`${counted.commands} commands, ${counted.answers} answers of tests: ${different.length} differ from ${revision}\n`);
  return different.length === 0 ? 0 : 1;
}

/** Writes both and says where they begin to differ. */
function keep(name: string, before: string, after: string): string {
  mkdirSync(differences, { recursive: true });
  writeFileSync(join(differences, `${name}.before.json`), before);
  writeFileSync(join(differences, `${name}.after.json`), after);
  const [lines, others] = [before.split('\n'), after.split('\n')];
  const index = lines.findIndex((line, at) => line !== others[at]);
  return `${name}: line ${index + 1}: ${lines[index]?.trim() ?? '(the end)'} | ${others[index]?.trim() ?? '(the end)'}`;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
