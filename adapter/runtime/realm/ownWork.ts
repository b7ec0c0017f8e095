/**
 * The runtime uses the same natives as the program; while it does, their probes are silent. Its hottest paths use none that is
 * watched, so that they need not say so.
 */
let depth = 0;

/** Whether the runtime, not the program, is at work. */
export function isOwnWork(): boolean {
  return depth > 0;
}

/** How much work of ours is under way: to be given to `resumeAt` where code was ended by force, which runs no `finally`. */
export function workDepth(): number {
  return depth;
}

/** Work of ours was ended by force: this much is under way. */
export function resumeAt(known: number): void {
  depth = known;
}

/** Work of ours begins, for what has no room for a closure: `endOwnWork` is called whatever happens. */
export function beginOwnWork(): void {
  depth++;
}

/** Work of ours ends that `beginOwnWork` has begun. */
export function endOwnWork(): void {
  depth--;
}

/** Does work of ours, during which nothing that is called is taken for the program’s. */
export function ownWork<T>(action: () => T): T {
  depth++;
  try {
    return action();
  } finally {
    depth--;
  }
}
