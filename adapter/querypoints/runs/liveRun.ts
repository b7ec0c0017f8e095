import type { EventSource } from '../../events/eventSource.js';
import type { Moment } from '../../events/moment.js';
import type { Conversation } from '../../launch/debuggeeConversation.js';
import type { Evaluated, FrameReport, Paused } from '../../events/rows.js';
import { inferredNameAt } from '../text/frameName.js';
import type { RunTexts } from '../text/texts.js';

type Debuggee = Pick<Conversation, 'ask'>;

/** The events of a program that waits: it looks them up itself. */
export function liveEvents(debuggee: Debuggee): EventSource {
  return {
    areCallsWhole: true,
    canLookAround: true,
    select: (request) => debuggee.ask({ kind: 'select', request }),
    event: (ordinal) => debuggee.ask({ kind: 'event', ordinal }),
    history: (request) => debuggee.ask({ kind: 'history', ...request }),
    entriesOf: (owner, before) => debuggee.ask({ kind: 'entriesOf', owner, before }),
    alike: (ordinal, most) => debuggee.ask({ kind: 'alike', ordinal, most }),
    memory: (request) => debuggee.ask({ kind: 'memory', ...request }),
    uncertain: (request) => debuggee.ask({ kind: 'uncertain', ...request }),
    wholeOf: (object) => debuggee.ask({ kind: 'wholeOf', object }),
    activationOf: (object) => debuggee.ask({ kind: 'activationOf', object }),
    code: () => debuggee.ask({ kind: 'code' }),
    passages: (sites) => debuggee.ask({ kind: 'passages', sites }),
    digest: () => debuggee.ask({ kind: 'digest' }),
    all: () => debuggee.ask({ kind: 'all' }),
  };
}

/**
 * The same, with names for functions without one that follow from the text: those that V8 makes depend on the probes. `isProbed`: whether a text has
 * any.
 */
export function namedByText(paused: Paused, texts: Pick<RunTexts, 'text'>, isProbed: (path: string) => boolean): Paused {
  const known = new Map<string, string | null>();
  const nameOf = ({ path, line, column }: FrameReport): string | null => {
    const text = isProbed(path) ? texts.text(path) : undefined;
    return text === undefined ? null : inferredNameAt(text.program, text.offsetAt(line, column));
  };
  const frames = paused.frames.map((frame) => {
    const place = `${frame.path}:${frame.line}:${frame.column}`;
    const name = known.get(place) ?? nameOf(frame);
    known.set(place, name);
    return frame.isAsync || name === null ? frame : { ...frame, functionName: name };
  });
  return { ...paused, frames };
}

/** Where a program waits now. */
export function liveMoment(debuggee: Debuggee, paused: Paused): Moment {
  const { framesLeftOut = 0 } = paused;
  const held = (frame: number): number => frame + framesLeftOut;
  return {
    paused,
    evaluate: (frame, expression) => debuggee.ask({ kind: 'evaluate', frame: held(frame), expression }),
    functionPlace: (frame, expression) => debuggee.ask({ kind: 'functionPlace', frame: held(frame), expression }),
    isNative: async (frame, expression) => {
      const outcome: Evaluated = await debuggee.ask({ kind: 'evaluate', frame: held(frame), expression });
      return 'value' in outcome && outcome.value.kind === 'object' && outcome.value.type === 'function';
    },
    privateFields: (frame, expression) => debuggee.ask({ kind: 'privateFields', frame: held(frame), expression }),
    property: (frame, expression, name) => debuggee.ask({ kind: 'property', frame: held(frame), expression, name }),
  };
}
