import { isObject } from '../realm/identity.js';
import { apply } from '../realm/intrinsics.js';

const { asyncIterator, iterator } = Symbol;
const TypeErrorOfRealm = TypeError;

type Callable = (...values: unknown[]) => unknown;

/**
 * The object that a `for await` goes through instead of a value: it asks the value for the same properties, in the same order, and hands on what it gives.
 * `refusal`: what V8 says where the value cannot be gone through, which would name what stands here; null where it would not say the text's words.
 * `onWait` is called when the loop is about to wait for a value, or for the end of what it leaves early (`isLeft`).
 */
export function toldIterable(of: unknown, refusal: string | null, onWait: (isLeft: boolean) => void): object {
  const opening = (key: symbol): unknown => {
    const method = (of as Readonly<Record<symbol, unknown>>)[key];
    const isOther = key === asyncIterator && (method === undefined || method === null);
    if (typeof method !== 'function' && !isOther && refusal !== null) throw new TypeErrorOfRealm(refusal);
    if (typeof method !== 'function') return method;
    return () => {
      const opened = apply(method as Callable, of as object, []);
      return isObject(opened) ? toldIterator(opened, onWait) : opened;
    };
  };
  return {
    __proto__: null,
    get [asyncIterator]() {
      return opening(asyncIterator);
    },
    get [iterator]() {
      return opening(iterator);
    },
  };
}

function toldIterator(of: object, onWait: (isLeft: boolean) => void): object {
  const calling = (name: 'next' | 'return'): unknown => {
    const method = (of as Readonly<Record<string, unknown>>)[name];
    if (typeof method !== 'function') return method;
    return (...given: readonly unknown[]) => {
      const result = apply(method as Callable, of, given);
      onWait(name === 'return');
      return result;
    };
  };
  return {
    __proto__: null,
    get next() {
      return calling('next');
    },
    get return() {
      return calling('return');
    },
  };
}
