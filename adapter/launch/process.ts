import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { debuggeeVariable } from './environment.js';
import { optionsWith } from './nodeOptions.js';
import type { Hearing } from './hearing.js';
import type { Feeding, ProgramInput } from './input.js';
import { lastImportUrl } from './lastImport.js';
import { messageIn } from './laneServer.js';
import { interruptGroup, mergedEnvironment, signalGroup } from './program.js';
import { removeLeftSockets } from './leftSockets.js';
import { Repeater } from './repeater.js';
import type { Repetition } from './repetition.js';
import type { WhenWaiting } from './reproduction.js';
import { stackArguments } from './stackSize.js';
import { guard } from './watchdog.js';
import { descendantsOf } from './descendants.js';
import { descriptorsOf, tellOutput, type OutputTarget } from './outputTarget.js';
import type { ToDebuggee } from '../runtime/channel/messages.js';
import { Messages, type Conversation, type Incoming } from './debuggeeConversation.js';

export interface ProgramStart {
  readonly node: string;
  /** Arguments of Node itself. */
  readonly nodeArgs: readonly string[];
  /** The program and its arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** What is added to the environment, and (null) taken from it. */
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly runtime: string;
  /** Where the program's own output goes. */
  readonly output: OutputTarget;
  readonly input: ProgramInput;
  /** Called when the program waits for somebody; without it nobody looks for that. */
  readonly whenWaiting?: WhenWaiting;
  /** What came to its servers in another run, and is repeated. */
  readonly repetition?: Repetition;
  /** How large its stack is, by what it is without us. */
  readonly stack?: number;
  /** Takes what the program ships while it is recorded, on a descriptor of its own. */
  readonly rows?: { take(bytes: Buffer): void; end(): void };
}

/** No message is as long, in UTF-16 units. */
const longestMessage = 1 << 28;

/** A process that ends closes its descriptors somewhat before it is gone. */
const closedMs = 1000;

/** The program as a process of its own, and the conversation with what was loaded into it. */
export class DebuggeeProcess implements Conversation {
  private readonly child: ChildProcess;
  private readonly channel: Duplex;
  private readonly messages = new Messages();
  private readonly feeding: Feeding | null;
  private readonly whenWaiting: WhenWaiting | undefined;
  private endReproduction: (() => void) | null = null;
  private readonly repeater: Repeater | null;
  private unread = '';
  private isGone = false;
  private disturbance: string | null = null;

  /** Whoever makes one has waited for `watch`. */
  constructor({
    node,
    nodeArgs,
    args,
    cwd,
    environment = {},
    runtime,
    output,
    input,
    whenWaiting,
    repetition,
    stack = 1,
    rows,
  }: ProgramStart) {
    const variables = mergedEnvironment(environment);
    const { NODE_OPTIONS: options = '' } = variables;
    // Node requires first what is named there.
    const option = /(?:^|\s)(?:-r|--require)\b/.test(options) ? `--require ${JSON.stringify(runtime)}` : null;
    const hearing: Hearing = {
      isInputTold: input.isPaced,
      isTerminal: input.isTerminal,
      isReadinessTold: whenWaiting !== undefined,
      connections: repetition === undefined ? null : { areBytesTold: false, isPaceTold: true },
      option,
    };
    this.whenWaiting = whenWaiting;
    this.repeater = repetition === undefined ? null : new Repeater(repetition.requests, repetition.tell);
    const [out, err] = descriptorsOf(output);
    this.child = spawn(
      node,
      [
        ...stackArguments(stack, nodeArgs),
        ...(option === null ? ['--require', runtime] : []),
        ...nodeArgs,
        ...importsLast(nodeArgs, options),
        ...args,
      ],
      {
        cwd,
        stdio: ['pipe', out, err, 'pipe', ...(rows === undefined ? [] : (['pipe'] as const))],
        env: {
          ...variables,
          ...(option === null ? {} : { NODE_OPTIONS: optionsWith(option, options) }),
          [debuggeeVariable]: JSON.stringify(hearing),
        },
        detached: process.platform !== 'win32', // a group of its own: what it starts can be ended with it
      },
    );
    if (this.child.pid !== undefined) this.child.on('exit', guard(this.child.pid));
    tellOutput(this.child, output);
    this.child.stdin?.on('error', () => {}); // a program that reads no input
    this.feeding = this.child.stdin === null ? null : input.feed(this.child.stdin);
    this.channel = this.child.stdio[3] as Duplex;
    if (rows !== undefined) {
      const shipped = this.child.stdio[4] as Duplex;
      shipped.on('data', (bytes: Buffer) => rows.take(bytes));
      shipped.on('error', () => rows.end());
      shipped.on('close', () => rows.end());
    }
    this.channel.setEncoding('utf8');
    this.channel.on('data', (text: string) => this.receive(text));
    this.channel.on('error', () => {});
    this.channel.on('end', () => this.closed());
    this.child.on('error', ({ message }) => {
      if (this.child.pid === undefined) this.disturbance ??= `${node} cannot be started: ${message}`;
      this.gone(null, null);
    });
    this.child.on('close', (code, signal) => this.gone(code, signal));
    this.child.on('exit', (code, signal) => setTimeout(() => this.gone(code, signal), 50)); // what it started may hold the pipes open
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** The next message; after the process is gone, that it is. */
  next(): Promise<Incoming> {
    return this.messages.next();
  }

  /** For a debuggee that waits: its answer. */
  ask<T>(request: ToDebuggee): Promise<T> {
    this.send(request);
    return this.messages.answer<T>();
  }

  send(request: ToDebuggee): void {
    this.channel.write(JSON.stringify(request) + '\n');
  }

  /** Ends the program and whatever it has started. */
  end(): void {
    this.feeding?.stop();
    this.endReproduction?.();
    this.repeater?.stop();
    const { pid } = this.child;
    if (pid === undefined) return;
    // While it lives it is known what it has started in groups of their own.
    const others = this.child.exitCode === null && this.child.signalCode === null ? descendantsOf(pid) : [];
    try {
      if (process.platform === 'win32') this.child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // it is gone already
    }
    for (const other of others) signalGroup(other, 'SIGKILL');
    if (this.repeater !== null) removeLeftSockets(this.repeater.left());
    this.channel.destroy();
  }

  /** Sends it, and its group, what Ctrl+C sends. */
  interrupt(): void {
    if (this.child.pid !== undefined) interruptGroup(this.child.pid);
  }

  private receive(text: string): void {
    const lines = text.split('\n');
    lines[0] = this.unread + (lines[0] ?? '');
    this.unread = lines.pop() ?? '';
    for (const line of lines) {
      const message = messageIn(line);
      if (message === null) return this.disturbed('The program has written to descriptor 3, by which Whence speaks with it.');
      if (message.kind === 'input') this.feeding?.taken();
      else if (message.kind === 'idle') this.feeding?.idle(message.ms);
      else if (message.kind === 'connection') this.repeater?.heard(message.told);
      else if (message.kind === 'waits') this.endReproduction ??= this.whenWaiting?.(message.port) ?? null;
      else this.messages.deliver(message);
    }
    if (this.unread.length > longestMessage) this.disturbed('The program has written to descriptor 3, by which Whence speaks with it.');
  }

  /** The process ends, or the program has closed the descriptor. */
  private closed(): void {
    setTimeout(() => {
      if (!this.isGone) this.disturbed('The program has closed descriptor 3, by which Whence speaks with it.');
    }, closedMs).unref();
  }

  private disturbed(sentence: string): void {
    if (this.disturbance !== null) return;
    this.disturbance = sentence;
    this.end();
    this.gone(null, null);
  }

  private gone(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.isGone) return;
    this.isGone = true;
    this.messages.deliver({ kind: 'gone', code, signal, disturbance: this.disturbance });
  }
}

/** Where loaders are imported before the program, ours must be the last. */
function importsLast(nodeArgs: readonly string[], options: string): readonly string[] {
  return /--(import|loader|experimental-loader)\b/.test([options, ...nodeArgs].join(' ')) ? ['--import', lastImportUrl] : [];
}
