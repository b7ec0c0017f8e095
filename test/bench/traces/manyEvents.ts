import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';

/** The built command. */
export const whence = join(root, 'dist/whence.js');

/** Calls of a method that changes a field, each ten events or so, in the objects of a list. `last`: what the last call adds. */
export function cells(calls: number, last = 1): string {
  return `class Cell {
  constructor(name) { this.name = name; this.total = 0; }
  add(by) {
    if (by % 3 === 0) this.total = this.total + 2;
    else this.total = this.total + by % 5;
    return this.total;
  }
}
const cells = [];
for (let i = 0; i < 100; i++) cells.push(new Cell('cell ' + i));
function run(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += cells[i % 100].add(i);
  return sum + cells[7].add(${last});
}
run(${calls});
`;
}

/** A recording of a program as a whole, in a folder of its own. */
export interface BenchRecording {
  readonly folder: string;
  readonly file: string;
  dispose(): void;
}

export function recordedWhole(program: string): BenchRecording {
  const folder = mkdtempSync(join(tmpdir(), 'whence-traces-'));
  writeFileSync(join(folder, 'program.js'), program);
  execFileSync(process.execPath, [whence, 'record', '--complete', '--out', 'run.trace', '--', 'program.js'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return { folder, file: join(folder, 'run.trace'), dispose: () => rmSync(folder, { recursive: true }) };
}

/** The processor time of the cheapest of some runs, in milliseconds: what else runs on the machine does not count. */
export function cheapest(work: () => unknown, runs = 3): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
