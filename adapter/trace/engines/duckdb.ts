import type { Answer, QueryLimits } from '../relations/answer.js';
import { placeAt, QueryError } from '../relations/queryError.js';
import { literal, relationsIn } from './dataSetFiles.js';

/** The part of `@duckdb/node-api` that is used. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string, options: Readonly<Record<string, string>>): Promise<Instance> };
}
interface Instance {
  connect(): Promise<Connection>;
}
interface Connection {
  run(sql: string): Promise<unknown>;
  extractStatements(sql: string): Promise<{ readonly count: number; prepare(index: number): Promise<Statement> }>;
}
interface Statement {
  readonly statementType: number;
  stream(): Promise<Result>;
}
interface Result {
  columnNames(): readonly string[];
  fetchChunk(): Promise<Chunk | null>;
}
interface Chunk {
  readonly rowCount: number;
  getRows(): readonly (readonly unknown[])[];
}

/** `DUCKDB_STATEMENT_TYPE_SELECT`. */
const select = 1;

/** Answers one statement over a data set by DuckDB. The statement sees the data set's relations, and no other file. */
export async function askDuckDb(
  engine: Readonly<Record<string, unknown>>,
  folder: string,
  sql: string,
  limits: QueryLimits,
): Promise<Answer> {
  const { DuckDBInstance } = engine as unknown as DuckDb;
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' });
  const connection = await instance.connect();
  for (const { shape, pattern } of relationsIn(folder, sql)) {
    const files = literal(`${folder.replace(/[[*?]/g, '[$&]')}/${pattern}`);
    await connection.run(`CREATE VIEW "${shape.name}" AS SELECT * FROM read_parquet(${files}, hive_partitioning = false)`);
  }
  await connection.run(`SET memory_limit = '${limits.megabytes}MB'`);
  await connection.run(`SET allowed_directories = [${literal(folder)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET errors_as_json = true');
  await connection.run('SET lock_configuration = true');
  try {
    return await answerOf(connection, sql, limits);
  } catch (error) {
    throw error instanceof QueryError ? error : told(error, sql, limits);
  }
}

async function answerOf(connection: Connection, sql: string, limits: QueryLimits): Promise<Answer> {
  const statements = await connection.extractStatements(sql);
  if (statements.count === 0) throw new QueryError('There is no statement in the query.', { line: 1, column: 1 });
  if (statements.count > 1) throw new QueryError('A query is one statement: here are several.', { line: 1, column: 1 });
  const statement = await statements.prepare(0);
  if (statement.statementType !== select)
    throw new QueryError('A query may only read: write SELECT, WITH or VALUES.', { line: 1, column: 1 });
  const result = await statement.stream();
  const rows: unknown[][] = [];
  let total = 0;
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    if (rows.length < limits.rows)
      for (const row of chunk.getRows().slice(0, limits.rows - rows.length)) rows.push(row.map((value) => jsonOf(value)));
    total += chunk.rowCount;
  }
  return { columns: result.columnNames(), rows, total };
}

/** A value of DuckDB's as JSON. */
function jsonOf(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : { bigint: String(value) };
    case 'number':
      return Number.isFinite(value) ? value : { number: String(value) };
    case 'object': {
      if (value === null) return null;
      // A decimal, a list, a structure; of what else there is, such as dates, the text.
      const { toDouble, items } = value as { readonly toDouble?: () => number; readonly items?: readonly unknown[] };
      if (typeof toDouble === 'function') return toDouble.call(value);
      return Array.isArray(items) ? items.map((item) => jsonOf(item)) : String(value as { toString(): string });
    }
    default:
      return value;
  }
}

/** What DuckDB says went wrong, with its place. */
function told(error: unknown, sql: string, limits: QueryLimits): QueryError {
  const message = error instanceof Error ? error.message : String(error);
  const { exception_message: text = message, exception_type: type = '', position } = detailsOf(message);
  if (type === 'Out of Memory') return new QueryError(`The query needs more than ${limits.megabytes} MB.`);
  const [first = ''] = text.split('\n');
  const place = position === undefined ? null : placeAt(sql, Buffer.from(sql).subarray(0, Number(position)).toString().length);
  if (type === 'Permission') return new QueryError('A query may only read the data set: it reaches no other file.', place);
  return new QueryError(`DuckDB: ${first.replace(/[.!]$/, '')}.`, place);
}

interface Details {
  readonly exception_message?: string;
  readonly exception_type?: string;
  readonly position?: string;
}

function detailsOf(message: string): Details {
  try {
    return JSON.parse(message.slice(message.indexOf('{'))) as Details;
  } catch {
    return {};
  }
}
