/** All tasks that can go on have gone on: the programs wait for nothing outside. */
export const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A rejected promise that nobody waits for is no failure of the program's callers; Node would end the process. */
export function ignoreRejections(): () => void {
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const ignore = (): void => undefined;
  process.on('unhandledRejection', ignore);
  return () => {
    process.off('unhandledRejection', ignore);
    for (const listener of listeners) process.on('unhandledRejection', listener);
  };
}
