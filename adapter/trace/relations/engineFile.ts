import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A file that an engine reads when it starts: beside the bundle that asks. When that runs from its sources it is in the engine's package, or
 * a file of ours in `adapter/trace/prolog`.
 */
export function engineFile(name: string, inPackage?: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, name);
  if (existsSync(beside)) return beside;
  return inPackage === undefined ? join(here, '../prolog', name) : createRequire(import.meta.url).resolve(inPackage);
}
