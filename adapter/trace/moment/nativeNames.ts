import type { TraceStore } from '../store/traceStore.js';
import { heldOfBuiltin } from './builtinModules.js';
import type { FrameAt } from './scopeInstances.js';

/**
 * Whether a name, or names with dots between, leads from the global object, or from a module of Node, to a function of the language or of Node, which
 * nobody replaced. What Node has that answers and the recorded one had not could not be called there, but where the program has written it.
 */
export function isNativeName(store: TraceStore, { text, offset }: FrameAt, expression: string): boolean {
  if (!/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(expression)) return false;
  const names = expression.split('.');
  const [root = '', ...members] = names;
  const binding = text.scopes.lookUp(root, offset);
  if (binding === undefined && expression === 'require') return !mayBeReplaced(store, root);
  let value = binding === undefined ? globalValue(root) : heldOfBuiltin(text, binding);
  for (const name of members) value = ownValue(value, name);
  // Who replaces what loads modules may give others by the same names.
  const replaced = binding === undefined ? names : [...members, ...loading];
  return typeof value === 'function' && !replaced.some((name) => mayBeReplaced(store, name));
}

const loading = ['_load', 'require'];

/** What a global name holds. Some of Node's own are accessors. */
function globalValue(name: string): unknown {
  if (name === 'process') return process;
  return name === 'Buffer' ? Buffer : ownValue(globalThis, name);
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

/** Whether the program has written a property of this name to any object. */
export function isWrittenAnywhere(store: TraceStore, name: string): boolean {
  const key = store.source.keyNumber(name);
  return key !== null && store.changesUnder(key).next().done !== true;
}
