import type { Debugger } from 'node:inspector';
import { positionOf } from './script.js';
import type { Target } from './target.js';

/** How often V8 is asked again while the program runs on. */
const againMs = 1_000;

/**
 * The pauses that the user has asked for. V8 forgets one that comes due in code where it must not stop (an evaluation without side effects,
 * a breakpoint's condition), one that is asked for while the program waits for us alone, and one where it stops for another reason. So it is
 * asked again until a stop is shown.
 */
export class Interrupts {
  private readonly asked = new Map<Target, NodeJS.Timeout>();
  /** Targets that V8 may pause once more than was wanted, because it was asked twice. */
  private readonly surplus = new Set<Target>();

  /** The user wants a target to stop, wherever it is. */
  async begin(target: Target): Promise<void> {
    clearInterval(this.asked.get(target));
    let isAsking = false;
    const timer = setInterval(() => {
      if (isAsking) return; // it is busy outside of JavaScript, and will hear of this one
      isAsking = true;
      void this.again(target).finally(() => (isAsking = false));
    }, againMs).unref();
    this.asked.set(target, timer);
    target.client.whenCodeHasRun = () => this.again(target);
    await target.client.send('Debugger.pause', {});
  }

  /** Asks again where V8 may have forgotten: code of ours has run, or the program goes on. */
  async again(target: Target): Promise<void> {
    if (!this.asked.has(target) || target.pause !== null) return;
    await target.client.send('Debugger.pause', {}).catch(() => {}); // it has ended
  }

  has(target: Target): boolean {
    return this.asked.has(target);
  }

  /** Whether a pause may be due to `Debugger.pause`, wanted or not: then it is no moment that another run could be brought to. */
  mayBeDue(target: Target): boolean {
    return this.asked.has(target) || this.surplus.has(target);
  }

  /** Whether V8 has paused for nothing but being asked twice. */
  async isSurplus(target: Target, { callFrames: [frame] }: Debugger.PausedEventDataType): Promise<boolean> {
    if (!this.surplus.has(target) || frame === undefined) return false;
    const { line, column } = positionOf(frame.location);
    const text = (await target.script(frame.location.scriptId)?.sourceText)?.split('\n')[line];
    return text?.startsWith('debugger', column) === false;
  }

  /** A stop is shown, whatever its reason: nothing more is wanted. */
  shown(target: Target): void {
    if (this.end(target)) this.surplus.add(target);
    else this.surplus.delete(target);
  }

  forget(target: Target): void {
    this.end(target);
    this.surplus.delete(target);
  }

  private end(target: Target): boolean {
    clearInterval(this.asked.get(target));
    target.client.whenCodeHasRun = null;
    return this.asked.delete(target);
  }
}
