/** The arithmetic of `++` and `--`, for instrumented code. */
export const steps = {
  __w_numeric(value: unknown): unknown {
    if (typeof value === 'number' || typeof value === 'bigint') return value;
    let copy = value as number;
    return copy++; // the language's own conversion, once
  },
  __w_increment(value: number): unknown {
    return ++value;
  },
  __w_decrement(value: number): unknown {
    return --value;
  },
  /** `++` where the step is 1, `--` where it is -1. */
  __w_stepped(value: unknown, step: number): unknown {
    if (typeof value === 'number') return value + step;
    const numeric = steps.__w_numeric(value) as number;
    return step > 0 ? steps.__w_increment(numeric) : steps.__w_decrement(numeric);
  },
};
