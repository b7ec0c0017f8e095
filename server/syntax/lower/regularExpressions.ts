/** How many elements a match of the literal has, itself and its groups. Null: a global one is told all matches, or it is none. */
export function matchLengthOf(literal: string): number | null {
  const end = literal.lastIndexOf('/');
  const flags = literal.slice(end + 1);
  if (flags.includes('g')) return null;
  try {
    // With an empty alternative it matches at once, and every group is there.
    return new RegExp(`(?:${literal.slice(1, end)})|`, flags.replace('y', '')).exec('')?.length ?? null;
  } catch {
    return null;
  }
}
