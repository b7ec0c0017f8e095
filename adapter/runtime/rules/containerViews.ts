import { types } from 'node:util';
import { hole } from '../../maintain/thing.js';
import { apply, getOwnPropertyDescriptor, isArray, OwnMap, OwnWeakMap } from '../realm/intrinsics.js';

/**
 * Another way to see a container, which rules follow like a container of its own: the values of a Map, and which of them stands under which key;
 * the elements of an array by their indexes.
 */
export class ContainerView {
  readonly #of: object;

  constructor(of: object) {
    this.#of = of;
  }

  static is(object: object): object is ContainerView {
    return #of in object;
  }

  /** Calls an action for each key and what stands there. */
  each(visit: (key: unknown, value: unknown) => void): void {
    const of = this.#of;
    if (isArray(of)) for (let at = 0; at < of.length; at++) visit(at, elementAt(of, at));
    else apply(forEachOfMap, of, [(value: unknown, key: unknown) => visit(key, value)]);
  }
}

/** Whether an object is an array, a Set or a Map without elements. */
export function isEmptyContainer(object: object): boolean {
  if (types.isProxy(object)) return false;
  if (isArray(object)) return object.length === 0;
  if (types.isSet(object)) return apply(sizeOfSet, object, []) === 0;
  return types.isMap(object) && apply(sizeOfMap, object, []) === 0;
}

/** The element of an array at an index below its length. */
export function elementAt(list: readonly unknown[], index: number): unknown {
  const element = list[index];
  return element === undefined && getOwnPropertyDescriptor(list, index) === undefined ? hole : element;
}

const views = new OwnWeakMap<object, ContainerView>();

/** The view of an array or a Map that rules follow; undefined where none does. */
export function followedView(container: object): ContainerView | undefined {
  return views.get(container);
}

/** The object that rules read under the name of a view, undefined where there is none, or `noView`. */
export function viewed(object: object, name: string): unknown {
  if (ContainerView.is(object)) return name === 'keys()' ? noView : object;
  const isList = isArray(object) && !types.isProxy(object);
  const isMap = types.isMap(object);
  if (!isList && !isMap && !types.isSet(object)) return undefined;
  switch (name) {
    case 'keys()':
      return isList ? noView : object;
    case 'values()':
      return isMap ? viewOf(object) : object;
    case '[...]':
      return isMap ? noView : object;
    case 'get()':
      return isMap ? viewOf(object) : undefined;
    default:
      return isList ? viewOf(object) : undefined;
  }
}

/** The mark of a view that rules can't follow: the pairs of a Map, the indexes of an array. */
export const noView = Symbol('no view');

function viewOf(container: object): ContainerView {
  let view = views.get(container);
  if (view === undefined) views.set(container, (view = new ContainerView(container)));
  return view;
}

/** The values under the keys of a view, as `valueOf` has them. */
export function entriesOf<T>(view: ContainerView, valueOf: (value: unknown) => T): OwnMap<T, T> {
  const entries = new OwnMap<T, T>();
  view.each((key, value) => value !== undefined && value !== hole && entries.set(valueOf(key), valueOf(value)));
  return entries;
}

type Method = (this: unknown, ...values: unknown[]) => unknown;
const sizeOfSet = getOwnPropertyDescriptor(Set.prototype, 'size')?.get as Method;
const sizeOfMap = getOwnPropertyDescriptor(Map.prototype, 'size')?.get as Method;
const forEachOfMap = Reflect.get(Map.prototype, 'forEach') as Method;
