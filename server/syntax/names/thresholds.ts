import type { FunctionId } from '../../ir/program.js';
import type { Bindings } from './bindings.js';

/** The constants of each function's text with their neighbours, ascending: where widening stops. */
export function thresholdsOf(bindings: Bindings): ReadonlyMap<FunctionId, readonly number[]> {
  return new Map(
    bindings.functions.map((info) => {
      const values = new Set<number>();
      for (const constant of info.constants) {
        if (!Number.isFinite(constant)) continue;
        // -0 is 0: intervals do not tell them apart.
        for (const value of [constant - 1, constant, constant + 1]) values.add(value === 0 ? 0 : value);
      }
      return [info.id, [...values].sort((left, right) => left - right)] as const;
    }),
  );
}
