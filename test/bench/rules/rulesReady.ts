import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prunableSites, type WatchedParts } from '../../../server/aliases/prunable.js';
import type { HeapForm } from '../../../server/aliases/world.js';
import { programWorld } from '../../../server/check/programWorld.js';
import { corpusPackages } from '../corpusPackages.js';
import { folderOf, install } from '../corpusSources.js';
import { growingTable } from '../speed/table.js';

/** How long the analyses of pruning take for programs that load the packages of the corpus, against their control points: the paper's Figure 6. */

const watched: WatchedParts = { classes: [{ paths: [], folder: null, name: 'Node' }], fields: ['parent'], areNamesOpen: false };

/** That of a run under rules: how often objects may come into sets. */
const budget = 3_000_000;

interface Ready {
  readonly points: number;
  readonly lines: number;
  readonly read: number;
  readonly seconds: Readonly<Record<HeapForm, number>>;
  readonly efforts: Readonly<Record<HeapForm, number>>;
}

/** Prints a row for each package, and how the times grow. */
export async function printRulesReady(print: (text: string) => void): Promise<void> {
  install(corpusPackages);
  print(
    'Getting ready: seconds of the processor for each analysis for a program that loads the package; effort in thousands (at most 3,000)\n\n',
  );
  const header = [
    'package',
    'lines',
    'points',
    'reading',
    'types',
    'aliases',
    'types/100,000',
    'aliases/100,000',
    'types effort',
    'aliases effort',
  ];
  const names = corpusPackages.map(({ name }) => name);
  const row = growingTable(header, names, print);
  const all: Ready[] = [];
  for (const name of names) {
    const ready = await readyOf(name);
    if (ready === null) continue;
    all.push(ready);
    const { lines, points, read, seconds, efforts } = ready;
    const per = (time: number): string => ((time / lines) * 100_000).toFixed(2);
    const times = [read, seconds.types, seconds.places].map((time) => time.toFixed(2));
    const thousands = [efforts.types, efforts.places].map((effort) => Math.round(effort / 1000).toString());
    row([name, String(lines), String(points), ...times, per(seconds.types), per(seconds.places), ...thousands]);
  }
  for (const form of ['types', 'places'] as const) {
    const whole = all.filter(({ efforts }) => efforts[form] < budget);
    const power = slopeOf(whole.map(({ points, seconds }) => [Math.log(points), Math.log(seconds[form])]));
    const shown = form === 'types' ? 'types' : 'aliases';
    print(
      `\nThe time of ${shown} grows with the power ${power.toFixed(2)} of the control points, over the ${whole.length} programs that it ends for.\n`,
    );
  }
}

/** In seconds: other programs do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function readyOf(name: string): Promise<Ready | null> {
  const folder = mkdtempSync(join(folderOf('.'), '..', 'ready-'));
  try {
    const file = join(folder, 'main.mjs');
    writeFileSync(file, `import * as all from '${name}';\nglobalThis.all = all;\n`);
    const began = processorTime();
    const { world, texts, missing } = await programWorld(file);
    const read = processorTime() - began;
    if (missing !== null) return null;
    const seconds = { types: 0, places: 0 };
    const efforts = { types: 0, places: 0 };
    for (const form of ['types', 'places'] as const) {
      const start = processorTime();
      efforts[form] = prunableSites(world, watched, form, budget).effort;
      seconds[form] = processorTime() - start;
    }
    const points = world.reduce((sum, { module }) => sum + module.functions.reduce((own, { nodes }) => own + nodes.length, 0), 0);
    return { points, lines: texts.reduce((sum, text) => sum + text.split('\n').length, 0), read, seconds, efforts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The slope of the line that is nearest to these points. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
