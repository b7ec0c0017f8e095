import type { TraceStore } from '../store/traceStore.js';
import type { FrameAt } from './scopeInstances.js';

/**
 * Whether a name, or names with dots between, leads from the global object to a function of the language or of Node, which nobody replaced.
 * What Node has that answers and the recorded one had not could not be called there, but where the program has written it.
 */
export function isNativeName(store: TraceStore, { text, offset }: FrameAt, expression: string): boolean {
  if (!/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(expression)) return false;
  const names = expression.split('.');
  const [root = ''] = names;
  if (text.scopes.lookUp(root, offset) !== undefined) return false;
  let value: unknown = globalThis;
  if (expression !== 'require') for (const name of names) value = ownValue(value, name);
  return (expression === 'require' || typeof value === 'function') && !names.some((name) => mayBeReplaced(store, name));
}

/** What a property holds that is no accessor. */
export function ownValue(object: unknown, name: string): unknown {
  if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** Whether the program has written a property of this name to an object that it did not make. */
export function mayBeReplaced(store: TraceStore, name: string): boolean {
  const key = store.source.keyNumber(name);
  if (key === null) return false;
  for (const { subject } of store.changesUnder(key)) if (store.madeBy(subject) === null) return true;
  return false;
}
