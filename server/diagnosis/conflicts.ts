/**
 * Whether all of these together contradict what is observed, if they work as they are written and all others may do anything. It must be
 * true of each larger set, too; where that is not certain it says false.
 */
export type IsConflict<C> = (working: readonly C[]) => Promise<boolean>;

/**
 * A smallest part of a conflict that is one itself: no component of it can be left out (QuickXplain: Junker, 2004). For k of n components
 * at most 2k·log2(n/k) + 2k questions. `conflict` is known to be one.
 */
export async function minimalConflict<C>(conflict: readonly C[], isConflict: IsConflict<C>): Promise<readonly C[]> {
  /** The components that must be added to those that are fixed. `isGrown`: something was fixed since the last question. */
  const needed = async (fixed: readonly C[], isGrown: boolean, open: readonly C[]): Promise<readonly C[]> => {
    if (isGrown && (await isConflict(fixed))) return [];
    if (open.length <= 1) return open;
    const middle = open.length >> 1;
    const [first, second] = [open.slice(0, middle), open.slice(middle)];
    const ofSecond = await needed([...fixed, ...first], first.length > 0, second);
    const ofFirst = await needed([...fixed, ...ofSecond], ofSecond.length > 0, first);
    return [...ofFirst, ...ofSecond];
  };
  return needed([], false, conflict);
}
