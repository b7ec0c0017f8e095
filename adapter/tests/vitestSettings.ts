import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInPackage, mockBeside, partOf } from './packageFiles.js';
import type { OpenSettings, RenewedMocks, ResolvedModule, SettingsRequest } from './settings.js';

interface Vitest {
  readonly projects: readonly Project[];
  close(): Promise<void>;
}

interface Project {
  readonly name: string;
  readonly vite: Vite;
  readonly config: Config;
  globTestFiles(): Promise<{ readonly testFiles: readonly string[] }>;
}

interface Config {
  readonly root: string;
  readonly setupFiles: readonly string[];
  readonly globalSetup?: readonly string[];
  readonly environment: string;
  readonly environmentOptions?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly defines?: Readonly<Record<string, unknown>>;
  readonly testTimeout?: number;
  readonly runner?: string;
  readonly browser?: { readonly enabled?: boolean };
  readonly clearMocks?: boolean;
  readonly mockReset?: boolean;
  readonly restoreMocks?: boolean;
  readonly unstubEnvs?: boolean;
  readonly unstubGlobals?: boolean;
}

interface Plugin {
  readonly name: string;
  transform?: unknown;
  readonly load?: unknown;
}

interface Vite {
  readonly config: {
    readonly plugins: readonly Plugin[];
    readonly resolve: { readonly alias: readonly { readonly find: string | RegExp }[] };
    readonly env: Readonly<Record<string, unknown>>;
  };
  readonly environments: Readonly<Record<string, { readonly pluginContainer: Container }>>;
}

interface Container {
  resolveId(specifier: string, from: string): Promise<{ readonly id: string } | null>;
  load(id: string): Promise<string | { readonly code: string } | null>;
  transform(code: string, id: string): Promise<{ readonly code: string; readonly map: unknown }>;
}

interface VitestNode {
  createVitest(mode: 'test', options: object, vite: object): Promise<Vitest>;
  parseCLI?(words: readonly string[]): { readonly options: Readonly<Record<string, unknown>> };
}

/** These rewrite imports for a server, or put mocks first in a way of their own. */
const ofServer = /^(?:vitest:(?:mocks|automock|coverage-transform|normalize-url)|vite:(?:import-analysis|client-inject|css-analysis))$/;
const ofVite = /^(?:vite:|vitest(?::|$)|builtin:|alias$)/;

/** The settings of vitest, with the plugins of vite. */
export async function vitestSettings({ runner, folder, words, wanted }: SettingsRequest): Promise<OpenSettings> {
  const node = (await import(pathToFileURL(partOf(runner.manifest, './node') ?? '').href)) as VitestNode;
  const given = node.parseCLI?.(['vitest', ...words]).options ?? {};
  const own = {
    name: 'whence',
    configResolved({ plugins }: Vite['config']): void {
      for (const plugin of plugins) if (ofServer.test(plugin.name)) plugin.transform = undefined;
    },
  };
  const options = { ...given, watch: false, run: true, reporters: [{}], ...('root' in given ? {} : { root: folder }) };
  const vitest = await node.createVitest('test', options, { plugins: [own] });
  const found = await Promise.all(vitest.projects.map(async (project) => ({ project, tests: (await project.globTestFiles()).testFiles })));
  const [chosen] = [...found].sort((a, b) => countOf(b.tests, wanted) - countOf(a.tests, wanted));
  if (chosen === undefined) throw new Error('vitest has no project of tests.');
  const { project, tests } = chosen;
  const { config, vite } = project;
  const container = (vite.environments['ssr'] ?? Object.values(vite.environments)[0])?.pluginContainer;
  if (container === undefined) throw new Error('vite has no environment.');
  const aliases = vite.config.resolve.alias.map(({ find }) => find);
  const isAliased = (specifier: string): boolean =>
    aliases.some((find) => (typeof find === 'string' ? specifier === find || specifier.startsWith(`${find}/`) : find.test(specifier)));
  const resolve = async (specifier: string, from: string): Promise<ResolvedModule | null> => {
    const id = (await container.resolveId(specifier, from))?.id.replace(/[?#].*$/, '');
    if (id === undefined || !isAbsolute(id) || !existsSync(id)) return null;
    const isOwn = !isInPackage(id);
    if (!isOwn && !isAliased(specifier)) {
      const mock = /^[.#]/.test(specifier) ? null : mockOfPackage(config.root, specifier);
      return mock === null ? null : { path: specifier, isOwn, mock };
    }
    return { path: id, isOwn, mock: mockBeside(id) };
  };
  const isForeign = vite.config.plugins.some(({ name, transform, load }) => {
    return !ofVite.test(name) && name !== 'whence' && (transform !== undefined || load !== undefined);
  });
  return {
    settings: {
      tests: [...tests],
      setup: config.setupFiles,
      environment: { name: config.environment, options: config.environmentOptions ?? {} },
      variables: textsOf({ ...config.env }),
      globals: { ...config.defines },
      renewed: renewedBy(config),
      timeoutMs: config.testTimeout ?? null,
      resolves: true,
      keepsMeaning: !isForeign,
      transformsAll: isForeign,
      missing: [
        ...((config.globalSetup ?? []).length > 0 ? ['runs a global set-up'] : []),
        ...(config.runner === undefined ? [] : ['has a runner of its own']),
        ...(config.browser?.enabled === true ? ['runs tests in a browser'] : []),
        ...(found.length > 1 ? [`has ${found.length} projects, of which one is looked at`] : []),
      ],
    },
    resolve,
    async transform(path, text) {
      const loaded = text ?? (await container.load(path)) ?? readFileSync(path, 'utf8');
      const { code, map } = await container.transform(typeof loaded === 'string' ? loaded : loaded.code, path);
      return { code, map: mapText(map) };
    },
  };
}

const countOf = (tests: readonly string[], wanted: readonly string[]): number => wanted.filter((file) => tests.includes(file)).length;

/** A file of `__mocks__` at the root that stands for a package. */
function mockOfPackage(root: string, specifier: string): string | null {
  const name = specifier.replace(/^node:/, '');
  const folder = join(root, '__mocks__', parse(name).dir);
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder).find((each) => parse(each).name === parse(name).base);
  return file === undefined ? null : join(folder, file);
}

function renewedBy(config: Config): readonly RenewedMocks[] {
  const { clearMocks, mockReset, restoreMocks, unstubEnvs, unstubGlobals } = config;
  const all: Readonly<Record<RenewedMocks, boolean | undefined>> = {
    clear: clearMocks,
    reset: mockReset,
    restore: restoreMocks,
    environment: unstubEnvs,
    globals: unstubGlobals,
  };
  return (Object.keys(all) as RenewedMocks[]).filter((key) => all[key] === true);
}

/** The map as vite's plugins give it; some say by it that lines are the same. */
const mapText = (map: unknown): string =>
  typeof map === 'object' && map !== null && 'mappings' in map && map.mappings !== '' ? JSON.stringify(map) : '';

const textsOf = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])));
