import type { ValueReport } from '../events/rows.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { TraceReader } from './reader.js';

/** A trace event of Chrome: `B` and `E` begin and end a call, `s` and `f` lead from where one waits to where it goes on, `M` names. */
export interface ChromeEvent {
  readonly ph: 'B' | 'E' | 's' | 'f' | 'M';
  readonly name: string;
  readonly cat?: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts?: number;
  readonly id?: number;
  readonly bp?: 'e';
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The calls of a recording, one event after the other: only what is open is kept. */
export function* chromeEvents(reader: TraceReader): Generator<ChromeEvent> {
  const { head } = reader.store.source;
  const pid = head?.pid ?? 1;
  yield { ph: 'M', name: 'process_name', pid, tid: 0, args: { name: head?.program ?? '' } };
  for (const [thread, name] of reader.threadNames) yield { ph: 'M', name: 'thread_name', pid, tid: thread + 1, args: { name } };
  const clock = new Clock(reader.store.source.marks, reader.store.end);
  const threads = new Map<number, OpenCalls>();
  for (const row of reader.store.rows()) {
    let calls = threads.get(row.thread);
    if (calls === undefined) threads.set(row.thread, (calls = new OpenCalls(reader, pid, row.thread)));
    yield* calls.see(row, clock.at(row.event));
  }
  for (const calls of threads.values()) yield* calls.close();
}

/** When events happened: between two marks evenly. */
class Clock {
  private next = 0;
  private before: readonly [event: number, milliseconds: number] = [0, 0];

  constructor(
    private readonly marks: readonly (readonly [event: number, milliseconds: number])[],
    private readonly end: number,
  ) {}

  /** The time of an event in microseconds; they are asked for in their order. */
  at(event: number): number {
    let mark = this.marks[this.next];
    while (mark !== undefined && mark[0] <= event) {
      this.before = mark;
      mark = this.marks[++this.next];
    }
    const [from, start] = this.before;
    // Behind the last mark a microsecond an event is as good as any.
    const [to, stop] = mark ?? [this.end, start + (this.end - from) / 1000];
    return Math.round((start + ((stop - start) * (event - from)) / Math.max(1, to - from)) * 1e6) / 1e3;
  }
}

/** The calls that are open in one thread. */
class OpenCalls {
  private readonly stack: number[] = [];
  private readonly waiting = new Set<number>();
  private now = 0;

  constructor(
    private readonly reader: TraceReader,
    private readonly pid: number,
    private readonly thread: number,
  ) {}

  *see(row: TraceRow, time: number): Generator<ChromeEvent> {
    if (row.kind === Kind.none) return;
    // Clocks of threads differ: within one, time does not go back.
    this.now = Math.max(this.now, time);
    yield* this.leaveTo(row.activation);
    if (row.kind === Kind.call || row.kind === Kind.resume) yield* this.enter(row.subject);
    else if (row.activation !== 0 && this.stack.at(-1) !== row.activation) yield* this.enter(row.activation);
    if (row.kind !== Kind.exit && row.kind !== Kind.suspend) return;
    if (row.kind === Kind.suspend && this.stack.at(-1) === row.subject) {
      this.waiting.add(row.subject);
      yield this.event('s', row.subject);
    }
    if (this.stack.at(-1) === row.subject) yield* this.leave();
  }

  *close(): Generator<ChromeEvent> {
    while (this.stack.length > 0) yield* this.leave();
  }

  /** What is above an activation has ended; all has where it does not run. */
  private *leaveTo(activation: number): Generator<ChromeEvent> {
    const at = activation === 0 ? -1 : this.stack.lastIndexOf(activation);
    while (this.stack.length > at + 1) yield* this.leave();
  }

  private *leave(): Generator<ChromeEvent> {
    const activation = this.stack.pop();
    if (activation !== undefined) yield { ph: 'E', name: this.nameOf(activation), pid: this.pid, tid: this.thread + 1, ts: this.now };
  }

  private *enter(activation: number): Generator<ChromeEvent> {
    this.stack.push(activation);
    yield this.event('B', activation);
    if (this.waiting.delete(activation)) yield this.event('f', activation);
  }

  private event(ph: 'B' | 's' | 'f', activation: number): ChromeEvent {
    const base = { name: this.nameOf(activation), cat: 'call', pid: this.pid, tid: this.thread + 1, ts: this.now };
    if (ph === 's') return { ...base, ph, cat: 'wait', id: activation };
    if (ph === 'f') return { ...base, ph, cat: 'wait', id: activation, bp: 'e' };
    const call = this.reader.activation(activation);
    if (call === null) return { ...base, ph };
    const { file, line } = this.reader.place(this.reader.positionAt(call.path, call.start));
    return {
      ...base,
      ph,
      args: { event: call.event, at: `${String(file)}:${String(line)}`, arguments: call.arguments.map(shortText).join(', ') },
    };
  }

  private nameOf(activation: number): string {
    const call = this.reader.activation(activation);
    return call === null ? '' : this.reader.functionName(call) || 'top level';
  }
}

const longestText = 60;

function shortText(value: ValueReport | null): string {
  if (value === null || value.kind === 'absent') return '?';
  if (value.kind === 'object') return `${value.className}#${value.id}`;
  const text = value.type === 'string' ? JSON.stringify(value.text) : value.text;
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
