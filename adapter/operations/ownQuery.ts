import { join } from 'node:path';
import { readIfThere, UnreadableFile } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { LackingRun } from '../query/missing.js';
import { RunShelf } from '../query/relations/runShelf.js';
import { unionRelations } from '../query/relations/unionRelations.js';
import { installedIn, type EngineName } from '../trace/engines/installedPackage.js';
import { askNative } from '../trace/engines/nativeQuery.js';
import { PrologEngine } from '../trace/prolog/prologQuery.js';
import type { Answer, QueryLimits } from '../trace/relations/answer.js';
import { SqlEngine } from '../trace/sql/sqlQuery.js';
import { loadSqlite } from '../trace/sql/sqlite.js';
import { exportParquet } from './exportParquet.js';
import { recordedAt, type Recorded } from './recordings.js';

export type QueryEngine = 'sqlite' | EngineName;

/** A query of the user's own, in SQL or Prolog. */
export interface OwnQueryRequest {
  /** A recording's file, a folder of recordings, or one of a data set that was exported; absolute. */
  readonly recording: string;
  /** The query's file, absolute, when there is one of this name; else the query itself. */
  readonly file: string;
  readonly text: string;
  readonly limits: QueryLimits;
  /** What paths in answers are relative to. */
  readonly cwd: string;
  /** What answers SQL; what is left out is chosen: SQLite for recordings, what is installed for a data set. */
  readonly engine?: QueryEngine;
  /** Where engines of the user's are looked for behind the working directory. */
  readonly engineFolders?: readonly string[];
  /** A folder for this query alone, which whoever asks removes: recordings are exported into it for engines that read Parquet. */
  readonly scratch?: string;
}

/** What is asked, and who answers. */
export interface ReadQuery {
  readonly recorded: Recorded;
  readonly language: 'sql' | 'prolog';
  readonly query: string;
  readonly engine: QueryEngine;
}

/** Reads what a request names. Throws one sentence. */
export function readQuery(request: OwnQueryRequest): ReadQuery {
  const { file, text, recording } = request;
  const written = readNamed(file, text);
  if (written === undefined && /^\S+\.(sql|pl)$/.test(text)) throw new Error(`There is no file ${text}.`);
  const recorded = recordedAt(recording);
  const query = written ?? text;
  if (isSql(written === undefined ? null : file, query)) return { recorded, language: 'sql', query, engine: engineOf(request, recorded) };
  if (request.engine !== undefined) throw new Error(`--engine ${request.engine} answers SQL, and this is Prolog.`);
  if (recorded.kind === 'dataSet') throw new Error(`Prolog is asked about recordings: ${recording} is a data set that was exported.`);
  return { recorded, language: 'prolog', query: written ?? goal(text), engine: 'sqlite' };
}

function readNamed(file: string, name: string): string | undefined {
  try {
    return readIfThere(file);
  } catch (error) {
    throw error instanceof UnreadableFile ? new Error(`${name}: ${error.message}`, { cause: error }) : error;
  }
}

function engineOf(request: OwnQueryRequest, { kind }: Recorded): QueryEngine {
  const { engine, recording } = request;
  if (kind !== 'dataSet') return engine ?? 'sqlite';
  const installed = (['duckdb', 'clickhouse'] as const).find((name) => installedIn(name, foldersOf(request)) !== null);
  if (engine === undefined && installed !== undefined) return installed;
  if (engine === 'sqlite' || engine === undefined)
    throw new Error(`${recording} is a data set that was exported: name --engine duckdb or clickhouse; SQLite is asked about recordings.`);
  return engine;
}

/** An answer, and what its rows may lack. */
export interface OwnAnswer extends Answer {
  /** The recordings of which rows may be missing, as far as the query has read them; absent of a data set, which does not tell. */
  readonly lacking?: readonly LackingRun[];
}

/** Answers a query of the user's own about recordings. Rejects with a `QueryError` that has a place, or with one sentence. */
export async function ownQuery(request: OwnQueryRequest): Promise<OwnAnswer> {
  const { recorded, language, query, engine } = readQuery(request);
  const { limits, cwd, scratch } = request;
  if (engine !== 'sqlite') {
    const exported = recorded.kind === 'dataSet' ? { folder: recorded.folder } : exportedTo(scratch, recorded, cwd);
    const answer = await askNative({ engine, folders: foldersOf(request), dataSet: exported.folder, sql: query, limits });
    return 'lacking' in exported ? { ...answer, lacking: exported.lacking } : answer;
  }
  if (recorded.kind === 'dataSet') throw new Error(`${recorded.folder} is no recording.`);
  const shelf = new RunShelf(recorded.recordings, (path) => reportPath(cwd, path));
  try {
    const isOne = recorded.kind === 'recording';
    const relations = isOne ? shelf.relationsOf(0) : unionRelations(shelf);
    const started =
      language === 'sql' ? new SqlEngine(await loadSqlite(), relations, limits) : await PrologEngine.start(relations, limits, isOne);
    const answer = started.query(query);
    return { ...answer, lacking: shelf.lacking() };
  } finally {
    shelf.close();
  }
}

function exportedTo(
  scratch: string | undefined,
  recorded: Exclude<Recorded, { kind: 'dataSet' }>,
  cwd: string,
): { readonly folder: string; readonly lacking: readonly LackingRun[] } {
  if (scratch === undefined) throw new Error('There is no folder for the data set.');
  const folder = join(scratch, 'data');
  return { folder, lacking: exportParquet(recorded.recordings, folder, cwd).lacking };
}

function foldersOf({ cwd, engineFolders = [] }: OwnQueryRequest): readonly string[] {
  return [cwd, ...engineFolders];
}

/** By the name of the file; of a text by its first word, because Prolog has no goal that begins so. */
function isSql(file: string | null, text: string): boolean {
  if (file !== null && /\.(sql|pl)$/.test(file)) return file.endsWith('.sql');
  return /^\s*(?:--[^\n]*\s+)*(?:select|with|values|explain)\b/i.test(text);
}

/** A goal as a program: what begins a goal and what ends one may be left out. */
function goal(text: string): string {
  const started = /^\s*\?-|(^|\n)\s*\?-/.test(text) ? text : `?- ${text}`;
  return /\.\s*$/.test(started) ? started : `${started}.`;
}
