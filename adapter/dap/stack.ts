import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger, Runtime } from 'node:inspector';
import { noSuchHandle } from './errors.js';
import type { ClientCounting } from './position.js';
import { positionOf, type SourceLocation } from './script.js';
import { isInternal, isOwnScript, type SkipList } from './skipping.js';
import type { Sources } from './sources.js';
import type { Target } from './target.js';

/** A frame that the client has been given. */
export interface Frame {
  readonly id: number;
  readonly target: Target;
  readonly name: string;
  /** null: what awaits the frames above; nothing can be evaluated there. */
  readonly callFrame: Debugger.CallFrame | null;
  /** null: only a title between frames. */
  readonly location: SourceLocation | null;
}

/** What is known of one target's stack while it waits. */
interface Stack {
  readonly frames: Frame[];
  /** The asynchronous parents that were not looked at yet. */
  rest: { readonly trace: Runtime.StackTrace | undefined; readonly id: Runtime.StackTraceId | undefined } | null;
}

const mostAsyncParents = 50;

/** Stack frames, as far as the client has asked for them. */
export class Stacks {
  private readonly stacks = new Map<Target, Stack>();
  private readonly frames = new Map<number, Frame>();
  private lastId = 0;

  constructor(
    private readonly sources: Sources,
    private readonly skipList: SkipList,
    private readonly counting: ClientCounting,
  ) {}

  forget(target: Target): void {
    this.stacks.delete(target);
    for (const [id, frame] of this.frames) if (frame.target === target) this.frames.delete(id);
  }

  frame(id: number): Frame {
    const frame = this.frames.get(id);
    if (frame === undefined) throw noSuchHandle();
    return frame;
  }

  /** Whether this was a frame of a pause that is over: a client may still show it. */
  isPast(id: number): boolean {
    return id > 0 && id <= this.lastId && !this.frames.has(id);
  }

  /** Frames from `start`; parents above an `await` are only fetched when someone looks that far. */
  async list(
    target: Target,
    pause: Debugger.PausedEventDataType,
    start: number,
    levels: number,
  ): Promise<DebugProtocol.StackTraceResponse['body']> {
    const stack = this.stackOf(target, pause);
    const end = levels === 0 ? Infinity : start + levels;
    for (let parents = 0; stack.frames.length < end && stack.rest !== null && parents < mostAsyncParents; parents++)
      await this.extend(target, stack);
    const totalFrames = stack.frames.length + (stack.rest === null ? 0 : 1);
    return { stackFrames: stack.frames.slice(start, end).map((frame) => this.describe(frame)), totalFrames };
  }

  private stackOf(target: Target, pause: Debugger.PausedEventDataType): Stack {
    const known = this.stacks.get(target);
    if (known !== undefined) return known;
    const frames = pause.callFrames
      .filter(({ location, url }) => !isOwnScript(target.script(location.scriptId)?.url ?? url))
      .map((callFrame) => this.frameOf(target, callFrame.functionName, callFrame.location, callFrame));
    const rest = { trace: pause.asyncStackTrace, id: pause.asyncStackTraceId };
    const stack: Stack = { frames, rest: rest.trace === undefined && rest.id === undefined ? null : rest };
    this.stacks.set(target, stack);
    return stack;
  }

  private async extend(target: Target, stack: Stack): Promise<void> {
    const { rest } = stack;
    stack.rest = null;
    const trace = rest?.trace ?? (rest?.id === undefined ? undefined : await parentTrace(target, rest.id));
    if (trace === undefined) return;
    const callFrames = trace.callFrames.filter(({ url }) => !isOwnScript(url));
    if (callFrames.length > 0) {
      stack.frames.push(this.add({ target, name: trace.description || 'async', callFrame: null, location: null }));
      stack.frames.push(...callFrames.map((one) => this.frameOf(target, one.functionName, one, null)));
    }
    if (trace.parent !== undefined || trace.parentId !== undefined) stack.rest = { trace: trace.parent, id: trace.parentId };
  }

  private frameOf(
    target: Target,
    functionName: string,
    at: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number | undefined },
    callFrame: Debugger.CallFrame | null,
  ): Frame {
    const script = target.script(at.scriptId);
    const position = positionOf(at);
    const original = script?.sourceOf(position) ?? null;
    const location =
      script === undefined
        ? null
        : original !== null && this.sources.isAvailable(original.name, script)
          ? original
          : script.ownLocation(position);
    return this.add({ target, name: functionName || '<anonymous>', callFrame, location });
  }

  private add(frame: Omit<Frame, 'id'>): Frame {
    const added = { ...frame, id: ++this.lastId };
    this.frames.set(added.id, added);
    return added;
  }

  private describe({ id, name, callFrame, location }: Frame): DebugProtocol.StackFrame {
    if (location === null) return { id, name, line: 0, column: 0, presentationHint: 'label' };
    const { source, line, column } = this.sources.locate(location);
    const isFaint = this.skipList.isSkipped(location.name) || isInternal(location.name);
    return {
      id,
      name,
      source,
      line: this.counting.line(line),
      column: this.counting.column(column),
      canRestart: callFrame !== null,
      ...(isFaint ? { presentationHint: 'subtle' } : {}),
    };
  }
}

async function parentTrace(target: Target, stackTraceId: Runtime.StackTraceId): Promise<Runtime.StackTrace | undefined> {
  try {
    return (await target.client.send('Debugger.getStackTrace', { stackTraceId })).stackTrace;
  } catch {
    return undefined; // V8 has forgotten it
  }
}
