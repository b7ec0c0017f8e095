import type { Site } from '../../instrument/site.js';
import { emptyList, OwnMap } from '../realm/intrinsics.js';

interface Extent {
  /** The site of its entry. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
}

/** The functions and top levels of recorded texts, by path. */
const extents = new OwnMap<string, Extent[]>();

/** The sites of a text become known: those of its functions' arguments, behind those of their entries, say where the functions are. */
export function noteFunctions(path: string, first: number, sites: readonly Site[]): void {
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    if (site?.kind !== 'argument') continue;
    let list = extents.get(path);
    if (list === undefined) extents.set(path, (list = emptyList<Extent>()));
    list[list.length] = { entry: first + at - 1, start: site.offset, end: site.end };
  }
}

/** The site of the entry of the innermost function around an offset; 0 where none is known. */
export function entryAround(path: string, offset: number): number {
  const list = extents.get(path);
  let innermost: Extent | undefined;
  for (let at = 0; list !== undefined && at < list.length; at++) {
    const extent = list[at];
    if (extent === undefined || offset < extent.start || offset >= extent.end) continue;
    if (innermost === undefined || extent.end - extent.start <= innermost.end - innermost.start) innermost = extent;
  }
  return innermost?.entry ?? 0;
}
