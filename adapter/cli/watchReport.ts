import pc from 'picocolors';
import { reportPath } from '../../server/findings/reportPath.js';
import { jsonValue } from '../operations/shownValues.js';
import type { WatchFinding, WatchResult } from '../operations/watchRules.js';

/** `whence.watch/1`: what rules have found, as one line of JSON. */
export function watchJson(result: WatchResult, cwd: string, milliseconds: number): string {
  const { exit, complete, rules, findings, probes, sweeps, notes } = result;
  return `${JSON.stringify({
    schema: 'whence.watch/1',
    exit,
    complete,
    rules: rules.map(({ name, file, line, fired, updates, tuples, most, fault, complete: isSeen, isProved }) => ({
      name,
      file: reportPath(cwd, file),
      line,
      fired,
      updates,
      tuples,
      most,
      provedStatically: isProved,
      fault,
      complete: isSeen,
    })),
    findings: findings.map((finding) => findingJson(finding, cwd)),
    probes: {
      sites: probes.sites,
      pruned: probes.leftOut,
      checks: probes.checks,
      dispatches: probes.dispatches,
    },
    sweeps,
    milliseconds,
    ...(notes.length === 0 ? {} : { notes }),
  })}\n`;
}

function findingJson(finding: WatchFinding, cwd: string): object {
  const { rule, event, message, tuple, position, functionName, hit, noticed, stack, confirmed, process } = finding;
  return {
    rule,
    event,
    message,
    tuple: Object.fromEntries(Object.entries(tuple).map(([name, value]) => [name, jsonValue(value)])),
    file: position === null ? null : reportPath(cwd, position.path),
    line: position?.line ?? null,
    column: position?.column ?? null,
    function: functionName,
    hit,
    noticed: noticed === null ? null : { file: reportPath(cwd, noticed.path), line: noticed.line, column: noticed.column },
    stack:
      stack?.map((frame) => ({
        function: frame.functionName,
        file: reportPath(cwd, frame.path),
        line: frame.line,
        column: frame.column,
        async: frame.isAsync,
      })) ?? null,
    confirmed,
    ...(process === null ? {} : { process }),
  };
}

/** The same for people: findings, and a line for each rule. */
export function watchText({ findings, rules, notes, complete, exit }: WatchResult, cwd: string, color: boolean): string {
  const colors = pc.createColors(color);
  const lines = findings.map((finding) => findingText(finding, cwd, colors));
  for (const { name, fired, fault, complete: isSeen, isProved } of rules) {
    if (fault !== null) lines.push(`${colors.yellow(name)} was switched off: ${fault}`);
    else if (isProved) lines.push(`${colors.green(name)} holds in every run: the text of its class proves it.`);
    else if (fired > 0) lines.push(`${colors.red(name)} fired ${firedText(fired, findings.filter(({ rule }) => rule === name).length)}.`);
    else if (!isSeen && exit !== null) lines.push(`${colors.yellow(name)} has not fired, and not all that it reads is known.`);
    else lines.push(complete ? `${colors.green(name)} held.` : `${name} has not fired.`);
  }
  if (!complete) lines.push(exit === null ? 'The program was ended before its end.' : 'Not all that the program did is known.');
  lines.push(...notes);
  return `${lines.join('\n')}\n`;
}

/** A tuple, or a match of `at`, may report any number of times. */
function firedText(fired: number, findings: number): string {
  const times = fired === 1 ? 'once' : `${fired} times`;
  if (findings === fired) return times;
  return `${times}, with ${findings === 0 ? 'no finding' : findings === 1 ? 'one finding' : `${findings} findings`}`;
}

function findingText(
  { rule, message, position, noticed, confirmed, functionName, process }: WatchFinding,
  cwd: string,
  colors: ReturnType<typeof pc.createColors>,
): string {
  const place = position === null ? '' : `${reportPath(cwd, position.path)}:${position.line}:${position.column}`;
  const inside = functionName === null || functionName === '' ? '' : ` in ${functionName}`;
  const isElsewhere = noticed !== null && position !== null && (noticed.path !== position.path || noticed.line !== position.line);
  const seen = isElsewhere ? `, noticed at ${reportPath(cwd, noticed.path)}:${noticed.line}` : '';
  const where = process === null ? '' : `, in the process ${escaped(process)}`;
  return `${colors.bold(place)}${place === '' ? '' : ': '}${escaped(message)} (${rule}${inside}${seen}${confirmed ? '' : ', not confirmed'}${where})`;
}

/** Text of the program has no control characters here. */
function escaped(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
