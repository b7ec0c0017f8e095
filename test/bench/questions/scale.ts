import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processCost } from '../speed/coldProcess.js';
import { growingTable } from '../speed/table.js';
import type { QuestionCase } from './cases.js';
import { lineOfStop, plainCost, questionCost } from './measure.js';

const candidates = 10_000_000;
const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));

function scaled(name: string, question: string, count = candidates): QuestionCase {
  return { name, program: 'candidates.cjs', args: [name, `${count}`], stop: `; // ${name}`, hit: 1, question };
}

/** What ten million candidates take: the most that the program, and the command, have in memory at once. */
export async function printScale(folder: string): Promise<void> {
  process.stdout.write(
    `${candidates} candidates: megabytes of the program alone and under the question, and of the command (idle: of ten).\n\n`,
  );
  const cases = [
    scaled('field', 'lastChange(box.field)'),
    scaled('field', 'lastChange(box.field)[-2]'),
    scaled('element', 'lastChange(list[1])'),
    scaled('element', 'lastChange(list[1])[-2]'),
    scaled('local', 'lastChange(shared)'),
    scaled('local', 'lastChange(shared)[-2]'),
    scaled('entry', 'lastChange(map.get("key"))'),
    scaled('condition', 'lastCondition(P1)', candidates / 2),
  ];
  const header = ['question', 'candidates', 'alone MB', 'MB', 'command MB', 'idle MB', 'alone ms', 'answer ms', 'answer'];
  const row = growingTable(
    header,
    cases.map(({ question }) => question),
    (text) => process.stdout.write(text),
  );
  for (const wanted of cases) {
    const plain = plainCost(wanted, folder);
    const asked = await questionCost(wanted, folder);
    const command = await commandMegabytes(wanted, folder);
    const idle = await commandMegabytes({ ...wanted, args: [wanted.name, '10'] }, folder);
    row([
      wanted.question,
      `${asked.candidates}`,
      plain.megabytes.toFixed(0),
      Math.max(...asked.runs.map(({ megabytes }) => megabytes)).toFixed(0),
      command.toFixed(0),
      idle.toFixed(0),
      plain.elapsed.toFixed(0),
      asked.elapsed.toFixed(0),
      asked.answer,
    ]);
  }
  process.stdout.write('\n');
}

async function commandMegabytes(wanted: QuestionCase, folder: string): Promise<number> {
  const stop = `${join(folder, wanted.program)}:${lineOfStop(wanted, folder)}`;
  const { megabytes } = await processCost(
    whence,
    ['why', '--stop', stop, '--ask', wanted.question, '--json', '--', wanted.program, ...wanted.args],
    folder,
  );
  return megabytes;
}
