import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Server, Socket } from 'node:net';
import { resolve } from 'node:path';
import { apply, defineProperty, getPrototypeOf, OwnWeakMap } from '../runtime/realm/intrinsics.js';
import { disguise } from '../runtime/realm/disguise.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { withoutWarnings } from '../runtime/realm/withoutWarnings.js';
import type { ConnectionTold, Listener, Moment } from '../runtime/channel/connectionTold.js';
import { idleTeller, pacingLevels } from './idleness.js';

/** A message of HTTP that is longer, with what stands before its body, is not told. */
const longestMessage = (1 << 20) + (1 << 16);

/** More of a whole session is not told. */
const mostBytes = 1 << 26;
const mostParts = 20_000;

/** Node's parser of HTTP, by the numbers under which it finds its callbacks. */
type Parser = Record<number, unknown> & { _consumed?: boolean; socket?: NodeSocket | null };
const slots = { messageBegins: 0, last: 4, executed: 5 };

type NodeSocket = Socket & {
  readonly _parent?: Socket | null;
  readonly server?: Server | null;
  readonly encrypted?: boolean;
  readonly servername?: unknown;
  readonly _handle?: Handle | null;
};

/** A stream of the system, or one of TLS above it: `onread` is called with each part, and without one at the end. */
interface Handle {
  onread?: unknown;
  getpeername?(into: { address?: string; port?: number }): number;
  readonly bytesWritten?: number;
}

/** What is known of one connection. */
interface Connection {
  readonly id: number;
  /** Since a message of HTTP began. */
  messageBytes: number;
  /** What the program had said when the last part of HTTP came. */
  saidBefore: number;
  isOmitted: boolean;
  /** Whether a part of it was told. */
  isTold: boolean;
}

/** The connection that a parser reads, and whether the part that it reads now was seen. */
interface Reading {
  readonly connection: Connection;
  isSeen: boolean;
}

/** How much is told of connections. */
export interface ConnectionHearing {
  /** All that was received, and not only how much. */
  readonly areBytesTold: boolean;
  /** Each answer, and how long the program is idle: for who repeats what another run has received. */
  readonly isPaceTold: boolean;
}

/**
 * Tells what comes to the servers of this process, before the program sees it. Nothing that the program can ask for has changed, and while Node itself parses HTTP no frame of ours is
 * on the stack.
 */
export function tapConnections(hearing: ConnectionHearing, told: (told: ConnectionTold) => void): void {
  new ConnectionTap(hearing, told).begin();
}

const { from: bufferFrom } = Buffer;
const textOf = Reflect.get(Buffer.prototype, 'toString') as (this: Buffer, encoding: string) => string;
const base64 = (bytes: Buffer): string => apply(textOf, bytes, ['base64']);

class ConnectionTap {
  private readonly connections = new OwnWeakMap<object, Connection>();
  private readonly servers = new OwnWeakMap<object, number>();
  private readonly parsers = new OwnWeakMap<Parser, Reading>();
  private readonly handles = new OwnWeakMap<object, Connection>();
  private lastConnection = 0;
  private lastServer = 0;
  private answers = 0;
  private lastIdle = 0;
  private parts = 0;
  private bytes = 0;
  private isFull = false;
  private isParserTapped = false;
  private isTlsTapped = false;
  private readonly idle: () => number;
  private readonly becomesIdle: () => void;

  constructor(
    private readonly hearing: ConnectionHearing,
    private readonly tell: (told: ConnectionTold) => void,
  ) {
    const { performance } = process.getBuiltinModule('node:perf_hooks');
    const utilization = performance.eventLoopUtilization.bind(performance);
    this.idle = () => utilization().idle;
    this.becomesIdle = hearing.isPaceTold ? idleTeller((ms) => tell({ what: 'idle', ms, pending: pending() }), pacingLevels) : () => {};
  }

  begin(): void {
    heard('tracing:net.server.listen:asyncEnd', ({ server }) => this.listens(server as Server));
    heard('net.server.socket', ({ socket }) => this.opened(socket as NodeSocket));
    heard('http.server.response.finish', () => {
      this.answers++;
      if (this.hearing.isPaceTold) this.tell({ what: 'answered', answers: this.answers });
      this.becomesIdle();
    });
  }

  private listens(server: Server): void {
    this.tapParsers();
    if (isSecure(server)) this.tapTls();
    const known = this.servers.get(server);
    const number = known ?? ++this.lastServer;
    this.servers.set(server, number);
    const at = listenerOf(server);
    if (at !== null) this.tell({ what: 'listens', server: number, at });
    this.lastIdle = this.idle();
    this.becomesIdle();
  }

  /** The connection of a socket, which is told where it is seen for the first time; undefined where it came to no server. */
  private connectionOf(socket: NodeSocket): Connection | undefined {
    const known = this.connections.get(socket);
    const { _parent: below } = socket;
    if (known !== undefined) return known;
    if (below !== null && below !== undefined && below !== socket) return this.connectionOf(below as NodeSocket);
    const { server } = socket;
    const number = server === null || server === undefined ? undefined : this.servers.get(server);
    if (server === null || server === undefined || number === undefined) return undefined;
    const connection: Connection = { id: ++this.lastConnection, messageBytes: 0, saidBefore: 0, isOmitted: false, isTold: false };
    this.connections.set(socket, connection);
    this.put(() => {
      const from = otherEnd(socket);
      const protocol = isHttp2(server) ? 'http2' : isSecure(server) ? 'tls' : 'plain';
      return { what: 'opened', connection: connection.id, server: number, from, protocol, pending: pending(), ...this.moment() };
    });
    return connection;
  }

  private opened(socket: NodeSocket): void {
    const connection = this.connectionOf(socket);
    if (connection !== undefined) this.tapHandle(socket, connection);
  }

  /** What no parser reads, and where reading ends. */
  private tapHandle(socket: NodeSocket, connection: Connection): void {
    const { _handle: handle } = socket;
    const original: unknown = handle?.onread;
    if (handle === null || handle === undefined || typeof original !== 'function' || this.handles.has(handle)) return;
    this.handles.set(handle, connection);
    const seen = (part: unknown): void => this.read(socket, connection, part);
    handle.onread = {
      onStreamRead(this: unknown, part: unknown): unknown {
        quietly(() => seen(part));
        return apply(original, this, [part]) as unknown;
      },
    }.onStreamRead;
  }

  private read(socket: NodeSocket, connection: Connection, part: unknown): void {
    if (part instanceof ArrayBuffer) {
      const said = (socket._handle?.bytesWritten ?? 0) - connection.saidBefore;
      this.received(socket, connection, bufferFrom(part), { begins: false, said, isTooLong: false });
    } else if (part === undefined) this.put(() => ({ what: 'ended', connection: connection.id, ...this.moment() }));
  }

  /** Node's parser reads by itself, and asks for each of its callbacks by a number: who is asked sees what it reads. */
  private tapParsers(): void {
    const { moduleLoadList } = process as unknown as { readonly moduleLoadList?: readonly string[] };
    if (this.isParserTapped || moduleLoadList?.includes('NativeModule _http_common') !== true) return;
    this.isParserTapped = true;
    const common = withoutWarnings(() => process.getBuiltinModule('_http_common')) as unknown as { HTTPParser?: { prototype: object } };
    const tap = (parser: Parser): void => this.tapParser(parser);
    if (common.HTTPParser !== undefined)
      disguise(common.HTTPParser.prototype, 'consume', (original) => {
        return {
          consume(this: unknown, ...args: unknown[]): unknown {
            quietly(() => tap(this as Parser));
            return apply(original, this, args) as unknown;
          },
        }.consume;
      });
  }

  private tapParser(parser: Parser): void {
    const { socket } = parser;
    const connection = socket === null || socket === undefined ? undefined : this.connectionOf(socket);
    if (socket === null || socket === undefined || connection === undefined) return;
    if (socket.encrypted === true) this.tapHandle(socket, connection);
    const isKnown = this.parsers.has(parser);
    // A parser is used again for other connections.
    this.parsers.set(parser, { connection, isSeen: false });
    if (!isKnown) this.tapSlots(parser);
  }

  private tapSlots(parser: Parser): void {
    for (let slot = slots.messageBegins; slot <= slots.last; slot++) {
      accessed(parser, slot, (value) => {
        if (parser._consumed === true) quietly(() => this.parsed(parser, slot === slots.messageBegins));
        return value;
      });
    }
    accessed(parser, slots.executed, (value) => {
      const reading = this.parsers.get(parser);
      const isSeen = parser._consumed !== true || reading === undefined || reading.isSeen;
      if (reading !== undefined) reading.isSeen = false;
      if (isSeen || typeof value !== 'function') return value;
      const late = (): void => {
        this.parsed(parser, false);
        reading.isSeen = false;
      };
      // Nothing was complete in this part, so that nothing of the program's is called.
      return function onParserExecute(this: unknown, ...args: unknown[]): unknown {
        quietly(late);
        return apply(value, this, args) as unknown;
      };
    });
  }

  /** The parser works on a part: the first callback that it asks for tells of it. */
  private parsed(parser: Parser, begins: boolean): void {
    const reading = this.parsers.get(parser);
    const { socket } = parser;
    if (reading === undefined || socket === null || socket === undefined) return;
    const { connection } = reading;
    if (begins) [connection.messageBytes, connection.isOmitted] = [0, false];
    if (reading.isSeen) return;
    reading.isSeen = true;
    const { getCurrentBuffer } = getPrototypeOf(parser) as { getCurrentBuffer: () => Buffer };
    connection.saidBefore = socket._handle?.bytesWritten ?? 0;
    const data = apply(getCurrentBuffer, parser, []) as Buffer;
    connection.messageBytes += data.length;
    const isTooLong = this.hearing.areBytesTold && connection.messageBytes > longestMessage;
    if (!isTooLong || !connection.isOmitted) this.received(socket, connection, data, { begins, said: 0, isTooLong });
    connection.isOmitted = isTooLong;
  }

  /** Streams of TLS that a server makes are read in another way than what is below them. */
  private tapTls(): void {
    if (this.isTlsTapped) return;
    this.isTlsTapped = true;
    const tap = (socket: NodeSocket): void => {
      const connection = this.connectionOf(socket);
      if (connection !== undefined) this.tapHandle(socket, connection);
    };
    const { TLSSocket } = process.getBuiltinModule('node:tls');
    disguise(TLSSocket.prototype, '_init', (original) => {
      return {
        _init(this: unknown, ...args: unknown[]): unknown {
          const result = apply(original, this, args) as unknown;
          quietly(() => tap(this as NodeSocket));
          return result;
        },
      }._init;
    });
  }

  private received(
    socket: NodeSocket,
    connection: Connection,
    data: Buffer,
    { begins, said, isTooLong }: { readonly begins: boolean; readonly said: number; readonly isTooLong: boolean },
  ): void {
    const bytes = data.length;
    const servername = connection.isTold || typeof socket.servername !== 'string' ? null : socket.servername;
    connection.isTold = true;
    if (!isTooLong) this.bytes += bytes;
    const told = { what: 'received', connection: connection.id, bytes, begins, said, servername } as const;
    this.put(() => ({ ...told, data: this.hearing.areBytesTold && !isTooLong ? base64(data) : null, ...this.moment() }));
  }

  /** Tells, unless too much was told. */
  private put(make: () => ConnectionTold): void {
    this.parts++;
    const isFull = this.hearing.areBytesTold && (this.parts > mostParts || this.bytes > mostBytes);
    if (!isFull) this.tell(make());
    else if (!this.isFull) this.tell({ what: 'full', ...this.moment() });
    this.isFull = isFull;
    this.becomesIdle();
  }

  private moment(): Moment {
    const idle = this.idle();
    const idleMs = Math.round(idle - this.lastIdle);
    this.lastIdle = idle;
    return { answers: this.answers, idleMs };
  }
}

const { getActiveResourcesInfo } = process;

/** How many timers and requests to the system the program waits for: not streams, which are otherwise where it is debugged. */
function pending(): number {
  const names = getActiveResourcesInfo();
  let count = 0;
  for (let at = 0; at < names.length; at++) {
    const name = names[at];
    const isStream = name === 'PipeWrap' || name === 'TTYWrap' || name === 'TCPSocketWrap';
    if (!isStream && name !== 'TCPServerWrap' && name !== 'PipeServerWrap') count++;
  }
  return count;
}

/** A property that is computed when it is read; what was or is stored there is given to `read`. */
function accessed(owner: Parser, name: number, read: (value: unknown) => unknown): void {
  let value = owner[name];
  defineProperty(owner, name, {
    configurable: true,
    enumerable: true,
    get: () => read(value),
    set: (given: unknown) => void (value = given),
  });
}

/** Work of ours that the program does not learn of, whatever becomes of it. */
function quietly(action: () => void): void {
  try {
    ownWork(action);
  } catch {
    // A message that is not told is missed by another run, which says so.
  }
}

function heard(channel: string, use: (message: Readonly<Record<string, unknown>>) => void): void {
  subscribe(channel, (message) => quietly(() => use(message as Readonly<Record<string, unknown>>)));
}

const isSecure = (server: Server): boolean => typeof Reflect.get(server, 'setSecureContext') === 'function';
const isHttp2 = (server: Server): boolean => typeof Reflect.get(server, 'updateSettings') === 'function';

/** Asked of the system: Node would keep it, where the program sees it. */
function otherEnd({ _handle: handle }: NodeSocket): { readonly host: string; readonly port: number } | null {
  const end: { address?: string; port?: number } = {};
  if (handle?.getpeername?.(end) !== 0) return null;
  const { address: host, port } = end;
  return host === undefined || port === undefined ? null : { host, port };
}

function listenerOf(server: Server): Listener | null {
  const address = server.address() as AddressInfo | string | null;
  // The program may go to another folder.
  if (typeof address === 'string') return { path: address.startsWith('\0') ? address : resolve(address) };
  return address === null ? null : { host: address.address, port: address.port };
}
