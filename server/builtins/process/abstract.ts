import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { AbstractModels } from '../../semantics/call/model.js';

const elapsed: Value = values.ofNumber(numbers.numberRange(0, Number.MAX_VALUE, false, false));

const exitCodes: Value = values.withNumber(
  values.ofBits(values.Bit.Undefined | values.Bit.Null),
  numbers.numberRange(-(2 ** 31), 2 ** 31 - 1, true, false),
);

/** Of Node. What takes callbacks or gives objects is unknown code. */
export const processModels: AbstractModels = {
  'process.exit': (call) => {
    // Later versions of Node refuse what is no exit code.
    if (!values.leq(call.argument(0), exitCodes)) call.mayThrow();
    return values.bottom;
  },
  'process.abort': () => values.bottom,
  'process.uptime': () => elapsed,
  'process.cwd': (call) => {
    if (call.construct) return null;
    // The directory may have been removed.
    call.mayThrow();
    return values.anyStringValue;
  },
  'performance.now': (call) => {
    if (!call.isBuiltin(call.receiver, 'performance')) call.mayThrow();
    return elapsed;
  },
};
