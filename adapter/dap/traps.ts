import type { Debugger, Runtime } from 'node:inspector';
import { ownScript } from './skipping.js';
import type { Target } from './target.js';

export type Access = 'read' | 'write';

/** A property that is to be watched; `number` is the same for the same property as long as its target lives. */
export interface Watchable {
  readonly target: Target;
  readonly number: number;
  readonly key: string;
}

/** The reason for a stop inside a trap. */
export interface TrapStop {
  readonly number: number;
  readonly key: string;
  readonly access: Access;
  /** Absent for an accessor of the program's own. */
  readonly change: { readonly before: Runtime.RemoteObject; readonly after: Runtime.RemoteObject } | null;
}

/**
 * V8 watches no data. So a property that is watched becomes an accessor that keeps the value and stops where it is read or written; what
 * the program can report it is its descriptor alone. One library of functions in each target keeps count of them.
 */
export class Traps {
  private readonly libraries = new WeakMap<Target, Promise<string>>();

  /** A property that can be watched, or the sentence that says why it cannot. */
  async watchable(target: Target, { objectId, className, subtype }: Runtime.RemoteObject, key: string): Promise<Watchable | string> {
    if (objectId === undefined) return `“${key}” is no property of an object.`;
    if (subtype === 'proxy') return 'What a proxy does is up to its handler: watch a property of the object behind it.';
    if (className === 'Arguments') return '“arguments” and the parameters are the same: neither can be watched.';
    const answer = await this.call(target, 'number', objectId, [{ value: key }]);
    return typeof answer.value === 'number' ? { target, number: answer.value, key } : String(answer.value);
  }

  /** Watches a property from now on, in place of what was watched of it before. */
  async watch({ target, number }: Watchable, accesses: readonly Access[]): Promise<void> {
    const given = [{ value: number }, { value: accesses.includes('read') }, { value: accesses.includes('write') }];
    await this.call(target, 'watch', undefined, given);
  }

  /** Makes the property what it was, with the value that it has. */
  async unwatch({ target, number }: Watchable): Promise<void> {
    await this.call(target, 'watch', undefined, [{ value: number }, { value: false }, { value: false }]).catch(() => {}); // it has ended
  }

  /** The value that a watched property has; null when it is not watched, or has an accessor of the program's own. */
  async value(target: Target, { objectId }: Runtime.RemoteObject, key: string): Promise<Runtime.RemoteObject | null> {
    if (objectId === undefined || !this.libraries.has(target)) return null;
    const held = await this.call(target, 'held', objectId, [{ value: key }]);
    return held.type === 'undefined' ? null : propertyNamed(target, held, 'value');
  }

  /** Why the target waits, if it waits in a trap. */
  async stop(target: Target, [frame]: readonly Debugger.CallFrame[]): Promise<TrapStop | null> {
    if (frame?.functionName !== trapFunction || target.script(frame.location.scriptId)?.url !== ownScript) return null;
    const { result, exceptionDetails } = await target.client.send('Debugger.evaluateOnCallFrame', {
      callFrameId: frame.callFrameId,
      expression: 'current',
      silent: true,
    });
    if (exceptionDetails !== undefined || result.objectId === undefined) return null; // a step has come in
    const [number, key, access, before, after] = await Promise.all(
      ['number', 'key', 'access', 'before', 'after'].map((name) => propertyNamed(target, result, name)),
    );
    return {
      number: Number(number?.value),
      key: String(key?.value),
      access: access?.value as Access,
      change: before && after ? { before, after } : null,
    };
  }

  private async call(
    target: Target,
    name: string,
    objectId: string | undefined,
    args: readonly Runtime.CallArgument[],
  ): Promise<Runtime.RemoteObject> {
    const library = this.libraries.get(target) ?? load(target);
    this.libraries.set(target, library);
    const { result } = await target.call({
      objectId: await library,
      functionDeclaration: 'function(name,...args){return this[name](...args)}',
      arguments: [{ value: name }, ...(objectId === undefined ? [] : [{ objectId }]), ...args],
    });
    return result;
  }
}

async function load(target: Target): Promise<string> {
  const expression = `${library}\n//# sourceURL=${ownScript}`;
  const { result } = await target.client.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true });
  return result.objectId ?? '';
}

async function propertyNamed(target: Target, { objectId = '' }: Runtime.RemoteObject, name: string): Promise<Runtime.RemoteObject | null> {
  const { result } = await target.client.send('Runtime.getProperties', { objectId, ownProperties: true, generatePreview: true });
  return result.find((property) => property.name === name)?.value ?? null;
}

const trapFunction = 'whenceTrap';

/**
 * A write to an object that inherits the property makes a property of that object, as it would without a trap. What the program defines
 * anew, deletes or freezes is no longer trapped, or can no longer be written.
 */
const library = `(() => {
  const { defineProperty, getOwnPropertyDescriptor } = Object, { apply } = Reflect;
  const numbers = new WeakMap(), byGetter = new WeakMap(), watched = new Map();
  let current = null;
  const isOurs = ({ get, set }, trap) => get === trap.get && set === trap.set;
  function trapOf(number, own) {
    const { object, key } = watched.get(number), isData = 'value' in own;
    const trap = { isData, value: own.value, own, get: null, set: null, reads: false, writes: false };
    trap.get = function ${trapFunction}() {
      if (trap.reads && this === object) {
        current = isData ? { number, key, access: 'read', before: trap.value, after: trap.value } : { number, key, access: 'read' };
        debugger;
        current = null;
      }
      return isData ? trap.value : apply(own.get, this, []);
    };
    trap.set = function ${trapFunction}(next) {
      if (this !== object && isData) {
        if ((typeof this === 'object' && this !== null) || typeof this === 'function')
          defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
        return;
      }
      if (isData && !getOwnPropertyDescriptor(object, key).configurable) throw new TypeError("Cannot assign to read only property '" + key + "' of object");
      const before = trap.value;
      if (isData) trap.value = next; else apply(own.set, this, [next]);
      if (trap.writes && this === object) {
        current = isData ? { number, key, access: 'write', before, after: next } : { number, key, access: 'write' };
        debugger;
        current = null;
      }
    };
    if (isData) byGetter.set(trap.get, trap);
    if (!isData && own.get === undefined) trap.get = undefined;
    if (!isData && own.set === undefined) trap.set = undefined;
    return trap;
  }
  const install = (entry) => defineProperty(entry.object, entry.key,
    { get: entry.trap.get, set: entry.trap.set, enumerable: entry.trap.own.enumerable, configurable: true });
  const restore = ({ object, key, trap }) => defineProperty(object, key, trap.isData ? { ...trap.own, value: trap.value } : trap.own);
  return {
    __proto__: null,
    number(object, key) {
      const keys = numbers.get(object) ?? new Map();
      numbers.set(object, keys);
      if (keys.has(key)) return keys.get(key);
      const own = getOwnPropertyDescriptor(object, key);
      if (own === undefined) return '“' + key + '” is no property of its own: watch it where it is inherited from.';
      if (!own.configurable) return '“' + key + '” cannot be redefined, so it cannot be watched.';
      if ('value' in own && !own.writable) return '“' + key + '” is read-only.';
      const number = watched.size + 1;
      watched.set(number, { object, key, trap: null });
      try {
        const entry = watched.get(number);
        entry.trap = trapOf(number, own);
        install(entry);
        restore(entry);
        entry.trap = null;
      } catch {
        watched.set(number, null);
        return '“' + key + '” of this kind of object cannot be watched.';
      }
      keys.set(key, number);
      return number;
    },
    watch(number, reads, writes) {
      const entry = watched.get(number);
      const now = getOwnPropertyDescriptor(entry.object, entry.key);
      const isSet = entry.trap !== null && now !== undefined && isOurs(now, entry.trap);
      if (!reads && !writes) {
        if (isSet && now.configurable) restore(entry);
        if (isSet && !now.configurable) Object.assign(entry.trap, { reads, writes });
        else entry.trap = null;
        return;
      }
      if (!isSet) {
        if (now === undefined || !now.configurable) return;
        entry.trap = trapOf(number, now);
        install(entry);
      }
      Object.assign(entry.trap, { reads, writes });
    },
    held(object, key) {
      const getter = getOwnPropertyDescriptor(object, key)?.get;
      const trap = getter && byGetter.get(getter);
      return trap && { value: trap.value };
    },
  };
})()`;
