import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { check } from '../../../server/check/check.js';
import type { CheckSettings } from '../../../server/check/checkFile.js';
import { printed, type PrintedFinding, type PrintedResult } from '../../../server/findings/reportJson.js';
import { requiresOf, testSettings } from '../../support/checking.js';

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

const cwd = '/project';

export interface CheckedFiles {
  readonly result: PrintedResult;
  /** Files that were read, and files that were looked for, each once for each time. */
  readonly read: readonly string[];
}

/** Checks some of the files, from memory. */
export function checkFiles(files: Files, targets: readonly string[], settings: Partial<CheckSettings> = {}): CheckedFiles {
  const read: string[] = [];
  const readIfPresent = (path: string): string | undefined => {
    read.push(posix.relative(cwd, path));
    return files[posix.relative(cwd, path)];
  };
  const result = check(
    {
      files: targets.map((target) => `${cwd}/${target}`),
      cwd,
      settings: { ...testSettings, ...settings },
      at: [],
    },
    {
      readFile(path) {
        const text = readIfPresent(path);
        assert.ok(text !== undefined, `${path} is missing`);
        return text;
      },
      readIfPresent,
      progress: () => undefined,
    },
  );
  return { result: printed(result), read };
}

/** What `main.ts` has of a function called `main`. */
export function requiresOfMain(files: Files, settings: Partial<CheckSettings> = {}): string | null | undefined {
  return requiresOf(checkFiles(files, ['main.ts'], settings).result);
}

export function findingsIn(files: Files, target = 'main.ts', settings: Partial<CheckSettings> = {}): readonly PrintedFinding[] {
  const { result } = checkFiles(files, [target], settings);
  assert.deepEqual(result.errors, []);
  return result.findings;
}

const everyNumber = [NaN, -Infinity, -1.5, -1, -0, 0, 0.5, 1, 2, 3, 4, 5, 9, 10, 11, 50, 99, 100, 101, 1000, Infinity];

/**
 * Holds what is required of `main` in `main.ts` against runs of the files in Node, as ECMAScript modules: no number that succeeds lies
 * outside, and those of `refuses` fail and do lie outside. `entry`: the file that Node starts with, where it is another one.
 */
export async function claims(files: Files, refuses: readonly number[] = [], entry = 'main.ts'): Promise<string | null> {
  const requires = requiresOfMain(files) ?? null;
  const tried = [...new Set([...everyNumber, ...refuses])];
  const failures = await failuresInNode(files, entry, tried);
  for (const [index, argument] of tried.entries()) {
    const inside = requires === null || Boolean(new Function('n', `return (${requires});`)(argument));
    const failure = failures[index] ?? null;
    if (failure === null) assert.ok(inside, `main(${argument}) succeeds, outside of ${requires}`);
    if (!refuses.includes(argument)) continue;
    assert.notEqual(failure, null, `main(${argument}) should fail in Node`);
    assert.ok(!inside, `main(${argument}) fails (${failure}), but is inside of ${requires}`);
  }
  return requires;
}

/**
 * How calls of `main` with these arguments fail, one after the other; null where they succeed. The module graph is evaluated by Node
 * from `entry` on, in a process of its own: programs may change built-ins.
 */
async function failuresInNode(files: Files, entry: string, tried: readonly number[]): Promise<readonly (string | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-modules-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      if (!/\.ts$/.test(path)) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, compiledName(path)), compiled(path, text, files));
    }
    const runner = join(folder, 'runner.mjs');
    writeFileSync(runner, runnerOf(entry, tried));
    const { stdout } = await promisify(execFile)(process.execPath, [runner]);
    return JSON.parse(stdout) as readonly (string | null)[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runnerOf(entry: string, tried: readonly number[]): string {
  const literals = tried.map((argument) => (Object.is(argument, -0) ? '-0' : String(argument)));
  return `import './${compiledName(entry)}';
import { main } from './main.mjs';
const failures = [${literals.join(', ')}].map((argument) => {
  try {
    main(argument);
    return null;
  } catch (error) {
    return String(error);
  }
});
console.log(JSON.stringify(failures));
`;
}

const compiledName = (path: string): string => path.replace(/\.ts$/, '.mjs');

/** Types are removed and relative specifiers name files, as Node wants them. */
function compiled(path: string, text: string, files: Files): string {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
  return outputText.replace(/(from|import) (['"])(\.[^'"]*)\2/g, (_, keyword: string, quote: string, specifier: string) => {
    const target = posix.join(posix.dirname(path), specifier.replace(/\.js$/, ''));
    const found = [`${target}.ts`, `${target}/index.ts`, target].find((candidate) => files[candidate] !== undefined) ?? target;
    const relative = posix.relative(posix.dirname(path), compiledName(found));
    return `${keyword} ${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
  });
}
