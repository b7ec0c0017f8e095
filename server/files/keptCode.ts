import { isAscii } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { keepFile, keptFolder, nameOf, removeOldFiles } from './keptFiles.js';

/** A text that was compiled, or whose code was known. */
export interface KeptCode {
  /** The value of the text's expression. */
  readonly value: unknown;
  /** Keeps the code, with what has been compiled until now; false: it came from what was kept, or cannot be kept. */
  readonly keep: () => boolean;
}

/**
 * Evaluates an expression that stands in a file of ours, with V8's code for it from an earlier process: to compile a large one takes most
 * of the time until a program begins. What it depends on besides the file and the text's length, which V8 looks at itself, is a part of
 * what it is kept under.
 *
 * @param filename what stack traces say
 * @param user which of our programs it is evaluated for, where it matters: each needs other functions of the file
 */
export function evaluateKept(file: string, text: string, filename: string, user = ''): KeptCode {
  const tag = cachedDataVersionTag();
  const about = aboutCode(file, tag, user);
  const folder = keptFolder();
  const path = folder === null ? null : join(folder, nameOf(about));
  const cachedData = path === null ? undefined : keptCode(path, about);
  const script = new Script(text, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const isWanted = cachedData === undefined || script.cachedDataRejected === true;
  const value: unknown = script.runInThisContext();
  const keep = (): boolean => {
    // V8 takes code only where its flags are as they were when it was kept.
    if (path === null || !isWanted || cachedDataVersionTag() !== tag) return false;
    keepFile(path, Buffer.concat([Buffer.from(`${about}\n`), script.createCachedData()]));
    return true;
  };
  return { value, keep };
}

type Loading = (exports: object, require: NodeJS.Require, module: object, filename: string, dirname: string) => void;

/** They keep code when `keepCode` says so. */
const unkept: (() => boolean)[] = [];

/**
 * The exports of a CommonJS file that is shipped with ours; it cannot call `import()`. Its code is kept at the next `keepCode`.
 */
export function requireKept(file: string, user = ''): unknown {
  const { value, keep } = evaluateKept(
    file,
    `(function (exports, require, module, __filename, __dirname) {${textOf(readFileSync(file))}\n})`,
    file,
    user,
  );
  const module = { exports: {} };
  (value as Loading)(module.exports, createRequire(file), module, file, dirname(file));
  unkept.push(keep);
  return module.exports;
}

/** A text of ASCII alone, as of our programs, is made in a third of the time. */
function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
}

/** Keeps the code of what `requireKept` has loaded: all functions that have been called by now are compiled in it. */
export function keepCode(): void {
  const kept = unkept.splice(0).filter((keep) => keep());
  const folder = kept.length > 0 ? keptFolder() : null;
  if (folder !== null) removeOldFiles(folder);
}

/** All that the code depends on. */
function aboutCode(file: string, tag: number, user: string): string {
  const { mtimeMs, size } = statSync(file);
  const { version, versions, arch, execArgv, env } = process;
  const flags = execArgv.filter((argument) => /^--(?!require|import|eval)/.test(argument));
  return JSON.stringify(['code', file, mtimeMs, size, version, versions.v8, arch, flags, env['NODE_OPTIONS'] ?? null, tag, user]);
}

/** Its file says first what the code was made of. */
function keptCode(path: string, about: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const end = bytes.indexOf(10);
    return bytes.toString('utf8', 0, end) === about ? bytes.subarray(end + 1) : undefined;
  } catch {
    return undefined;
  }
}
