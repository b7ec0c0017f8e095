import { basename } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import { openRecording } from '../query/openReader.js';
import { recordedRelations } from '../query/relations/recordedRelations.js';
import { PrologEngine } from '../trace/prolog/prologQuery.js';
import type { Answer, QueryLimits } from '../trace/relations/answer.js';
import { SqlEngine } from '../trace/sql/sqlQuery.js';
import { loadSqlite } from '../trace/sql/sqlite.js';

/** A query of the user's own, in SQL or Prolog. */
export interface OwnQueryRequest {
  /** The recording's file, absolute. */
  readonly recording: string;
  /** The query's file, absolute, when there is one of this name; else the query itself. */
  readonly file: string;
  readonly text: string;
  readonly limits: QueryLimits;
  /** What paths in answers are relative to. */
  readonly cwd: string;
}

/** Answers a query of the user's own about a recording. Rejects with a `QueryError` that has a place, or with one sentence. */
export async function ownQuery({ recording, file, text, limits, cwd }: OwnQueryRequest): Promise<Answer> {
  const written = readIfThere(file);
  if (written === undefined && /^\S+\.(sql|pl)$/.test(text)) throw new Error(`There is no file ${text}.`);
  const open = openRecording(recording, (path) => reportPath(cwd, path));
  try {
    const relations = recordedRelations(open.reader, basename(recording));
    const query = written ?? text;
    if (isSql(written === undefined ? null : file, query)) return new SqlEngine(await loadSqlite(), relations, limits).query(query);
    const engine = await PrologEngine.start(relations, limits);
    return engine.query(written ?? goal(text));
  } finally {
    open.close();
  }
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
