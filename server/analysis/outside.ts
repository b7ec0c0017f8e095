import type { FunctionId } from '../ir/program.js';
import type { LocationId } from '../lattice/value.js';
import type { Outside } from '../semantics/scope.js';
import type { LiveState } from '../semantics/state.js';
import type { CallGraph } from './callGraph.js';
import type { Guarantee } from './guarantee.js';
import type { ModuleInvariant } from './moduleInvariant.js';

/**
 * How unknown code is met while one root is analysed. While solving it only reads the module invariant; what the root itself
 * publishes and lets escape is recorded afterwards, in one sweep over the stable solution, so that overshooting iterates leave
 * no trace.
 */
export class RootOutside {
  /** Where what happens is recorded; null: it is not. */
  recording: Guarantee | null = null;
  /** Unknown code ran since it was last cleared. */
  ran = false;

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
        this.recording?.publish(state);
        return this.invariant.absorb(state);
      },
      escaped: (callee: FunctionId) => {
        this.recording?.escapedFunctions.add(callee);
      },
      calledOpaquely: (callee: FunctionId) => {
        this.recording?.escapedFunctions.add(callee);
        this.recording?.opaquelyCalled.add(callee);
      },
      changed: (location: LocationId) => {
        if (this.visible) this.recording?.writtenObjects.add(this.invariant.names.location(location));
      },
    };
  }
}
