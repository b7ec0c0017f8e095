import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Forecaster } from '../../adapter/dap/querypoints/forecasts.js';
import { DebugSession } from '../../adapter/dap/session.js';
import { builtOnce } from './builtOnce.js';
import { AnalysisThread } from '../../adapter/operations/analysisThread.js';
import { root } from '../tidy/files.js';
import { DapClient } from './dapClient.js';
import { CheckedFiles } from '../../server/check/checkedFiles.js';
import { pauseConditions, type PauseRequest } from '../../server/check/pauseConditions.js';
import { readIfThere, readRegularFile } from '../../server/files/regularFile.js';
import { runtimePath } from './querying.js';

let hook: Promise<string> | undefined;

/** What is loaded into the programs that tests debug, as `npm run build` makes it. */
function hookPath(): Promise<string> {
  const entryPoints = { attachHook: 'adapter/launch/attachHook.ts' };
  const footer = { js: '//# sourceURL=whence-hook.js' };
  hook ??= builtOnce({ entryPoints, target: 'node20.18', outExtension: { '.js': '.cjs' }, footer }).then((folder) =>
    join(folder, 'attachHook.cjs'),
  );
  return hook;
}

/** What the thread of the adapter answers, without one. */
function conditionsOf(request: PauseRequest) {
  const host = {
    readFile: (file: string) => readRegularFile(file),
    readIfPresent: (file: string) => readIfThere(file),
    progress: () => {},
  };
  return pauseConditions(request, new CheckedFiles(host, request.cwd), (path) => resolve(request.cwd, path));
}

/** A folder with files, the debugger, and a client that speaks with it. */
export class Debugged {
  /** What the adapter has said first. */
  capabilities: DebugProtocol.Capabilities = {};

  private constructor(
    readonly folder: string,
    readonly files: Readonly<Record<string, string>>,
    readonly client: DapClient,
    private readonly session: DebugSession,
  ) {}

  /** The files by their path; the first is the program. */
  static async of(
    files: Readonly<Record<string, string>>,
    expected: Readonly<Record<string, unknown>> = {},
    forecast: Forecaster = () => Promise.resolve(new Map()),
  ): Promise<Debugged> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-dap-')));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const [toAdapter, fromAdapter] = [new PassThrough(), new PassThrough()];
    const runtime = {
      path: await runtimePath(),
      findConditions: (request: PauseRequest) => Promise.resolve(conditionsOf(request)),
      analysis: new AnalysisThread(join(root, 'dist/conditionsWorker.js')),
      forecast,
    };
    const session = new DebugSession(await hookPath(), runtime, () => {}, { __workspaceFolder: folder, ...expected });
    session.server.start(toAdapter, fromAdapter);
    const debugged = new Debugged(folder, files, new DapClient(fromAdapter, toAdapter), session);
    debugged.capabilities = await debugged.client.request('initialize', {
      adapterID: 'whence',
      linesStartAt1: true,
      columnsStartAt1: true,
      supportsRunInTerminalRequest: true,
      supportsProgressReporting: true,
    });
    return debugged;
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** The line, from 1, that holds a mark such as `//1`. */
  line(mark: string, file = Object.keys(this.files)[0] ?? ''): number {
    const line = (this.files[file] ?? '').split('\n').findIndex((text) => text.includes(mark));
    return line < 0 ? assert.fail(`no line of ${file} holds ${mark}`) : line + 1;
  }

  /** Launches the first file, after `configure` has set what the program is to stop at. */
  async launch(
    attributes: Readonly<Record<string, unknown>> = {},
    configure: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    await this.start('launch', { program: this.path(Object.keys(this.files)[0] ?? ''), cwd: this.folder, ...attributes }, configure);
  }

  async start(
    command: 'launch' | 'attach',
    attributes: Readonly<Record<string, unknown>>,
    configure: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const initialized = this.client.event('initialized');
    const started = this.client.request(command, { type: 'whence', name: 'test', request: command, ...attributes });
    await Promise.race([initialized, started]);
    await configure();
    await this.client.request('configurationDone', {});
    await started;
  }

  /** Breakpoints at the lines that hold these marks. */
  async breakAt(
    marks: readonly string[],
    options: object = {},
    file = Object.keys(this.files)[0] ?? '',
  ): Promise<DebugProtocol.SetBreakpointsResponse['body']> {
    const breakpoints = marks.map((mark) => ({ line: this.line(mark, file), ...options }));
    return this.client.request('setBreakpoints', { source: { path: this.path(file) }, breakpoints });
  }

  /** Waits for the next stop; gives its thread, its reason and its innermost frames. */
  async stopped(levels = 20): Promise<Stopped> {
    const { body } = await this.client.event('stopped');
    const event = body as DebugProtocol.StoppedEvent['body'];
    const threadId = event.threadId ?? assert.fail('a stop has no thread');
    const { stackFrames } = await this.client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
      threadId,
      startFrame: 0,
      levels,
    });
    const top = stackFrames[0] ?? assert.fail('a stop has no frame');
    return { ...event, threadId, frames: stackFrames, frame: top, line: top.line };
  }

  /** `next`, `stepIn`, `stepOut` or `continue`, and the stop that follows. */
  async go(command: 'next' | 'stepIn' | 'stepOut' | 'continue', { threadId }: Stopped, args: object = {}): Promise<Stopped> {
    const stopped = this.stopped();
    await this.client.request(command, { threadId, ...args });
    return stopped;
  }

  /** The variables of a frame's scope, by its name; the innermost without one. */
  async variables(stopped: Stopped, scopeName?: string, frame = stopped.frame): Promise<Readonly<Record<string, DebugProtocol.Variable>>> {
    const { scopes } = await this.client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: frame.id });
    const scope = scopeName === undefined ? scopes[0] : scopes.find(({ name }) => name.startsWith(scopeName));
    return this.children(scope ?? assert.fail(`there is no scope ${scopeName}, but ${scopes.map(({ name }) => name).join(', ')}`));
  }

  /** What is below a variable or scope, by name. */
  async children(
    { variablesReference }: { readonly variablesReference: number },
    args: object = {},
  ): Promise<Readonly<Record<string, DebugProtocol.Variable>>> {
    const { variables } = await this.client.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference, ...args });
    return Object.fromEntries(variables.map((variable) => [variable.name, variable]));
  }

  async evaluate(expression: string, context: string, stopped?: Stopped): Promise<DebugProtocol.EvaluateResponse['body']> {
    return this.client.request('evaluate', { expression, context, ...(stopped === undefined ? {} : { frameId: stopped.frame.id }) });
  }

  /** Lets the program run to its end; gives what it has printed. */
  async finish(stopped?: Stopped): Promise<string> {
    const terminated = this.client.event('terminated');
    if (stopped !== undefined) await this.client.request('continue', { threadId: stopped.threadId });
    await terminated;
    return this.output();
  }

  /** What has been printed until now, by category. */
  output(category?: string): string {
    const bodies = this.client.events
      .filter(({ event }) => event === 'output')
      .map(({ body }) => body as DebugProtocol.OutputEvent['body']);
    return bodies
      .filter((body) => category === undefined || body.category === category)
      .map(({ output }) => output)
      .join('');
  }

  dispose(): void {
    this.session.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Stopped extends Partial<DebugProtocol.StoppedEvent['body']> {
  readonly threadId: number;
  readonly frames: readonly DebugProtocol.StackFrame[];
  readonly frame: DebugProtocol.StackFrame;
  readonly line: number;
}

/** Runs `use` with a debugger on some files, and ends whatever it has started. */
export async function debugging(
  files: Readonly<Record<string, string>> | string,
  use: (debugged: Debugged) => Promise<void>,
  expected: Readonly<Record<string, unknown>> = {},
  forecast?: Forecaster,
): Promise<void> {
  const debugged = await Debugged.of(typeof files === 'string' ? { 'program.js': files } : files, expected, forecast);
  try {
    await use(debugged);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${debugged.client.transcript()}`;
    throw error;
  } finally {
    debugged.dispose();
  }
}
