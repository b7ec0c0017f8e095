/** Calls an action and returns what it does; Node's warnings about it are ours, not the program's. */
export function withoutWarnings<T>(action: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}
