import type { PassageStep, ReplayStep } from '../instrument/plan.js';
import { stoppable } from '../instrument/stoppable.js';
import type { OpenedRecording, Position, StopPoint } from './openedRecording.js';

/** Lets others have a turn after so many looks. */
const looksInTurn = 100;

/** Where the steps lead in a recording by which another run came to its stop; null: they are not in the recording, or it cannot tell. */
export async function positionBySteps(recording: OpenedRecording, steps: readonly ReplayStep[]): Promise<Position | null> {
  let at: Position | null = null;
  for (const step of steps) {
    at = await positionBehind(recording, at, step);
    if (at === null) return null;
  }
  return at;
}

async function positionBehind(recording: OpenedRecording, from: Position | null, step: ReplayStep): Promise<Position | null> {
  const first = recording.first();
  const stop = step.kind === 'throw' ? ({ kind: 'throw', isUncaught: step.isUncaught } as const) : passageOf(recording, step);
  if (first === null || stop === null) return null;
  let hits = 0;
  const counts = (position: Position): boolean => isThere(recording, step, position) && ++hits === step.hit;
  // A program's first statement is behind nothing.
  if (from === null && stop.kind === 'statement' && first.offset === stop.statement.node.start && counts(first)) return first;
  let looks = 0;
  const breathe = async (): Promise<void> => {
    if (++looks % looksInTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  for await (const { position } of recording.stops(from ?? first, 'forward', [{ stop }], breathe)) if (counts(position)) return position;
  return null;
}

/** What a step stops at; null where it is no statement, or has a condition, which only a run evaluates. */
function passageOf({ open }: OpenedRecording, { path, line, column, moment, when }: PassageStep): StopPoint | null {
  const text = open.reader.texts.text(path);
  if (text === undefined || moment !== 'before' || when !== null) return null;
  const start = text.offsetAt(line, column);
  const found = stoppable(text.program).find(({ node, kind }) => node.start === start && !/^(?:loopPart|end|initializer)$/.test(kind));
  return found === undefined ? null : { kind: 'statement', statement: { text, node: found.node } };
}

function isThere({ stack }: OpenedRecording, step: ReplayStep, position: Position): boolean {
  if (position.text.path !== step.path) return false;
  if (step.kind === 'throw') return position.text.lines.positionOf(position.offset).line === step.line;
  return step.depth === null || [...stack.frames(position)].length === step.depth;
}
