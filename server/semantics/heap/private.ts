import * as maps from '../../base/intMap.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { markOf, marksOfCell, marksOfObject, unsharedMark } from './recency.js';
import type { Locations } from './locations.js';
import * as objects from './object.js';
import type { AbstractObject } from './object.js';
import type { LiveState } from '../state.js';

/**
 * The state after others ran, in which they have changed what `changed` says of the heap: objects that none of them can have found are as
 * they were, and all others count as known from now on. Found can be what shared variables lead to, and objects that were known before. The
 * newest object of a site that was not is held by variables of running activations only; older ones share their address with those of others.
 */
export function keepPrivate(before: LiveState, changed: LiveState['heap'], locations: Locations): LiveState['heap'] {
  const unshared = new Map<LocationId, AbstractObject>();
  maps.someMarked(before.heap, unsharedMark, marksOfObject, (object, location) => {
    if (objects.mayBePrivate(object)) unshared.set(location, object);
    return false;
  });
  if (unshared.size === 0) return changed;
  const found = [...unshared.keys()].filter((location) => !locations.isRecent(location));
  found.push(
    ...foundAmong(
      [...unshared.keys()].filter((location) => locations.isRecent(location)),
      before,
      unshared,
    ),
  );
  const known = new Set<LocationId>();
  for (let location = found.pop(); location !== undefined; location = found.pop()) {
    const object = unshared.get(location);
    if (object === undefined || known.has(location)) continue;
    known.add(location);
    objects.forEachValue(object, (value) => found.push(...value.objects));
  }
  let heap = changed;
  for (const [location, object] of unshared)
    heap = maps.set(heap, location, known.has(location) ? objects.share(maps.get(changed, location) ?? object) : object);
  return heap;
}

/** Those of the addresses that a cell or an object that is known leads to. */
function foundAmong(
  wanted: readonly LocationId[],
  { cells, heap }: LiveState,
  unshared: ReadonlyMap<LocationId, AbstractObject>,
): Iterable<LocationId> {
  if (wanted.length === 0) return [];
  const left = new Set(wanted);
  const found: LocationId[] = [];
  const mark = wanted.reduce((marks, location) => marks | markOf(location), 0);
  const visit = (value: Value): void => {
    maps.visit(value.objects.length);
    for (const location of value.objects) if (left.delete(location)) found.push(location);
  };
  maps.someMarked(cells, mark, marksOfCell, ({ recent, old }) => {
    visit(recent);
    visit(old);
    return left.size === 0;
  });
  if (left.size === 0) return found;
  maps.someMarked(heap, mark, marksOfObject, (object, holder) => {
    if (!unshared.has(holder)) objects.forEachValue(object, visit);
    return left.size === 0;
  });
  return found;
}
