import { count, countDownAt, countMore, onCounted } from './counting.js';
import { keepUntilNow, recordGone, recordKeyed, recordKeyedUntold } from './events.js';
import { idOf } from '../realm/identity.js';
import { isArray } from '../realm/intrinsics.js';
import { nameOf } from '../rows/keyNames.js';
import { ownWork } from '../realm/ownWork.js';
import { noteNativeWrite } from './nativePassages.js';
import { isLeftOut, pass, unpass } from '../rows/passing.js';
import { beginPassage, isDue, isLookedAt, isNext, isStillDue } from '../rows/sites.js';
import { untold, type Earlier, type Watch } from '../rows/watch.js';

/** Changes of places that only the event names. One passage of a site may change several: it is the same occurrence of all of them. */
let watch: Watch;
let foundBefore: Earlier = undefined;

/** Sets whom changes through computed names are told to. */
export function watchKeyed(settings: Watch): void {
  watch = settings;
  onCounted((site, owner, key, value) => ownWork(() => pause(site, owner, key, value)));
}

function pause(site: number, owner: unknown, key: number, value: unknown): void {
  watch.pause({ site, owner, value, name: nameOf(key), before: foundBefore });
}

/** The first, or only, change of a passage. */
export function putKeyed(site: number, owner: object, key: number, value: unknown): void {
  if (key < 0 && isLeftOut(-key - 1) && isArray(owner)) return passBy(site);
  if (watch.countsOnly) return count(site, owner, key, value, false);
  if (isLookedAt(site)) keepBefore(site);
  recordKeyed(site, idOf(owner), key, value);
  if (isLookedAt(site)) look(site, owner, value, key);
}

/** A property or element that was deleted. */
export function putGone(site: number, owner: object, key: number): void {
  if (key < 0 && isLeftOut(-key - 1) && isArray(owner)) return passBy(site);
  if (watch.countsOnly) return count(site, owner, key, undefined, true);
  if (isLookedAt(site)) keepBefore(site);
  recordGone(site, idOf(owner), key);
  if (isLookedAt(site)) look(site, owner, undefined, key);
}

/** A further change of the passage that has just begun. */
export function putMore(site: number, owner: object, key: number, value: unknown, isGone = false): void {
  if (key < 0 && isLeftOut(-key - 1) && isArray(owner)) return;
  if (watch.countsOnly) return countMore(site, owner, key, value, isGone);
  unpass(site);
  if (isStillDue(site)) keepUntilNow();
  if (isGone) recordGone(site, idOf(owner), key);
  else recordKeyed(site, idOf(owner), key, value);
  if (!isStillDue(site)) return;
  ownWork(() => {
    keepUntilNow();
    pause(site, owner, key, value);
  });
}

/** A passage that changes nothing that is asked about. */
export function passBy(site: number): void {
  if (watch.countsOnly) countDownAt(site);
  else pass(site);
}

/** The event that comes now is asked about: what was last before it stays known. */
export function keepBefore(site: number): void {
  if (isNext(site)) keepUntilNow();
}

/** Pauses at a change if the adapter waits for this passage of the site. */
export function look(site: number, owner: unknown, value: unknown, key: number): void {
  // Of millions of passages one is waited at: the others only count.
  if (!isNext(site)) return void isDue(site);
  ownWork(() => {
    if (!isDue(site)) return;
    keepUntilNow();
    pause(site, owner, key, value);
  });
}

let isOnePassage = false;
let siteOfPassage = -1;

/** Events that are recorded meanwhile at a site are one passage of it. */
export function asOnePassage(record: () => void): void {
  isOnePassage = true;
  try {
    record();
  } finally {
    isOnePassage = false;
    siteOfPassage = -1;
  }
}

/** A change that may be one of several of a passage. */
export function putPart(site: number, owner: object, key: number, value: unknown): void {
  if (siteOfPassage === site) return putMore(site, owner, key, value);
  if (isOnePassage) siteOfPassage = site;
  beginPassage();
  putKeyed(site, owner, key, value);
}

/** A native changed a place; its site is the call. */
export function recordNative(site: number, owner: object, key: number, value: unknown, isGone = false, before: Earlier = undefined): void {
  // Node's own code is no program: its calls have no site.
  if (site === 0) return;
  noteNativeWrite(site);
  foundBefore = before;
  if (isGone) putGone(site, owner, key);
  else putKeyed(site, owner, key, value);
  foundBefore = undefined;
}

/** The earlier value of the place is known meanwhile. */
export function withEarlier(before: Earlier, action: () => void): void {
  foundBefore = before;
  action();
  foundBefore = undefined;
}

/** The same where the value must not be read. */
export function recordUntold(site: number, owner: object, key: number): void {
  if (site === 0) return;
  noteNativeWrite(site);
  putUntold(site, owner, key);
}

/** A change of which nobody has kept the value. */
export function putUntold(site: number, owner: object, key: number): void {
  if (watch.countsOnly) return count(site, owner, key, untold, false);
  if (isLookedAt(site)) keepBefore(site);
  recordKeyedUntold(site, idOf(owner), key);
  if (isLookedAt(site)) look(site, owner, untold, key);
}
