import { noteOccurrence, recordGone, recordKeyed } from './events.js';
import { idOf, isMarked } from '../realm/identity.js';
import { countDown, countOn, isStillDue, keyOfSite, passagesOf } from '../rows/sites.js';

/**
 * Runs of which an earlier one has recorded everything: events are counted, until the passage of a site that is waited at. Objects have a
 * number only when the program has waited at one of their changes, or when a store to them may be refused: what happens to these is recorded.
 */
type Wait = (site: number, owner: object, key: number, value: unknown) => void;

let wait: Wait = () => {};

/** Sets the action where the adapter looks. */
export function onCounted(action: Wait): void {
  wait = action;
}

/** Counts a change, and records it where the object has a number. */
export function count(site: number, owner: object, key: number, value: unknown, isGone: boolean): void {
  if (countDown(site)) countedDown(site, owner, key, value, isGone);
  else if (isMarked(owner)) recordCounted(site, owner, key, value, isGone);
}

/** A passage that changes nothing that is asked about. */
export function countDownAt(site: number): void {
  if (site !== 0 && countDown(site)) countOn(site);
}

/** A further event of the last passage of a site. */
export function countMore(site: number, owner: object, key: number, value: unknown, isGone: boolean): void {
  if (isStillDue(site)) {
    recordCounted(site, owner, key, value, isGone);
    wait(site, owner, key, value);
  } else if (isMarked(owner)) recordCounted(site, owner, key, value, isGone);
}

/** A passage that the adapter looks at. */
export function countedDown(site: number, owner: object, key: number, value: unknown, isGone: boolean): void {
  countOn(site);
  recordCounted(site, owner, key, value, isGone);
  wait(site, owner, key, value);
}

/** A change of which the owner is not known: of objects that nobody knows, all are recorded. */
export function countAnyone(site: number, anyone: number, value: unknown): void {
  countDown(site);
  recordKeyed(site, anyone, keyOfSite(site), value);
  noteOccurrence(passagesOf(site));
}

function recordCounted(site: number, owner: object, key: number, value: unknown, isGone: boolean): void {
  if (isGone) recordGone(site, idOf(owner), key);
  else recordKeyed(site, idOf(owner), key, value);
  noteOccurrence(passagesOf(site));
}
