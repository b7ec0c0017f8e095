import { types } from 'node:util';
import { disguise } from './disguise.js';
import { OwnWeakMap, apply, construct, getOwnPropertyDescriptor, getPrototypeOf } from './intrinsics.js';
import { isObject, restrict } from './identity.js';
import { isOwnWork, ownWork } from './ownWork.js';
import { inEachRealm, type Realm } from './realms.js';

const { isProxy } = types;

/** The target and the handler of a Proxy. */
interface Wrapped {
  readonly target: object;
  readonly handler: object;
}

/** The Proxies that the program has made since it began. */
const known = new OwnWeakMap<object, Wrapped>();

/** Traps that may have a write do something else than to write to the target. */
export const writing: readonly string[] = ['set', 'defineProperty', 'getOwnPropertyDescriptor'];
/** The same of what `Reflect.set` does to its receiver. */
export const defining: readonly string[] = ['defineProperty', 'getOwnPropertyDescriptor'];
export const deleting: readonly string[] = ['deleteProperty'];
/** Methods of arrays read, write and delete. */
export const everyAccess: readonly string[] = [...writing, ...deleting, 'get', 'has'];

let isAnyKnown = false;

/** Whether the program has made a Proxy. */
export const hasProxies = (): boolean => isAnyKnown;

/** A write to a Proxy without a trap for it is a write to its target: the program's Proxies are remembered with their targets. */
export function watchProxies(): void {
  inEachRealm(watchProxiesOf);
}

function watchProxiesOf(realm: Realm): void {
  const original = realm.own('Proxy');
  // Nothing else can be constructed and has no prototype of its own.
  realm.replaceGlobal('Proxy', (constructor) => {
    const replacement: typeof constructor = new Proxy(constructor, {
      construct(_, values, newTarget): object {
        const proxy = construct(constructor, values, newTarget === replacement ? constructor : newTarget) as object;
        remember(proxy, values[0], values[1]);
        return proxy;
      },
    });
    return replacement;
  });
  disguise(original, 'revocable', (revocable) => {
    const holder = {
      method(this: unknown, ...values: unknown[]): unknown {
        const revoker = apply(revocable, this, values) as { readonly proxy: object };
        remember(revoker.proxy, values[0], values[1]);
        return revoker;
      },
    };
    return holder.method;
  });
}

function remember(proxy: object, target: unknown, handler: unknown): void {
  if (isOwnWork() || !isObject(target) || !isObject(handler)) return;
  ownWork(() => {
    known.set(proxy, { target, handler });
    isAnyKnown = true;
    restrict(proxy); // so that its stores are looked at closely
  });
}

/**
 * The object that holds what a Proxy shows, of an access that none of the traps may take over: null where one might, or where it is
 * not known. The object itself where it is no Proxy.
 */
export function behind(object: object, traps: readonly string[]): object | null {
  let at = object;
  while (isProxy(at)) {
    const wrapped = known.get(at);
    if (wrapped === undefined || mayHaveAny(wrapped.handler, traps)) return null;
    at = wrapped.target;
  }
  return at;
}

/** The prototype of an object, or of what a Proxy is of; null where only code of the program would tell. */
export function prototypeWithoutTraps(object: object): object | null {
  const found = isProxy(object) ? behind(object, prototypeTraps) : object;
  return found === null ? null : getPrototypeOf(found);
}

const prototypeTraps: readonly string[] = ['getPrototypeOf'];

/** Whether a handler has one of the traps, without running anything of the program. */
function mayHaveAny(handler: object, traps: readonly string[]): boolean {
  for (let at = 0; at < traps.length; at++) if (mayHave(handler, traps[at] ?? '')) return true;
  return false;
}

function mayHave(handler: object, trap: string): boolean {
  for (let at: object | null = handler; at !== null; at = getPrototypeOf(at)) {
    if (isProxy(at)) return true;
    const descriptor = getOwnPropertyDescriptor(at, trap);
    if (descriptor !== undefined) return !('value' in descriptor) || (descriptor.value !== undefined && descriptor.value !== null);
  }
  return false;
}
