import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { foundThrough, partOf } from './packageFiles.js';
import type { EnvironmentOfTests, RunnerOfTests } from './testMessages.js';

/** What tests find around them beside Node: a document and its window, say. */
export interface TestEnvironment {
  /** Takes back what a run has left in it. */
  renew(): void;
}

const nothing: TestEnvironment = { renew: () => undefined };

/** Sets up the environment that a runner gives to its tests, in this process. Throws where there is none of that name. */
export async function testEnvironment(
  runner: RunnerOfTests,
  { name, options }: EnvironmentOfTests,
  folder: string,
): Promise<TestEnvironment> {
  if (name === 'node' || /[\\/]jest-environment-node[\\/]/.test(name)) return nothing;
  if (runner.name === 'vitest') await ofVitest(runner, { name, options }, folder);
  else await ofJest(runner, { name, options }, folder);
  return renewable();
}

interface VitestEnvironment {
  setup(global: object, options: Readonly<Record<string, unknown>>): unknown;
}

async function ofVitest({ manifest }: RunnerOfTests, { name, options }: EnvironmentOfTests, folder: string): Promise<void> {
  const file = partOf(manifest, './runtime') ?? partOf(manifest, './environments');
  const own =
    file === null ? {} : ((await import(pathToFileURL(file).href)) as { builtinEnvironments?: Record<string, VitestEnvironment> });
  const known = own.builtinEnvironments?.[name];
  const environment = known ?? (await loadedEnvironment(name, folder));
  await environment.setup(globalThis, options);
}

async function loadedEnvironment(name: string, folder: string): Promise<VitestEnvironment> {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const path = createRequire(join(folder, 'package.json')).resolve(isPath ? name : `vitest-environment-${name}`);
  const { default: environment } = (await import(pathToFileURL(path).href)) as { readonly default: VitestEnvironment };
  return environment;
}

interface JestEnvironment {
  readonly global: Record<string, unknown>;
  setup(): Promise<void>;
}

type JestEnvironmentClass = new (config: object, context: object) => JestEnvironment;

async function ofJest({ manifest }: RunnerOfTests, { name, options }: EnvironmentOfTests, folder: string): Promise<void> {
  const paths = [name, `jest-environment-${name}`];
  const require = createRequire(join(folder, 'package.json'));
  const found = paths.find((path) => isAbsolute(path) || canFind(require, path));
  const loaded = (found === undefined ? foundThrough(manifest, ['@jest/core', `jest-environment-${name}`]) : require(found)) as
    JestEnvironmentClass | { readonly default?: JestEnvironmentClass; readonly TestEnvironment?: JestEnvironmentClass };
  const Environment = typeof loaded === 'function' ? loaded : (loaded.TestEnvironment ?? loaded.default);
  if (Environment === undefined) throw new Error(`${name} is no environment of tests.`);
  const projectConfig = { testEnvironmentOptions: options, rootDir: folder, globals: {}, fakeTimers: {} };
  const context = { console, testPath: join(folder, 'test.js'), docblockPragmas: {} };
  const environment = new Environment({ projectConfig, globalConfig: {} }, context);
  await environment.setup();
  populate(environment.global);
}

function canFind(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** What a window has under names that Node has, too: the tests see that of the window. */
const ofWindows = new Set(
  (
    'Event EventTarget CustomEvent MessageEvent AbortController AbortSignal Blob File FormData Headers WebSocket DOMException URL ' +
    'URLSearchParams navigator localStorage sessionStorage Storage'
  ).split(' '),
);
const ofBoth = new Set(['window', 'self', 'top', 'parent', 'globalThis', 'global', 'undefined']);

/** Gives what a window has to this process, where the language has no such name. */
function populate(window: Record<string, unknown>): void {
  const global = globalThis as unknown as Record<string, unknown>;
  const given = new Map<string, unknown>();
  for (const key of Object.getOwnPropertyNames(window)) {
    if (ofBoth.has(key) || (key in global && !ofWindows.has(key))) continue;
    const { value } = Object.getOwnPropertyDescriptor(window, key) ?? {};
    const isMethod = typeof value === 'function' && !/^[A-Z]/.test(key);
    const bound: unknown = isMethod ? (value as (...given: unknown[]) => unknown).bind(window) : undefined;
    Object.defineProperty(global, key, {
      get: () => (given.has(key) ? given.get(key) : (bound ?? window[key])),
      set: (to: unknown) => void given.set(key, to),
      configurable: true,
    });
  }
  if ('document' in window) for (const key of ['window', 'self', 'top', 'parent']) global[key] = global;
}

/** What the environment of this process shows of a document. */
interface Page {
  readonly document?: Document;
  readonly localStorage?: { clear(): void };
  readonly sessionStorage?: { clear(): void };
}

interface Document extends Target {
  readonly documentElement: Element | null;
  readonly body: Element | null;
  readonly head: Element | null;
  readonly defaultView: Target | null;
  cookie: string;
}

interface Element extends Target {
  innerHTML: string;
  getAttributeNames(): readonly string[];
  removeAttribute(name: string): void;
}

interface Target {
  addEventListener(...given: unknown[]): void;
  removeEventListener(...given: unknown[]): void;
}

/** Of a document nothing stays that a run has changed: what it holds, what listens to it, what is stored beside it. */
function renewable(): TestEnvironment {
  const page = globalThis as unknown as Page;
  const { document } = page;
  if (document === undefined) return nothing;
  const heard: (() => void)[] = [];
  const lasting = [document, document.documentElement, document.body, document.head, page as unknown as Target];
  for (const target of lasting) if (target !== null && typeof target.addEventListener === 'function') noteListeners(target, heard);
  const [head, body] = [document.head?.innerHTML ?? '', document.body?.innerHTML ?? ''];
  return {
    renew() {
      for (const forget of heard.splice(0)) forget();
      for (const [element, inside] of [[document.head, head] as const, [document.body, body] as const]) {
        if (element === null) continue;
        element.innerHTML = inside;
        for (const name of element.getAttributeNames()) element.removeAttribute(name);
      }
      for (const name of document.documentElement?.getAttributeNames() ?? []) document.documentElement?.removeAttribute(name);
      page.localStorage?.clear();
      page.sessionStorage?.clear();
    },
  };
}

function noteListeners(target: Target, heard: (() => void)[]): void {
  const add = target.addEventListener.bind(target);
  const remove = target.removeEventListener.bind(target);
  Object.defineProperty(target, 'addEventListener', {
    value: (...given: unknown[]): void => {
      heard.push(() => remove(...given));
      add(...given);
    },
    configurable: true,
    writable: true,
  });
}
