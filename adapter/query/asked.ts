import { QuestionError, type Json, type NamedQuestion } from './parseQuestion.js';
import type { TraceReader } from './reader.js';

/** A question with the recording that it is put to: what its keys are given, read as what they stand for. */
export class Asked {
  readonly from: number;
  readonly to: number;
  /** Whether natives' and Node's own are asked about, too. */
  readonly isSystem: boolean;
  /** Whether all rows that are given are there: of the others only the event and the thread are looked at. */
  isOnlyCounting = false;

  constructor(
    readonly reader: TraceReader,
    private readonly question: NamedQuestion,
  ) {
    this.from = this.event('from', 0);
    this.to = this.event('to', Infinity);
    this.isSystem = question.values.get('system') === true;
  }

  get name(): string {
    return this.question.shape.name;
  }

  has(key: string): boolean {
    return this.question.values.has(key);
  }

  json(key: string): Json {
    return this.question.values.get(key) ?? null;
  }

  text(key: string): string {
    return String(this.question.values.get(key) ?? '');
  }

  /** The number of an event; `end` is after the last. Throws a `QuestionError` where there is no such event. */
  event(key: string, otherwise = this.reader.store.end): number {
    const value = this.question.values.get(key);
    if (value === undefined) return otherwise;
    const { end } = this.reader.store;
    if (value === 'end') return end;
    if (typeof value !== 'number' || value >= end)
      throw new QuestionError(`There is no event ${String(value)}: the recording has ${end} events, from 0 to ${end - 1}.`);
    return value;
  }

  /** Whether nothing of what was asked about can be missing: the run was recorded to its end, and nothing was left out. */
  get isWhole(): boolean {
    const { ending, isDamaged, counts } = this.reader.store.source;
    return ending?.complete === true && !isDamaged && counts.size === 0;
  }

  /** The same, but that places which were passed often may have been only counted. */
  get isWholeButForCounts(): boolean {
    const { ending, isDamaged, counts, threads } = this.reader.store.source;
    if (ending === null || isDamaged) return false;
    const { signal, unrecorded } = ending;
    const isAlone = unrecorded !== undefined && unrecorded.threads + unrecorded.children === 0 && threads.length <= 1;
    return ending.complete || (counts.size > 0 && signal === null && isAlone);
  }

  /** Whether the whole run is asked about: what was only counted belongs to no part of it. */
  get isOfAll(): boolean {
    return this.from === 0 && this.to === Infinity && !this.has('thread');
  }

  /** The thread that is asked about; null: all. */
  get thread(): number | null {
    if (!this.has('thread')) return null;
    const name = this.text('thread');
    const threads = this.reader.threadNames;
    const found = [...threads].find(([, own]) => own === name)?.[0];
    if (found === undefined) throw new QuestionError(`There is no thread ${name}: the recording has ${[...threads.values()].join(', ')}.`);
    return found;
  }
}
