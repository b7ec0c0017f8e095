import type { TraceStore } from '../../trace/store/traceStore.js';

/** Which call made which, and how deep: in 4 bytes an activation beside what the recording itself keeps. */
export class CallTable {
  /** One more than how many calls enclose an activation; 0: not known yet. */
  private depths: Int32Array | null = null;

  constructor(private readonly store: TraceStore) {}

  /** The call of an activation, by its event; null when the recording does not have it. */
  eventOf(activation: number): number | null {
    return activation === 0 ? null : this.store.source.callOf(activation);
  }

  /** The activation that ran when one began; 0: none of the program's, or one whose call the recording does not have. */
  callerOf(activation: number): number {
    const caller = this.store.source.allActivations.callerOf(activation);
    return caller !== 0 && this.eventOf(caller) !== null ? caller : 0;
  }

  /** How many calls enclose an activation. */
  depthOf(activation: number): number {
    const depths = (this.depths ??= new Int32Array(this.store.source.allActivations.highest + 1));
    const open: number[] = [];
    let at = activation;
    // What is being looked at is marked: a damaged file may have a circle.
    for (; at !== 0 && (depths[at] ?? 0) === 0; at = this.callerOf(at)) {
      depths[at] = -1;
      open.push(at);
    }
    let depth = Math.max(0, depths[at] ?? 0);
    for (const one of open.reverse()) depths[one] = ++depth;
    return Math.max(0, (depths[activation] ?? 1) - 1);
  }

  /** An activation and those around it, the innermost first. */
  chainOf(activation: number): readonly number[] {
    const chain: number[] = [];
    for (let [at, left] = [activation, this.depthOf(activation)]; at !== 0 && left >= 0; left--, at = this.callerOf(at)) chain.push(at);
    return chain;
  }
}
