import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import { argumentsFrom } from '../../semantics/call/model.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

/**
 * Whether formatting may call a method of an argument: `%s` and `%d` convert objects. Inspecting an object reads few properties of it;
 * methods under `util.inspect.custom` are not considered.
 */
function mayConvert(call: BuiltinCall, first: number): boolean {
  if (argumentsFrom(call, first).some((value) => call.mayRunInspected(value))) return true;
  const format = call.argument(first).text;
  const isPlain = format.values !== null && format.values.every((text) => !text.includes('%'));
  return !isPlain && argumentsFrom(call, first + 1).some(values.mayBeObject);
}

const printing =
  (first: number): Apply =>
  (call) =>
    mayConvert(call, first) ? null : values.undefinedValue;

/** What is said of an assertion that fails is put into a text. */
const asserting: Apply = (call) => {
  const said = call.argument(1);
  if (values.mayBeObject(said)) return null;
  if (said.bits & values.Bit.Symbol) call.mayThrow();
  return printing(1)(call);
};

const labelled: Apply = () => values.undefinedValue;

/** Options are copied, and functions among them may be called: those of an object that holds primitives alone are not. */
function mayRunOptions(call: BuiltinCall, options: Value): boolean {
  if (!values.mayBeObject(options)) return false;
  const known = (options.bits & values.Bit.UnknownObject) === 0 ? call.objectsOf(values.withObjects(values.bottom, options.objects)) : null;
  return known === null || !known.every((object) => object.brand === 'object' && holdsPrimitives(call, object));
}

function holdsPrimitives(call: BuiltinCall, object: AbstractObject): boolean {
  const names = call.ownNames(object);
  if (names === null || values.mayBeObject(object.elements)) return false;
  return names.every(({ name, value, accessor }) => {
    // Getters of what is shown are run, and symbols are no numbers.
    if (value.bits & values.Bit.Symbol) call.mayThrow();
    return !accessor && name !== 'getters' && !values.mayBeObject(value);
  });
}

const inspecting: Apply = (call) => {
  const runs = call.mayRunInspected(call.argument(0)) || mayRunOptions(call, call.argument(1));
  return runs ? null : values.undefinedValue;
};
const silent: Apply = () => values.undefinedValue;

export const consoleModels: AbstractModels = {
  ...Object.fromEntries(
    ['log', 'error', 'warn', 'info', 'debug', 'trace', 'group', 'groupCollapsed'].map((name) => [`console.${name}`, printing(0)]),
  ),
  ...Object.fromEntries(['time', 'timeEnd', 'count', 'countReset'].map((name) => [`console.${name}`, labelled])),
  'console.assert': asserting,
  'console.dir': inspecting,
  'console.groupEnd': silent,
  // Reads the properties of its rows: objects are unknown code.
  'console.table': (call) => {
    // Columns must be an array, and a Proxy may be revoked.
    const isKnown = (call.argument(0).bits & values.Bit.UnknownObject) === 0;
    if (!isKnown || !values.equal(call.argument(1), values.undefinedValue)) call.mayThrow();
    return values.undefinedValue;
  },
};
