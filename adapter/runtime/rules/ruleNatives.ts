import { each, partOf, someOf } from '../../maintain/ownLists.js';
import { types } from 'node:util';
import { Needs } from '../../events/rulesOfRun.js';
import { wrap } from '../probes/natives.js';
import { disguise, disguised, type Callable } from '../realm/disguise.js';
import { isObject } from '../realm/identity.js';
import { apply, defineProperty, getOwnPropertyDescriptor, isArray, isIndexText, ownKeys } from '../realm/intrinsics.js';
import { isOwnWork, ownWork } from '../realm/ownWork.js';
import { inEachRealm, type Realm } from '../realm/realms.js';
import { behind, defining, deleting, everyAccess, hasProxies, writing } from '../realm/proxies.js';
import { isWhole, stackOf } from '../traces/stack.js';
import { throughUs } from '../traces/thrownThrough.js';
import { endCall } from './causes.js';
import { elementAt } from './containerViews.js';
import type { RuleUpdates } from './ruleUpdates.js';
import type { RunningRules } from './runningRules.js';
import { lookUps, thingOf, type Watched } from './watchedThing.js';

const [, , , , , , thingOfContainer] = lookUps;

/** Has the language's own functions say what they change of watched objects, wherever they are called from. */
export function watchRuleNatives(rules: RunningRules, updates: RuleUpdates, hasContainers: boolean): void {
  inEachRealm((realm) => {
    if (hasContainers) {
      watchArrays(realm.own('Array.prototype'), rules, updates);
      watchEntries(realm, rules, updates);
    }
    watchObjects(realm, rules, updates);
    watchPrototypes(realm, rules);
  });
}

/** The mark of a container; null where nobody looks into it. */
function followed(owner: unknown, needs: number): Watched | null {
  if (!isObject(owner)) return null;
  const thing = thingOfContainer(owner);
  return thing !== undefined && (thing.needs & needs) !== 0 ? thing : null;
}

type Exchange = (
  before: { readonly length: number; readonly first: unknown; readonly last: unknown },
  values: readonly unknown[],
  result: unknown,
) => readonly [gone: readonly unknown[], come: readonly unknown[]];

/** The elements that each method takes out of an array and puts into it: by what was there before, and its result. */
const exchanges: Readonly<Record<string, Exchange>> = {
  pop: ({ length, last }) => [length === 0 ? [] : [last], []],
  shift: ({ length, first }) => [length === 0 ? [] : [first], []],
  splice: (_, values, result) => [isArray(result) ? result : [], partOf(values, 2)],
};

/** @beforeProgram */
function watchArrays(arrays: object, rules: RunningRules, updates: RuleUpdates): void {
  const { objects } = rules;
  for (const name of each(['push', 'unshift']))
    watch(rules, updates, arrays, name, (self, values, call, owner, thing) => {
      const result = call();
      ownWork(() => {
        const change = { gone: nothing, come: values };
        const last = (owner as readonly unknown[]).length - 1;
        const isOne = name === 'push' && values.length === 1;
        updates.exchange(owner, thing, change, self, isOne ? (view) => objects.place(view, last, values[0], change, null) : undefined);
      });
      return result;
    });
  for (const [name, exchange] of each(Object.entries(exchanges)))
    watch(rules, updates, arrays, name, (self, values, call, owner, thing) => {
      const list = owner as readonly unknown[];
      const { length } = list;
      const before = { length, first: elementAt(list, 0), last: elementAt(list, length - 1) };
      const result = call();
      ownWork(() => {
        const exchanged = exchange(before, values, result);
        const change = { gone: exchanged[0], come: exchanged[1] };
        const place = (view: Watched): void => objects.place(view, before.length - 1, undefined, change, null);
        updates.exchange(owner, thing, change, self, name === 'pop' ? place : undefined);
      });
      return result;
    });
  for (const name of each(['fill', 'copyWithin'])) watch(rules, updates, arrays, name, renewing(updates));
  // What changes the order alone matters to those who ask for what stands under an index, or for every update.
  const areUpdatesFollowed = someOf(rules.run.rules, ({ patterns }) => someOf(patterns, ({ kind }) => kind === 'changes'));
  if (areUpdatesFollowed || someOf(rules.run.slots, ({ kind, name }) => kind === 'view' && name === '[]'))
    for (const name of each(['sort', 'reverse'])) watch(rules, updates, arrays, name, renewing(updates));
}

const { is } = Object;
const nothing: readonly unknown[] = [];

/** @beforeProgram */
function watchEntries(realm: Realm, rules: RunningRules, updates: RuleUpdates): void {
  const { objects } = rules;
  const add = { has: Set.prototype.has as Callable, get: null };
  const set = { has: Map.prototype.has as Callable, get: Map.prototype.get as Callable };
  for (const [prototype, name, { has, get }] of each([
    [realm.own('Set.prototype'), 'add', add],
    [realm.own('Map.prototype'), 'set', set],
  ] as const)) {
    const valueUnder = (owner: object, key: unknown): unknown => (get === null ? undefined : apply(get, owner, [key]));
    watch(rules, updates, prototype, name, (self, values, call, owner, thing) => {
      const key = values[0];
      const value = values[1];
      const isThere = apply(has, owner, [key]) === true;
      const before = valueUnder(owner, key);
      const result = call();
      const place = (view: Watched): void => objects.place(view, key, value, { gone: isThere ? [before] : nothing, come: [value] }, null);
      // What is the same as before changes nothing.
      const isSame = isThere && (get === null || is(before, value));
      if (!isSame) ownWork(() => updates.exchange(owner, thing, { gone: nothing, come: isThere ? nothing : [key] }, self, place));
      return result;
    });
    watch(rules, updates, prototype, 'delete', (self, values, call, owner, thing) => {
      const key = values[0];
      const before = valueUnder(owner, key);
      const result = call();
      const place = (view: Watched): void => objects.place(view, key, undefined, { gone: [before], come: nothing }, null);
      if (result === true) ownWork(() => updates.exchange(owner, thing, { gone: [key], come: nothing }, self, place));
      return result;
    });
    watch(rules, updates, prototype, 'clear', renewing(updates));
  }
}

type Watching = (self: Callable, values: readonly unknown[], call: () => unknown, owner: object, thing: Watched) => unknown;

/** Calls `around` where the receiver is watched; rules are looked at when it has returned. Other receivers cost the look at their mark. */
function watch(rules: RunningRules, updates: RuleUpdates, prototype: object, name: string, around: Watching): void {
  const needs = Needs.contents | Needs.changes | rules.objects.viewNeeds;
  disguise(prototype, name, (original) => {
    /** A method of arrays reads, writes and deletes what its receiver shows. */
    const throughProxy = (proxy: object, self: Callable, values: unknown[]): unknown => {
      const owner = ownWork(() => behind(proxy, everyAccess));
      const isFollowed = owner !== null && followed(owner, needs) !== null;
      try {
        return throughUs(original, proxy, values);
      } finally {
        if (isFollowed) ownWork(() => updates.renew(owner, self));
        endCall();
        rules.flush();
      }
    };
    const holder = {
      // A method is no constructor, as the original is none.
      method(this: unknown, ...values: unknown[]): unknown {
        if (isOwnWork()) return apply(original, this, values);
        const thing = followed(this, needs);
        if (thing === null && hasProxies() && isObject(this) && types.isProxy(this)) return throughProxy(this, holder.method, values);
        if (thing === null || types.isProxy(this)) {
          endCall();
          return throughUs(original, this, values);
        }
        rules.checks++;
        const result = around(holder.method, values, () => throughUs(original, this, values), this as object, thing);
        if ((thing.needs & Needs.changes) !== 0) rules.contentsChanged(this as object, thing, 0, holder.method);
        endCall();
        rules.flush();
        return result;
      },
    };
    return holder.method;
  });
}

/** A method after which all of the receiver is looked at. */
function renewing(updates: RuleUpdates): Watching {
  return (self, _values, call, owner) => {
    const result = call();
    ownWork(() => updates.renew(owner, self));
    return result;
  };
}

/**
 * Functions that write properties of what they are given.
 *
 * @beforeProgram
 */
function watchObjects(realm: Realm, rules: RunningRules, updates: RuleUpdates): void {
  for (const [path, name, receiver, traps] of each([
    ['Object', 'assign', 0, writing],
    ['Object', 'defineProperty', 0, defining],
    ['Object', 'defineProperties', 0, defining],
    ['Reflect', 'defineProperty', 0, defining],
    ['Reflect', 'deleteProperty', 0, deleting],
    ['Reflect', 'set', 3, null],
  ] as const))
    wrap(realm.own(path), name, (self, values, call) => {
      const target = written(values[receiver] ?? values[0], traps ?? (values.length > receiver ? defining : writing));
      const thing = target === null ? undefined : thingOf(target);
      if (thing === undefined || (thing.needs === 0 && !thing.family.hasHeirs)) return call();
      try {
        return call();
      } finally {
        // Also what it has written before it threw.
        ownWork(() => updates.renew(target as object, self));
        if ((thing.needs & Needs.changes) !== 0 && isArray(target) && ownWork(() => mayWriteElements(name, values)))
          rules.contentsChanged(target, thing, 0, self);
        rules.flush();
      }
    });
}

/** Whether what a function is given to write, or delete, may be an element of a list or its length. */
function mayWriteElements(name: string, values: readonly unknown[]): boolean {
  const isOne = (key: unknown): boolean =>
    isObject(key) || key === 'length' || typeof key === 'number' || (typeof key === 'string' && isIndexText(key));
  if (name !== 'assign' && name !== 'defineProperties') return isOne(values[1]);
  return someOf(values, (source, at) => at > 0 && isObject(source) && (types.isProxy(source) || someOf(ownKeys(source), isOne)));
}

/** The object that is written where another is given to be: itself, or what a Proxy without the traps is of; null where that is not known. */
function written(given: unknown, traps: readonly string[]): object | null {
  if (!isObject(given)) return null;
  return types.isProxy(given) ? ownWork(() => behind(given, traps)) : given;
}

/** Whether a constructor of a class runs. */
function isConstructing(maker: unknown, below: Callable): boolean {
  const name: unknown = isObject(maker) ? getOwnPropertyDescriptor(maker, 'name')?.value : undefined;
  return ownWork(() =>
    someOf(stackOf(deepestConstructor, below), (site) => isWhole(site) && site.isConstructor() && site.getFunctionName() === name),
  );
}

/** A constructor around the call of another is looked for among so many frames. */
const deepestConstructor = 50;

/** `Object.create`, by which programs make many objects that are of no class. */
function watchCreate(objects: object, rules: RunningRules): void {
  disguise(objects, 'create', (original) => {
    const holder = {
      // A list of all arguments would be garbage at each call.
      method(prototype: unknown, properties: unknown): unknown {
        const result = created(original, prototype, properties);
        if (isObject(prototype) && !isOwnWork() && rules.classes.setsOfMade(prototype).length > 0)
          ownWork(() => rules.madeWith(result as object, holder.method));
        return result;
      },
    };
    return holder.method;
  });
}

function created(create: (prototype: unknown, properties: unknown) => unknown, prototype: unknown, properties: unknown): unknown {
  return throughUs(create as Callable, undefined, [prototype, properties]);
}

/**
 * Objects that come to be without `new`, or change what they are.
 *
 * @beforeProgram
 */
function watchPrototypes(realm: Realm, rules: RunningRules): void {
  const sees = someOf(rules.run.sets, ({ kind }) => kind === 'class');
  if (!sees) return;
  watchCreate(realm.own('Object'), rules);
  for (const [path, name] of each([
    ['Object', 'setPrototypeOf'],
    ['Reflect', 'setPrototypeOf'],
    ['Reflect', 'construct'],
  ] as const))
    wrap(realm.own(path), name, (self, values, call) => {
      const result = call();
      // A constructor that is called for another class's object is not the outermost.
      const isInner = name === 'construct' && values.length > 2 && values[2] !== values[0] && isConstructing(values[2], self);
      const isMoved = name === 'setPrototypeOf';
      const object = isMoved ? values[0] : result;
      if (isObject(object) && !isInner && !types.isProxy(object))
        ownWork(() => (isMoved ? rules.moved(object, self) : rules.madeWith(object, self)));
      return result;
    });
  const plain = realm.own('Object.prototype');
  const descriptor = getOwnPropertyDescriptor(plain, '__proto__');
  const original = descriptor?.set as Callable | undefined;
  if (descriptor === undefined || original === undefined) return;
  const holder = {
    set __proto__(prototype: unknown) {
      throughUs(original, this, [prototype]);
      if (!isOwnWork() && isObject(this) && !types.isProxy(this)) ownWork(() => rules.movedByName(this, setter));
    },
  };
  const setter = getOwnPropertyDescriptor(holder, '__proto__')?.set as Callable;
  defineProperty(setter, 'name', { value: 'set __proto__' });
  defineProperty(plain, '__proto__', { ...descriptor, set: disguised(setter, original) });
}
