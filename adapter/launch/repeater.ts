import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionTold, Listener } from '../runtime/channel/connectionTold.js';
import { pacingLevels } from './idleness.js';
import type { HeardRequests, RepeatedPart } from './heardRequests.js';

/** A program that was idle before a part, so many milliseconds, is to be so again; before the first one, when it has just begun to listen, longer. */
const [shortIdleMs, idleMs, firstIdleMs] = pacingLevels;

/** It may still read what it needs to answer. */
const longestFirstMs = pacingLevels.at(-1) ?? 0;

/** A program that answers otherwise gets the next part when it has been idle for `firstIdleMs`, and so much has passed. */
const otherwiseMs = 1000;

/** A program that tells nothing for so long gets the next part all the same. */
const silentMs = 5000;

/** Our end of a connection that is repeated. */
interface Repeated {
  readonly part: RepeatedPart & { readonly kind: 'open' };
  socket: Socket;
  isClosed: boolean;
  /** What the program has taken and said. */
  sent: number;
  heard: number;
  /** The program's number of it. */
  number: number | null;
}

/**
 * Repeats to one process what came to the servers of another run, part by part: each when the program has taken the one before, has given as many
 * answers as there were, and has been idle if it was. It connects to what the process says that it listens at, on this machine alone.
 */
export class Repeater {
  private at = 0;
  private readonly listeners = new Map<number, Listener>();
  private readonly repeated = new Map<number, Repeated>();
  /** What the program has opened, and taken, by its numbers. */
  private readonly opened = new Map<number, { readonly port: number | null; isOurs: boolean; taken: number; isEnded: boolean }>();
  private answers = 0;
  private idle = 0;
  /** For how many timers and requests to the system it waited when it was idle last. */
  private pending = Infinity;
  private lastMs = Date.now();
  private byHand: { readonly answers: number; isHeard: boolean } | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** `tell` gets what the user is to know. */
  constructor(
    private readonly requests: HeardRequests,
    private readonly tell: (message: string) => void,
  ) {}

  /** The process has told of its servers and connections. */
  heard(told: ConnectionTold): void {
    if (told.what === 'idle') [this.idle, this.pending] = [told.ms, told.pending];
    else [this.idle, this.lastMs] = [0, Date.now()];
    switch (told.what) {
      case 'listens':
        this.listeners.set(told.server, told.at);
        break;
      case 'opened':
        if (told.protocol === 'http2' && this.byHand !== null) this.byHand.isHeard = true;
        this.opened.set(told.connection, { port: told.from?.port ?? null, isOurs: false, taken: 0, isEnded: false });
        break;
      case 'received':
        this.received(told.connection, told.bytes);
        break;
      case 'ended': {
        const opened = this.opened.get(told.connection);
        if (opened !== undefined) opened.isEnded = true;
        break;
      }
      case 'answered':
        this.answers = told.answers;
        break;
      case 'idle':
      case 'full':
    }
    this.goOn();
  }

  /** Where the process listened; nothing once it was said. */
  left(): readonly Listener[] {
    const left = [...this.listeners.values()];
    this.listeners.clear();
    return left;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    for (const { socket } of this.repeated.values()) socket.destroy();
  }

  private received(number: number, bytes: number): void {
    const opened = this.opened.get(number);
    if (opened !== undefined) opened.taken += bytes;
    if (this.byHand !== null && !this.isOurs(number)) this.byHand.isHeard = true;
  }

  private goOn(): void {
    clearTimeout(this.timer);
    while (!this.isStopped) {
      const part = this.requests.parts[this.at];
      if (part === undefined) return;
      const waitMs = this.waitFor(part);
      if (waitMs === null) {
        if (!this.put(part)) return;
        this.at++;
        [this.idle, this.lastMs] = [0, Date.now()];
      } else {
        if (waitMs !== Infinity) this.timer = setTimeout(() => this.goOn(), waitMs);
        return;
      }
    }
  }

  /** How long it is to be waited before a part is due; null: it is. Infinity: until something is told. */
  private waitFor(part: RepeatedPart): number | null {
    const isReady = part.kind === 'byHand' ? this.listeners.size > 0 : part.kind !== 'open' || this.listenerOf(part) !== null;
    if (!isReady) return Infinity;
    if (this.at > 0 && this.byHand !== null) return this.isDoneByHand() ? null : Infinity;
    const passed = Date.now() - this.lastMs;
    const before = this.requests.parts[this.at - 1];
    if (before !== undefined && !this.isTaken(before)) return passed >= silentMs ? null : silentMs - passed;
    const repeated = 'connection' in part ? this.repeated.get(part.connection) : undefined;
    const isAnswered = this.answers >= part.answers && (part.kind !== 'data' || (repeated?.heard ?? 0) >= part.said);
    if (!isAnswered) {
      if (passed >= silentMs || (this.idle >= firstIdleMs && passed >= otherwiseMs)) return null;
      return (this.idle >= firstIdleMs ? otherwiseMs : silentMs) - passed;
    }
    const wantedIdle = this.idleBefore(part);
    return this.idle >= wantedIdle || passed >= silentMs ? null : silentMs - passed;
  }

  /** How long it is to be idle before a part. One that has just begun may wait for what it needs: for no more than when it was asked. */
  private idleBefore(part: RepeatedPart): number {
    if (part.idleMs < shortIdleMs) return 0;
    if (this.at > 0) return part.idleMs < idleMs ? shortIdleMs : idleMs;
    const isReady = part.kind !== 'open' || this.pending <= part.pending;
    return isReady ? firstIdleMs : Math.max(firstIdleMs, Math.min(part.idleMs, longestFirstMs));
  }

  /** Does what the other end did; false where it cannot be done yet. */
  private put(part: RepeatedPart): boolean {
    switch (part.kind) {
      case 'byHand':
        this.byHand = { answers: this.answers, isHeard: false };
        this.tell(`${this.where}: repeat ${part.text}.`);
        return true;
      case 'open':
        this.repeated.set(part.connection, this.open(part));
        return true;
      case 'data': {
        const repeated = this.repeated.get(part.connection);
        if (repeated === undefined) return true;
        // The program has closed what it had not closed before.
        if (repeated.isClosed) this.repeated.set(part.connection, this.open(repeated.part));
        const open = this.repeated.get(part.connection) ?? repeated;
        open.sent += part.data.length;
        if (part.said === 0) open.heard = 0;
        open.socket.write(part.data);
        return true;
      }
      case 'end':
        this.repeated.get(part.connection)?.socket.end();
        return true;
    }
  }

  private get where(): string {
    const ports = [...this.listeners.values()].flatMap((one) => ('port' in one ? [one.port] : []));
    return ports.length === 0 ? 'The run waits' : `The run listens at port ${ports.join(' and ')}`;
  }

  private open(part: RepeatedPart & { readonly kind: 'open' }): Repeated {
    const listener = this.listenerOf(part);
    const to =
      listener === null ? { path: '' } : 'path' in listener ? listener : { port: listener.port, host: hostFor(listener.host, part.host) };
    const { tls } = part;
    const socket =
      tls === null
        ? connect({ ...to, noDelay: true })
        : connectTls({
            ...to,
            rejectUnauthorized: false,
            ALPNProtocols: ['http/1.1'],
            ...(tls.servername === null ? {} : { servername: tls.servername }),
          });
    const repeated: Repeated = { part, socket, isClosed: false, sent: 0, heard: 0, number: null };
    socket.on('data', (data) => {
      repeated.heard += data.length;
      this.goOn();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      repeated.isClosed = true;
      this.goOn();
    });
    socket.on('connect', () => this.goOn());
    return repeated;
  }

  /** Whether the program has seen what was done for a part, or will never. */
  private isTaken(part: RepeatedPart): boolean {
    if (part.kind === 'byHand') return true;
    const repeated = this.repeated.get(part.connection);
    if (repeated === undefined || repeated.isClosed) return true;
    const number = this.numberOf(repeated);
    const opened = number === null ? undefined : this.opened.get(number);
    if (opened === undefined) return false;
    return part.kind === 'open' || (part.kind === 'data' ? opened.taken >= repeated.sent : opened.isEnded);
  }

  private numberOf(repeated: Repeated): number | null {
    if (repeated.number !== null) return repeated.number;
    const { localPort } = repeated.socket;
    for (const [number, opened] of this.opened) {
      if (opened.isOurs || (opened.port !== null && opened.port !== localPort)) continue;
      opened.isOurs = true;
      repeated.number = number;
      return number;
    }
    return null;
  }

  private isOurs(number: number): boolean {
    for (const repeated of this.repeated.values()) this.numberOf(repeated);
    return this.opened.get(number)?.isOurs === true;
  }

  /** Somebody has asked, and was answered, or nothing happens any more. */
  private isDoneByHand(): boolean {
    const { byHand } = this;
    if (byHand === null || !byHand.isHeard || (this.answers <= byHand.answers && this.idle < firstIdleMs)) return false;
    this.byHand = null;
    return true;
  }

  /** Where the server of a connection listens in this run: at the same port or path, or the how-many-th it is. */
  private listenerOf({ server }: RepeatedPart & { readonly kind: 'open' }): Listener | null {
    const before = this.requests.servers.get(server);
    const same = [...this.listeners.values()].find((one) => before !== undefined && isSame(one, before));
    return same ?? this.listeners.get(server) ?? null;
  }
}

function isSame(one: Listener, other: Listener): boolean {
  return 'path' in one ? 'path' in other && one.path === other.path : 'port' in other && one.port === other.port;
}

/** An address of this machine at which a server is reached that listens at `host`; that of the same family by which it was asked. */
function hostFor(host: string, from: string | null): string {
  if (host !== '::' && host !== '0.0.0.0') return host;
  return host === '::' && from !== null && from.includes(':') && !from.startsWith('::ffff:') ? '::1' : '127.0.0.1';
}
