import type { FunctionId } from '../ir/program.js';
import type { LocationId } from '../lattice/value.js';
import type { Outside } from '../semantics/scope.js';
import type { LiveState } from '../semantics/state.js';
import type { CallGraph } from './callGraph.js';
import type { Guarantee } from './guarantee.js';
import type { ModuleInvariant } from './moduleInvariant.js';

/** Something that means something for others. */
export type Note =
  | { readonly kind: 'ran'; readonly state: LiveState }
  | { readonly kind: 'escaped' | 'calledOpaquely'; readonly callee: FunctionId }
  | { readonly kind: 'changed'; readonly location: LocationId };

const noNotes: readonly Note[] = [];

/**
 * The unknown code that one root meets while it is analysed. While solving it only reads the module invariant; what the root itself
 * publishes and lets escape is recorded afterwards, in one sweep over the stable solution, so that overshooting iterates leave
 * no trace.
 */
export class RootOutside {
  /** The collector that effects are recorded in; null while nothing is recorded. */
  recording: Guarantee | null = null;
  /** Unknown code ran since it was last cleared. */
  ran = false;
  private isNoting = false;
  private notes: Note[] | null = null;

  constructor(
    private readonly invariant: ModuleInvariant,
    private readonly callGraph: CallGraph,
    /** The root's own changes can be met by others (not those of a function that nobody calls). */
    private readonly visible: boolean,
  ) {}

  /** Computes something, and returns the notes that were made for others meanwhile. */
  noted<R>(compute: () => R): { readonly result: R; readonly notes: readonly Note[] } {
    this.notes = null;
    this.isNoting = true;
    const result = compute();
    this.isNoting = false;
    return { result, notes: this.notes ?? noNotes };
  }

  /** It happens again. */
  repeat(notes: readonly Note[]): void {
    for (const note of notes) this.tell(note);
  }

  private happens(note: Note): void {
    if (this.isNoting) (this.notes ??= []).push(note);
    this.tell(note);
  }

  private tell(note: Note): void {
    if (note.kind === 'ran') this.ran = true;
    const { recording } = this;
    if (recording === null) return;
    switch (note.kind) {
      case 'ran':
        recording.publish(note.state);
        return;
      case 'escaped':
        recording.escapedFunctions.add(note.callee);
        return;
      case 'calledOpaquely':
        recording.escapedFunctions.add(note.callee);
        recording.opaquelyCalled.add(note.callee);
        return;
      case 'changed':
        if (this.visible) recording.writtenObjects.add(this.invariant.names.location(note.location));
        return;
    }
  }

  /** The view of one instance. */
  of(caller: FunctionId): Outside {
    return {
      run: (state) => {
        this.callGraph.addUnknownCall(caller);
        this.happens({ kind: 'ran', state });
        return this.invariant.absorb(state);
      },
      escaped: (callee) => this.happens({ kind: 'escaped', callee }),
      calledOpaquely: (callee) => this.happens({ kind: 'calledOpaquely', callee }),
      changed: (location) => this.happens({ kind: 'changed', location }),
      mayChange: (location: LocationId) => this.invariant.isWrittenObject(this.invariant.names.location(location)),
    };
  }
}
