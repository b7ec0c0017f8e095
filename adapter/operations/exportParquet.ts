import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reportPath } from '../../server/findings/reportPath.js';
import { missingOfMany, type LackingRun, type Missing } from '../query/missing.js';
import { openRecording } from '../query/openReader.js';
import { Facts } from '../query/relations/facts.js';
import { tableOf } from '../query/relations/recordedRelations.js';
import type { EventRange } from '../query/relations/table.js';
import { NoTrace } from '../trace/format/traceFile.js';
import { ParquetFile } from '../trace/parquet/parquetFile.js';
import { exportedSchema, type RelationShape } from '../trace/relations/schema.js';
import type { TraceReader } from '../query/reader.js';
import { makeFolder } from './madeFolder.js';
import type { NamedRecording } from './recordings.js';

/** What an export has written. */
export interface Exported {
  readonly runs: number;
  readonly rows: number;
  readonly bytes: number;
  /** Whether a part of some recording could not be read: what it held is left out. */
  readonly isDamaged: boolean;
  /** A sentence for each file that is no recording that can be read. */
  readonly leftOut: readonly string[];
  /** The recordings of which rows may be missing, those that are left out among them. */
  readonly lacking: readonly LackingRun[];
}

/** So many events become one part of each relation, about: rows of a part are looked up together, so that memory is bounded. */
const mostInPart = 1 << 20;

/**
 * Writes recordings as a data set: `relation=…/run=…/part-N.parquet`. A run that the data set has already is one sentence that is thrown, as is
 * it where no recording can be read. What is written of a run is there when all of it is.
 */
export function exportParquet(recordings: readonly NamedRecording[], folder: string, cwd: string, eventsInPart = mostInPart): Exported {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new Error(`${folder} cannot be made: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`, { cause: error });
  }
  for (const { run } of recordings)
    if (existsSync(join(folder, 'relation=run', runFolder(run)))) throw new Error(`${folder} has the run ${run} already.`);
  let [runs, rows, bytes, isDamaged] = [0, 0, 0, false];
  const leftOut: NoTrace[] = [];
  const lacking: LackingRun[] = [];
  for (const recording of recordings) {
    try {
      const written = exportRun(recording, folder, cwd, eventsInPart);
      runs++;
      rows += written.rows;
      bytes += written.bytes;
      isDamaged ||= written.missing.some(({ reason }) => reason === 'damaged');
      if (written.missing.length > 0) lacking.push({ run: recording.run, error: null, missing: written.missing });
    } catch (error) {
      if (!(error instanceof NoTrace)) throw error;
      leftOut.push(error);
      lacking.push({ run: recording.run, error: error.message, missing: [] });
    }
  }
  const [first] = leftOut;
  if (runs === 0 && first !== undefined) throw first;
  return { runs, rows, bytes, isDamaged, leftOut: leftOut.map(({ message }) => message), lacking };
}

type Written = Pick<Exported, 'rows' | 'bytes'>;

interface WrittenRun extends Written {
  readonly missing: readonly Missing[];
}

function exportRun({ run, file }: NamedRecording, folder: string, cwd: string, eventsInPart: number): WrittenRun {
  const open = openRecording(file, (path) => reportPath(cwd, path));
  // A folder with another beginning is none of the data set's.
  const staging = mkdtempSync(join(folder, '.whence-'));
  const facts = new Facts(open.reader);
  try {
    const ranges = rangesOf(open.reader, eventsInPart);
    let written: Written = { rows: 0, bytes: 0 };
    for (const shape of exportedSchema) mkdirSync(join(staging, shape.name), { mode: 0o700 });
    for (const [part, range] of ranges.entries())
      for (const shape of exportedSchema) {
        const file = join(staging, shape.name, `part-${part}.parquet`);
        written = sum(written, exportPart(facts, shape, run, range, file));
      }
    // What reports the run comes last: with it the run is there.
    for (const { name } of exportedSchema.toReversed()) {
      mkdirSync(join(folder, `relation=${name}`), { recursive: true, mode: 0o700 });
      renameSync(join(staging, name), join(folder, `relation=${name}`, runFolder(run)));
    }
    return { ...written, missing: missingOfMany(open.reader) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`${folder} cannot be written: ${code}.`);
  } finally {
    facts.close();
    open.close();
    rmSync(staging, { recursive: true, force: true });
  }
}

function rangesOf({ store: { end } }: TraceReader, size: number): readonly EventRange[] {
  const ranges: EventRange[] = [{ from: 0, to: Math.min(size, end) }];
  for (let from = size; from < end; from += size) ranges.push({ from, to: Math.min(from + size, end) });
  return ranges;
}

/** One part of one relation. Of a relation without rows there is one part, too: whoever reads them all finds its columns. */
function exportPart(facts: Facts, shape: RelationShape, run: string, range: EventRange, path: string): Written {
  const { count, columns } = tableOf(shape.name, facts, run, range);
  if (count === 0 && range.from > 0) return { rows: 0, bytes: 0 };
  const readers = shape.columns.map(({ name }) => columns[name] ?? (() => (name === 'run' ? run : null)));
  const file = new ParquetFile(path, shape);
  try {
    file.write(count, readers);
  } catch (error) {
    file.abandon();
    throw error;
  }
  return { rows: count, bytes: file.end() };
}

function sum(one: Written, other: Written): Written {
  return { rows: one.rows + other.rows, bytes: one.bytes + other.bytes };
}

/** The name of a run as a part of a path, as Hive writes it. */
function runFolder(run: string): string {
  return `run=${encodeURIComponent(run).replace(/[.*'()!~]/g, (letter) => (letter === '.' ? '.' : `%${letter.charCodeAt(0).toString(16).toUpperCase()}`))}`;
}
