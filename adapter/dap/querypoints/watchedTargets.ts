import type { Debugger } from 'node:inspector';
import type { BoundWhen } from '../conditions/necessaryConditions.js';
import type { Debugging } from '../debugging.js';
import { isBreakOnStart } from '../stops.js';
import type { Target } from '../target.js';
import { programFrames } from './frames.js';
import { WatchedSteps, type Cause, type LostStop, type StepsToStop } from './stopReplay.js';

/** The steps by which each target came to where it waits, seen from all that the rest of the adapter knows of its pauses. */
export class WatchedTargets {
  private readonly steps = new Map<Target, WatchedSteps>();
  private readonly mains = new WeakSet<Target>();

  constructor(private readonly debugging: Debugging) {}

  /** The steps to where a target waits; or, why they are not known. */
  stepsTo(target: Target): StepsToStop | LostStop {
    return this.steps.get(target)?.current ?? { reason: 'The program has not begun.', isRepeated: false };
  }

  /** Whether a target is another thread or process than the one that the configuration names. */
  isElsewhere(target: Target): boolean {
    return !this.mains.has(target);
  }

  /** Before the target's program runs. Only what was launched can be run again. */
  add(target: Target): void {
    const { breakpoints, exceptions, configuration } = this.debugging;
    const isFirst = [...this.steps.keys()].every((other) => other.program !== target.program);
    if (isFirst && this.isMain(target)) this.mains.add(target);
    const steps = new WatchedSteps(configuration.kind === 'launch');
    for (const id of breakpoints.ids) steps.bound(id, 'before');
    steps.exceptionsApplied(exceptions.state);
    this.steps.set(target, steps);
  }

  isMain({ isProcess, program }: Target): boolean {
    const { configuration } = this.debugging;
    return configuration.kind === 'launch' && isProcess && configuration.links.real(program) === configuration.program;
  }

  has(target: Target): boolean {
    return this.steps.has(target);
  }

  delete(target: Target): void {
    this.steps.delete(target);
  }

  /** Called at every pause of V8, before anyone decides whether it is shown. */
  paused(target: Target, pause: Debugger.PausedEventDataType): void {
    this.steps.get(target)?.paused(target, pause, this.causeOf(target, pause));
  }

  /** The target was brought to a passage of a place. */
  arrived(target: Target, pause: Debugger.PausedEventDataType, passage: number): void {
    this.steps.get(target)?.arrived(pause, programFrames(target, pause.callFrames).length, passage);
  }

  /** The user has changed the program in a way that no other run repeats. */
  altered(target: Target, what: string): void {
    this.steps.get(target)?.lost(`${what}, which another run does not repeat. Start the program again.`, false);
  }

  /** The target waits where a rule has asked for it: the finding tells the moment, and no step of its own. */
  stoppedAtRule(target: Target): void {
    this.steps
      .get(target)
      ?.lost('The program stopped at a rule, from where no steps are counted. Ask from the finding, in the Rules view.', false);
  }

  breakpointsSet(source: string, ids: readonly number[]): void {
    for (const [target, steps] of this.steps) {
      const isLoaded = [...target.scripts.values()].some(
        (script) => script.name === source || script.map?.sources.includes(source) === true,
      );
      for (const id of ids) steps.bound(id, target.pause === null ? 'running' : isLoaded ? 'waiting' : 'before');
    }
  }

  /** A breakpoint of ours is set in a script of a target. */
  conditionSet(target: Target, id: number, when: BoundWhen): void {
    this.steps.get(target)?.bound(id, when);
  }

  exceptionsSet(): void {
    for (const steps of this.steps.values()) steps.exceptionsApplied(this.debugging.exceptions.state);
  }

  private causeOf(target: Target, pause: Debugger.PausedEventDataType): Cause {
    const { breakpoints, conditions, stepping, stops, exceptions, loading, rules } = this.debugging;
    const ids = pause.hitBreakpoints ?? [];
    return {
      breakpoints: [...breakpoints.counted(target, ids), ...conditions.counted(target, ids)],
      isStep: stepping.isStepping(target),
      isInterrupt: stops.interrupts.mayBeDue(target),
      exceptions: exceptions.state,
      isOwn: loading.isOwnPause(target, pause) || isBreakOnStart(pause) || rules.isStopping(target),
    };
  }
}
