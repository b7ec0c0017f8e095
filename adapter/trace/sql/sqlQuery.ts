import type { Answer, QueryLimits } from '../relations/answer.js';
import { placeAt, QueryError } from '../relations/queryError.js';
import type { Relation } from '../relations/relation.js';
import { Code, DataType, type Sqlite } from './sqlite.js';
import { VirtualTables } from './virtualTables.js';

/** What the authorizer lets a statement do: to select, to read a column, to call a function, to recur. */
const allowed: ReadonlySet<number> = new Set([20, 21, 31, 33]);

/** `SQLITE_LIMIT_LENGTH`: the longest text or row, in bytes. */
const longest = { limit: 0, bytes: 64 * 2 ** 20 };

const openFlags = 0x2 | 0x4 | 0x80; // read and write, create, in memory

/** A database without tables of its own, in which relations can be asked. */
export class SqlEngine {
  private readonly database: number;
  private readonly tables: VirtualTables;
  private isDenied = false;

  constructor(
    private readonly sqlite: Sqlite,
    relations: readonly Relation[],
    private readonly limits: QueryLimits,
  ) {
    const { exports } = sqlite;
    const result = sqlite.allocate(8);
    sqlite.withText(':memory:', (name) => exports.sqlite3_open_v2(name, result, openFlags, 0));
    this.database = sqlite.word(result);
    exports.sqlite3_free(result);
    exports.sqlite3_limit(this.database, longest.limit, longest.bytes);
    this.query(`PRAGMA hard_heap_limit = ${limits.megabytes * 2 ** 20}`);
    this.tables = new VirtualTables(sqlite, relations);
    this.tables.addTo(this.database);
    const authorize = (_context: number, action: number): number => {
      if (allowed.has(action)) return Code.ok;
      this.isDenied = true;
      return Code.denied;
    };
    exports.sqlite3_set_authorizer(this.database, sqlite.callable('i(pipppp)', authorize as (...values: number[]) => number), 0);
  }

  /** Answers one statement. Throws a `QueryError`. */
  query(sql: string): Answer {
    return this.sqlite.withText(sql, (start, size) => {
      const statement = this.prepare(sql, start, size);
      try {
        return this.rowsOf(statement);
      } finally {
        this.sqlite.exports.sqlite3_finalize(statement);
      }
    });
  }

  close(): void {
    this.sqlite.exports.sqlite3_close_v2(this.database);
  }

  /** Compiles the only statement of a text. */
  private prepare(sql: string, start: number, size: number): number {
    const { sqlite } = this;
    const result = sqlite.allocate(8);
    let statement = 0;
    try {
      for (let at = start; at < start + size; at = sqlite.word(result + 4)) {
        this.isDenied = false;
        if (sqlite.exports.sqlite3_prepare_v2(this.database, at, start + size - at, result, result + 4) !== Code.ok)
          throw this.error(sql, sqlite.heap.slice(start, at).length);
        const next = sqlite.word(result);
        if (next === 0) continue;
        if (statement !== 0) {
          sqlite.exports.sqlite3_finalize(next);
          const offset = sqlite.text(start, at - start).length;
          throw new QueryError(
            'A query is one statement: here another one begins.',
            placeAt(sql, offset + leadingBlanks(sql.slice(offset))),
          );
        }
        statement = next;
      }
      if (statement === 0) throw new QueryError('There is no statement in the query.', { line: 1, column: 1 });
      return statement;
    } catch (error) {
      if (statement !== 0) sqlite.exports.sqlite3_finalize(statement);
      throw error;
    } finally {
      sqlite.exports.sqlite3_free(result);
    }
  }

  private rowsOf(statement: number): Answer {
    const { exports } = this.sqlite;
    const count = exports.sqlite3_column_count(statement);
    const columns = Array.from({ length: count }, (_, column) => this.sqlite.text(exports.sqlite3_column_name(statement, column)));
    const rows: unknown[][] = [];
    let total = 0;
    for (;;) {
      const code = exports.sqlite3_step(statement);
      if (code === Code.done) return { columns, rows, total };
      if (code !== Code.row) throw this.error(null, 0);
      if (total++ < this.limits.rows) rows.push(Array.from({ length: count }, (_, column) => this.valueOf(statement, column)));
    }
  }

  /** A value of a row, as JSON. */
  private valueOf(statement: number, column: number): unknown {
    const { exports } = this.sqlite;
    switch (exports.sqlite3_column_type(statement, column)) {
      case DataType.integer: {
        const value = exports.sqlite3_column_int64(statement, column);
        return Number.isSafeInteger(Number(value)) ? Number(value) : { bigint: String(value) };
      }
      case DataType.float: {
        const value = exports.sqlite3_column_double(statement, column);
        return Number.isFinite(value) ? value : { number: String(value) };
      }
      case DataType.text: {
        const pointer = exports.sqlite3_column_text(statement, column);
        return this.sqlite.text(pointer, exports.sqlite3_column_bytes(statement, column));
      }
      case DataType.blob: {
        const pointer = exports.sqlite3_column_blob(statement, column);
        const bytes = this.sqlite.heap.subarray(pointer, pointer + exports.sqlite3_column_bytes(statement, column));
        return { bytes: Buffer.from(bytes).toString('hex') };
      }
      default:
        return null;
    }
  }

  /** What SQLite says went wrong, with its place where it knows one. `before`: how many bytes of the text stand before the statement. */
  private error(sql: string | null, before: number): Error {
    const { sqlite } = this;
    const failure = this.tables.failure;
    if (failure !== null) return failure instanceof Error ? failure : new Error(String(failure));
    const message = sqlite.text(sqlite.exports.sqlite3_errmsg(this.database));
    if (message === 'out of memory') return new QueryError(`The query needs more than ${this.limits.megabytes} MB.`);
    if (sql === null) return new QueryError(`SQLite: ${message}.`);
    const bytes = Buffer.from(sql);
    const start = bytes.subarray(0, before).toString().length;
    const offset = sqlite.exports.sqlite3_error_offset(this.database);
    const at = offset >= 0 ? bytes.subarray(0, before + offset).toString().length : placeOf(message, sql, start);
    if (this.isDenied || message.endsWith('may not be modified'))
      return new QueryError('A query may only read: write SELECT, WITH, VALUES or EXPLAIN.', placeAt(sql, at));
    return new QueryError(`SQLite: ${message}.`, placeAt(sql, at));
  }
}

/** Where a fault is of which SQLite says no place: at the name that is missing, at the end of what is cut, else where the statement begins. */
function placeOf(message: string, sql: string, start: number): number {
  if (message.includes('incomplete input')) return sql.trimEnd().length;
  const [, name] = /^no such \w+: (?:\w+\.)?(.+)$/.exec(message) ?? [];
  const first = start + leadingBlanks(sql.slice(start));
  if (name === undefined) return first;
  const found = new RegExp(`(?<![\\w$])${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\w$])`, 'iu').exec(sql.slice(first));
  return first + (found?.index ?? 0);
}

/** How much white space and how many comments stand before the first word. */
function leadingBlanks(sql: string): number {
  return /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(sql)?.[0].length ?? 0;
}
