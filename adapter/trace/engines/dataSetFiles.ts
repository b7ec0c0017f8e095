import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exportedSchema, type RelationShape } from '../relations/schema.js';

/** The relations of a data set that a query may name, each with the files of all its runs. Throws one sentence where the data set has none. */
export function relationsIn(folder: string, sql: string): readonly { readonly shape: RelationShape; readonly pattern: string }[] {
  const found = exportedSchema.filter(
    ({ name }) => existsSync(join(folder, `relation=${name}`)) && readdirSync(join(folder, `relation=${name}`)).length > 0,
  );
  if (found.length === 0) throw new Error(`${folder} is no data set that was exported.`);
  // To look at the files of a thousand runs takes time: a relation that is not named is left out.
  return found
    .filter(({ name }) => new RegExp(name, 'i').test(sql))
    .map((shape) => ({ shape, pattern: `relation=${shape.name}/run=*/part-*.parquet` }));
}

/** A text in a literal of SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
