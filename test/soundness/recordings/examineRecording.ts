import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tag } from '../../../adapter/runtime/rows/tags.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { traceRows, type ShownRow } from '../../support/traceRows.js';
import { recorded } from '../../support/recorded.js';
import { hasPython, heldAgainstSecondReader } from '../../support/secondReader.js';
import { loggedProgram } from './loggedProgram.js';

/** What happened: its kind, the function in which it did, a name, and a value. */
export type Told = readonly (string | number)[];

/** What a recording holds of a random program, and what the program's own log says. The reader in Python must read the same rows. */
export async function examineRecording(seed: number): Promise<{ readonly ours: readonly Told[]; readonly logged: readonly Told[] }> {
  const { plain, logging } = loggedProgram(seed);
  const run = await recorded({ 'a.js': plain });
  try {
    const file = join(run.folder, 'logging.js');
    writeFileSync(file, logging);
    const { stdout } = spawnSync(process.execPath, [file], { cwd: run.folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    const logged = stdout === '' ? [] : stdout.split('\n').map((line) => JSON.parse(line) as Told);
    if (hasPython) heldAgainstSecondReader(run);
    return { ours: toldBy(run.file), logged };
  } finally {
    run.dispose();
  }
}

const kinds: Readonly<Record<string, string>> = {
  call: 'call',
  argument: 'argument',
  exit: 'exit',
  throw: 'throw',
  catch: 'catch',
  last: 'last',
  suspend: 'suspend',
  resume: 'resume',
  write: 'write',
  define: 'write',
  fork: 'test',
};

function toldBy(file: string): readonly Told[] {
  const { reader, close } = openRecording(file, (path) => path);
  const names = new Map<number, string>([[0, '']]);
  const numbers = new Map<string, number>();
  const told: Told[] = [];
  const shown = (row: ShownRow): string => {
    const value = row.value;
    if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value);
    if (!value.startsWith('#')) return value;
    if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
    return `#${numbers.get(value)}`;
  };
  for (const row of traceRows(file).rows) {
    const kind = kinds[row.kind];
    if (row.kind === 'call') names.set(row.subject, row.key === 'program' ? '' : nameOf(row));
    const name =
      names.get(/^(?:call|argument|resume)$/.test(row.kind) ? row.subject : (reader.store.row(row.event)?.activation ?? 0)) ?? '?';
    if (kind === undefined || isOfTheForm(row, name)) continue;
    if (kind === 'call') {
      if (row.key !== 'program' && name !== '') told.push(['call', name]);
    } else if (kind === 'last') told.push(['last', name]);
    else if (kind === 'argument') told.push([kind, name, Number(String(row.key).replace('argument ', '')), shown(row)]);
    else told.push([kind, name, kind === 'write' ? (row.key ?? '') : '', shown(row)]);
  }
  close();
  return told;
}

/** What the log leaves out: functions and classes that are declared, the entry of a handler or a turn, the end of the program's text. */
function isOfTheForm(row: ShownRow, name: string): boolean {
  // The program's own end, what takes note of the last promise, and the end of a finally block behind a return.
  if (name.startsWith('()') || (row.kind === 'exit' && (name === '' || row.tag === Tag.untold))) return true;
  if (row.kind === 'fork') return row.key !== null;
  if (row.kind === 'write') return /^(?:Base|Leaf|e\d+)$/.test(String(row.key));
  return false;
}

/** By what stands where the function is named. */
function nameOf({ text }: ShownRow): string {
  if (text.startsWith('class Leaf')) return 'Leaf';
  return text.startsWith('(p) {\nthis.size') ? 'constructor' : text.startsWith('(p)') ? 'm' : text;
}
