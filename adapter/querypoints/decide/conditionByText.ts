import { isAmongParameters, mentionsArguments } from '../../instrument/parameters.js';
import type { Binding } from '../../instrument/scopes.js';
import { classAt, homeAt, isFunction, pathTo, walk, type AnyNode, type Program } from '../../instrument/tree.js';
import type { Paused, ValueReport } from '../../events/rows.js';
import { operandsAt, testIsCatch, wayOf, type DecidingFork } from '../text/forkPaths.js';
import { valueAt } from '../../events/moment.js';
import { operandName } from '../seen/observation.js';
import type { CodePlace } from '../text/texts.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import type { SeenRun } from '../seen/seenRun.js';

/** A frame that is on the stack where the program waits. */
export interface WaitingFrame {
  readonly paused: Paused;
  readonly frame: number;
  /** Where control is in it. */
  readonly place: CodePlace;
}

/**
 * The condition that was evaluated last before control came to where a frame is, as far as the text says it: all but how often it was
 * evaluated before. null: the text leaves open which it was, or which way was taken.
 */
export async function conditionByText(
  run: SeenRun,
  { id, kind, of }: Query,
  { time }: PointAnswer,
  waiting: WaitingFrame,
  forks: readonly DecidingFork[],
): Promise<PointAnswer | null> {
  const { program } = waiting.place.text;
  const last = forks.at(-1);
  if (last?.isCertain !== true || !runsInOneGo(waiting)) return null;
  const test = { offset: last.start, end: last.end };
  const outcome = outcomes.find((value) => last.leadsHere(value));
  if (outcome === undefined || testIsCatch(program, test)) return null;
  const taken = wayOf(program, test, outcome, null);
  // Which case was entered, the text does not say: one may have fallen through to the next.
  if (taken === null || isOfSwitch(program, test)) return null;
  const position = waiting.place.text.userPosition(last.start, last.end);
  if (position === null) return null;
  // It has no time among events, but was before the point.
  const answer = { ...unknownPoint(id, kind, of, 'located', ''), reason: null, position, taken, time: (time ?? 0) - 0.5 };
  const { functionName, values, stack } = await seenFrom(run, waiting, last, position);
  return { ...answer, functionName, values, stack };
}

/**
 * What a condition of an activation that is on the stack still shows where the program waits: the stack, where its function runs in one
 * go, and the values that nothing has changed since.
 */
export async function whatIsLeft(run: SeenRun, waiting: WaitingFrame, answer: PointAnswer): Promise<PointAnswer> {
  const { identity, position } = answer;
  if (identity?.siteKind !== 'fork' || position === null || answer.stack !== null || !runsInOneGo(waiting)) return answer;
  const { offset, end } = identity;
  const { text } = waiting.place;
  if (testIsCatch(text.program, identity) || text.userPosition(offset, end) === null) return answer;
  const { areAllSeen, ...seen } = await seenFrom(run, waiting, { start: offset, end }, position);
  // Another run sees them all, and then the stack too.
  return areAllSeen ? { ...answer, ...seen } : { ...answer, values: seen.values };
}

const outcomes: readonly ValueReport[] = [
  { kind: 'primitive', type: 'boolean', text: 'true' },
  { kind: 'primitive', type: 'boolean', text: 'false' },
  { kind: 'primitive', type: 'undefined', text: 'undefined' },
];

/** Whether the frame's function has not been left since it was called, so that whoever called it is still below. */
function runsInOneGo({ paused, frame, place: { text, offset } }: WaitingFrame): boolean {
  if (paused.frames.slice(0, frame + 1).some(({ isAsync }) => isAsync)) return false;
  const home = homeAt(text.program, offset);
  if (isFunction(home) ? home.async || home.generator || isAmongParameters(home, offset) : awaits(home)) return false;
  // Fields and static blocks are run by functions of their own.
  return classAt(text.program, offset) === (isFunction(home) ? classAt(text.program, home.start) : null);
}

/** Whether a program waits for something itself. */
function awaits(program: AnyNode): boolean {
  let isFound = false;
  walk(program, (node) => {
    isFound ||= node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    return !isFound && !isFunction(node);
  });
  return isFound;
}

function isOfSwitch(program: Program, test: { readonly offset: number; readonly end: number }): boolean {
  return pathTo(program, test.offset).some(
    (node) => node.type === 'SwitchStatement' && node.discriminant.start === test.offset && node.discriminant.end === test.end,
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Seen {
  readonly functionName: string | null;
  readonly values: PointAnswer['values'];
  readonly stack: NonNullable<PointAnswer['stack']>;
  readonly areAllSeen: boolean;
}

async function seenFrom(run: SeenRun, waiting: WaitingFrame, test: Span, position: NonNullable<PointAnswer['position']>): Promise<Seen> {
  const { paused, frame, place } = waiting;
  const { text } = place;
  const frames = paused.frames.slice(frame);
  const values: Record<string, ValueReport> = {};
  let areAllSeen = true;
  for (const operand of operandsAt(text.program, { offset: test.start, end: test.end })) {
    const value = isUnchangedSince(test, operand, place) ? await plainValue(run, waiting, operand) : null;
    if (value === null) areAllSeen = false;
    else values[operandName(run.texts, text, operand)] = value;
  }
  return { functionName: frames[0]?.functionName ?? null, values, stack: run.stackOf({ ...paused, frames }, position) ?? [], areAllSeen };
}

/** What a variable holds, if it is not an object, in which something may have changed. V8 says undefined of what it has dropped. */
async function plainValue(run: SeenRun, { frame, place: { text } }: WaitingFrame, operand: Span): Promise<ValueReport | null> {
  const { moment } = run.state;
  const value = moment === null ? null : await valueAt(moment, frame, text.text.slice(operand.start, operand.end));
  return value?.kind === 'primitive' && value.type !== 'undefined' ? value : null;
}

/** Whether an operand of a test is a variable that nothing can have written since, and whose name still means it where control is. */
function isUnchangedSince(test: Span, operand: Span, { text, offset }: CodePlace): boolean {
  const { program, scopes } = text;
  const binding = scopes.bindingAt.get(operand.start);
  if (binding === undefined || binding.kind === 'import' || binding.isObscured) return false;
  if (text.text.slice(operand.start, operand.end) !== binding.name || scopes.lookUp(binding.name, offset) !== binding) return false;
  if (binding.kind === 'const') return true;
  if (/\beval\b/.test(text.text)) return false;
  if (isWrittenOnce(binding)) return true;
  const home = homeAt(program, offset);
  if (binding.scope.home !== home || (binding.kind === 'parameter' && mentionsArguments(home))) return false;
  const [begin, end] = whatRanSince(program, test, offset);
  const writes = binding.references.filter(({ isWrite }) => isWrite);
  return writes.every((write) => write.home === home && (write.node.end <= begin || write.node.start >= end));
}

/** Whether a variable is only written where it is declared. */
function isWrittenOnce({ kind, references, declarations }: Binding): boolean {
  return kind === 'let' && references.every(({ node, isWrite }) => !isWrite || declarations.includes(node));
}

/** What stands outside has not been run since a test was evaluated last. */
function whatRanSince(program: Program, { start, end }: Span, offset: number): readonly [number, number] {
  const path = pathTo(program, offset);
  const loops = path.filter(({ type }) => /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/.test(type));
  const own = loops.find((node) => node.type === 'ForStatement' && node.test?.start === start && node.test.end === end);
  // What a loop does between two iterations is done before its test.
  const begin = own?.type === 'ForStatement' && own.update ? own.update.end : end;
  const statement = path.findLast(({ type }) => /(?:Statement|Declaration)$/.test(type) && type !== 'BlockStatement');
  const last = Math.max(offset, statement?.end ?? 0);
  if (offset >= begin) {
    // A loop that began since may have come to what stands behind.
    const inner = loops.find((node) => node.start >= begin);
    return [begin, Math.max(last, inner?.end ?? 0)];
  }
  // Control came back to what stands before the test.
  const around = loops.findLast((node) => node.start <= start && end <= node.end);
  return [around?.start ?? 0, Math.max(last, around?.end ?? program.end)];
}
