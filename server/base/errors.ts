/** A broken invariant of Whence itself: never a fault of the user's program. Caught only at the request boundary. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** Ends a `switch` over a discriminated union: the compiler rejects it when a case is missing. */
export function unreachable(value: never): never {
  throw new InternalError(`unexpected ${JSON.stringify(value)}`);
}

/** The value, or an `InternalError` naming what was missing. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new InternalError(`${what} is missing`);
  return value;
}
