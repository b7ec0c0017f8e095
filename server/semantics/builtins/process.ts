import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { BuiltinModel } from './model.js';

const elapsed: Value = values.ofNumber(numbers.numberRange(0, Number.MAX_VALUE, false, false));

/** Of Node. What takes callbacks or gives objects is unknown code. */
export const processModels: Readonly<Record<string, BuiltinModel>> = {
  'process.exit': { receiver: 'any', parameters: [], exits: true, apply: () => values.bottom },
  'process.abort': { receiver: 'any', parameters: [], exits: true, apply: () => values.bottom },
  'process.uptime': { receiver: 'any', parameters: [], apply: () => elapsed },
  'process.cwd': {
    receiver: 'any',
    parameters: [],
    apply: (call) => {
      // The directory may have been removed.
      call.mayThrow();
      return values.anyStringValue;
    },
  },
  'performance.now': {
    receiver: 'any',
    parameters: [],
    apply: (call) => {
      if (!call.isBuiltin(call.receiver, 'performance')) call.mayThrow();
      return elapsed;
    },
  },
};
