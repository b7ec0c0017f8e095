/** A report about the servers of a program and their connections. All but `listens`, `answered` and `idle` say when it was. */
export type ConnectionTold =
  | { readonly what: 'listens'; readonly server: number; readonly at: Listener }
  | (Moment & {
      readonly what: 'opened';
      readonly connection: number;
      /** Which server it came to, in the order in which they began to listen. */
      readonly server: number;
      /** The other end; null: it is no address of the network. */
      readonly from: { readonly host: string; readonly port: number } | null;
      readonly protocol: 'plain' | 'tls' | 'http2';
      /** So many timers and requests to the system the program waits for. */
      readonly pending: number;
    })
  | (Moment & {
      readonly what: 'received';
      readonly connection: number;
      readonly bytes: number;
      /** Base64; null: it is not told, or belongs to a message that is too long. */
      readonly data: string | null;
      /** Whether a message of HTTP begins in it. */
      readonly begins: boolean;
      /** So many bytes the program has said since the last part of HTTP, where the connection is used for something else. */
      readonly said: number;
      /** The name by which a client has asked for its server's certificate. */
      readonly servername: string | null;
    })
  /** The other end sends no more. */
  | (Moment & { readonly what: 'ended'; readonly connection: number })
  /** One more answer to a message of HTTP was given. */
  | { readonly what: 'answered'; readonly answers: number }
  /** So long, in milliseconds, the program has had nothing to do since the last report. */
  | { readonly what: 'idle'; readonly ms: number; readonly pending: number }
  /** More is not told. */
  | (Moment & { readonly what: 'full' });

/** Where a server listens on this machine. */
export type Listener = { readonly host: string; readonly port: number } | { readonly path: string };

/** How far the program had come. */
export interface Moment {
  /** So many messages of HTTP were answered. */
  readonly answers: number;
  /** So long, in milliseconds, it has had nothing to do since the report before. */
  readonly idleMs: number;
}
