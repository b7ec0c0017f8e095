import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { foundThrough, isInPackage, mockBeside } from './packageFiles.js';
import type { OpenSettings, RenewedMocks, ResolvedModule, SettingsRequest } from './settings.js';

interface ProjectConfig {
  readonly rootDir: string;
  readonly setupFiles: readonly string[];
  readonly setupFilesAfterEnv: readonly string[];
  readonly testEnvironment: string;
  readonly testEnvironmentOptions: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
  readonly transform: readonly (readonly [pattern: string, path: string, options?: Readonly<Record<string, unknown>>])[];
  readonly clearMocks: boolean;
  readonly resetMocks: boolean;
  readonly restoreMocks: boolean;
  readonly automock: boolean;
  readonly fakeTimers: { readonly enableGlobally?: boolean };
  readonly runner: string;
  readonly testRunner: string;
  readonly globalSetup?: string | null;
  readonly moduleFileExtensions: readonly string[];
  readonly testTimeout?: number;
}

interface GlobalConfig {
  readonly testTimeout?: number;
  readonly globalSetup?: string | null;
}

interface JestConfig {
  readConfigs(
    argv: object,
    folders: readonly string[],
  ): Promise<{ readonly globalConfig: GlobalConfig; readonly configs: ProjectConfig[] }>;
}

interface Context {
  readonly resolver: {
    isCoreModule(name: string): boolean;
    resolveModule(from: string, name: string): string;
    resolveStubModuleName(from: string, name: string): string | null;
    getMockModule(from: string, name: string): string | null;
    getModule(name: string): string | null;
  };
}

interface Transformer {
  transformSourceAsync(
    path: string,
    text: string,
    options: object,
  ): Promise<{ readonly code: string; readonly sourceMapPath: string | null }>;
}

/** As CommonJS. */
const plainly = {
  instrument: false,
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

/** The settings of jest, with its resolution and its transformers. */
export async function jestSettings({ runner, folder, words, wanted, cache }: SettingsRequest): Promise<OpenSettings> {
  const load = (path: readonly string[]): unknown => foundThrough(runner.manifest, path);
  const core = ['@jest/core'];
  const { buildArgv } = load(['jest-cli']) as { buildArgv?(words: readonly string[]): Promise<object> | object };
  const { readConfigs } = load([...core, 'jest-config']) as JestConfig;
  const { globalConfig, configs } = await readConfigs(await (buildArgv ?? plainArgv)(['--ci', '--watchman=false', ...words]), [folder]);
  const { default: Runtime } = load([...core, 'jest-runtime']) as {
    readonly default: { createContext(config: ProjectConfig, options: object): Promise<Context> };
  };
  const { SearchSource } = load(core) as {
    readonly SearchSource: new (context: Context) => {
      getTestPaths(config: object, project: object): Promise<{ readonly tests: readonly { readonly path: string }[] }>;
    };
  };
  const found = await Promise.all(
    configs.map(async (given) => {
      const config = { ...given, cacheDirectory: cache, transform: given.transform.map(withoutTypes) };
      const context = await Runtime.createContext(config, { console, maxWorkers: 1, watchman: false, watch: false });
      const { tests } = await new SearchSource(context).getTestPaths(globalConfig, config);
      return { config, context, tests: tests.map(({ path }) => path) };
    }),
  );
  const [chosen] = [...found].sort((a, b) => countOf(b.tests, wanted) - countOf(a.tests, wanted));
  if (chosen === undefined) throw new Error('jest has no project of tests.');
  const { config, context, tests } = chosen;
  const { resolver } = context;
  const { createScriptTransformer } = load([...core, 'jest-runtime', '@jest/transform']) as {
    createScriptTransformer(config: ProjectConfig, kept: Map<string, string>): Promise<Transformer>;
  };
  const transformer = await createScriptTransformer(config, new Map());
  const resolve = (specifier: string, from: string): Promise<ResolvedModule | null> => {
    if (resolver.isCoreModule(specifier)) return Promise.resolve(null);
    const mapped = resolver.resolveStubModuleName(from, specifier);
    const path = mapped ?? resolvedBy(() => resolver.resolveModule(from, specifier));
    if (path === null || !isAbsolute(path)) return Promise.resolve(null);
    const isOwn = !isInPackage(path);
    const mock = isOwn ? mockBeside(path) : resolver.getMockModule(from, specifier);
    if (!isOwn && mapped === null && mock === null) return Promise.resolve(null);
    return Promise.resolve({ path: isOwn || mapped !== null ? path : specifier, isOwn, mock });
  };
  return {
    settings: {
      tests,
      setup: [...config.setupFiles, ...config.setupFilesAfterEnv],
      environment: { name: config.testEnvironment, options: config.testEnvironmentOptions },
      variables: {},
      globals: config.globals,
      renewed: renewedBy(config),
      timeoutMs: config.testTimeout ?? globalConfig.testTimeout ?? null,
      resolves: true,
      keepsMeaning: config.transform.every(([, path]) => keepMeaning.some((name) => isOf(name).test(path))),
      transformsAll: !isPlain(config, folder),
      missing: [
        ...((config.globalSetup ?? globalConfig.globalSetup ?? null) === null ? [] : ['runs a global set-up']),
        ...(config.automock ? ['mocks all modules'] : []),
        ...(config.fakeTimers.enableGlobally === true ? ['sets a clock of its own in all tests'] : []),
        ...(/[\\/]jest-circus[\\/]/.test(config.testRunner) ? [] : ['has a runner of its own']),
        ...(found.length > 1 ? [`has ${found.length} projects, of which one is looked at`] : []),
      ],
    },
    resolve,
    async transform(path, text) {
      const source = text ?? readFileSync(path, 'utf8');
      const { code, sourceMapPath } = await transformer.transformSourceAsync(path, source, plainly);
      const map = sourceMapPath !== null && existsSync(sourceMapPath) ? readFileSync(sourceMapPath, 'utf8') : '';
      return { code, map };
    },
  };
}

/** What an older jest makes of these words. */
function plainArgv(words: readonly string[]): object {
  const at = words.findIndex((word) => /^(?:-c|--config)(?:=|$)/.test(word));
  const config = /=(.*)$/s.exec(words[at] ?? '')?.[1] ?? words[at + 1];
  return { $0: 'jest', _: [], ...(at < 0 ? {} : { config }) };
}

const countOf = (tests: readonly string[], wanted: readonly string[]): number => wanted.filter((file) => tests.includes(file)).length;

/** What checks types would refuse the switches of a suspect, and take long for all of them. */
const withoutTypes = (each: ProjectConfig['transform'][number]): ProjectConfig['transform'][number] => {
  const [pattern, path, options] = each;
  return isOf('ts-jest').test(path)
    ? [pattern, path, { ...options, diagnostics: false, isolatedModules: true, transpilation: true }]
    : each;
};

const isOf = (name: string): RegExp => new RegExp(`[\\/]${name}[\\/]`);

/** These change the language of a text, and not what it does. */
const keepMeaning = ['babel-jest', 'ts-jest', '@swc/jest', 'esbuild-jest'];

function resolvedBy(find: () => string): string | null {
  try {
    return find();
  } catch {
    return null;
  }
}

/** Whether jest transforms by nothing but its own Babel, which nobody has given settings. */
function isPlain({ transform }: ProjectConfig, folder: string): boolean {
  if (transform.length === 0) return true;
  const [first] = transform;
  if (transform.length > 1 || first === undefined || !/[\\/]babel-jest[\\/]/.test(first[1])) return false;
  const hasOptions = Object.keys(first[2] ?? {}).length > 0;
  const isBabels = (name: string): boolean => /^(?:babel\.config\.|\.babelrc)/.test(name);
  const { babel } = JSON.parse(existsSync(join(folder, 'package.json')) ? readFileSync(join(folder, 'package.json'), 'utf8') : '{}') as {
    readonly babel?: unknown;
  };
  return !hasOptions && babel === undefined && !readdirSync(folder).some(isBabels);
}

function renewedBy({ clearMocks, resetMocks, restoreMocks }: ProjectConfig): readonly RenewedMocks[] {
  return [
    ...(clearMocks ? ['clear' as const] : []),
    ...(resetMocks ? ['reset' as const] : []),
    ...(restoreMocks ? ['restore' as const] : []),
  ];
}
