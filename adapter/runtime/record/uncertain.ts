import { eventCount } from './events.js';
import { idOf } from '../realm/identity.js';
import { OwnMap } from '../realm/intrinsics.js';
import type { KeptEvents, UncertainWrite } from '../../events/rows.js';

type Why = UncertainWrite['why'];

/** The first and last uncertain write to each object, by its number. */
const uncertain = new OwnMap<number, { site: number; why: Why; readonly first: number; last: number }>();

/** Some property of an object may have been written: by a native that threw half-way, or under a key that only the program's own code tells. */
export function noteUncertain(site: number, owner: object, why: Why): void {
  if (site === 0) return;
  const now = eventCount();
  const subject = uncertain.size < mostKept ? idOf(owner) : anybody;
  const known = uncertain.get(subject);
  if (known === undefined) uncertain.set(subject, { site, why, first: now, last: now });
  else {
    known.site = site;
    known.why = why;
    known.last = now;
  }
}

/** From now on nobody sees what code without probes writes to an object; `site`: where control is. */
export function noteUnwatched(site: number, owner: object): void {
  const subject = uncertain.size < mostKept ? idOf(owner) : anybody;
  uncertain.set(subject, { site, why: 'unwatched', first: eventCount(), last: Number.MAX_SAFE_INTEGER });
}

const mostKept = 100_000;

/** No object has this number. */
const anybody = 0;

/** Whether something may have been written to an object, or to any (null), between two times. */
export function uncertainWrite(owner: number | null, after: number, before: number): UncertainWrite | null {
  let found: UncertainWrite | null = null;
  uncertain.forEach(({ site, why, first, last }, subject) => {
    if ((owner === null || subject === owner || subject === anybody) && first <= before && last > after) found = { site, why };
  });
  return found;
}

/** All that may have been written. */
export function allUncertain(): KeptEvents['uncertain'] {
  const all: KeptEvents['uncertain'][number][] = [];
  uncertain.forEach((one, owner) => void (all[all.length] = { owner, ...one }));
  return all;
}
