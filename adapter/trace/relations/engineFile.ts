import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of an engine that is kept as it is: beside the bundle that asks, or in the engine's package when that runs from its sources. */
export function engineFile(name: string, inPackage: string): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), name);
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(inPackage);
}
