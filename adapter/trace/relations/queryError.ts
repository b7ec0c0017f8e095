/** Why a query has no answer: one sentence for the user, and where in the query. */
export class QueryError extends Error {
  override readonly name = 'QueryError';

  constructor(
    message: string,
    /** From 1; null where no place is to blame. */
    readonly place: { readonly line: number; readonly column: number } | null = null,
  ) {
    super(message);
  }
}

/** Line and column, from 1, of an offset of a text. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
