import initSqlite, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { engineFile } from '../relations/engineFile.js';
import { bytesOfText, textOfBytes } from '../relations/textBytes.js';
import { instantiate, type Imports, type Instance, type Memory } from '../relations/webAssembly.js';

/** Functions of SQLite's C interface, as WebAssembly exports them: pointers are numbers. */
export interface SqliteExports {
  sqlite3_open_v2(path: number, database: number, flags: number, vfs: number): number;
  sqlite3_close_v2(database: number): number;
  sqlite3_errmsg(database: number): number;
  sqlite3_error_offset(database: number): number;
  sqlite3_set_authorizer(database: number, callback: number, context: number): number;
  sqlite3_limit(database: number, id: number, value: number): number;
  sqlite3_prepare_v2(database: number, sql: number, size: number, statement: number, tail: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_finalize(statement: number): number;
  sqlite3_column_count(statement: number): number;
  sqlite3_column_name(statement: number, column: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
  sqlite3_create_module(database: number, name: number, module: number, context: number): number;
  sqlite3_declare_vtab(database: number, sql: number): number;
  sqlite3_vtab_collation(info: number, constraint: number): number;
  sqlite3_value_type(value: number): number;
  sqlite3_value_double(value: number): number;
  sqlite3_value_text(value: number): number;
  sqlite3_value_bytes(value: number): number;
  sqlite3_result_null(context: number): void;
  sqlite3_result_int(context: number, value: number): void;
  sqlite3_result_int64(context: number, value: bigint): void;
  sqlite3_result_double(context: number, value: number): void;
  sqlite3_result_text(context: number, text: number, size: number, destructor: number): void;
  sqlite3_malloc(size: number): number;
  sqlite3_free(pointer: number): void;
}

/** Results and constants of SQLite's C interface. */
export const Code = { ok: 0, error: 1, denied: 1, nomem: 7, interrupted: 9, constraint: 19, row: 100, done: 101 } as const;
export const DataType = { integer: 1, float: 2, text: 3, blob: 4, nothing: 5 } as const;

/** SQLite's WebAssembly, with what is needed to speak to it in numbers and texts. */
export class Sqlite {
  private readonly memory: Memory;
  private bytes: Uint8Array;
  private words: Int32Array;
  readonly exports: SqliteExports;

  constructor(private readonly library: Sqlite3Static) {
    const { wasm } = library;
    this.exports = wasm.exports as unknown as SqliteExports;
    this.memory = (wasm as unknown as { readonly memory: Memory }).memory;
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words = new Int32Array(this.memory.buffer);
  }

  /** Memory as bytes. Whatever allocates may replace it: it is asked for each time. */
  get heap(): Uint8Array {
    if (this.bytes.buffer !== this.memory.buffer) this.bytes = new Uint8Array(this.memory.buffer);
    return this.bytes;
  }

  /** Memory as words of 32 bits. */
  get heap32(): Int32Array {
    if (this.words.buffer !== this.memory.buffer) this.words = new Int32Array(this.memory.buffer);
    return this.words;
  }

  word(pointer: number): number {
    return this.heap32[pointer >> 2] ?? 0;
  }

  setWord(pointer: number, value: number): void {
    this.heap32[pointer >> 2] = value;
  }

  setDouble(pointer: number, value: number): void {
    new DataView(this.memory.buffer).setFloat64(pointer, value, true);
  }

  setLong(pointer: number, value: number): void {
    new DataView(this.memory.buffer).setBigInt64(pointer, BigInt(value), true);
  }

  /** A text of SQLite's; `size` in bytes, up to its end when left out. */
  text(pointer: number, size?: number): string {
    if (pointer === 0) return '';
    const { heap } = this;
    return textOfBytes(heap.subarray(pointer, size === undefined ? heap.indexOf(0, pointer) : pointer + size));
  }

  /** Puts a text into memory, with a zero behind it; it has to be freed. */
  newText(text: string): { readonly pointer: number; readonly size: number } {
    const bytes = bytesOfText(text);
    const pointer = this.allocate(bytes.length + 1);
    this.heap.set(bytes, pointer);
    this.heap[pointer + bytes.length] = 0;
    return { pointer, size: bytes.length };
  }

  /** `use` with a text in memory. */
  withText<T>(text: string, use: (pointer: number, size: number) => T): T {
    const { pointer, size } = this.newText(text);
    try {
      return use(pointer, size);
    } finally {
      this.exports.sqlite3_free(pointer);
    }
  }

  /** Memory that holds zeros. Throws when there is none. */
  allocate(size: number): number {
    const pointer = this.exports.sqlite3_malloc(size);
    if (pointer === 0) throw new RangeError('SQLite has no memory left.');
    this.heap.fill(0, pointer, pointer + size);
    return pointer;
  }

  /** A function that SQLite can call: `i(pp)` takes two pointers and returns a number. */
  callable(signature: string, call: (...values: number[]) => number): number {
    return Number(this.library.wasm.installFunction(signature, call));
  }
}

/** Starts SQLite. Cost: some 50 ms. */
export async function loadSqlite(): Promise<Sqlite> {
  // The declaration names no parameters; these are Emscripten's.
  const init = initSqlite as (options: object) => Promise<Sqlite3Static>;
  const library = await init({
    instantiateWasm(imports: Imports, receive: (instance: Instance, module: object) => void) {
      const { instance, module } = instantiate(engineFile('sqlite3.wasm', '@sqlite.org/sqlite-wasm/sqlite3.wasm'), imports);
      receive(instance, module);
      return {};
    },
    print: () => {},
    printErr: () => {},
  });
  return new Sqlite(library);
}
