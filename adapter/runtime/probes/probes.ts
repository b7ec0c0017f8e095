import { birthProbes, onBirth } from '../record/births.js';
import { activityProbes } from './activities.js';
import { watchedCount } from './unseenWrites.js';
import { activationProbes, begunSince, endOfParameters, isFirstToTell } from '../record/activations.js';
import { count, countAnyone, countedDown } from '../record/counting.js';
import { ageProbes } from './ages.js';
import { guardProbes } from './begunCalls.js';
import { entryCalls } from './entryCalls.js';
import { declareNames } from '../realm/globalNames.js';
import { isNewlyMet, meet, meetAll, metProbes } from './metObjects.js';
import { tellMade } from './results.js';
import { eventCount, record, recordChange } from '../record/events.js';
import { idOf, isMarked, isObject, isPlainArray, isUnmarked, lookUps, markedIdOf } from '../realm/identity.js';
import { emptyList, getOwnPropertyDescriptor, hasOwn, isArray, isIndexText, isView } from '../realm/intrinsics.js';
import { nameOf } from '../rows/keyNames.js';
import { localProbes, onPassage } from '../lastOnly/localProbes.js';
import { isRefusedByPrototypes, mayBeReadOnly } from './inheritedRefusals.js';
import { nothing } from '../realm/nothing.js';
import { tellLiteral, watchLiterals } from './literals.js';
import { noteView } from '../record/memory.js';
import { asOnePassage, keepBefore, look, passBy, putGone, putKeyed, putMore, putPart, watchKeyed, withEarlier } from '../record/keyed.js';
import { textProbes } from './otherTexts.js';
import { passageProbes, watchPassages } from './passages.js';
import { isLeftOut, onlyIndex, pass, passNumbers, underNumbers } from '../rows/passing.js';
import { behind, deleting, writing } from '../realm/proxies.js';
import { nameBeforeRead } from '../traces/messageNames.js';
import { throwProbes } from '../traces/uncaughtLine.js';
import { scopeProbes } from '../record/scopes.js';
import { beginPassage, budgets, closeBudget, countDown, isLookedAt, keyOfSite } from '../rows/sites.js';
import { partOf, spreadsBefore } from './shapes.js';
import { steps } from './steps.js';
import { canBeDeleted, isRefused, storedElement } from '../realm/stores.js';
import { askKey, isToldLater, keyProbes } from './objectKeys.js';
import { noteUncertain } from '../record/uncertain.js';
import { propertyOfKey } from '../rows/keyTexts.js';
import { keyNumber } from '../rows/values.js';
import type { Watch } from '../rows/watch.js';

// Circle: probes stand in for natives, and what stands in for a native reports through probes.

let watch: Watch;

/** A change of the place that the site names. */
export function put(site: number, owner: object, value: unknown): void {
  if (watch.countsOnly) return count(site, owner, keyOfSite(site), value, false);
  if (isLookedAt(site)) keepBefore(site);
  recordChange(site, idOf(owner), value);
  if (isLookedAt(site)) look(site, owner, value, keyOfSite(site));
}

const [lookUp0, lookUp1, lookUp2, lookUp3] = lookUps;

function putOf(site: number, owner: object, id: number, value: unknown): unknown {
  if (id > 0 && !isLookedAt(site) && !mayBeReadOnly(keyOfSite(site))) recordChange(site, id, value);
  else putCarefully(site, owner, id, value);
  return value;
}

/** The adapter looks at some passage of the site, or the store may be refused. */
function putCarefully(site: number, owner: object, id: number, value: unknown): void {
  if (isInheritedReadOnly(site, owner, keyOfSite(site))) return;
  if (id > 0) put(site, owner, value);
  else if (!isRefused(owner, nameOf(keyOfSite(site)))) put(site, behind(owner, writing) ?? owner, value);
}

/** Whether a store is refused because the object inherits a property that may not be written. */
function isInheritedReadOnly(site: number, owner: object, key: number): boolean {
  return mayBeReadOnly(key) && isRefusedByPrototypes(site, owner, key);
}

/** Whose property it was is not known. */
const anyone = 0;

/** `__w_put0` and its like where events are only counted. */
function countPut(site: number, owner: unknown, value: unknown): unknown {
  if (isObject(owner)) {
    if (!isUnmarked(owner)) putCarefully(site, owner, markedIdOf(owner), value);
    else if (!isInheritedReadOnly(site, owner, keyOfSite(site)) && countDown(site)) countedDown(site, owner, keyOfSite(site), value, false);
  }
  return value;
}

/** A change of no property. */
function happen(site: number, subject: number, value: unknown): void {
  if (isLookedAt(site)) keepBefore(site);
  record(site, subject, value);
  if (isLookedAt(site)) look(site, undefined, value, keyOfSite(site));
}

/** The functions that instrumented code calls. Each has a name of its own, and is small, so that V8 inlines it. */
export const probes = {
  ...steps,
  ...scopeProbes,
  ...throwProbes,
  ...entryCalls,
  ...textProbes,
  ...localProbes,
  ...passageProbes,
  ...activationProbes,
  ...activityProbes,
  /** `o.f = v`: before the store, `v` already evaluated. */
  __w_put0(site: number, owner: unknown, value: unknown): unknown {
    return isObject(owner) ? putOf(site, owner, lookUp0(owner), value) : value;
  },
  /** The same, for other sites: each has shapes of its own to remember. */
  __w_put1(site: number, owner: unknown, value: unknown): unknown {
    return isObject(owner) ? putOf(site, owner, lookUp1(owner), value) : value;
  },
  __w_put2(site: number, owner: unknown, value: unknown): unknown {
    return isObject(owner) ? putOf(site, owner, lookUp2(owner), value) : value;
  },
  __w_put3(site: number, owner: unknown, value: unknown): unknown {
    return isObject(owner) ? putOf(site, owner, lookUp3(owner), value) : value;
  },
  /** `o.length = v`, `o[0] = v`: arrays have their own ideas of these. */
  __w_putSized(site: number, owner: unknown, value: unknown): unknown {
    if (isObject(owner)) putAt(site, owner, keyOfSite(site), value);
    return value;
  },
  __w_putKey(site: number, owner: unknown, key: unknown, value: unknown): unknown {
    if (typeof key === 'number' && isLeftOut(key) && isPlainArray(owner)) passElement(site, owner, key);
    else if (watch.elements || typeof key !== 'number') {
      passNumbers(site, watch.countsOnly);
      putUnder(site, owner, key, value);
    } else passNumber(site, owner, key);
    return value;
  },
  /** Some object may have another value now under the name that a `with` may have taken for its property. */
  __w_with(site: number, value: unknown): unknown {
    if (watch.countsOnly) countAnyone(site, anyone, value);
    else recordChange(site, anyone, value);
    return value;
  },
  __w_bind(site: number, scope: number, value: unknown): unknown {
    happen(site, scope, value);
    return value;
  },
  /** The object that distinguishes the activations of a function while its parameters are bound. */
  __w_own(list: object): number {
    return idOf(list);
  },
  /** A parameter is bound; it may have been told before a default was evaluated. */
  __w_param(site: number, scope: number, index: number, value: unknown): void {
    if (isFirstToTell(scope, index)) happen(site, scope, value);
  },
  /** All parameters are bound. */
  __w_params(scope: number): void {
    endOfParameters(scope);
  },
  __w_delete(site: number, owner: unknown): unknown {
    if (isObject(owner)) gone(site, owner, keyOfSite(site), nameOf(keyOfSite(site)));
    return owner;
  },
  __w_deleteKey(site: number, owner: unknown, key: unknown): unknown {
    const known = isObject(owner) ? askKey(key) : key;
    const name = isObject(owner) ? askedName(site, owner, known) : null;
    if (name !== null) gone(site, owner as object, keyNumber(name), name);
    else passBy(site);
    return known;
  },
  /** A target that the language stores to: in a pattern, in a loop's head. No site: nobody asks about it; `made`, `contents`: the sites of what a rest makes that it gets. */
  __w_target(site: number, owner: unknown, store: (owner: unknown, value: unknown) => void, made = 0, contents = 0): object {
    return {
      set value(value: unknown) {
        tellRest(made, contents, value);
        if (site !== 0) probes.__w_putSized(site, owner, value);
        store(owner, value);
      },
    };
  },
  /** A variable that the language stores to in a pattern. */
  __w_variable(site: number, scope: number, store: (value: unknown) => void): object {
    return {
      set value(value: unknown) {
        happen(site, scope, value);
        store(value);
      },
    };
  },
  __w_targetKey(
    site: number,
    owner: unknown,
    key: unknown,
    store: (owner: unknown, key: unknown, value: unknown) => void,
    made = 0,
    contents = 0,
  ): object {
    return {
      set value(value: unknown) {
        tellRest(made, contents, value);
        const known = isObject(owner) ? askKey(key) : key;
        if (site !== 0) probes.__w_putKey(site, owner, known, value);
        store(owner, known, value);
      },
    };
  },
  /** Counts a passage of some sites, of which nothing is recorded. */
  __w_beyond(first: number, count: number): void {
    for (let site = first; site < first + count; site++) closeBudget(site);
  },
  /** Nobody can see an object before its literal is complete. */
  __w_object(first: number, count: number, object: object): object {
    for (let site = first; site < first + count; site++) recordFixed(site, object);
    return object;
  },
  /** A literal that spreads, computes keys or writes a property again: what was kept of its parts follows. */
  __w_parts(first: number, shape: string, object: object, ...kept: unknown[]): object {
    tellLiteral(first, shape, object, kept);
    return object;
  },
  __w_array(first: number, shape: string, array: unknown[]): unknown[] {
    const before = spreadsBefore(shape);
    if (before < shape.length) asOnePassage(() => spreadArray(first, shape, before, array));
    else for (let i = 0; i < shape.length; i++) if (shape[i] !== '_') putKeyed(first + i, array, -i - 1, array[i]);
    return array;
  },
  ...keyProbes,
  ...birthProbes,
  ...metProbes,
  ...guardProbes,
  ...ageProbes,
  /** The value that a function returns or yields has been evaluated. */
  __w_return(site: number, value: unknown, activation = 0): unknown {
    birthProbes.__w_returned(site, value);
    happen(site, activation, value);
    return value;
  },
  /** The value that an activation awaits has been evaluated: all activations that began meanwhile are recorded. */
  __w_await(site: number, activation: number, begun: number, value: unknown): unknown {
    happen(site, activation, begunSince(begun));
    return value;
  },
  /** A condition has been evaluated, in an activation. */
  __w_fork(site: number, activation: number, value: unknown): unknown {
    happen(site, activation, value);
    return value;
  },
  /** The part behind a `?.` is evaluated: nothing is spread into its arguments. */
  __w_here(site: number, activation: number): Iterable<never> {
    happen(site, activation, true);
    return nothing();
  },
  /** The program may read what it has caught. */
  __w_caught(error: unknown): void {
    nameBeforeRead(error);
  },
};

/** Tells what the rest of a pattern has made, which is about to be stored to a member. */
function tellRest(made: number, contents: number, value: unknown): void {
  if (made !== 0) birthProbes.__w_made(made, value);
  if (contents !== 0) birthProbes.__w_rest(contents, value);
}

/** `__w_putKey` where one element is asked about, whose index V8 then knows, and events are not only counted. */
function putKeyBut(index: number): typeof probes.__w_putKey {
  return (site, owner, key, value) => {
    if (typeof key === 'number' && key !== index && (key | 0) === key && key >>> 0 < 0x7fffffff && isPlainArray(owner)) {
      if (key < owner.length) pass(site);
      else passElement(site, owner, key);
    } else putUnder(site, owner, key, value);
    return value;
  };
}

/** Makes the probes reachable from every text. `others` take the place of those with their names. */
export function installProbes(settings: Watch, others: Readonly<Record<string, unknown>> = {}): void {
  watch = settings;
  watchPassages(settings);
  watchKeyed(settings);
  watchLiterals(settings);
  onBirth(put, tellMade, meetAll);
  onPassage((site, subject, value, before) => withEarlier(before, () => happen(site, subject, value)), eventCount);
  const counting = { __w_put0: countPut, __w_put1: countPut, __w_put2: countPut, __w_put3: countPut };
  // The global object too, whatever the program calls so: names that are declared nowhere are its properties.
  const only = onlyIndex();
  const quicker = only < 0 ? {} : { __w_putKey: putKeyBut(only) };
  const installed = {
    ...probes,
    ...(settings.countsOnly ? counting : quicker),
    ...others,
    __w_n: budgets,
    __w_i: underNumbers,
    __w_u: watchedCount,
    __w_global: globalThis,
  };
  declareNames(installed);
}

/** Whether changes of a property are asked for. */
export function isAskedKey(key: unknown): boolean {
  if (typeof key === 'number') return watch.elements;
  if (typeof key === 'string') return watch.fields.has(key) || (watch.elements && isIndexText(key));
  return watch.symbols && typeof key === 'symbol';
}

function putUnder(site: number, owner: unknown, key: unknown, value: unknown): void {
  if (isToldLater(key, (name) => putUnder(site, owner, name, value))) return;
  const name = isObject(owner) ? askedName(site, owner, key) : null;
  if (name !== null) putAt(site, owner as object, keyNumber(name), value, name);
  // As where the key is asked about, a store that is refused is no event.
  else if (!isObject(owner) || isObject(key) || !isRefusedBy(owner, key as PropertyKey)) passBy(site);
}

/** A store under a number where no element is asked about: a passage, unless it changes nothing. */
function passNumber(site: number, owner: unknown, key: number): void {
  if (!isObject(owner) || !(isRefusedBy(owner, key) || (isView(owner) && !hasOwn(owner, key)))) passBy(site);
}

/** Whether an object is restricted, and a store to it changes nothing. */
function isRefusedBy(owner: object, name: PropertyKey): boolean {
  return isMarked(owner) && markedIdOf(owner) < 0 && isRefused(owner, name);
}

/** The property that a key means, when it is asked for. */
export function askedName(site: number, owner: object, key: unknown): PropertyKey | null {
  const name = propertyOfKey(key);
  if (name === null) noteUncertain(site, behind(owner, []) ?? owner, 'key');
  return name !== null && isAskedKey(name) ? name : null;
}

function putAt(site: number, target: object, key: number, value: unknown, name?: PropertyKey): void {
  const isRestricted = isMarked(target) && markedIdOf(target) < 0;
  if (isRestricted && isRefused(target, name ?? nameOf(key))) return;
  const owner = isRestricted ? (behind(target, writing) ?? target) : target;
  if (key === lengthNumber && isArray(owner)) return resize(site, owner, value);
  if (key >= 0 && isInheritedReadOnly(site, owner, key)) return;
  if (key >= 0) return putKeyed(site, owner, key, value);
  if (isView(owner)) {
    noteView(owner);
    const stored = hasOwn(owner, -key - 1) ? storedElement(owner, value) : undefined;
    if (stored !== undefined) putKeyed(site, owner, key, stored);
    return;
  }
  beginPassage();
  putKeyed(site, owner, key, value);
  growth(site, owner, -key - 1);
}

/** A store to an element that nobody asks about. */
function passElement(site: number, owner: unknown[], index: number): void {
  if (index < owner.length) return passBy(site);
  beginPassage();
  passBy(site);
  growth(site, owner, index);
}

/** A store beyond an array's end changes its length too. */
function growth(site: number, owner: object, index: number): void {
  if (!watch.fields.has('length') || !isArray(owner) || watch.isProxy(owner)) return;
  if (index >= owner.length) putMore(site, owner, lengthNumber, index + 1);
}

/** An assignment to an array's length: one that stays is no change, a shorter one deletes the elements behind it. */
function resize(site: number, owner: unknown[], value: unknown): void {
  if (watch.isProxy(owner)) return putKeyed(site, owner, lengthNumber, value);
  const length = typeof value === 'string' || typeof value === 'boolean' ? Number(value) : value;
  if (length === owner.length) return;
  beginPassage();
  putKeyed(site, owner, lengthNumber, length);
  if (!watch.elements || typeof length !== 'number') return;
  for (let index = length; index < owner.length; index++)
    if (canBeDeleted(owner, index)) putMore(site, owner, keyNumber(index), undefined, true);
}

const lengthNumber = keyNumber('length');

function gone(site: number, target: object, key: number, name: PropertyKey | undefined): void {
  const owner = behind(target, deleting);
  if (owner === null) return;
  if (name !== undefined && !canBeDeleted(owner, name)) return;
  putGone(site, owner, key);
}

function recordFixed(site: number, object: object): void {
  const name = nameOf(keyOfSite(site));
  const descriptor = name === undefined ? undefined : getOwnPropertyDescriptor(object, name);
  if (descriptor !== undefined && 'value' in descriptor) put(site, object, descriptor.value);
}

function spreadArray(first: number, shape: string, before: number, array: unknown[]): void {
  let met: object[] | null = null;
  for (let index = 0; index < array.length; index++) {
    const part = partOf(shape, before, index, array.length);
    if (shape[part] === '_') continue;
    const value = array[index];
    // An iterator of the language has made it, as that of a Map its entries.
    const isNew = shape[part] === '*' && isNewlyMet(value);
    putPart(first + part, array, -index - 1, value);
    if (isNew) (met ??= emptyList())[met.length] = value;
  }
  for (let at = 0; met !== null && at < met.length; at++) meet(first + before, met[at] as object);
}
