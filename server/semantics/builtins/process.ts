import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { BuiltinModel } from './model.js';

const seconds: BuiltinModel = { receiver: 'any', parameters: [], apply: () => values.ofNumber(numbers.numberRange(0, Number.MAX_VALUE, false, false)) };

/** Of Node. What takes callbacks or gives objects is unknown code. */
export const processModels: Readonly<Record<string, BuiltinModel>> = {
  'process.exit': { receiver: 'any', parameters: [], exits: true, apply: () => values.bottom },
  'process.abort': { receiver: 'any', parameters: [], exits: true, apply: () => values.bottom },
  'process.uptime': seconds,
  'process.cwd': {
    receiver: 'any',
    parameters: [],
    apply: (call) => {
      // The directory may have been removed.
      call.mayThrow();
      return values.anyStringValue;
    },
  },
  'performance.now': seconds,
};
