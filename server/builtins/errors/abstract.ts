import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { errorGlobals } from './facts.js';
import * as objects from '../../semantics/heap/object.js';
import type { Property } from '../../semantics/heap/object.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

/** `message` and `cause` as given; reading `stack` may format it, which runs code that programs can install. */
function create(call: BuiltinCall, name: string): Value | null {
  const properties: [string, Property][] = [['stack', { value: call.unknown, optional: false, accessor: true }]];
  const message = call.argument(0);
  const defined = values.withBits(message, message.bits & ~values.Bit.Undefined);
  if (!values.isBottom(defined)) {
    properties.push(['message', { value: values.ofText(call.textAt(0)), optional: defined !== message, accessor: false }]);
  }
  const options = call.argument(1);
  if (values.mayBeObject(options)) {
    if (call.objectsOf(values.withObjects(values.ofBits(options.bits & values.Bit.UnknownObject), options.objects)) === null) return null;
    const cause = call.load(values.ofObjects(options.objects), 'cause');
    if (cause === null) return null;
    properties.push(['cause', { value: cause, optional: true, accessor: false }]);
  }
  return call.allocate(call.withProperties({ ...objects.emptyObject, brand: 'error', prototype: call.prototypeOf(name) }, properties));
}

const model =
  (name: string): Apply =>
  (call) =>
    create(call, name);

/** Gives the object a property `stack`. */
const captureStackTrace: Apply = (call) => {
  const target = call.argument(0);
  call.mayThrow();
  if (call.objectsOf(values.withObjects(values.ofBits(target.bits & values.Bit.UnknownObject), target.objects)) === null) return null;
  call.updateAll(target, (object) => call.withProperties(object, [['stack', { value: call.unknown, optional: true, accessor: true }]]));
  return values.undefinedValue;
};

export const errorModels: AbstractModels = {
  ...Object.fromEntries(Object.keys(errorGlobals).map((name) => [name, model(name)])),
  'Error.captureStackTrace': captureStackTrace,
};
