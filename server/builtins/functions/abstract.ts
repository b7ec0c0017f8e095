import { protocolKey } from '../../ir/instruction.js';
import * as values from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractModels, Apply } from '../../semantics/call/model.js';

/** What a function leads to that `bind` has made. */
const boundKey = protocolKey('bound');

/** Nothing runs, but for accessors of `name` and `length`. Whoever has the new function may reach what it is bound to. */
const bind: Apply = (call) => {
  const { receiver } = call;
  // Others may have given a function that they know a getter.
  if (['name', 'length'].some((key) => call.load(receiver, key) === null) && !call.ask(true)) return null;
  call.mayThrow();
  const value = [receiver, ...call.args].reduce(values.join);
  const made = {
    ...objects.emptyObject,
    brand: 'function',
    others: values.top,
    prototype: values.join(values.unknownObject, values.nullValue),
  } as const;
  return call.allocate(call.withProperties(made, [[boundKey, { value, optional: true, accessor: false }]]));
};

export const functionModels: AbstractModels = { 'Function.prototype.bind': bind };
