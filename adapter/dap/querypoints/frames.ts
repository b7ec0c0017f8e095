import type { Debugger } from 'node:inspector';
import { isOwnScript, nameOf } from '../skipping.js';
import type { Target } from '../target.js';

/** The frames that a run under queries knows too: those of files of the program, innermost first. */
export function programFrames(target: Target, frames: readonly Debugger.CallFrame[]): readonly Debugger.CallFrame[] {
  return frames.filter((frame) => pathOfFrame(target, frame) !== null);
}

/** The path of the text that a frame is in; null when it is none of the program's. */
export function pathOfFrame(target: Target, { location, url }: Debugger.CallFrame): string | null {
  const script = target.script(location.scriptId);
  const name = script?.url ?? url;
  return isProgram(name) ? nameOf(name) : null;
}

/** Whether a script of this URL is the program's. */
export function isProgram(url: string): boolean {
  return url !== '' && !isOwnScript(url) && !/^(node|data):|^evalmachine\./.test(url);
}
