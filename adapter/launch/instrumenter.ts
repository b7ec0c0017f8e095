import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type * as Instrumenting from '../instrument/instrument.js';

type Instrumenter = typeof Instrumenting;

let loaded: Instrumenter | undefined;

/**
 * The instrumenter with its parser, which are most of what is built: a file of its own (`dist/instrumenter.cjs`), loaded for the first
 * text that was not instrumented before. It takes our own file's name, so that no frame of it is the program's.
 */
export function instrumenter(): Instrumenter {
  if (loaded === undefined) {
    const module = { exports: {} };
    const run = compileFunction(readFileSync(join(__dirname, 'instrumenter.cjs'), 'utf8'), ['module'], { filename: __filename });
    Reflect.apply(run, undefined, [module]);
    loaded = module.exports as Instrumenter;
  }
  return loaded;
}
