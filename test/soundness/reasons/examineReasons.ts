import type { PrintedFinding, PrintedResult } from '../../../server/findings/reportJson.js';
import type { Reason } from '../../../server/findings/result.js';
import { checkText } from '../../support/checking.js';
import { evaluateArguments, sessions, showCall, type Call } from '../inputs.js';
import { instrument } from '../instrument.js';
import { drained, ignoreRejections } from '../tasks.js';
import { Random } from '../random.js';
import type { Root } from '../roots.js';
import type { Subject } from '../verdict.js';
import { callInNode, runnable, type Outcome } from './nodeRun.js';

export interface ReasonsExamination {
  /** What is said of a run that failed otherwise. */
  readonly faults: readonly string[];
  /** Failed runs whose reason was held against what Node did. */
  readonly compared: number;
}

const mostCalls = 10;
/** Milliseconds. */
const short = 100;
const long = 2000;
const veryLong = 30_000;

/** Calls roots with inputs that break their conditions, in Node: each call must fail, and for the reason that is said. */
export async function examineReasons(
  subject: Subject,
  check: () => PrintedResult = () => checkText(subject.text, { gate: true }, [], subject.file),
): Promise<ReasonsExamination> {
  const restore = ignoreRejections();
  try {
    const examination = examine(subject, check);
    await drained();
    return examination;
  } finally {
    restore();
  }
}

function examine({ text, seed }: Subject, check: () => PrintedResult): ReasonsExamination {
  const code = runnable(text, 'throw');
  const noting = runnable(text, 'note');
  if (code === null || noting === null) return { faults: [], compared: 0 };
  const result = check();
  const program = instrument(text);
  const calls = sessions(program, new Random(seed), false).flatMap((session) => session.calls);
  const faults: string[] = [];
  let compared = 0;
  for (const root of program.roots) {
    if (root.className !== null || root.isGenerator || root.parameters.some(({ optional }) => optional)) continue;
    const report = result.functions.find(({ name, span }) => name === root.name && span.line === root.line);
    const finding = result.findings.find(({ span, message }) => span.line === report?.span.line && isOfRoot(message, root));
    if (finding === undefined || finding.condition === null || finding.code === 'index-out-of-bounds') continue;
    const broken = calls.filter((call) => call.root === root && evaluate(root, finding.condition ?? 'true', call) === false);
    for (const call of distinct(broken).slice(0, mostCalls)) {
      let outcome: Outcome | null = callInNode(code, showCall(call), short);
      if (outcome === null) continue;
      compared++;
      let wrong = contradictionOf(finding, root, call, outcome);
      // What takes long ends, if it is given more time: four thousand million rounds take seconds.
      for (const milliseconds of [long, veryLong]) {
        if (wrong === null || outcome.kind !== 'endless') break;
        outcome = callInNode(code, showCall(call), milliseconds) ?? outcome;
        wrong = contradictionOf(finding, root, call, outcome);
      }
      // What all runs come to may be said though some violate an assertion before, or leave a rejected promise alone.
      if (wrong !== null && outcome.kind === 'violated') {
        const noted = callInNode(noting, showCall(call), long);
        outcome = noted ?? outcome;
        const all: readonly Outcome[] = [outcome, ...(noted?.noted ?? []).map((line) => ({ kind: 'violated', line }) as const)];
        wrong = all.some((each) => contradictionOf(finding, root, call, each) === null) ? null : wrong;
      }
      // Counting so far takes longer than is waited for: whether it ends is not seen.
      if (wrong !== null && outcome.kind === 'endless' && isFar(call)) continue;
      if (wrong !== null) faults.push(`${showCall(call)} ${showOutcome(outcome)}, but it is said: ${wrong}`);
    }
  }
  return { faults, compared };
}

const isOfRoot = (message: string, { name }: Root): boolean =>
  message.startsWith(`${name} fails if `) || message.startsWith(`${name} always fails`);

/** Whether a number is given that no run counts to in the time that it has. */
const isFar = ({ args }: Call): boolean =>
  args.some((text) => [...text.matchAll(/\d+(?:\.\d+)?(?:e\+?\d+)?/g)].some(([digits]) => Number(digits) >= 2 ** 30));

const distinct = (calls: readonly Call[]): readonly Call[] => [...new Map(calls.map((call) => [showCall(call), call])).values()];

/**
 * Whether the message is about other inputs. That something is undefined or null whose members are read is a part of the condition, and
 * no message tells it. Nor does it tell what goes on for ever of NaN alone, where it names numbers that are compared.
 */
function isOfOthers({ message }: PrintedFinding, root: Root, call: Call, outcome: Outcome): boolean {
  const [, told] = / fails if (.*?)(?:: |, either because )/.exec(message) ?? [];
  const isUntold = outcome.kind === 'thrown' ? outcome.name === 'TypeError' : outcome.kind === 'endless' && call.args.includes('NaN');
  return told !== undefined && isUntold && evaluate(root, told, call) === false;
}

/** What is said and is not so; null when nothing is. */
function contradictionOf(finding: PrintedFinding, root: Root, call: Call, outcome: Outcome): string | null {
  if (isOfOthers(finding, root, call, outcome)) return null;
  const applying = finding.alternatives.filter((each) => evaluate(root, each.condition, call) === false);
  for (const { message, because } of applying) if (!isOneOf(because, message, outcome)) return message;
  const isElsewhere = applying.length > 0 || finding.message.includes('for another reason');
  // Of several causes a message says no more than that it is one of them.
  const named = finding.message.includes(', either because') ? finding.alternatives.flatMap((each) => each.because) : [];
  return isElsewhere || isOneOf([...finding.because, ...named], finding.message, outcome) ? null : finding.message;
}

/** Whether the outcome is for one of the reasons; those that say nothing of a failure allow any. */
function isOneOf(because: readonly Reason[], message: string, outcome: Outcome): boolean {
  if (outcome.kind === 'good') return false;
  if (/@sometime/.test(message)) return true;
  if (outcome.kind === 'endless' && /does not end/.test(message)) return true;
  return because.some((reason) => isReason(reason, message, outcome));
}

function isReason({ span, message: reason }: Reason, message: string, outcome: Outcome): boolean {
  // Of an error that is thrown again the stack says where it was made.
  const isAgain = new RegExp(`throws (?!new )\\w+ \\(line ${span.line}\\)`).test(message);
  const isEndless = /does not end|without end/.test(reason);
  const isViolation = /is violated here/.test(reason);
  if (isEndless || isViolation) return outcome.kind === (isEndless ? 'endless' : 'violated') && (isEndless || isOnLine(outcome));
  return outcome.kind === 'thrown' && isOnLine(outcome) && (namedError(message) ?? outcome.name) === outcome.name;

  function isOnLine(failed: Outcome): boolean {
    const line = 'line' in failed ? failed.line : null;
    return line === null || isAgain || (line >= span.line && line <= span.endLine);
  }
}

/** The class that the message names, if it names one cause alone. */
function namedError(message: string): string | null {
  if (message.includes(', either because')) return null;
  const [, made, thrown] = /it throws new (\w+)\(|throws an? (\w+)/.exec(message) ?? [];
  if (made !== undefined || thrown !== undefined) return made ?? thrown ?? null;
  if (/is used before its declaration/.test(message)) return 'ReferenceError';
  return /of undefined or null|not a function|without new|no constructor|cannot be iterated/.test(message) ? 'TypeError' : null;
}

/** Null where the condition cannot be evaluated. */
function evaluate({ parametersText }: Root, condition: string, { args }: Call): boolean | null {
  try {
    const test = new Function('$args', `return ((${parametersText}) => (${condition}))(...$args);`) as (given: unknown[]) => unknown;
    return Boolean(test(evaluateArguments(args)));
  } catch {
    return null;
  }
}

function showOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'good':
      return 'ends well';
    case 'thrown':
      return `throws a value of ${outcome.name} in line ${outcome.line ?? '?'}`;
    case 'violated':
      return `violates the assertion of line ${outcome.line}`;
    case 'endless':
      return 'does not end';
  }
}
