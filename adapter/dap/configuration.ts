import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readRegularFile } from '../../server/files/regularFile.js';
import type { Waiting } from '../launch/waitingProgram.js';
import { attachAttributes, clientAttributes, launchAttributes, type Attributes } from './attributes.js';
import { builtProgram } from './builtProgram.js';
import { Links } from './links.js';
import { loaderArgs } from './typeScriptLoader.js';
import { cwdNotFound, envFileUnreadable, programMissing, programNotFound, runtimeNotFound, wrongAttribute } from './errors.js';

/** The part of a configuration that both kinds of sessions have. */
export interface CommonConfiguration {
  readonly skipFiles: readonly string[];
  readonly sourceMaps: boolean;
  /** Globs of generated files; empty: any. */
  readonly outFiles: readonly string[];
  readonly sourceMapLocations: readonly string[] | null;
  readonly sourceMapOverrides: Readonly<Record<string, string>>;
  readonly smartStep: boolean;
  readonly workspace: string;
  /** The user's settings of the analysis, as the client sent them. */
  readonly settings: unknown;
  readonly links: Links;
  /** How many parents of an asynchronous stack V8 keeps. */
  readonly asyncDepth: number;
  readonly areChildrenDebugged: boolean;
  readonly timeoutMs: number;
}

export interface LaunchConfiguration extends CommonConfiguration {
  readonly kind: 'launch';
  readonly program: string | null;
  /** The command and all its arguments, the program among them. */
  readonly command: readonly string[];
  /** Its parts: what runs the program, the words before the program and those behind it. */
  readonly runtime: string;
  readonly runtimeArgs: readonly string[];
  readonly args: readonly string[];
  /** The Node that is found by name; null when there is none. */
  readonly node: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | null>>;
  readonly console: 'internalConsole' | 'integratedTerminal' | 'externalTerminal';
  /** The program is there already; null: it is to be started. */
  readonly waiting: Waiting | null;
  readonly outputCapture: 'console' | 'std';
  readonly stopOnEntry: boolean;
  readonly killBehavior: 'forceful' | 'polite' | 'none';
  readonly isDebugged: boolean;
  /** How long a run may take that answers a question. */
  readonly rerunTimeoutMs: number;
  /** What has a program that waits do again what led to a stop: a text for the shell, or a command and its arguments. */
  readonly reproduce: string | readonly string[] | null;
  /** Rules files, absolute. */
  readonly rules: readonly string[];
  /** The one rule of these files that is looked at: *Run with This Rule* names it; null: all are. */
  readonly onlyRule: string | null;
  /** Whether it stops at failed assertions, whatever filters the user has on. */
  readonly stopsAtFailure: boolean;
}

export interface AttachConfiguration extends CommonConfiguration {
  readonly kind: 'attach';
  readonly address: string;
  readonly port: number;
  readonly processId: number | null;
  readonly websocket: string | null;
  readonly isContinued: boolean;
  readonly localRoot: string | null;
  readonly remoteRoot: string | null;
  /** Pause before each new attempt after the connection was lost; null: the session ends. */
  readonly restart: { readonly delayMs: number; readonly attempts: number } | null;
}

export function readLaunch(attributes: Attributes): LaunchConfiguration {
  const common = readCommon(attributes);
  const cwd = resolve(common.workspace, text(attributes, 'cwd') ?? '.');
  if (!isFolder(cwd)) throw cwdNotFound(cwd);
  const named = text(attributes, 'program');
  const runtimeNamed = text(attributes, 'runtimeExecutable');
  if (named === null && runtimeNamed === null) throw programMissing();
  const source = named === null ? null : common.links.resolve(findProgram(resolve(cwd, named)));
  const isPlainNode = runtimeNamed === null && attributes['runtimeArgs'] === undefined;
  const program = source === null ? null : builtOf(source, common, isPlainNode);
  const environment = readEnvironment(attributes, common.workspace);
  const runtime = findRuntime(runtimeNamed ?? 'node', cwd, environment);
  const isErased = isPlainNode && program !== null && isTypeScript(program);
  const runtimeArgs = isErased ? loaderArgs(program, runtime, cwd) : words(attributes, 'runtimeArgs');
  const args = words(attributes, 'args');
  return {
    ...common,
    kind: 'launch',
    program,
    command: [runtime, ...runtimeArgs, ...(program === null ? [] : [program]), ...args],
    runtime,
    runtimeArgs,
    args,
    node: foundRuntime('node', cwd, environment),
    cwd,
    environment,
    console: choice(attributes, 'console', ['internalConsole', 'integratedTerminal', 'externalTerminal']),
    waiting: readWaiting(attributes),
    outputCapture: choice(attributes, 'outputCapture', ['console', 'std']),
    stopOnEntry: attributes['stopOnEntry'] === true || typeof attributes['stopOnEntry'] === 'string',
    killBehavior: choice(attributes, 'killBehavior', ['forceful', 'polite', 'none']),
    isDebugged: attributes['noDebug'] !== true,
    rerunTimeoutMs: readRerunTimeout(attributes),
    reproduce: readReproduce(attributes, common.workspace),
    ...rulesIn(attributes, cwd),
    stopsAtFailure: attributes['stopOnFailure'] === true,
  };
}

/** The rules files that a configuration names, and the folder that they are told from. */
export function namedRules(attributes: Attributes): Pick<LaunchConfiguration, 'rules' | 'onlyRule' | 'cwd'> {
  const cwd = resolve(readCommon(attributes).workspace, text(attributes, 'cwd') ?? '.');
  return { cwd, ...rulesIn(attributes, cwd) };
}

function rulesIn(attributes: Attributes, cwd: string): Pick<LaunchConfiguration, 'rules' | 'onlyRule'> {
  return { rules: words(attributes, 'rules').map((path) => resolve(cwd, path)), onlyRule: text(attributes, '__onlyRule') };
}

function readWaiting({ __waiting: given }: Attributes): Waiting | null {
  const { folder, pid } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const isRight = typeof folder === 'string' && isAbsolute(folder) && typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1;
  return isRight ? { folder, pid } : null;
}

function readReproduce(attributes: Attributes, workspace: string): string | readonly string[] | null {
  const value = attributes['reproduce'] ?? '';
  if (typeof value === 'string') return value.trim() === '' ? null : withVariables(value, workspace);
  const isList = Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
  if (!isList) throw wrongAttribute('reproduce', 'a command: a text, or a list of texts');
  return (value as readonly string[]).map((word) => withVariables(word, workspace));
}

function readRerunTimeout(attributes: Attributes): number {
  const timeoutMs = Number(attributes['rerunTimeout'] ?? 60_000);
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) throw wrongAttribute('rerunTimeout', 'a number of milliseconds');
  return timeoutMs;
}

export function readAttach(attributes: Attributes): AttachConfiguration {
  const processId = attributes['processId'];
  const pid = processId === undefined ? null : Number(processId);
  if (pid !== null && !(Number.isInteger(pid) && pid > 0)) throw wrongAttribute('processId', 'the number of a process');
  const port = Number(attributes['port'] ?? 9229);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) throw wrongAttribute('port', 'a number from 1 to 65535');
  const { restart } = attributes;
  const details = typeof restart === 'object' && restart !== null ? (restart as { delay?: unknown; maxAttempts?: unknown }) : {};
  const common = readCommon(attributes);
  const localRoot = text(attributes, 'localRoot');
  return {
    ...common,
    kind: 'attach',
    address: text(attributes, 'address') ?? '127.0.0.1',
    port,
    processId: pid,
    websocket: text(attributes, 'websocketAddress'),
    isContinued: attributes['continueOnAttach'] === true,
    localRoot: localRoot === null ? null : common.links.resolve(localRoot),
    remoteRoot: text(attributes, 'remoteRoot'),
    restart: restart ? { delayMs: numberOr(details.delay, 1000), attempts: numberOr(details.maxAttempts, 10) } : null,
  };
}

/** One sentence for each attribute that nobody knows. */
export function unknownAttributes(attributes: Attributes): readonly string[] {
  const known = [...(attributes['request'] === 'attach' ? attachAttributes : launchAttributes), ...clientAttributes];
  return Object.keys(attributes)
    .filter((name) => !known.includes(name) && !name.startsWith('__') && !name.startsWith('$'))
    .map((name) => {
      const near = known.find((one) => isNear(one.toLowerCase(), name.toLowerCase()));
      return `The launch configuration has an unknown attribute “${name}”; it is ignored.${near === undefined ? '' : ` Did you mean “${near}”?`}`;
    });
}

/** Whether one deletion, insertion, replacement or swap of neighbours makes one word of the other. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwap = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1) || isSwap;
}

function readCommon(attributes: Attributes): CommonConfiguration {
  const program = text(attributes, 'program');
  const own = text(attributes, '__workspaceFolder') ?? text(attributes, 'cwd');
  const links = new Links(arePreserved(attributes));
  const workspace = links.resolve(own ?? (program !== null && isAbsolute(program) ? dirname(program) : process.cwd()));
  const globs = (name: string) => words(attributes, name).map((pattern) => links.resolveGlob(withVariables(pattern, workspace)));
  const locations = attributes['resolveSourceMapLocations'];
  return {
    skipFiles: globs('skipFiles'),
    sourceMaps: attributes['sourceMaps'] !== false,
    outFiles: globs('outFiles'),
    sourceMapLocations: Array.isArray(locations) ? globs('resolveSourceMapLocations') : null,
    sourceMapOverrides: readOverrides(attributes['sourceMapPathOverrides'] ?? {}),
    smartStep: attributes['smartStep'] !== false,
    workspace,
    settings: attributes['__settings'],
    links,
    asyncDepth: attributes['showAsyncStacks'] === false ? 0 : 32,
    areChildrenDebugged: attributes['autoAttachChildProcesses'] !== false,
    timeoutMs: numberOr(attributes['timeout'], 10_000),
  };
}

function readOverrides(value: unknown): Readonly<Record<string, string>> {
  const isRight = typeof value === 'object' && value !== null && Object.values(value).every((path) => typeof path === 'string');
  if (!isRight) throw wrongAttribute('sourceMapPathOverrides', 'an object of texts');
  return value as Readonly<Record<string, string>>;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}

/** Whether Node loads files under the paths that lead through symbolic links. */
function arePreserved(attributes: Attributes): boolean {
  const options = [...words(attributes, 'runtimeArgs'), ...words({ options: process.env['NODE_OPTIONS'] ?? '' }, 'options')];
  return options.some((option) => option.startsWith('--preserve-symlinks'));
}

/** The client has put in most variables; clients other than VS Code leave this one. */
function withVariables(pattern: string, workspace: string): string {
  return pattern.replaceAll('${workspaceFolder}', workspace);
}

function findProgram(path: string): string {
  const found = [path, `${path}.js`, `${path}.mjs`, `${path}.cjs`, `${path}.ts`, join(path, 'index.js')].find(isFile);
  if (found === undefined) throw programNotFound(path);
  return found;
}

/** What is run for a TypeScript file: what was made of it, if that is known; else the file itself, which Node may run. */
function builtOf(source: string, { outFiles, sourceMapOverrides, workspace, links }: CommonConfiguration, isPlainNode: boolean): string {
  if (!isPlainNode || !isTypeScript(source)) return source;
  return builtProgram(source, outFiles, { overrides: sourceMapOverrides, workspace, links }) ?? source;
}

function findRuntime(name: string, cwd: string, environment: Readonly<Record<string, string | null>>): string {
  if (name.includes('/') || name.includes('\\')) {
    const path = resolve(cwd, name);
    if (!isFile(path)) throw runtimeNotFound(name);
    return path;
  }
  const found = foundRuntime(name, cwd, environment);
  if (found === null) throw runtimeNotFound(name);
  return found;
}

function foundRuntime(name: string, cwd: string, environment: Readonly<Record<string, string | null>>): string | null {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  const folders = [join(cwd, 'node_modules', '.bin'), ...(environment['PATH'] ?? process.env['PATH'] ?? '').split(delimiter)];
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isFile) ?? null;
}

/** What the configuration adds to, and (null) takes from, the environment. */
function readEnvironment(attributes: Attributes, workspace: string): Readonly<Record<string, string | null>> {
  const file = text(attributes, 'envFile');
  const env = (attributes['env'] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof env !== 'object') throw wrongAttribute('env', 'an object of texts');
  const own = Object.entries(env).map(([name, value]) => [name, value === null ? null : String(value)] as const);
  return { ...(file === null ? {} : readEnvFile(resolve(workspace, file))), ...Object.fromEntries(own) };
}

function readEnvFile(path: string): Readonly<Record<string, string>> {
  try {
    return parseEnv(readRegularFile(path)) as Record<string, string>;
  } catch {
    throw envFileUnreadable(path);
  }
}

function text(attributes: Attributes, name: string): string | null {
  const value = attributes[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw wrongAttribute(name, 'a text');
  return value;
}

function words(attributes: Attributes, name: string): readonly string[] {
  const value = attributes[name] ?? [];
  if (typeof value === 'string') return value.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
  if (!Array.isArray(value)) throw wrongAttribute(name, 'a list of texts');
  return value.map(String);
}

/** The first is the one that is meant when none is named. */
function choice<T extends string>(attributes: Attributes, name: string, choices: readonly T[]): T {
  const [standard] = choices;
  const value = attributes[name] ?? standard;
  const chosen = choices.find((one) => one === value);
  if (chosen === undefined) throw wrongAttribute(name, `one of ${choices.join(', ')}`);
  return chosen;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Whether it must be compiled, or Node must erase its types. */
export function isTypeScript(path: string): boolean {
  return ['.ts', '.tsx', '.mts', '.cts'].includes(extname(path));
}

/** Whether a command is Node itself, by its name: `node`, `nodejs`, `node22`, `node-24.1.0`. */
export function isNode(command: string): boolean {
  return /(^|[\\/])node(js)?-?v?[\d.]*(\.exe)?$/.test(command);
}
