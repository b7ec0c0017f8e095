import type { ConnectionTold, Listener, Moment } from '../runtime/channel/connectionTold.js';

/** One thing that came to a program's servers, as it is repeated. */
export type RepeatedPart = Moment &
  (
    | {
        readonly kind: 'open';
        readonly connection: number;
        readonly server: number;
        /** The address that it came from. */
        readonly host: string | null;
        readonly tls: { readonly servername: string | null } | null;
        /** For how many timers and requests to the system the program waited. */
        readonly pending: number;
      }
    | { readonly kind: 'data'; readonly connection: number; readonly data: Buffer; readonly begins: boolean; readonly said: number }
    | { readonly kind: 'end'; readonly connection: number }
    /** What was not recorded, as words: somebody has to repeat it. */
    | { readonly kind: 'byHand'; readonly text: string }
  );

/** What has come to a program's servers until some moment, in its order. */
export interface HeardRequests {
  readonly parts: readonly RepeatedPart[];
  readonly servers: ReadonlyMap<number, Listener>;
}

export const noRequests: HeardRequests = { parts: [], servers: new Map() };

/** How many messages are repeated; what is no message of HTTP counts by connection. */
export function countOf({ parts }: HeardRequests): number {
  const messages = parts.filter((part) => part.kind === 'data' && part.begins);
  const ofHttp = new Set(messages.map((part) => (part.kind === 'data' ? part.connection : 0)));
  const others = new Set(parts.flatMap((part) => (part.kind === 'data' && !ofHttp.has(part.connection) ? [part.connection] : [])));
  return messages.length + others.size;
}

/** What somebody has to repeat, each once. */
export function byHandIn({ parts }: HeardRequests): readonly string[] {
  return [...new Set(parts.flatMap((part) => (part.kind === 'byHand' ? [part.text] : [])))];
}

/** Where servers listen now that have listened elsewhere, as a sentence; null: there are none. */
export function movedText({ servers: before }: HeardRequests, { servers: now }: HeardRequests): string | null {
  const moved = [...now].flatMap(([server, at]) => {
    const old = before.get(server);
    return old !== undefined && 'port' in old && 'port' in at && old.port !== at.port ? [`port ${at.port}, not ${old.port}`] : [];
  });
  return moved.length === 0 ? null : `The program listens at ${moved.join(', and at ')} now.`;
}

type Opened = ConnectionTold & { readonly what: 'opened' };
type Received = ConnectionTold & { readonly what: 'received' };

/** Keeps, in memory alone, what comes to the servers of one process. */
export class RequestRecorder {
  private parts: RepeatedPart[] = [];
  private readonly servers = new Map<number, Listener>();
  private readonly protocols = new Map<number, Opened['protocol']>();

  record(told: ConnectionTold): void {
    switch (told.what) {
      case 'listens':
        this.servers.set(told.server, told.at);
        return;
      case 'opened':
        return this.opened(told);
      case 'received':
        return told.data === null ? this.omitted(told) : this.received(told, Buffer.from(told.data, 'base64'));
      case 'ended':
        this.parts.push({ kind: 'end', connection: told.connection, ...momentOf(told) });
        return;
      case 'full':
        this.parts.push({ kind: 'byHand', text: 'what came later than is kept', ...momentOf(told) });
        return;
      case 'answered':
      case 'idle':
    }
  }

  /** Something came to another thread or process of the program, which no run repeats. */
  elsewhere(told: ConnectionTold): void {
    if (told.what === 'received') this.asked('what another thread or process of the program was asked', told);
  }

  /** What has come until now. */
  get soFar(): HeardRequests {
    return { parts: [...this.parts], servers: new Map(this.servers) };
  }

  private opened(told: Opened): void {
    const { connection, server, from, protocol, pending } = told;
    this.protocols.set(connection, protocol);
    const tls = protocol === 'plain' ? null : { servername: null };
    if (protocol === 'http2') this.asked('requests by HTTP/2', told);
    else this.parts.push({ kind: 'open', connection, server, host: from?.host ?? null, tls, pending, ...momentOf(told) });
  }

  private received(told: Received, data: Buffer): void {
    const { connection, begins, said, servername } = told;
    if (servername !== null)
      this.parts = this.parts.map((part) =>
        part.kind === 'open' && part.connection === connection && part.tls !== null ? { ...part, tls: { servername } } : part,
      );
    this.parts.push({ kind: 'data', connection, data, begins, said, ...momentOf(told) });
  }

  /** A message has become too long: what is kept of it goes. */
  private omitted(told: Received): void {
    const isOfIt = (part: RepeatedPart) => part.kind === 'data' && part.connection === told.connection;
    const start = told.begins ? this.parts.length : this.parts.findLastIndex((part) => isOfIt(part) && part.kind === 'data' && part.begins);
    const first = this.parts[start];
    const request = first?.kind === 'data' ? requestIn(first.data) : 'a request';
    const moment = first ?? told;
    this.parts = this.parts.filter((part, index) => index < start || !isOfIt(part));
    const text = `${request}, which is longer than 1 MB`;
    this.parts.splice(start < 0 ? this.parts.length : start, 0, { kind: 'byHand', text, ...momentOf(moment) });
  }

  /** The same is asked for once. */
  private asked(text: string, told: Moment): void {
    const isAsked = this.parts.some((part) => part.kind === 'byHand' && part.text === text);
    if (!isAsked) this.parts.push({ kind: 'byHand', text, ...momentOf(told) });
  }
}

const momentOf = ({ answers, idleMs }: Moment): Moment => ({ answers, idleMs });

/** The method and the path of a request, without what may be a secret. */
function requestIn(data: Buffer): string {
  const [, method = '', path = ''] = /^([A-Z]{1,20}) ([^\s?#]{1,200})/.exec(data.toString('latin1', 0, 300)) ?? [];
  return method === '' ? 'a request' : `${method} ${path}`;
}
