import type { DebugProtocol } from '@vscode/debugprotocol';

/** The way in which a stop was left. */
export type Leaving = 'continue' | 'next' | 'stepIn' | 'stepOut';

export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** A stop of the program, as the conversation between VS Code and a debug adapter shows it. */
export interface JourneyStop {
  readonly reason: string;
  /** null: nobody asked where it was. */
  readonly place: Place | null;
  readonly left: Leaving | null;
}

/** The way of a program from its start to where it waits. */
export interface Journey {
  readonly stops: readonly JourneyStop[];
}

/** Listens to a conversation with a debug adapter, and knows how the program came to where it waits. */
export class JourneyRecorder {
  private readonly stops: { reason: string; place: Place | null; left: Leaving | null; readonly threadId: number | undefined }[] = [];
  private readonly stackRequests = new Map<number, number>();
  /** Why the way cannot be gone again. */
  private obstacle: string | null = null;

  /** `realPath`: the one path of a file that has several. */
  constructor(private readonly realPath: (path: string) => string = (path) => path) {}

  /** From VS Code to the adapter. */
  requested({ seq, command, arguments: args }: DebugProtocol.Request): void {
    const last = this.stops.at(-1);
    switch (command) {
      case 'continue':
      case 'next':
      case 'stepIn':
      case 'stepOut':
        if (last !== undefined) last.left = command;
        if ((args as DebugProtocol.StepInArguments | undefined)?.targetId !== undefined)
          this.obstacle ??= 'a call was chosen to be stepped into';
        break;
      case 'restartFrame':
        this.obstacle ??= 'a frame was restarted';
        break;
      case 'setVariable':
      case 'setExpression':
        this.obstacle ??= 'a value was changed by hand';
        break;
      case 'stackTrace': {
        const { startFrame, threadId } = args as DebugProtocol.StackTraceArguments;
        if ((startFrame ?? 0) === 0 && threadId === last?.threadId) this.stackRequests.set(seq, this.stops.length - 1);
        break;
      }
    }
  }

  /** From the adapter to VS Code. */
  told(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === 'event') this.happened(message as DebugProtocol.Event);
    if (message.type === 'response') this.answered(message as DebugProtocol.Response);
  }

  /** The way to where the program waits; as a sentence, why it cannot be gone again. */
  get journey(): Journey | string {
    const last = this.stops.at(-1);
    if (last?.left !== null) return 'The program does not wait.';
    const { obstacle } = this;
    if (obstacle !== null) return `Whence cannot bring the program here again: ${obstacle}. Start it with Whence, and stop there.`;
    if (this.stops.some(({ reason }) => reason === 'pause'))
      return 'Whence cannot bring the program here again: it was paused at no moment that can be told. Stop it at a breakpoint, and ask again.';
    if (new Set(this.stops.map(({ threadId }) => threadId)).size > 1)
      return 'Whence cannot bring the program here again: several of its threads were stopped. Start it with Whence, and stop there.';
    return { stops: this.stops.map(({ reason, place, left }) => ({ reason, place, left })) };
  }

  private happened({ event, body }: DebugProtocol.Event): void {
    if (event !== 'stopped') return;
    const { reason, threadId, description } = body as DebugProtocol.StoppedEvent['body'];
    // A statement `debugger` is a pause to some adapters; what the user asked for is described as such.
    const isAsked = reason === 'pause' && !/debugger/i.test(description ?? '');
    this.stops.push({ reason: isAsked ? 'pause' : reason === 'pause' ? 'debugger' : reason, place: null, left: null, threadId });
  }

  private answered({ request_seq: seq, success, body }: DebugProtocol.Response): void {
    const stop = this.stops[this.stackRequests.get(seq) ?? -1];
    this.stackRequests.delete(seq);
    if (stop === undefined || stop.place !== null || !success) return;
    const [frame] = (body as DebugProtocol.StackTraceResponse['body'] | undefined)?.stackFrames ?? [];
    if (frame?.source?.path === undefined) return;
    stop.place = { path: this.realPath(frame.source.path), line: frame.line };
  }
}

/** The next action where a program that goes the way again has stopped. */
export type Advice =
  { readonly kind: 'go'; readonly how: Leaving } | { readonly kind: 'there' } | { readonly kind: 'lost'; readonly sentence: string };

/** Goes a way again, stop by stop. */
export class Retracing {
  private passed = 0;

  constructor(private readonly stops: readonly JourneyStop[]) {}

  /** The program has stopped. Where a breakpoint was set later than the stop before was left, it goes on. */
  arrived(at: Place): Advice {
    const expected = this.stops[this.passed];
    if (expected === undefined || (expected.place !== null && !isSame(expected.place, at))) {
      const wasLeft = this.passed === 0 ? 'continue' : this.stops[this.passed - 1]?.left;
      return wasLeft === 'continue' ? { kind: 'go', how: 'continue' } : this.lost(at);
    }
    this.passed++;
    return expected.left === null ? { kind: 'there' } : { kind: 'go', how: expected.left };
  }

  /** The program has ended on the way. */
  ended(): Advice {
    return this.lost(null);
  }

  private lost(at: Place | null): Advice {
    const wanted = this.stops[this.passed]?.place;
    const there = wanted === null || wanted === undefined ? '' : ` at ${nameOf(wanted)}`;
    const came = at === null ? 'it ended' : `it came to ${nameOf(at)}`;
    return {
      kind: 'lost',
      sentence: `Run again, the program did not stop${there}: ${came}. Have breakpoints been taken away, or does it run differently each time?`,
    };
  }
}

function isSame(a: Place, b: Place): boolean {
  return a.line === b.line && a.path === b.path;
}

function nameOf({ path, line }: Place): string {
  return `${path.split(/[\\/]/).at(-1)}:${line}`;
}

/** Plain values of a frame's variables that are not what they were, as sentences of the user's: `n was 1 and is 2`. */
export function differences(before: readonly DebugProtocol.Variable[], after: readonly DebugProtocol.Variable[]): readonly string[] {
  const now = new Map(after.map(({ name, value }) => [name, value]));
  return before.flatMap(({ name, value }) => {
    const other = now.get(name);
    return other === undefined || !isPlain(value) || !isPlain(other) || other === value ? [] : [`${name} was ${value} and is ${other}`];
  });
}

/** Numbers, short texts, booleans, null: values that adapters show alike. */
function isPlain(value: string): boolean {
  return /^(-?\d[\d.e+-]*|-?Infinity|NaN|true|false|null|'[^'\\]{0,80}')$/.test(value);
}
