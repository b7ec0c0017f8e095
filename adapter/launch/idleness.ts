const tickMs = 10;

/** Enough to be told, in milliseconds: whoever reads what somebody types waits longer than any of them. */
const typingLevels = [20, 50, 100];

/** Enough to be told to whoever repeats what came to a program's servers. */
export const pacingLevels = [10, 20, 100, 200, 400, 800, 1600] as const;

/** So long it is looked for: a program that has more to do is told of no more. */
const longestMs = 2000;

/**
 * Tells how long this thread has had nothing to do since it was last asked, at each level that it reaches. A busy machine lets time pass in
 * which the thread does not run: of each turn of its loop no more counts than it was to wait.
 */
export function idleTeller(told: (ms: number) => void, levels: readonly number[] = typingLevels): () => void {
  const { performance } = process.getBuiltinModule('node:perf_hooks');
  // Taken now: a program may put stand-ins into both.
  const { setInterval, clearInterval } = process.getBuiltinModule('node:timers');
  const idleMs = performance.eventLoopUtilization.bind(performance);
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearInterval(timer);
    let turns = 0;
    let sum = 0;
    let { idle: last } = idleMs();
    timer = setInterval(() => {
      const { idle } = idleMs();
      const before = sum;
      sum += Math.min(idle - last, tickMs);
      last = idle;
      for (const level of levels) if (before < level && sum >= level) told(level);
      if (sum >= (levels.at(-1) ?? 0) || ++turns * tickMs >= longestMs) clearInterval(timer);
    }, tickMs);
    timer.unref(); // it must not keep the program alive
  };
}
