import * as values from '../../lattice/value.js';
import type { AbstractModels } from '../../semantics/call/model.js';

/** What the executor does is not followed; without one there is no promise. */
export const promiseModels: AbstractModels = {
  Promise: (call) => {
    if (values.mayBeObject(call.argument(0))) return null;
    call.mayThrow();
    return values.bottom;
  },
};
