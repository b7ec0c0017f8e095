import type { Answer, QueryLimits } from '../relations/answer.js';
import { placeAt, QueryError } from '../relations/queryError.js';
import { literal, relationsIn } from './dataSetFiles.js';

/** The part of `chdb` that is used. */
interface Chdb {
  readonly Session: new () => Session;
  readonly queryBind: (sql: string, values: Readonly<Record<string, string>>, format: string) => string;
}
interface Session {
  query(sql: string, format?: string): string;
  queryBind?(sql: string, values: Readonly<Record<string, string>>, format: string): string;
  close(): void;
}

/** Settings of every query: joins as the standard has them, numbers that lose nothing on their way, and nothing that writes. */
const settings = (limits: QueryLimits): readonly string[] => [
  'join_use_nulls = 1',
  'output_format_json_quote_64bit_integers = 1',
  'output_format_json_quote_denormals = 1',
  `max_memory_usage = ${limits.megabytes * 2 ** 20}`,
  'readonly = 1',
];

/** Answers one statement over a data set by ClickHouse's engine. The statement sees the data set's relations, and no other file. */
export function askClickHouse(engine: Readonly<Record<string, unknown>>, folder: string, sql: string, limits: QueryLimits): Answer {
  const session = new (engine as unknown as Chdb).Session();
  try {
    session.query('SET use_hive_partitioning = 0');
    for (const { shape, pattern } of relationsIn(folder, sql)) {
      if (/[{}*?]/.test(folder)) throw new Error(`ClickHouse cannot read ${folder}: it takes { } * ? in a path for a pattern.`);
      session.query(`CREATE TABLE "${shape.name}" ENGINE = File(Parquet, ${literal(`${folder}/${pattern}`.replaceAll('\\', '\\\\'))})`);
    }
    for (const setting of settings(limits)) session.query(`SET ${setting}`);
    const statement = onlyReading(session, sql);
    return answerOf(session.query(statement, 'JSONCompactEachRowWithNamesAndTypes'), limits);
  } catch (error) {
    throw error instanceof QueryError ? error : told(error, sql, limits);
  } finally {
    session.close();
  }
}

/**
 * The statement as ClickHouse prints it, which is one alone. It must read, and name no file: `readonly` forbids tables made of files, but
 * neither the function `file` nor INTO OUTFILE.
 */
function onlyReading(session: Session, sql: string): string {
  const [, , line = ''] = session.query(`SELECT formatQuery(${literal(sql.replaceAll('\\', '\\\\'))})`, named).split('\n');
  const [statement = ''] = JSON.parse(line) as readonly string[];
  const words = statement.replace(/'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs, "''");
  const start = { line: 1, column: 1 };
  if (!/^\(*\s*(?:SELECT|WITH)\b/.test(words)) throw new QueryError('A query may only read: write SELECT or WITH.', start);
  const written = /\b(?:INTO\s+OUTFILE|FORMAT\s+\w+\s*$)/.exec(words);
  if (written !== null) throw new QueryError('A query writes no file and names no format.', placeOf(sql, written[0].split(/\s/)[0] ?? ''));
  for (const passes of [0, 1])
    if (
      /function_name: (?:file|catboostEvaluate)\b/.test(session.query(`EXPLAIN QUERY TREE run_passes = ${passes} ${statement}`, 'TSVRaw'))
    )
      throw new QueryError('A query may only read the data set: it reaches no other file.', placeOf(sql, 'file'));
  return statement;
}

const named = 'JSONCompactEachRowWithNamesAndTypes';

function answerOf(output: string, limits: QueryLimits): Answer {
  const [columns = [], types = [], ...rows] = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as readonly unknown[]);
  return {
    // Of a column in a join ClickHouse names the table, too.
    columns: columns.map((name) => String(name).replace(/^\w+\.(\w+)$/, '$1')),
    rows: rows.slice(0, limits.rows).map((row) => row.map((value, column) => jsonOf(value, String(types[column])))),
    total: rows.length,
  };
}

/** A value as JSON: whole numbers of 64 bits and more, and what is no finite number, come as texts. */
function jsonOf(value: unknown, type: string): unknown {
  if (typeof value !== 'string') return value;
  if (/^(?:Nullable\(|LowCardinality\()*U?Int\d+/.test(type)) {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : { bigint: value };
  }
  if (!/^(?:Nullable\()?Float/.test(type)) return value;
  return { number: value === 'nan' ? 'NaN' : value.startsWith('-') ? '-Infinity' : 'Infinity' };
}

/** What ClickHouse says went wrong, with its place where it tells one. */
function told(error: unknown, sql: string, limits: QueryLimits): Error {
  const message = error instanceof Error ? error.message : String(error);
  const [, text] = /DB::Exception: ((?:.|\n)*)$/.exec(message.replace(/^(?:.*?DB::Exception: )*(?=.*DB::Exception: )/s, '')) ?? [];
  if (text === undefined) return error instanceof Error ? error : new Error(message);
  if (/MEMORY_LIMIT_EXCEEDED/.test(text)) return new QueryError(`The query needs more than ${limits.megabytes} MB.`);
  if (/Multi-statements/.test(text)) return new QueryError('A query is one statement: here are several.', { line: 1, column: 1 });
  if (/\(READONLY\)/.test(text)) return new QueryError('A query may only read the data set.', { line: 1, column: 1 });
  const position = /failed at position (\d+)/.exec(text)?.[1];
  const name = /identifier [`'"]([^`'"]+)[`'"]|[Ff]unction (?:with name )?[`'"]?(\w+)/.exec(text);
  const place =
    position !== undefined
      ? placeAt(
          sql,
          Buffer.from(sql)
            .subarray(0, Number(position) - 1)
            .toString().length,
        )
      : name === null
        ? null
        : placeOf(sql, (name[1] ?? name[2] ?? '').split('.').at(-1) ?? '');
  const sentence = /^Syntax error/.test(text) ? text.replace(/: failed at[^]*$/, '') : text.split(/(?: in scope |: In scope |\n|\. \()/)[0];
  return new QueryError(`ClickHouse: ${(sentence ?? '').replace(/\.$/, '')}.`, place);
}

/** Where a word stands in a text first; null where it does not. */
function placeOf(sql: string, word: string): QueryError['place'] {
  const at = sql.search(new RegExp(`(?<![\\w$])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\w$])`, 'iu'));
  return word === '' || at < 0 ? null : placeAt(sql, at);
}
