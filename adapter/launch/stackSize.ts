import { readFileSync } from 'node:fs';
import { stackOption } from './ownTraces.js';

/** What V8 lets JavaScript use of the stack when nobody says otherwise, in kilobytes (64 bits). */
const usual = 984;

/** What else is on the stack of a thread, and what V8 keeps free, in kilobytes. */
const reserve = 1024;

/**
 * The argument of Node that makes the stack so many times as large: probes make frames larger, by a tenth to a third, and what a program
 * can do without them it must be able to do with them. None where the user has set a size, or the system does not give as much.
 */
export function stackArguments(factor: number, nodeArgs: readonly string[]): readonly string[] {
  const wanted = Math.round(usual * factor);
  if (factor === 1 || nodeArgs.some((argument) => /^--stack[-_]size/.test(argument)) || wanted + reserve > given()) return [];
  return [`${stackOption}${wanted}`];
}

let known: number | undefined;

/** How large the system lets the stack of a process become, in kilobytes. */
function given(): number {
  return (known ??= limit());
}

function limit(): number {
  if (process.platform === 'darwin') return 8176; // unless somebody has made it smaller, which nobody can ask
  if (process.platform !== 'linux') return 0;
  try {
    const [, bytes = '0'] = /^Max stack size +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return bytes === 'unlimited' ? Infinity : Number(bytes) / 1024;
  } catch {
    return 0;
  }
}
