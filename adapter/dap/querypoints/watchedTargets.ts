import type { Debugger } from 'node:inspector';
import type { BoundWhen } from '../conditions/necessaryConditions.js';
import type { Debugging } from '../debugging.js';
import { isBreakOnStart } from '../stops.js';
import type { Target } from '../target.js';
import { programFrames } from './frames.js';
import { Moments, type Cause, type Trail } from './stopReplay.js';

/** How each target got to where it waits, seen from all that the rest of the adapter knows of its pauses. */
export class WatchedTargets {
  private readonly moments = new Map<Target, Moments>();

  constructor(private readonly debugging: Debugging) {}

  /** The way to where a target waits; or, as a sentence, why it is not known. */
  trailOf(target: Target): Trail | string {
    return this.moments.get(target)?.current ?? 'The program has not begun.';
  }

  /** Before the target's program runs. Only the thread that the configuration names can be run again. */
  add(target: Target): void {
    const { breakpoints, exceptions } = this.debugging;
    const isFirst = [...this.moments.keys()].every((other) => other.program !== target.program);
    const moments = new Moments(this.isMain(target) && isFirst);
    for (const id of breakpoints.ids) moments.bound(id, 'before');
    moments.exceptionsApplied(exceptions.state);
    this.moments.set(target, moments);
  }

  isMain({ isProcess, program }: Target): boolean {
    const { configuration } = this.debugging;
    return configuration.kind === 'launch' && isProcess && configuration.links.real(program) === configuration.program;
  }

  has(target: Target): boolean {
    return this.moments.has(target);
  }

  delete(target: Target): void {
    this.moments.delete(target);
  }

  /** Called at every pause of V8, before anyone decides whether it is shown. */
  paused(target: Target, pause: Debugger.PausedEventDataType): void {
    this.moments.get(target)?.paused(target, pause, this.causeOf(target, pause));
  }

  /** The target was brought to a passage of a place. */
  arrived(target: Target, pause: Debugger.PausedEventDataType, passage: number): void {
    this.moments.get(target)?.arrived(pause, programFrames(target, pause.callFrames).length, passage);
  }

  /** The user has changed the program in a way that no other run repeats. */
  altered(target: Target, what: string): void {
    this.moments.get(target)?.lost(`${what}, which another run does not repeat. Start the program again.`);
  }

  breakpointsSet(source: string, ids: readonly number[]): void {
    for (const [target, moments] of this.moments) {
      const isLoaded = [...target.scripts.values()].some(
        (script) => script.name === source || script.map?.sources.includes(source) === true,
      );
      for (const id of ids) moments.bound(id, target.pause === null ? 'running' : isLoaded ? 'waiting' : 'before');
    }
  }

  /** A breakpoint of ours is set in a script of a target. */
  conditionSet(target: Target, id: number, when: BoundWhen): void {
    this.moments.get(target)?.bound(id, when);
  }

  exceptionsSet(): void {
    for (const moments of this.moments.values()) moments.exceptionsApplied(this.debugging.exceptions.state);
  }

  private causeOf(target: Target, pause: Debugger.PausedEventDataType): Cause {
    const { breakpoints, conditions, stepping, stops, exceptions, loading } = this.debugging;
    const ids = pause.hitBreakpoints ?? [];
    return {
      breakpoints: [...breakpoints.counted(target, ids), ...conditions.counted(target, ids)],
      isStep: stepping.isStepping(target),
      isInterrupt: stops.interrupts.mayBeDue(target),
      exceptions: exceptions.state,
      isOwn: loading.isOwnPause(target, pause) || isBreakOnStart(pause),
    };
  }
}
