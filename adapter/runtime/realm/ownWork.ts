/**
 * The runtime uses the same natives as the program; while it does, their probes are silent. Its hottest paths use none that is
 * watched, so that they need not say so.
 */
let depth = 0;

/** Whether the runtime, not the program, is at work. */
export function isOwnWork(): boolean {
  return depth > 0;
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
