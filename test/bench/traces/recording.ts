import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { eventsOf, partOf } from '../../../adapter/trace/format/decode.js';
import { eventsFrames } from '../../../adapter/trace/format/encode.js';
import { FrameKind } from '../../../adapter/trace/format/frameBytes.js';
import { TraceFile } from '../../../adapter/trace/format/traceFile.js';
import { median } from '../median.js';
import { fieldCases, type QuestionCase } from '../questions/cases.js';
import { growingTable } from '../speed/table.js';

/** The TypeScript compiler has 145 million events, which take minutes. */
const cases = fieldCases.filter(({ program }) => program !== 'typescript.cjs');

const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));

/** How programs are recorded. Those in packages are recorded as if they were the user's own code. */
const settings = {
  none: ['--values', 'none'],
  default: [],
  complete: ['--complete'],
} as const;

type Setting = keyof typeof settings;

/** What a run has cost: processor time of the program's process, clock time of the whole, in milliseconds. */
interface Cost {
  readonly processor: number;
  readonly clock: number;
}

/** The cost of recording beside the same run without: `npm run bench -- traces`. Only the ratios mean something elsewhere. */
export function printRecordings(folder: string, print: (text: string) => void, runs = 3): void {
  print('Recording, to disk: how many times the processor time of the program, and the time on the clock, are those of the plain run.\n');
  print('Bytes an event: of the file, and of the same rows gzipped (level 1) as they are. Packing: million rows a second, and gzip-1.\n\n');
  const header = ['program', 'plain ms'];
  for (const name of Object.keys(settings)) header.push(`${name} CPU`, `${name} clock`);
  header.push('events (complete)', 'bytes', 'rows gzipped', 'Mrows/s', 'gzip-1');
  const row = growingTable(
    header,
    cases.map(({ name }) => name),
    print,
  );
  for (const one of cases) {
    const plain = cost(one, folder, [], runs);
    const cells = [one.name, plain.processor.toFixed(0)];
    let file: Sizes | null = null;
    for (const name of Object.keys(settings) as Setting[]) {
      const trace = join(folder, `${name}.trace`);
      const recorded = cost(one, folder, ['record', '--force', '--include', '**/*.*', '--out', trace, ...settings[name], '--'], runs);
      cells.push((recorded.processor / plain.processor).toFixed(1), (recorded.clock / plain.clock).toFixed(1));
      if (name === 'complete' && !Number.isNaN(recorded.clock)) file = sizes(trace);
      rmSync(trace, { force: true });
    }
    if (file !== null) {
      const { rows, bytes, gzipped, packedIn, gzippedIn } = file;
      cells.push(String(rows), (bytes / rows).toFixed(2), (gzipped / rows).toFixed(2));
      cells.push((rows / packedIn / 1000).toFixed(1), (rows / gzippedIn / 1000).toFixed(1));
    }
    row(cells);
  }
  print('\n');
}

function cost({ program, args }: QuestionCase, folder: string, command: readonly string[], runs: number): Cost {
  const costs: Cost[] = [];
  const file = join(folder, 'costs.txt');
  for (let run = 0; run < runs; run++) {
    rmSync(file, { force: true });
    const began = performance.now();
    const words = command.length === 0 ? [] : [whence, ...command];
    const { status, signal, stderr } = spawnSync(process.execPath, [...words, program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: mostMs,
      env: { ...process.env, COST_FILE: file },
    });
    const clock = performance.now() - began;
    if (status !== 0 && signal === null) throw new Error(`${program}: ${stderr}`);
    // A program that takes this long is not measured further: it is ended, and what records it may end as it should.
    if (signal !== null || !existsSync(file)) return { processor: NaN, clock: NaN };
    const { milliseconds } = JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '') as { readonly milliseconds: number };
    costs.push({ processor: milliseconds, clock });
  }
  return { processor: median(costs.map(({ processor }) => processor)), clock: median(costs.map(({ clock }) => clock)) };
}

/** So long may one run take. */
const mostMs = 100_000;

interface Sizes {
  readonly rows: number;
  readonly bytes: number;
  /** Of the rows alone, 16 bytes each, compressed by gzip-1. */
  readonly gzipped: number;
  readonly packedIn: number;
  readonly gzippedIn: number;
}

/** At most so many parts are packed again: the speed of the others is the same. */
const mostParts = 100;

function sizes(trace: string): Sizes {
  const file = new TraceFile(trace);
  let [rows, packedRows, gzipped, packedIn, gzippedIn, parts] = [0, 0, 0, 0, 0, 0];
  let part: ReturnType<typeof partOf> = null;
  for (const place of file.frames) {
    if (place.kind === FrameKind.part) {
      part = partOf(file.content(place) ?? Buffer.alloc(0));
      rows += part?.rows ?? 0;
    }
    if (place.kind !== FrameKind.events || part === null || parts++ >= mostParts) continue;
    const events = eventsOf(part.rows, file.content(place) ?? Buffer.alloc(0));
    if (events === null) throw new Error(`${trace} is damaged.`);
    packedRows += part.rows;
    const began = performance.now();
    eventsFrames({ ...part, words: events.words });
    const packed = performance.now();
    const bytes = gzipSync(new Uint8Array(events.words.buffer), { level: 1 });
    gzippedIn += performance.now() - packed;
    packedIn += packed - began;
    gzipped += bytes.length;
    if (gunzipSync(bytes).length !== events.words.byteLength) throw new Error('gzip has lost something.');
  }
  file.close();
  const share = rows / Math.max(1, packedRows);
  return { rows, bytes: statSync(trace).size, gzipped: gzipped * share, packedIn: packedIn * share, gzippedIn: gzippedIn * share };
}
