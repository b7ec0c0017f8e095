import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger } from 'node:inspector';
import type { Breakpoints } from './breakpoints.js';
import type { NecessaryConditions } from './conditions/necessaryConditions.js';
import type { DataBreakpoints, DataStop } from './dataBreakpoints.js';
import type { ExceptionBreakpoints, Thrown } from './exceptions.js';
import type { FunctionBreakpoints } from './functionBreakpoints.js';
import { Interrupts } from './interrupts.js';
import type { Loading } from './loading.js';
import type { SessionRules } from './sessionRules.js';
import type { Stepping } from './stepping.js';
import type { Target } from './target.js';
import type { Script } from './script.js';

/** Why the client is to be told that a target waits. */
export type Stop = Pick<DebugProtocol.StoppedEvent['body'], 'reason' | 'description' | 'text' | 'hitBreakpointIds'>;

/** What may make V8 pause. */
interface StopCauses {
  readonly breakpoints: Breakpoints;
  readonly functions: FunctionBreakpoints;
  readonly data: DataBreakpoints;
  readonly exceptions: ExceptionBreakpoints;
  readonly conditions: NecessaryConditions;
  readonly stepping: Stepping;
  readonly loading: Loading;
  readonly rules: SessionRules;
  /** Whether a target that waited for a debugger at its start is to wait on. */
  isStartShown(target: Target): boolean;
}

/** Decides at each pause of V8 whether it is one for the user. */
export class Stops {
  readonly interrupts = new Interrupts();
  private readonly restarting = new Set<Target>();

  constructor(private readonly causes: StopCauses) {}

  /** The user restarts a frame. */
  restarted(target: Target): void {
    this.restarting.add(target);
  }

  forget(target: Target): void {
    this.interrupts.forget(target);
    this.causes.loading.forget(target);
    this.restarting.delete(target);
  }

  /** null: the target goes on, and has been told so. */
  async decide(target: Target, pause: Debugger.PausedEventDataType): Promise<Stop | null> {
    if (pause.reason === 'exception' || pause.reason === 'promiseRejection') return this.threw(target, pause);
    const rule = await this.causes.rules.stopAt(target);
    if (rule === 'passed') return this.leave(target);
    if (rule !== null) {
      await this.causes.stepping.end(target);
      return rule;
    }
    const ids = pause.hitBreakpoints ?? [];
    const loaded = this.causes.loading.waiting(target, pause);
    if (loaded !== null) return this.load(target, loaded);
    const touched = await this.causes.data.hit(target, pause);
    if (touched !== 'none') return this.touched(target, touched);
    if (this.restarting.delete(target)) return { reason: 'restart', description: 'Paused on frame entry' };
    const hit = this.causes.breakpoints.hit(target, ids);
    const condition = await this.causes.conditions.at(target, pause);
    if (typeof condition === 'object') {
      await this.causes.stepping.end(target);
      const told = { description: 'A necessary condition broke', text: condition.message, hitBreakpointIds: [...hit] };
      return { reason: 'exception', ...told };
    }
    const isInterrupting = this.interrupts.has(target);
    if (!condition && !this.causes.stepping.isStepping(target) && !isInterrupting) return this.goOn(target);
    const entry = hit.length > 0 ? 'none' : await this.causes.loading.entryState(target, pause);
    if (entry === 'nearing') return null;
    if (hit.length > 0) {
      await this.causes.stepping.end(target);
      return { reason: 'breakpoint', description: 'Paused on breakpoint', hitBreakpointIds: [...hit] };
    }
    const called = this.causes.functions.hit(target, ids);
    if (called.length > 0) {
      await this.causes.stepping.end(target);
      return { reason: 'function breakpoint', description: 'Paused on function breakpoint', hitBreakpointIds: [...called] };
    }
    if (entry === 'there') return { reason: 'entry', description: 'Paused on entry' };
    if (isInterrupting) {
      await this.causes.stepping.end(target);
      target.hideTrap();
      return { reason: 'pause', description: 'Paused' };
    }
    if (this.causes.stepping.isStepping(target))
      return (await this.causes.stepping.goesOn(target, pause)) ? null : { reason: 'step', description: 'Paused on step' };
    if (isBreakOnStart(pause))
      return this.causes.isStartShown(target) ? { reason: 'entry', description: 'Paused on entry' } : this.goOn(target);
    if (await this.interrupts.isSurplus(target, pause)) return this.goOn(target);
    return { reason: 'pause', description: 'Paused on debugger statement' };
  }

  /** A script is about to run. A step that led here goes on. */
  private async load(target: Target, script: Script | 'unknown'): Promise<null> {
    if (script !== 'unknown' && (await this.causes.loading.prepare(script))) return null;
    return this.leave(target);
  }

  /** A watched property was read or written; a step that led here goes on when nobody wants to know. */
  private async touched(target: Target, stop: DataStop | null): Promise<Stop | null> {
    if (stop === null && !this.interrupts.has(target)) return this.leave(target);
    await this.causes.stepping.end(target);
    target.hideTrap();
    if (stop === null) return { reason: 'pause', description: 'Paused' };
    const { ids, ...texts } = stop;
    return { reason: 'data breakpoint', ...texts, hitBreakpointIds: [...ids] };
  }

  private async threw(target: Target, pause: Debugger.PausedEventDataType): Promise<Stop | null> {
    if (await this.causes.exceptions.isWanted(target, pause)) {
      await this.causes.stepping.end(target);
      const thrown = pause.data as Thrown | undefined;
      const text = thrown?.description ?? String(thrown?.value);
      const isRejection = pause.reason === 'promiseRejection';
      return { reason: 'exception', description: isRejection ? 'Paused on promise rejection' : 'Paused on exception', text };
    }
    return this.goOn(target);
  }

  /** Lets a target go on from code that is not the user's: towards where a step leads, if one is under way. */
  private async leave(target: Target): Promise<null> {
    return (await this.causes.stepping.goesThrough(target)) ? null : this.goOn(target);
  }

  private async goOn(target: Target): Promise<null> {
    await target.go('Debugger.resume');
    return null;
  }
}

/** A worker that was told to wait has begun. */
export function isBreakOnStart({ reason, data }: Debugger.PausedEventDataType): boolean {
  const { reasons = [] } = (data ?? {}) as { readonly reasons?: readonly { readonly reason: string }[] };
  return reason === 'Break on start' || (reason === 'ambiguous' && reasons.some((one) => one.reason === 'Break on start'));
}
