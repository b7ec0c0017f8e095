import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { isInPackage } from './packageFiles.js';

/** What makes Node read a language: the texts come to the worker without it. */
export const reading =
  /^(?:tsx(?:\/|$)|ts-node|@swc-node|@babel\/register|esbuild-register|esbuild-runner|sucrase\/register|coffee|source-map-support|@esbuild-kit|swc|c8|nyc|dotenv-)/;

/** A file of the program, or of a package; null where there is none. */
export function moduleAt(name: string, folder: string): string | null {
  const path = resolve(folder, name);
  const ends = ['', '.js', '.cjs', '.mjs', '.ts', '.mts', '.cts'];
  const own = ends.map((end) => path + end).find((each) => existsSync(each) && /\.[cm]?[jt]s$/.test(each));
  if (own !== undefined && !isInPackage(own)) return own;
  try {
    return createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    return null;
  }
}
