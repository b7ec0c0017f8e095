import { sourceLength } from '../../instrument/edits.js';
import { emptyList } from '../realm/intrinsics.js';
import { loadedText } from './callSites.js';
import type { FrameReport } from '../../events/rows.js';
import { isProgram, pathOf } from '../realm/paths.js';
import { stackOf, type StackSite } from './stack.js';
import { areTracesSettable } from './traces.js';

/** Node's types do not know all that V8 tells. */
type CallSite = StackSite & { isAsync?(): boolean };

/**
 * The frames of the program, innermost first, and behind them the functions that await these: what V8 knows of without a debugger. null
 * where it runs another text than the one that is known for its path, or has frozen what stack traces are made by.
 */
export function stackFrames(sites: readonly CallSite[] = stackOf(Infinity)): readonly FrameReport[] | null {
  if (!areTracesSettable()) return null;
  const frames = emptyList<FrameReport>();
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    const path = site === undefined ? null : programPath(site);
    if (site === undefined || path === null) continue;
    const column = sourceColumnOf(site, path);
    if (column === null) return null;
    frames[frames.length] = frameOf(site, path, column);
  }
  return frames;
}

/** The functions that await what runs now. */
export function asyncFrames(): readonly FrameReport[] {
  const frames = emptyList<FrameReport>();
  const sites: readonly CallSite[] = stackOf(200);
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    const path = site?.isAsync?.() === true ? programPath(site) : null;
    if (site === undefined || path === null) continue;
    frames[frames.length] = frameOf(site, path, sourceColumnOf(site, path) ?? site.getColumnNumber() ?? 1);
  }
  return frames;
}

/** The report of a frame of the program. */
function programPath(site: CallSite): string | null {
  const path = pathOf(site.getScriptNameOrSourceURL?.() ?? site.getFileName() ?? '');
  return isProgram(path) ? path : null;
}

function frameOf(site: CallSite, path: string, column: number): FrameReport {
  const functionName = site.getFunctionName?.() ?? '';
  const line = site.getLineNumber() ?? 1;
  return { functionName, path, line, column, isAsync: site.isAsync?.() === true };
}

/** From 1, without insertions; null where the text that is known for the path is not the one that runs. */
function sourceColumnOf(site: CallSite, path: string): number | null {
  const column = site.getColumnNumber() ?? 1;
  const text = loadedText(path);
  if (text === undefined) return column; // nothing was put into it
  const position = site.getPosition?.() ?? -1;
  const start = position - (column - 1);
  return start >= 0 && isLineStart(text, start) ? sourceLength(text, start, position) + 1 : null;
}

function isLineStart(text: string, at: number): boolean {
  const before = text[at - 1];
  return at === 0 || before === '\n' || before === '\r' || before === '\u2028' || before === '\u2029';
}
