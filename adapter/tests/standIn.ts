import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestSnapshots, vitestSnapshots } from './inlineSnapshots.js';
import { jestPackages, jestStandIn } from './jestTest.js';
import { mochaNames } from './mochaTest.js';
import type { ModuleMocks } from './moduleMocks.js';
import { sharedMocks, type NodeTest } from './nodeTest.js';
import { foundThrough, partOf } from './packageFiles.js';
import type { RenewedMocks } from './settings.js';
import type { RunnerOfTests } from './testMessages.js';
import { vitestModule, vitestStandIn, type VitestModule } from './vitestTest.js';

/** What stands for a runner in the program: the names it gives, and the modules that have them. */
export interface StandIn {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly modules: Readonly<Record<string, unknown>>;
  /** Takes back what tests have left: fake timers, spies. */
  readonly reset: () => void;
  /** Does something with all mocks, as settings want it before each test. */
  readonly renew: (how: RenewedMocks) => void;
}

/** How a stand-in reaches modules, as the file that is loaded names them. */
export interface ModuleLoader {
  readonly mocks: ModuleMocks;
  idOf(specifier: string): string;
  /** The module below `__mocks__` that stands for one where it is mocked; null: there is none. */
  mockOf(specifier: string): string | null;
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
      return () => ({ globals: {}, modules: {}, reset: () => sharedMocks().reset(), renew: nothing });
    case 'mocha':
      return (test) => {
        const names = mochaNames(test);
        return { globals: names, modules: { mocha: names }, reset: nothing, renew: nothing };
      };
    case 'vitest': {
      const given = (await import(pathToFileURL(entryOf(manifest)).href)) as VitestModule;
      const vitest = vitestModule(given, await vitestSnapshots(manifest));
      return (test, loader) => vitestStandIn(test, vitest, loader);
    }
    case 'jest': {
      const packages = jestPackages((name, through) => foundThrough(manifest, [...through, name]), jestSnapshots(manifest));
      return (test, loader) => jestStandIn(test, packages, loader);
    }
  }
}

/** The file that `import` of a runner's package loads. */
const entryOf = (manifest: string): string => partOf(manifest, '.') ?? join(dirname(manifest), 'dist/index.js');
