import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** tsx starts another process for the program: the URL of the loader that it would start it with. null: the command is not tsx. */
export function tsxLoader(command: string): string | null {
  const path = existsSync(command) ? realpathSync(command) : command;
  return /[\\/]tsx[\\/]dist[\\/]cli\.[cm]?js$/.test(path) ? pathToFileURL(join(dirname(path), 'loader.mjs')).href : null;
}
