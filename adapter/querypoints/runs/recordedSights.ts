import type { FrameReport, GeneratedCode, Paused, ValueReport } from '../../events/rows.js';
import { homeAt, isFunction, pathTo } from '../../instrument/tree.js';
import { mayWriteNamed } from '../../instrument/writesOfCode.js';
import type { ClassTexts } from '../../trace/moment/classTexts.js';
import { shown } from '../../trace/moment/preview.js';
import { RecordedHeap } from '../../trace/moment/recordedHeap.js';
import { RecordedMoment } from '../../trace/moment/recordedMoment.js';
import type { FrameAt } from '../../trace/moment/scopeInstances.js';
import { ActivationSteps } from '../../trace/replay/activationSteps.js';
import { AwaitingFrames, type Awaiting } from '../../trace/replay/awaitingFrames.js';
import { RecordedStack } from '../../trace/replay/stack.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import { nativePassageAt } from '../../trace/store/writingCalls.js';
import type { TraceRow, TraceStore } from '../../trace/store/traceStore.js';
import { frameNameAt, implicitConstructorName, isClass } from '../text/frameName.js';
import type { Site } from '../../instrument/site.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

const notAssigned: ValueReport = { kind: 'primitive', type: 'undefined', text: 'undefined' };

/** Moments of a recording with the frames that would be on the stack. */
export class RecordedSights {
  private readonly stack: RecordedStack;
  private readonly awaiting: AwaitingFrames;
  private readonly steps: ActivationSteps;

  /** @param onUnknown Called with an expression of which a part was not recorded. */
  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
    private readonly classes: ClassTexts,
    private readonly onUnknown: (expression: string) => void,
  ) {
    const steps = new ActivationSteps(store, texts);
    this.steps = steps;
    this.stack = new RecordedStack(store, steps);
    this.awaiting = new AwaitingFrames(store, steps);
  }

  /** The moment of an event; null where its text is not known. */
  momentOf(event: number, why: Paused['why'] = 'event'): RecordedMoment | null {
    const row = this.store.row(event);
    const found = row === null ? undefined : this.store.source.site(row.site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    if (row === null || found === undefined || text === undefined) return null;
    return this.momentAt({ activation: row.activation, text, offset: controlAt(text, found.site), time: event }, why, event);
  }

  /** The moment of a throw: control is at the statement that throws, or at what made the exception; null where its text is not known. */
  throwOf(event: number, why: Paused['why'] = 'exception'): RecordedMoment | null {
    const row = this.store.row(event);
    const found = row === null ? undefined : this.store.source.site(row.site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    const value = row === null ? null : this.store.valueOf(row);
    if (row === null || found === undefined || text === undefined || value === null) return null;
    const { offset } = found.site;
    const statement = pathTo(text.program, offset).findLast((node) => node.type === 'ThrowStatement' && node.argument.start === offset);
    // What is told when a handler has it was thrown before its activation was seen to have ended.
    const ended = this.store.source.endOf(row.activation)?.event ?? event;
    const frame: FrameAt = { activation: row.activation, text, offset: statement?.start ?? offset, time: Math.min(event, ended) };
    const exception = { value: shown(this.store, value, event), isCaught: this.isCaught(row, frame) };
    return this.momentAt(frame, why, null, exception, this.store.occurrenceAt(row.site, event));
  }

  /** Whether what a row throws was caught in the same turn; null where it left a function whose promise is rejected, or that Node has called. */
  private isCaught(row: TraceRow, frame: FrameAt): boolean | null {
    const caught = this.store.caughtAt(row);
    const catching = caught === null ? null : (this.store.row(caught)?.activation ?? null);
    const frames = [frame, ...this.callersOf(frame)];
    for (const { activation, text, offset } of frames) {
      if (activation === catching) return true;
      const home = homeAt(text.program, offset);
      if (isFunction(home) && home.async) return null;
    }
    const outermost = frames.at(-1) ?? frame;
    return caught !== null || isFunction(homeAt(outermost.text.program, outermost.offset)) ? null : false;
  }

  momentAt(
    frame: FrameAt,
    why: Paused['why'],
    event: number | null,
    exception: Paused['exception'] = null,
    occurrence = 0,
  ): RecordedMoment {
    const frames = [frame, ...this.callersOf(frame)];
    const row = event === null ? null : this.store.row(event);
    const owner = row === null ? null : this.store.source.object(row.subject);
    const told = row === null ? null : this.store.valueOf(row);
    const value = told === null ? null : shown(this.store, told, row?.event ?? 0);
    const paused: Paused = {
      kind: 'paused',
      why,
      time: event === null ? frame.time : event + 1,
      site: row?.site ?? 0,
      loadedTexts: 0,
      leftOutTexts: 0,
      threads: 0,
      occurrence: row === null ? occurrence : this.store.occurrenceAt(row.site, row.event),
      passage: row !== null && this.isOfNative(row.site) ? nativePassageAt(this.store, row) : null,
      frames: [
        ...frames.map((one) => this.report(one)),
        ...this.awaitingOf(frames.at(-1)).frames.map((one) => ({ ...this.report(one), isAsync: true })),
      ],
      exception,
      owner,
      value,
      before: event === null ? null : this.beforeOf(event),
      earlier: null,
    };
    return new RecordedMoment(this.store, this.texts, this.classes, { paused, frames, owner, value, onUnknown: this.onUnknown });
  }

  /** What a place held before an event changed it, as it was then; null when it is not known. */
  private beforeOf(event: number): ValueReport | null {
    const row = this.store.row(event);
    const told = this.store.beforeOf(event);
    if (row?.kind === Kind.content) return { kind: 'absent' }; // it came into being
    if (row === null || told === null || this.mayHaveChangedBefore(event)) return null;
    const isFirst = told.kind === 'absent' && this.store.changeBefore(row) === null;
    if (isFirst && this.isOfVar(event)) return notAssigned;
    const before = isFirst ? RecordedHeap.bornWith(this.store, this.classes, row) : told;
    return before === null ? null : shown(this.store, before, event - 1);
  }

  /** Whether an event writes a variable that has a value, undefined, when its function begins. */
  private isOfVar(event: number): boolean {
    const row = this.store.row(event);
    const found = row === null ? undefined : this.store.source.site(row.site);
    if (found === undefined || found.site.declaration === null || found.site.isAfter) return false;
    return this.texts.text(found.path)?.scopes.bindingAt.get(found.site.offset)?.kind === 'var';
  }

  /** Whether something that is not seen may have written a place since the change before an event. */
  private mayHaveChangedBefore(event: number): boolean {
    const { store } = this;
    const row = store.row(event);
    const since = row === null ? null : store.changeBefore(row);
    const { uncertain, code } = store.source.relations;
    const isBetween = ({ first, last }: { readonly first: number; readonly last: number }): boolean =>
      first <= event && last > (since?.event ?? -1);
    const key = row === null ? '' : store.source.keyOf(row.key);
    // What natives do for such code is seen: they alone write entries.
    const mayWrite = ({ text }: GeneratedCode) => !key.startsWith('entry ') && (/^\w+ /.test(key) || mayWriteNamed(text, key));
    return (
      code.some((one) => isBetween(one) && mayWrite(one)) ||
      uncertain.some((one) => (one.owner === row?.subject || one.owner === 0) && isBetween(one))
    );
  }

  private isOfNative(site: number): boolean {
    const kind = this.store.source.site(site)?.site.kind;
    return kind === 'native' || kind === 'result';
  }

  /** Whether some function may wait for the frames of a moment of which the recording does not tell. */
  isAwaited({ outermost }: RecordedMoment): boolean {
    return !this.awaitingOf(outermost).isWhole;
  }

  private awaitingOf(outermost: FrameAt | null | undefined): Awaiting {
    if (!outermost || !this.stack.isBehindAwait(outermost.activation, outermost.time)) return { frames: [], isWhole: true };
    return this.awaiting.of(outermost.activation, outermost.time);
  }

  /** A moment of which nothing but the innermost frame is looked at. */
  innermostAt(frame: FrameAt): RecordedMoment {
    return RecordedMoment.ofFrame(this.store, this.texts, this.classes, frame);
  }

  /** The frames below one, the innermost first: an activation that goes on after an `await` has none. */
  private callersOf(frame: FrameAt): readonly FrameAt[] {
    const position = { ...frame, end: frame.offset, kind: 'event', isCertain: true } as const;
    return [...this.stack.frames(position)].slice(1);
  }

  private report({ text, offset, activation, time }: FrameAt): FrameReport {
    const { line, column } = text.lines.positionOf(offset);
    const path = pathTo(text.program, offset);
    const at = path.findLastIndex((node) => isClass(node) && node.start === offset);
    const isImplicit = at >= 0 && this.steps.implicitConstructorOf(activation, time)?.node === path[at];
    const functionName = isImplicit ? implicitConstructorName(path.slice(0, at + 1)) : frameNameAt(text.program, offset);
    return { functionName, path: text.path, line, column, isAsync: false };
  }
}

/** Where control is when a site tells: a field with a computed name is told at the name, when what gives it its value runs. */
function controlAt({ program }: LoadedText, { kind, offset }: Site): number {
  const member = kind === 'define' ? pathTo(program, offset).findLast(({ type }) => type === 'PropertyDefinition') : undefined;
  return member?.type === 'PropertyDefinition' && member.computed && member.key.start === offset ? member.key.end : offset;
}
