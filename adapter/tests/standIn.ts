import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestPackages, jestStandIn } from './jestTest.js';
import { mochaNames } from './mochaTest.js';
import type { ModuleMocks } from './moduleMocks.js';
import { sharedMocks, type NodeTest } from './nodeTest.js';
import type { RunnerOfTests } from './testMessages.js';
import { vitestModule, vitestStandIn, type VitestModule } from './vitestTest.js';

/** What stands for a runner in the program: the names it gives, and the modules that have them. */
export interface StandIn {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly modules: Readonly<Record<string, unknown>>;
  /** Takes back what tests have left: fake timers, spies. */
  readonly reset: () => void;
}

/** How a stand-in reaches modules, as the file that is loaded names them. */
export interface ModuleLoader {
  readonly mocks: ModuleMocks;
  idOf(specifier: string): string;
  /** The module itself, whatever stands for it, by its path or as the tests name it. */
  actual(id: string): unknown;
}

/** A runner whose packages are loaded: it makes a stand-in for each run of the program. */
export type StandInMaker = (test: NodeTest, loader: ModuleLoader) => StandIn;

const nothing = (): void => undefined;

/** Loads the packages that a runner's stand-in needs, from the manifest of the runner's own package. */
export async function standInMaker({ name, manifest }: RunnerOfTests): Promise<StandInMaker> {
  switch (name) {
    case 'node':
      return () => ({ globals: {}, modules: {}, reset: () => sharedMocks().reset() });
    case 'mocha':
      return (test) => {
        const names = mochaNames(test);
        return { globals: names, modules: { mocha: names }, reset: nothing };
      };
    case 'vitest': {
      const vitest = vitestModule((await import(pathToFileURL(entryOf(manifest)).href)) as VitestModule);
      return (test, loader) => vitestStandIn(test, vitest, loader);
    }
    case 'jest': {
      const packages = jestPackages((name, through) => foundThrough(manifest, [...through, name]));
      return (test, loader) => jestStandIn(test, packages, loader);
    }
  }
}

/** The file that `import` of a package loads. */
function entryOf(manifest: string): string {
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly exports?: { readonly '.'?: { readonly import?: string | { readonly default?: string } } };
  };
  const given = exports?.['.']?.import;
  return join(dirname(manifest), (typeof given === 'string' ? given : given?.default) ?? 'dist/index.js');
}

/** The last of some packages, each found from the one before where it is not found from the first. */
function foundThrough(manifest: string, path: readonly string[]): unknown {
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
