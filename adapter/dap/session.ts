import type { DebugProtocol } from '@vscode/debugprotocol';
import { capabilities } from './capabilities.js';
import { readAttach, readLaunch, unknownAttributes, type LaunchConfiguration } from './configuration.js';
import type { Attributes } from './attributes.js';
import { control } from './control.js';
import { Debugging } from './debugging.js';
import { alreadyStarted, evaluationFailed } from './errors.js';
import { inspection } from './inspection.js';
import { ClientCounting } from './position.js';
import { DapServer, type Handler } from './protocol.js';

type Request = (debugging: Debugging, args: never) => Promise<object | undefined> | object | undefined;

/** One debug session: its beginning, its restarts and its end. What is asked in between is answered by `control` and `inspection`. */
export class DebugSession {
  readonly server: DapServer;
  private counting = new ClientCounting(1, 1);
  private debugging: Debugging | null = null;
  private isStarted = false;

  /** `hook`: what is loaded into the processes of the program; `ended`: the client is done with us. */
  constructor(
    private readonly hook: string,
    private readonly ended: () => void,
  ) {
    this.server = new DapServer((command) => this.handler(command));
  }

  /** Ends what is still debugged: the client is gone. */
  dispose(): void {
    const { debugging } = this;
    this.debugging = null;
    debugging?.end(debugging.configuration.kind === 'launch' ? 'SIGKILL' : null);
  }

  private handler(command: string): Handler | undefined {
    const own = this.life[command];
    if (own !== undefined) return own;
    const request = requests[command];
    if (request === undefined) return undefined;
    return (args) => {
      if (this.debugging === null) throw evaluationFailed('Nothing is debugged yet.');
      return request(this.debugging, args);
    };
  }

  private readonly life: Readonly<Record<string, Handler | undefined>> = {
    initialize: ({ linesStartAt1, columnsStartAt1 }: DebugProtocol.InitializeRequestArguments) => {
      this.counting = new ClientCounting(linesStartAt1 === false ? 0 : 1, columnsStartAt1 === false ? 0 : 1);
      return capabilities;
    },
    launch: (attributes: Attributes) =>
      this.begin(new Debugging(readLaunch(attributes), this.server, this.counting, this.hook), attributes),
    attach: (attributes: Attributes) =>
      this.begin(new Debugging(readAttach(attributes), this.server, this.counting, this.hook), { ...attributes, request: 'attach' }),
    configurationDone: () => {
      this.debugging?.configurationDone();
      return undefined;
    },
    restart: async ({ arguments: attributes }: DebugProtocol.RestartArguments) => {
      const { debugging } = this;
      if (debugging === null) throw evaluationFailed('Nothing is debugged yet.');
      if (debugging.configuration.kind === 'launch') debugging.end('SIGKILL');
      else debugging.end(null);
      const isLaunch = debugging.configuration.kind === 'launch' && attributes !== undefined;
      await debugging.start(isLaunch ? readLaunch(attributes as Attributes) : debugging.configuration);
      return undefined;
    },
    terminate: () => {
      const { debugging } = this;
      if (debugging?.configuration.kind === 'launch') return this.terminate(debugging, debugging.configuration);
      debugging?.end(null);
      this.server.event('terminated');
      return undefined;
    },
    disconnect: ({ terminateDebuggee }: DebugProtocol.DisconnectArguments) => {
      const { debugging } = this;
      this.debugging = null;
      const isEnded = terminateDebuggee ?? debugging?.configuration.kind === 'launch';
      debugging?.end(isEnded ? 'SIGKILL' : null);
      setImmediate(this.ended);
      return undefined;
    },
    cancel: ({ requestId }: DebugProtocol.CancelArguments) => {
      if (requestId !== undefined) this.server.cancel(requestId);
      return undefined;
    },
  };

  private async begin(debugging: Debugging, attributes: Attributes): Promise<undefined> {
    if (this.isStarted) throw alreadyStarted();
    this.isStarted = true;
    this.debugging = debugging;
    for (const sentence of unknownAttributes(attributes)) debugging.output('important', `${sentence}\n`);
    const starting = debugging.start();
    this.server.event('initialized');
    await starting;
    return undefined;
  }

  private terminate(debugging: Debugging, { killBehavior }: LaunchConfiguration): undefined {
    if (killBehavior === 'polite') {
      debugging.interrupt();
      return undefined;
    }
    debugging.end(killBehavior === 'forceful' ? 'SIGKILL' : null);
    this.server.event('terminated');
    return undefined;
  }
}

const requests: Readonly<Record<string, Request | undefined>> = { ...control, ...inspection };
