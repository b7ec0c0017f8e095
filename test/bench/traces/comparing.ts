import { compare } from '../../../adapter/operations/compare.js';
import { cells, recordedWhole } from './manyEvents.js';

/** Ten events a call, about. */
const calls = 80_000;

/** Two recordings of a million events, of which the last call differs: `npm run bench -- comparing`. */
export function printComparing(print: (text: string) => void, runs = 3): void {
  const [one, other] = [recordedWhole(cells(calls, 1)), recordedWhole(cells(calls, 2))];
  try {
    const times: number[] = [];
    const processor: number[] = [];
    let total = 0;
    for (let run = 0; run < runs; run++) {
      const [began, used] = [performance.now(), process.cpuUsage()];
      ({ total } = compare({ recordings: [one.file, other.file], limit: 100, cwd: one.folder }));
      const { user, system } = process.cpuUsage(used);
      times.push(performance.now() - began);
      processor.push((user + system) / 1000);
    }
    if (total === 0) throw new Error('The difference was not found.');
    print('Comparing two recordings of a million events: the fastest of three, against a bar of 4 seconds.\n\n');
    print(`| seconds | processor | of the bar |\n|---|---|---|\n`);
    const [time, cpu] = [Math.min(...times), Math.min(...processor)];
    print(`| ${(time / 1000).toFixed(1)} | ${(cpu / 1000).toFixed(1)} | ${(time / 4000).toFixed(2)} |\n\n`);
  } finally {
    one.dispose();
    other.dispose();
  }
}
