import type { Answer, QueryLimits } from '../relations/answer.js';
import { askClickHouse } from './clickhouse.js';
import { askDuckDb } from './duckdb.js';
import { loadEngine, type EngineName } from './installedPackage.js';

/** A query over a data set, and the engine that answers it. */
export interface NativeQuery {
  readonly engine: EngineName;
  /** Where its package is looked for, in this order. */
  readonly folders: readonly string[];
  /** The folder of the data set. */
  readonly dataSet: string;
  readonly sql: string;
  readonly limits: QueryLimits;
}

/** Answers a query by an engine that the user has installed. Rejects with a `QueryError` that has a place, or with one sentence. */
export async function askNative({ engine, folders, dataSet, sql, limits }: NativeQuery): Promise<Answer> {
  const loaded = await loadEngine(engine, folders);
  return engine === 'duckdb' ? askDuckDb(loaded, dataSet, sql, limits) : askClickHouse(loaded, dataSet, sql, limits);
}
