import { apply } from '../runtime/realm/intrinsics.js';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { tell } from '../runtime/channel/channel.js';
import { wrap } from '../runtime/probes/natives.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { laneVariable, type LaneSettings } from './laneSettings.js';
import { lastImportUrl } from './lastImport.js';
import { commandWith, optionsWith, shellTextWith } from './nodeOptions.js';

/** What Node's `ChildProcess` is started with. */
interface Spawned {
  args?: readonly string[];
  envPairs?: readonly string[];
}

/**
 * Has each Node process that the program starts be recorded: our variables are added to its environment where it is started. In the
 * program's own environment they are not seen.
 */
export function followChildren(settings: LaneSettings): void {
  const childProcess = process.getBuiltinModule('node:child_process');
  wrap(childProcess.ChildProcess.prototype, 'spawn', (_self, values, call, child) => {
    const [options] = values as readonly [Spawned | undefined];
    if (Array.isArray(options?.envPairs)) options.envPairs = pairsWith(options.envPairs, settings);
    if (Array.isArray(options?.args)) options.args = followed(options.args as readonly string[], settings);
    const result = call();
    tellEnd(child);
    return result;
  });
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const)
    wrap(childProcess, name, (_self, values, call) => {
      followWords(values as unknown[], settings, name === 'execSync');
      const result = withEnvironment(values as unknown[], settings, call);
      if (name === 'spawnSync') tellResult(result);
      return result;
    });
  syncBuiltinESMExports();
}

/** The variables by which a process is recorded, beside what NODE_OPTIONS is. */
export function laneEnvironment(settings: LaneSettings, options = process.env['NODE_OPTIONS']): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: optionsWith(settings.option, options), [laneVariable]: JSON.stringify(settings) };
}

function pairsWith(pairs: readonly string[], settings: LaneSettings): readonly string[] {
  const own = pairs.find((pair) => pair.startsWith('NODE_OPTIONS='));
  const environment = laneEnvironment(settings, own?.slice('NODE_OPTIONS='.length) ?? '');
  return [...pairs.filter((pair) => pair !== own), ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
}

/** The words of a command as those by which the Node processes that it starts are recorded. */
export function followed(words: readonly string[], { option }: LaneSettings): readonly string[] {
  return withLastImport(commandWith(option, words));
}

/** Where loaders are imported before the program, ours must be the last of them. */
function withLastImport(args: readonly string[]): readonly string[] {
  if (!/^node(?:\.exe)?$/i.test(basename(args[0] ?? ''))) return args;
  const loaders = args.map((argument) => /^--(?:import|loader|experimental-loader)(?:=|$)/.test(argument));
  const last = loaders.lastIndexOf(true);
  if (last < 0) return args;
  const behind = last + ((args[last] ?? '').includes('=') ? 1 : 2);
  return [...args.slice(0, behind), '--import', lastImportUrl, ...args.slice(behind)];
}

/** What a process is started with while the program waits: a text for a shell, or a file with its arguments. */
function followWords(values: unknown[], settings: LaneSettings, isShell: boolean): void {
  const [file, args] = values;
  if (typeof file !== 'string') return;
  const options = values.find((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  const { shell } = (options ?? {}) as { readonly shell?: unknown };
  if (isShell || Boolean(shell)) values[0] = shellTextWith(settings.option, file);
  else if (Array.isArray(args)) values[1] = followed([file, ...(args as readonly string[])], settings).slice(1);
}

/** While the program waits for a process, nobody sees its environment. */
function withEnvironment(values: unknown[], settings: LaneSettings, call: () => unknown): unknown {
  const at = values.findLastIndex((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  const options = values[at] as { readonly env?: unknown } | undefined;
  if (typeof options?.env === 'object' && options.env !== null) {
    const env = options.env as Readonly<Record<string, string>>;
    values[at] = { ...options, env: { ...env, ...laneEnvironment(settings, env['NODE_OPTIONS'] ?? '') } };
    return call();
  }
  const before = process.env['NODE_OPTIONS'];
  Object.assign(process.env, laneEnvironment(settings, before));
  try {
    return call();
  } finally {
    Reflect.deleteProperty(process.env, laneVariable);
    if (before === undefined) Reflect.deleteProperty(process.env, 'NODE_OPTIONS');
    else process.env['NODE_OPTIONS'] = before;
  }
}

/** Only who has started a process learns what has ended it. */
function tellEnd(child: unknown): void {
  const { pid, _handle: handle } = child as { readonly pid?: number; readonly _handle?: { onexit?: unknown } | null };
  const onexit = handle?.onexit;
  if (pid === undefined || !handle || typeof onexit !== 'function') return;
  handle.onexit = function (this: unknown, code: number, signal: string) {
    ownWork(() => tell({ kind: 'childEnded', pid, code: signal === '' ? code : null, signal: signal === '' ? null : signal }));
    return apply(onexit, this, [code, signal]) as unknown;
  };
}

function tellResult(result: unknown): void {
  const { pid, status, signal } = result as { readonly pid?: number; readonly status?: number | null; readonly signal?: string | null };
  if (typeof pid === 'number' && pid > 0) ownWork(() => tell({ kind: 'childEnded', pid, code: status ?? null, signal: signal ?? null }));
}
