import type { SiteKind } from '../../instrument/site.js';

/** What an event is; `none`: a row that belongs to another one, or says nothing of its own. */
export const Kind = {
  none: 0,
  /** A place has another value; so has a property with which an object came into being. */
  change: 1,
  /** An object came into being with what native code gave it. */
  content: 2,
  fork: 3,
  arrival: 4,
  call: 5,
  exit: 6,
  throw: 7,
  catch: 8,
  last: 9,
  suspend: 10,
  resume: 11,
  allocation: 12,
  return: 13,
  await: 14,
  /** Control is in an activation again, before it calls something. */
  caller: 15,
  /** A scope is entered: its number, and as its value that of the scope around. */
  scope: 16,
  /** What is around the function of an activation: the number of a scope. */
  around: 17,
  other: 18,
  /** A generator was ended from outside where it waited: by `return()`, by `throw()`. */
  closed: 19,
  aborted: 20,
} as const;

/** Whether a row of this kind says that a place has another value. */
export function isChange(kind: number): boolean {
  return kind === Kind.change || kind === Kind.content;
}

const kinds: Readonly<Record<SiteKind, number>> = {
  write: Kind.change,
  delete: Kind.change,
  with: Kind.change,
  code: Kind.other,
  define: Kind.change,
  spread: Kind.change,
  initial: Kind.change,
  native: Kind.change,
  result: Kind.content,
  fork: Kind.fork,
  arrival: Kind.arrival,
  await: Kind.await,
  stop: Kind.other,
  condition: Kind.other,
  passage: Kind.other,
  allocation: Kind.allocation,
  return: Kind.return,
  call: Kind.call,
  argument: Kind.none,
  caller: Kind.caller,
  exit: Kind.exit,
  throw: Kind.throw,
  catch: Kind.catch,
  last: Kind.last,
  suspend: Kind.suspend,
  resume: Kind.resume,
  closed: Kind.closed,
  aborted: Kind.aborted,
  scope: Kind.scope,
  around: Kind.around,
  hoist: Kind.change,
  method: Kind.none,
};

/** The activation in which a row happened: of one that goes on, itself. */
export function homeOfRow({
  kind,
  subject,
  activation,
}: {
  readonly kind: number;
  readonly subject: number;
  readonly activation: number;
}): number {
  return kind === Kind.resume ? subject : activation;
}

/** What rows of a site are. */
export function kindOf(kind: SiteKind): number {
  // A later recorder may know more of them.
  return (kinds as Readonly<Record<string, number | undefined>>)[kind] ?? Kind.other;
}

/** Whether rows of a kind have an activation as their subject, which runs then: what is above it has ended by an exception. */
export function hasActivation(kind: number): boolean {
  return (kind >= Kind.fork && kind <= Kind.resume) || kind === Kind.return || kind === Kind.await || kind === Kind.caller;
}
