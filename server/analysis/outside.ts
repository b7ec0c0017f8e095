import type { FunctionId } from '../ir/program.js';
import type { LocationId } from '../lattice/value.js';
import type { Outside } from '../semantics/scope.js';
import type { LiveState } from '../semantics/state.js';
import type { CallGraph } from './callGraph.js';
import type { ModuleInvariant } from './moduleInvariant.js';

/**
 * How unknown code is met while one root is analysed. While solving it only reads the module invariant; what the root itself
 * publishes and lets escape is recorded afterwards, in one sweep over the stable solution, so that overshooting iterates leave
 * no trace.
 */
export class RootOutside {
  /** Whether what happens is recorded. */
  recording = false;
  /** Unknown code ran since it was last cleared. */
  ran = false;
  readonly escapedFunctions = new Set<FunctionId>();

  constructor(
    private readonly invariant: ModuleInvariant,
    private readonly callGraph: CallGraph,
    /** The root's own changes can be met by others (not those of a function that nobody calls). */
    private readonly visible: boolean,
  ) {}

  /** The view of one instance. */
  of(caller: FunctionId): Outside {
    return {
      run: (state: LiveState) => {
        this.ran = true;
        this.callGraph.addUnknownCall(caller);
        if (this.recording) this.invariant.publish(state);
        return this.invariant.absorb(state);
      },
      escaped: (callee: FunctionId) => {
        if (this.recording) this.escapedFunctions.add(callee);
      },
      calledOpaquely: (callee: FunctionId) => {
        if (!this.recording) return;
        this.escapedFunctions.add(callee);
        this.invariant.addOpaquelyCalled(callee);
      },
      changed: (location: LocationId) => {
        if (this.recording && this.visible) this.invariant.addWrittenObject(location);
      },
    };
  }
}
