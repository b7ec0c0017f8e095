import type { Cell, Comparison, Constraint, Cursor, Relation } from '../relations/relation.js';
import { Code, DataType, type Sqlite } from './sqlite.js';

/** Offsets in SQLite's structures, in bytes, on a machine of 32 bits. */
const module_ = {
  size: 100,
  version: 0,
  connect: 8,
  bestIndex: 12,
  disconnect: 16,
  destroy: 20,
  open: 24,
  close: 28,
  filter: 32,
  next: 36,
  eof: 40,
  column: 44,
  rowid: 48,
};
const table = { size: 16, relation: 12 };
const cursorSize = 8;
const info = {
  constraints: 0,
  constraint: 4,
  orderTerms: 8,
  orderTerm: 12,
  usage: 16,
  plan: 20,
  isOrdered: 32,
  cost: 40,
  rows: 48,
  flags: 56,
};
const constraintSize = 12;
const usageSize = 8;

const comparisons: ReadonlyMap<number, Comparison> = new Map([
  [2, '='],
  [4, '>'],
  [8, '<='],
  [16, '<'],
  [32, '>='],
]);

/** `SQLITE_INDEX_SCAN_UNIQUE`: at most one row. */
const uniqueScan = 1;

/** Texts in SQLite's memory that are given without being copied. */
const maxKeptBytes = 8 * 2 ** 20;

/** A row that is being read. */
interface OpenCursor {
  readonly relation: Relation;
  /** By column: whether it holds numbers that need not be whole. */
  readonly isReal: readonly boolean[];
  rows: Cursor;
  isAtEnd: boolean;
  row: number;
}

const nothing: Cursor = { next: () => false, cell: () => null };

/**
 * Relations as virtual tables of SQLite. Nothing is imported: SQLite's planner asks `estimate` (xBestIndex), and each loop of its plan reads
 * by `open` (xFilter). SQLite tests the constraints itself once more, so that its own rules of comparing decide.
 */
export class VirtualTables {
  /** By SQLite's pointer. */
  private readonly cursors = new Map<number, OpenCursor>();
  /** The one that was asked last: for a row it is asked some ten times. */
  private lastPointer = 0;
  private lastCursor: OpenCursor | null = null;
  /** What `open` will be given, but for the values. */
  private readonly plans: (readonly Omit<Constraint, 'value'>[])[] = [];
  private readonly planNumbers = new Map<string, number>();
  private readonly keptTexts = new Map<string, { readonly pointer: number; readonly size: number }>();
  private keptBytes = 0;
  private failed: unknown = null;

  constructor(
    private readonly sqlite: Sqlite,
    private readonly relations: readonly Relation[],
  ) {}

  /** What a relation has thrown, which SQLite does not tell. */
  get failure(): unknown {
    return this.failed;
  }

  /** Gives a database a table for each relation. */
  addTo(database: number): void {
    const { sqlite } = this;
    const { exports } = sqlite;
    const structure = sqlite.allocate(module_.size);
    const put = (offset: number, signature: string, call: (...values: number[]) => number) =>
      sqlite.setWord(structure + offset, sqlite.callable(signature, call));
    const guarded =
      (call: (...values: number[]) => void) =>
      (...values: number[]): number => {
        try {
          call(...values);
          return Code.ok;
        } catch (error) {
          this.failed ??= error;
          return Code.error;
        }
      };
    // No xCreate: the tables are there without a statement.
    put(
      module_.connect,
      'i(ppippp)',
      guarded((database, relation, _count, _names, result) => this.connect(database ?? 0, relation ?? 0, result ?? 0)),
    );
    put(
      module_.bestIndex,
      'i(pp)',
      guarded((pointer = 0, asked = 0) => this.bestIndex(pointer, asked)),
    );
    put(
      module_.disconnect,
      'i(p)',
      guarded((pointer = 0) => exports.sqlite3_free(pointer)),
    );
    put(
      module_.destroy,
      'i(p)',
      guarded((pointer = 0) => exports.sqlite3_free(pointer)),
    );
    put(
      module_.open,
      'i(pp)',
      guarded((pointer = 0, result = 0) => this.open(pointer, result)),
    );
    put(
      module_.close,
      'i(p)',
      guarded((pointer = 0) => this.close(pointer)),
    );
    put(
      module_.filter,
      'i(pippp)',
      guarded((pointer = 0, plan = 0, _text, count = 0, values = 0) => this.filter(pointer, plan, count, values)),
    );
    put(module_.next, 'i(p)', (pointer = 0) => this.next(pointer));
    put(module_.eof, 'i(p)', (pointer = 0) => (this.cursorOf(pointer).isAtEnd ? 1 : 0));
    put(module_.column, 'i(ppi)', (pointer = 0, context = 0, column = 0) => this.column(pointer, context, column));
    put(
      module_.rowid,
      'i(pp)',
      guarded((pointer = 0, result = 0) => sqlite.setLong(result, this.cursorOf(pointer).row)),
    );
    for (const [number, { shape }] of this.relations.entries())
      sqlite.withText(shape.name, (name) => exports.sqlite3_create_module(database, name, structure, number));
  }

  private connect(database: number, relation: number, result: number): void {
    const { sqlite } = this;
    const columns = this.relations[relation]?.shape.columns ?? [];
    const declaration = `CREATE TABLE x(${columns.map(({ name, type }) => `"${name}" ${type.toUpperCase()}`).join(', ')})`;
    sqlite.withText(declaration, (text) => sqlite.exports.sqlite3_declare_vtab(database, text));
    const pointer = sqlite.allocate(table.size);
    sqlite.setWord(pointer + table.relation, relation);
    sqlite.setWord(result, pointer);
  }

  /** Tells SQLite what reading by some of its constraints costs. It asks again with others, and takes what is cheapest. */
  private bestIndex(pointer: number, asked: number): void {
    const { sqlite } = this;
    const relation = this.relationOf(pointer);
    const count = sqlite.word(asked + info.constraints);
    const usage = sqlite.word(asked + info.usage);
    const used: Omit<Constraint, 'value'>[] = [];
    for (let index = 0; index < count; index++) {
      const at = sqlite.word(asked + info.constraint) + index * constraintSize;
      const column = sqlite.word(at);
      const comparison = comparisons.get(sqlite.heap[at + 4] ?? 0);
      const isUsable = (sqlite.heap[at + 5] ?? 0) !== 0;
      if (comparison === undefined || !isUsable || !this.isComparedAsHere(relation, { column, comparison }, asked, index)) continue;
      used.push({ column, comparison });
      sqlite.setWord(usage + index * usageSize, used.length);
    }
    const { rows, isUnique } = relation.estimate(used.map((constraint) => ({ ...constraint, value: undefined })));
    sqlite.setWord(asked + info.plan, this.planNumber(used));
    // Finding the first row costs something; otherwise a plan of a million lookups is as dear as one scan.
    sqlite.setDouble(asked + info.cost, rows + 10);
    sqlite.setLong(asked + info.rows, Math.max(1, Math.ceil(rows)));
    if (isUnique) sqlite.setWord(asked + info.flags, uniqueScan);
    if (this.isInOrder(relation, asked)) sqlite.setWord(asked + info.isOrdered, 1);
  }

  /** Whether SQLite compares as relations do: with `COLLATE NOCASE` more texts are equal, and it orders texts by their bytes. */
  private isComparedAsHere(relation: Relation, { column, comparison }: Omit<Constraint, 'value'>, asked: number, index: number): boolean {
    const type = relation.shape.columns[column]?.type;
    if (type !== 'text') return type !== undefined;
    return comparison === '=' && this.sqlite.text(this.sqlite.exports.sqlite3_vtab_collation(asked, index)) === 'BINARY';
  }

  /** Rows come in the order of the first column, where that is a number. */
  private isInOrder(relation: Relation, asked: number): boolean {
    const { sqlite } = this;
    if (!relation.isOrdered || relation.shape.columns[0]?.type !== 'integer') return false;
    if (sqlite.word(asked + info.orderTerms) !== 1) return false;
    const term = sqlite.word(asked + info.orderTerm);
    return sqlite.word(term) === 0 && sqlite.heap[term + 4] === 0;
  }

  private planNumber(used: readonly Omit<Constraint, 'value'>[]): number {
    const key = used.map(({ column, comparison }) => `${column}${comparison}`).join();
    const known = this.planNumbers.get(key);
    if (known !== undefined) return known;
    this.planNumbers.set(key, this.plans.length);
    return this.plans.push(used) - 1;
  }

  private open(pointer: number, result: number): void {
    const { sqlite } = this;
    const relation = this.relationOf(pointer);
    const isReal = relation.shape.columns.map(({ type }) => type === 'real');
    const at = sqlite.allocate(cursorSize);
    this.cursors.set(at, { relation, isReal, rows: nothing, isAtEnd: true, row: 0 });
    sqlite.setWord(result, at);
  }

  private close(pointer: number): void {
    this.cursors.delete(pointer);
    this.lastPointer = 0;
    this.sqlite.exports.sqlite3_free(pointer);
  }

  private filter(pointer: number, plan: number, count: number, values: number): void {
    const open = this.cursorOf(pointer);
    const constraints: Constraint[] = [];
    let isEmpty = false;
    for (let index = 0; index < count; index++) {
      const shape = this.plans[plan]?.[index];
      if (shape === undefined) continue;
      const value = this.valueAt(this.sqlite.word(values + index * 4));
      const isText = open.relation.shape.columns[shape.column]?.type === 'text';
      if (value === null) isEmpty = true;
      // Of a text that is compared with a number SQLite's own rules decide, on every row.
      else if (typeof value === (isText ? 'string' : 'number')) constraints.push({ ...shape, value });
    }
    open.rows = isEmpty ? nothing : open.relation.open(constraints);
    open.row = 0;
    open.isAtEnd = !open.rows.next();
  }

  /** undefined: bytes, which no relation has. */
  private valueAt(value: number): Cell | undefined {
    const { exports } = this.sqlite;
    switch (exports.sqlite3_value_type(value)) {
      case DataType.integer:
      case DataType.float:
        return exports.sqlite3_value_double(value);
      case DataType.text:
        return this.sqlite.text(exports.sqlite3_value_text(value), exports.sqlite3_value_bytes(value));
      case DataType.blob:
        return undefined;
      default:
        return null;
    }
  }

  private next(pointer: number): number {
    const open = this.cursorOf(pointer);
    try {
      open.row++;
      open.isAtEnd = !open.rows.next();
      return Code.ok;
    } catch (error) {
      this.failed ??= error;
      return Code.error;
    }
  }

  private column(pointer: number, context: number, column: number): number {
    const { exports } = this.sqlite;
    try {
      const open = this.cursorOf(pointer);
      const cell = open.rows.cell(column);
      if (typeof cell === 'number') {
        if (open.isReal[column] === true) exports.sqlite3_result_double(context, cell);
        else if ((cell | 0) === cell) exports.sqlite3_result_int(context, cell);
        else exports.sqlite3_result_int64(context, BigInt(cell));
      } else if (cell === null) exports.sqlite3_result_null(context);
      else this.giveText(context, cell);
      return Code.ok;
    } catch (error) {
      this.failed ??= error;
      return Code.error;
    }
  }

  private giveText(context: number, text: string): void {
    const { sqlite } = this;
    const kept = this.keptTexts.get(text);
    if (kept !== undefined) return sqlite.exports.sqlite3_result_text(context, kept.pointer, kept.size, 0);
    if (this.keptBytes < maxKeptBytes && text.length < 200) {
      const fresh = sqlite.newText(text);
      this.keptTexts.set(text, fresh);
      this.keptBytes += fresh.size;
      return sqlite.exports.sqlite3_result_text(context, fresh.pointer, fresh.size, 0);
    }
    // -1: SQLite copies it.
    sqlite.withText(text, (at, size) => sqlite.exports.sqlite3_result_text(context, at, size, -1));
  }

  private relationOf(pointer: number): Relation {
    const relation = this.relations[this.sqlite.word(pointer + table.relation)];
    if (relation === undefined) throw new RangeError('SQLite names a table that is none.');
    return relation;
  }

  private cursorOf(pointer: number): OpenCursor {
    if (pointer === this.lastPointer && this.lastCursor !== null) return this.lastCursor;
    const open = this.cursors.get(pointer);
    if (open === undefined) throw new RangeError('SQLite names a cursor that is closed.');
    this.lastPointer = pointer;
    this.lastCursor = open;
    return open;
  }
}
