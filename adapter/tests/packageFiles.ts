import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse, sep } from 'node:path';

type Conditions = string | { readonly [condition: string]: Conditions };

/** The file that `import` of a part of a package loads; null where the package has no such part. `part`: `.`, `./node`. */
export function partOf(manifest: string, part: string): string | null {
  const { exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly exports?: Readonly<Record<string, Conditions>> };
  const chosen = (given: Conditions | undefined): string | null => {
    if (given === undefined || typeof given === 'string') return given ?? null;
    return chosen(given['import'] ?? given['node'] ?? given['default']);
  };
  const file = chosen(exports[part]);
  return file === null ? null : join(dirname(manifest), file);
}

/** The last of some packages, each found from the one before where it is not found from the first. */
export function foundThrough(manifest: string, path: readonly string[]): unknown {
  let require = createRequire(manifest);
  for (const name of path.slice(0, -1)) {
    try {
      require = createRequire(require.resolve(name));
    } catch {
      // Where packages lie side by side, the next one is found without it.
    }
  }
  return require(path.at(-1) ?? '');
}

export const isInPackage = (path: string): boolean => path.split(sep).includes('node_modules');

/** The file below `__mocks__` beside a module, by the same name whatever its ending; null where there is none. */
export function mockBeside(path: string): string | null {
  const folder = join(dirname(path), '__mocks__');
  if (!existsSync(folder)) return null;
  const { name, base } = parse(path);
  const files = readdirSync(folder);
  const file = files.find((each) => each === base) ?? files.find((each) => parse(each).name === name);
  return file === undefined ? null : join(folder, file);
}
