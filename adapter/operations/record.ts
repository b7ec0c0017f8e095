import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { gitRevision } from '../../server/files/gitRevision.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import { emptyPlan, type Plan } from '../instrument/plan.js';
import { DebuggeeProcess, type ProgramStart } from '../launch/process.js';
import { watch } from '../launch/watchdog.js';
import type { RecordSettings, TraceHead } from '../trace/format/contents.js';
import { Packer } from '../trace/pack/packer.js';
import type { OperationContext } from './operation.js';
import type { ProgramToRun } from './programs.js';

/** A run of a program that is to be recorded. */
export interface RecordRequest {
  readonly program: ProgramToRun;
  readonly settings: RecordSettings;
  readonly labels: Readonly<Record<string, string>>;
  /** Absolute: a file, or a folder, which ends in a separator or is there; null: a file of this user's data folder. */
  readonly out: string | null;
  /** Whether a file that is there may be replaced. */
  readonly isForced: boolean;
}

export interface RecordContext extends OperationContext<{ readonly events: number }> {
  readonly runtime: string;
  readonly output: ProgramStart['output'];
  readonly input: ProgramStart['input'];
}

/** One file that was written, as `whence.record/1` tells of it. */
export interface Recording {
  readonly file: string;
  readonly pid: number;
  readonly program: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly exit: { readonly code: number | null; readonly signal: string | null };
  readonly events: number;
  readonly bytes: number;
  readonly threads: number;
  /** What the program has started besides, which is only counted; null: the program did not come to its end. */
  readonly unrecorded: { readonly threads: number; readonly children: number } | null;
  readonly complete: boolean;
}

/** Runs a program and records it. Rejects with one sentence for the user. */
export async function record(request: RecordRequest, context: RecordContext): Promise<Recording> {
  await watch();
  const { program, settings, labels } = request;
  const file = fileOf(request);
  const descriptor = opened(file, request.isForced);
  let failure: string | null = null;
  let bytes = 0;
  const write = (content: Buffer): void => {
    if (failure !== null) return;
    try {
      for (let done = 0; done < content.length;) done += writeSync(descriptor, content, done);
      bytes += content.length;
    } catch (error) {
      failure = `${file} cannot be written: ${codeOf(error)}.`;
    }
  };
  const packer = new Packer(settings, write);
  let debuggee: DebuggeeProcess | null = null;
  try {
    let isDrained: () => void = () => {};
    const drained = new Promise<void>((resolve) => (isDrained = resolve));
    debuggee = new DebuggeeProcess({
      ...program,
      runtime: context.runtime,
      output: context.output,
      input: context.input,
      rows: { take: (chunk) => packer.take(chunk), end: isDrained },
    });
    const cancel = (): void => debuggee?.end();
    context.signal.addEventListener('abort', cancel);
    const revision = gitRevision(dirname(resolve(program.cwd, program.args[0] ?? '')));
    const head = {
      program: program.args[0] ?? '',
      args: program.args.slice(1),
      pid: debuggee.pid ?? 0,
      began: Date.now(),
      labels,
      settings,
      ...(revision === undefined ? {} : { revision }),
    };
    const gone = await conversation(debuggee, packer, head);
    // What the program has started may hold the descriptor open.
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainedMs).unref())]);
    context.signal.removeEventListener('abort', cancel);
    if (gone.disturbance !== null) throw new Error(gone.disturbance);
    const end = packer.end({ code: gone.code, signal: gone.signal });
    if (failure !== null) throw new Error(failure);
    return {
      file,
      pid: debuggee.pid ?? 0,
      program: program.args[0] ?? '',
      labels,
      exit: { code: gone.code, signal: gone.signal },
      events: end.events,
      bytes,
      threads: 1,
      unrecorded: end.unrecorded ?? null,
      complete: end.complete,
    };
  } finally {
    debuggee?.end();
    closeSync(descriptor);
  }
}

/** After the program's end, what it has written arrives within this time. */
const drainedMs = 2000;

async function conversation(
  debuggee: DebuggeeProcess,
  packer: Packer,
  head: Omit<TraceHead, 'node'>,
): Promise<Extract<Awaited<ReturnType<DebuggeeProcess['next']>>, { kind: 'gone' }>> {
  const sources = new Map<string, string>();
  for (;;) {
    const message = await debuggee.next();
    switch (message.kind) {
      case 'hello':
        packer.begin({ ...head, node: message.node });
        debuggee.send({
          kind: 'begin',
          plan: planOf(head.settings),
          looks: [],
          exceptions: { isNumbered: false, stop: null, isWatched: false },
          pinned: null,
        });
        break;
      case 'text': {
        const { path, firstSite, sites } = message;
        const source = message.source ?? sources.get(path) ?? textOfFile(path);
        if (source !== null) packer.text(path, source, message.source === null && !sources.has(path));
        packer.sites(path, firstSite, sites);
        break;
      }
      case 'erase': {
        const text = await eraseTypes(message.text, message.path, message.format);
        sources.set(message.path, text);
        debuggee.send({ kind: 'erased', text });
        break;
      }
      case 'gone':
        return message;
    }
  }
}

function planOf({ include, exclude, values, budget, redaction }: RecordSettings): Plan {
  const patterns = (globs: readonly string[]): readonly string[] =>
    globs.map((glob) => picomatch.makeRe(/^(\/|\*\*)/.test(glob) ? glob : `**/${glob}`, { dot: true }).source);
  const recording = { include: patterns(include), exclude: patterns(exclude), values, budget, keepsSecrets: !redaction };
  // Of calls alone nothing else is told: no native needs to be watched.
  if (values === 'none') return { ...emptyPlan, recording };
  return {
    ...emptyPlan,
    elements: true,
    symbols: true,
    returns: true,
    entries: true,
    everywhere: true,
    fields: ['length'],
    allocations: ['object', 'array', 'new', 'call'],
    recording,
  };
}

function textOfFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function fileOf({ out, program }: RecordRequest): string {
  const name = `${basename(program.args[0] ?? 'program').replace(/\.[cm]?[jt]sx?$/, '')}-${new Date().toISOString().replace(/[:.]/g, '')}.trace`;
  if (out === null) {
    const folder = join(dataFolder(), 'whence', 'recordings');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  }
  const isFolder = out.endsWith(sep) || isDirectory(out);
  if (isFolder) mkdirSync(out, { recursive: true });
  return isFolder ? join(out, name) : out;
}

function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return XDG_DATA_HOME !== undefined && XDG_DATA_HOME !== '' ? XDG_DATA_HOME : join(homedir(), '.local', 'share');
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Only this user reads it. Two recorders never write one file. */
function opened(file: string, isForced: boolean): number {
  const { O_CREAT, O_EXCL, O_TRUNC, O_WRONLY } = constants;
  try {
    const descriptor = openSync(file, O_WRONLY | O_CREAT | (isForced ? O_TRUNC : O_EXCL), 0o600);
    if (!fstatSync(descriptor).isFile()) {
      closeSync(descriptor);
      throw new Error(`${file} is no file.`);
    }
    if (isForced) fchmodSync(descriptor, 0o600);
    return descriptor;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'EEXIST') throw new Error(`${file} is there already: --force replaces it.`);
    if (code === 'ENOENT') throw new Error(`${dirname(file)}: There is no such folder.`);
    throw new Error(`${file} cannot be written: ${code}.`);
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
