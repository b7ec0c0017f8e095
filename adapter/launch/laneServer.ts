import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { FromDebuggee, ToDebuggee } from '../runtime/channel/messages.js';
import type { LaneGreeting } from './laneSettings.js';
import { SessionFolder } from './sessionFolder.js';

/** A thread of a recorded program that another one has started, or the main thread of a process that it has. */
export interface Lane {
  readonly pid: number;
  readonly thread: number;
  send(message: ToDebuggee): void;
  /** It is not recorded, and goes on by itself. */
  leave(): void;
  /** Calls back for all that it says. */
  hear(heard: LaneHeard): void;
}

export interface LaneHeard {
  message(message: FromDebuggee): void;
  rows(bytes: Buffer): void;
  /** Nothing more comes. */
  ended(): void;
}

/** Where threads and processes that a recorded program starts are met: a socket that only this user can reach. */
export class LaneServer {
  private readonly folder = SessionFolder.make();
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  /** Of each lane the connection that came first. */
  private readonly halves = new Map<string, { readonly greeting: LaneGreeting; readonly socket: Socket; readonly rest: Buffer }>();

  private constructor(private readonly met: (lane: Lane) => void) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.sockets.delete(socket));
      readGreeting(socket, (greeting, rest) => this.greeted(greeting, socket, rest));
    });
  }

  /** Null where there is no such socket: on Windows, or where its path is too long. */
  static async open(met: (lane: Lane) => void): Promise<LaneServer | null> {
    if (process.platform === 'win32') return null;
    const server = new LaneServer(met);
    const isOpen = await new Promise<boolean>((resolve) => {
      server.server.once('error', () => resolve(false));
      server.server.listen(server.path, () => resolve(true));
    });
    if (!isOpen) server.close();
    return isOpen ? server : null;
  }

  get path(): string {
    return join(this.folder.path, 'lanes');
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    this.folder.remove();
  }

  private greeted(greeting: LaneGreeting, socket: Socket, rest: Buffer): void {
    const name = `${greeting.pid} ${greeting.thread}`;
    const other = this.halves.get(name);
    if (other === undefined || other.greeting.lane === greeting.lane) {
      this.halves.set(name, { greeting, socket, rest });
      return;
    }
    this.halves.delete(name);
    const own = { greeting, socket, rest };
    const [conversation, rows] = greeting.lane === 'rows' ? [other, own] : [own, other];
    this.met(laneOf(greeting, conversation, rows));
  }
}

interface Half {
  readonly socket: Socket;
  /** What came behind the greeting. */
  readonly rest: Buffer;
}

function laneOf({ pid, thread }: LaneGreeting, conversation: Half, rows: Half): Lane {
  return {
    pid,
    thread,
    send: (message) => void conversation.socket.write(`${JSON.stringify(message)}\n`),
    leave() {
      conversation.socket.destroy();
      rows.socket.destroy();
    },
    hear(heard) {
      let open = 2;
      const closed = (): void => void (--open === 0 && heard.ended());
      eachLine(conversation, (line) => {
        const message = messageIn(line);
        if (message === null) conversation.socket.destroy();
        else heard.message(message);
      });
      conversation.socket.on('close', closed);
      if (rows.rest.length > 0) heard.rows(rows.rest);
      rows.socket.on('data', (bytes: Buffer) => heard.rows(bytes));
      rows.socket.on('close', closed);
      rows.socket.resume();
    },
  };
}

/** No message is as long, in UTF-16 units. */
const longestMessage = 1 << 28;

function eachLine({ socket, rest }: Half, take: (line: string) => void): void {
  let unread = '';
  if (rest.length > 0) socket.unshift(rest);
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = text.split('\n');
    lines[0] = unread + (lines[0] ?? '');
    unread = lines.pop() ?? '';
    lines.forEach(take);
    if (unread.length > longestMessage) socket.destroy();
  });
  socket.resume();
}

/** A greeting is no longer. */
const mostGreeting = 200;

function readGreeting(socket: Socket, greeted: (greeting: LaneGreeting, rest: Buffer) => void): void {
  let read = Buffer.alloc(0);
  const take = (bytes: Buffer): void => {
    read = Buffer.concat([read, bytes]);
    const end = read.indexOf(10);
    if (end < 0 && read.length < mostGreeting) return;
    socket.off('data', take);
    socket.pause();
    const greeting = greetingIn(read.toString('utf8', 0, Math.max(0, end)));
    if (greeting === null) socket.destroy();
    else greeted(greeting, read.subarray(end + 1));
  };
  socket.on('data', take);
}

function greetingIn(line: string): LaneGreeting | null {
  try {
    const { lane, pid, thread } = JSON.parse(line) as Partial<LaneGreeting>;
    if ((lane !== 'conversation' && lane !== 'rows') || !Number.isSafeInteger(pid) || !Number.isSafeInteger(thread)) return null;
    return { lane, pid: pid ?? 0, thread: thread ?? 0 };
  } catch {
    return null;
  }
}

/** Null: it is nothing that the runtime says. */
export function messageIn(line: string): FromDebuggee | null {
  try {
    const message = JSON.parse(line) as FromDebuggee | null;
    return typeof message?.kind === 'string' ? message : null;
  } catch {
    return null;
  }
}
