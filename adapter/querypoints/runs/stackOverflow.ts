import { isFunction, pathTo, type AnyNode, type Program } from '../../instrument/tree.js';
import { stoppable, stoppableAround, type Stoppable } from '../../instrument/stoppable.js';
import type { StopReplay } from '../../instrument/plan.js';
import type { Uncaught } from '../../runtime/channel/messages.js';
import type { LoadedText } from '../text/texts.js';

/**
 * A stack overflow has no throw at which V8 would stop, and no room to look around: the stop is the last time that control came to the
 * statement in which it happened. In a run where the stack is larger there is room at that passage.
 */
export interface Overflow {
  readonly text: LoadedText;
  /** The innermost thing around it that control can stop before. */
  readonly place: Stoppable;
  readonly value: Uncaught['value'];
}

/** null where nothing around it is known that control can stop before. */
export function overflowIn(text: LoadedText | undefined, { overflow, value }: Pick<Uncaught, 'overflow' | 'value'>): Overflow | null {
  if (text === undefined || overflow === null || !isJavaScript(text)) return null;
  const offset = text.offsetAt(overflow.line, overflow.column);
  const around = pathTo(text.program, offset).findLast(isFunction);
  // Of what happens before the first statement of a function, V8 may say where the function begins.
  const isBefore = around !== undefined && offset < around.body.start;
  const place = isBefore ? firstIn(around.body, text.program) : stoppableAround(text.program, offset);
  return place === undefined ? null : { text, place, value };
}

function firstIn({ start, end }: AnyNode, program: Program): Stoppable | undefined {
  return stoppable(program).find(({ node, kind }) => kind !== 'part' && kind !== 'end' && start <= node.start && node.end <= end);
}

/** Whether a text is what V8 got, and not what a loader has made that of. */
function isJavaScript(text: LoadedText): boolean {
  try {
    return text.program.type === 'Program';
  } catch {
    return false;
  }
}

/** The how-many-th passage of its place, as a stop. */
export function replayOf({ text, place }: Overflow, hit: number): StopReplay {
  const { line, column } = text.lines.positionOf(place.node.start);
  return { steps: [{ kind: 'passage', path: text.path, line, column, moment: 'before', when: null, depth: null, hit }], names: [] };
}
