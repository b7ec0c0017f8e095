/** The number of elements of a match of the literal, itself and its groups. Null: it is global and gives all matches, or it is none. */
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
