import { startCommand, type CommandStart, type StartedCommand } from './command.js';
import { Messages, type Conversation } from './debuggeeConversation.js';
import { followed, laneEnvironment } from './followChildren.js';
import { LaneServer, type Lane } from './laneServer.js';
import type { Lanes } from '../runtime/channel/messages.js';

/** A command of the user's, and what is loaded into the Node processes that it starts. */
export interface CommandToFollow extends Omit<CommandStart, 'environment'> {
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly runtime: string;
}

/** A command whose Node processes and threads each have a conversation with us. */
export class CommandRun {
  private constructor(
    private readonly server: LaneServer,
    private readonly command: StartedCommand,
    /** Where processes that those start find us. */
    readonly lanes: Lanes,
  ) {}

  /** Starts it; `met` is called for each process and thread that comes. Whoever does has waited for `watch`. Rejects with one sentence. */
  static async start(start: CommandToFollow, met: (conversation: Conversation, lanes: Lanes) => void): Promise<CommandRun> {
    const { words, cwd, environment = {}, output, input, runtime } = start;
    const early: Lane[] = [];
    let take = (lane: Lane): void => void early.push(lane);
    const server = await LaneServer.open((lane) => take(lane));
    if (server === null) throw new Error('The processes of a command cannot be followed on this system.');
    const lanes = { socket: server.path, option: `--require ${JSON.stringify(runtime)}` };
    take = (lane) => met(conversationOf(lane), lanes);
    early.forEach(take);
    try {
      const options = 'NODE_OPTIONS' in environment ? (environment['NODE_OPTIONS'] ?? '') : undefined;
      const all = { ...environment, ...laneEnvironment(lanes, options) };
      const command = await startCommand({ words: followed(words, lanes), cwd, environment: all, output, input });
      return new CommandRun(server, command, lanes);
    } catch (error) {
      server.close();
      throw error;
    }
  }

  /** How the command ended. */
  get ended(): StartedCommand['ended'] {
    return this.command.ended;
  }

  /** Sends it what Ctrl+C sends. */
  interrupt(): void {
    this.command.interrupt();
  }

  /** Ends the command and whatever it has started. */
  end(): void {
    this.command.end();
    this.server.close();
  }
}

function conversationOf(lane: Lane): Conversation {
  const messages = new Messages();
  let code: number | null = null;
  lane.hear({
    message(message) {
      if (message.kind === 'ended') ({ code } = message);
      messages.deliver(message);
    },
    rows: () => {},
    ended: () => messages.deliver({ kind: 'gone', code, signal: null, disturbance: null }),
  });
  return {
    next: () => messages.next(),
    ask<T>(request: Parameters<Conversation['ask']>[0]): Promise<T> {
      lane.send(request);
      return messages.answer<T>();
    },
    send: (request) => lane.send(request),
  };
}
