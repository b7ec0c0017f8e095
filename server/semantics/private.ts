import * as maps from '../base/intMap.js';
import type { LocationId, Value } from '../lattice/value.js';
import { markOf, marksOfCell, marksOfObject, unsharedMark } from './age.js';
import type { Locations } from './locations.js';
import * as objects from './object.js';
import type { AbstractObject } from './object.js';
import type { LiveState } from './state.js';

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
  const found = [...unshared.keys()].filter((location) => !locations.isRecent(location) || isFound(location, before, unshared));
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

/** A cell or an object that is known leads to it. */
function isFound(location: LocationId, { cells, heap }: LiveState, unshared: ReadonlyMap<LocationId, AbstractObject>): boolean {
  const isHeld = ({ objects: held }: Value): boolean => held.includes(location);
  const mark = markOf(location);
  return (
    maps.someMarked(cells, mark, marksOfCell, ({ recent, old }) => isHeld(recent) || isHeld(old)) ||
    maps.someMarked(heap, mark, marksOfObject, (object, holder) => !unshared.has(holder) && holds(object, isHeld))
  );
}

function holds(object: AbstractObject, isHeld: (value: Value) => boolean): boolean {
  let found = false;
  objects.forEachValue(object, (value) => (found ||= isHeld(value)));
  return found;
}
