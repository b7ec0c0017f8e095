import type { Debugger, Runtime } from 'node:inspector';
import type { InspectorClient } from '../inspector/client.js';
import type { Commands } from '../inspector/commands.js';
import { hookMessage } from './hookMessage.js';
import { Script, type ScriptSettings } from './script.js';
import { ownScript, quietScript } from './skipping.js';

/** Hears what a target reports by itself. */
export interface TargetListener {
  parsed(script: Script): void;
  paused(target: Target, params: Debugger.PausedEventDataType): void;
  resumed(target: Target): void;
  resolved(target: Target, breakpointId: string, location: Debugger.Location): void;
  printed(target: Target, call: Runtime.ConsoleAPICalledEventDataType): void;
  thrown(target: Target, details: Runtime.ExceptionDetails): void;
  ended(target: Target): void;
}

export type GoMethod = 'Debugger.resume' | 'Debugger.stepOver' | 'Debugger.stepOut' | 'Debugger.stepInto';

/** An isolate, by what it runs. */
interface Isolate {
  readonly name: string;
  /** The id of its process. */
  readonly pid: number;
  /** The file that its process runs; empty where that is not known. */
  readonly program: string;
  /** Whether it is the process's main thread. */
  readonly isProcess: boolean;
}

/** One V8 isolate that is debugged, a process's main thread or a worker: one thread of the debug adapter protocol. */
export class Target {
  readonly scripts = new Map<string, Script>();
  /** Set while it waits; without the frame of a trap that it waits in. */
  pause: Debugger.PausedEventDataType | null = null;
  isEnded = false;
  /** The trap of ours that it waits in, which the first step leaves; null elsewhere. */
  trap: Debugger.CallFrame | null = null;
  /** How it was last let go on. */
  lastGo: GoMethod = 'Debugger.resume';

  readonly name: string;
  readonly pid: number;
  readonly program: string;
  readonly isProcess: boolean;

  constructor(
    readonly id: number,
    { name, pid, program, isProcess }: Isolate,
    readonly client: InspectorClient,
    settings: ScriptSettings,
    private readonly listener: TargetListener,
  ) {
    this.name = name;
    this.pid = pid;
    this.program = program;
    this.isProcess = isProcess;
    client.on('Debugger.scriptParsed', (event) => {
      const script = new Script(this, event, settings);
      this.scripts.set(script.id, script);
      listener.parsed(script);
    });
    client.on('Debugger.paused', (params) => {
      this.pause = params;
      listener.paused(this, params);
    });
    client.on('Debugger.resumed', () => {
      this.pause = null;
      listener.resumed(this);
    });
    client.on('Debugger.breakpointResolved', ({ breakpointId, location }) => listener.resolved(this, breakpointId, location));
    client.on('Runtime.consoleAPICalled', (call) => {
      if (hookMessage(call) === null) listener.printed(this, call);
    });
    client.on('Runtime.exceptionThrown', ({ exceptionDetails }) => listener.thrown(this, exceptionDetails));
    // The program is done, and only waits for us.
    client.on('NodeRuntime.waitingForDisconnect', () => client.close());
    client.onClose(() => this.close());
  }

  /**
   * Makes V8 report what it does; the program does not run on because of it. A process waits at its end until we have heard all of it; a
   * worker must not, since its process waits for it and answers nobody.
   */
  async enable(asyncDepth: number, isProcess: boolean): Promise<void> {
    await Promise.all([
      this.client.send('Runtime.enable', {}),
      this.client.send('Debugger.enable', {}),
      this.client.send('Debugger.setAsyncCallStackDepth', { maxDepth: asyncDepth }),
      this.client.send('Debugger.setBlackboxPatterns', { patterns: [quietScript] }),
      isProcess ? this.client.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }) : null,
    ]);
  }

  /** The target waits for the user: where the innermost frame is a trap of ours, it is not there for all others. */
  hideTrap(): void {
    const [frame, ...callers] = this.pause?.callFrames ?? [];
    if (this.pause === null || frame === undefined || this.script(frame.location.scriptId)?.url !== ownScript) return;
    this.pause = { ...this.pause, callFrames: callers };
    this.trap = frame;
  }

  /** Lets it go on. */
  async go(method: GoMethod): Promise<void> {
    const { pause, trap } = this;
    this.lastGo = method;
    this.pause = null; // now: the next pause may come together with the answer
    this.trap = null;
    try {
      const sent = trap !== null && method !== 'Debugger.resume' ? 'Debugger.stepOut' : method;
      await this.client.send(sent, sent === 'Debugger.stepInto' ? { breakOnAsyncCall: true } : {});
    } catch (error) {
      this.pause ??= pause;
      this.trap = trap;
      throw error;
    }
  }

  /** Calls a function of ours. The program does not stop in it, also where it runs and is to pause: what that calls may. */
  call({ functionDeclaration, ...others }: Commands['Runtime.callFunctionOn'][0]): Promise<Runtime.CallFunctionOnReturnType> {
    return this.client.send('Runtime.callFunctionOn', {
      functionDeclaration: `${functionDeclaration}\n//# sourceURL=${quietScript}\n`,
      silent: true,
      ...others,
    });
  }

  script(id: string): Script | undefined {
    return this.scripts.get(id);
  }

  private close(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.pause = null;
    this.listener.ended(this);
  }
}
