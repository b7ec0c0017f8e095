import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { openRecording } from '../../../adapter/query/openReader.js';
import { Kind } from '../../../adapter/trace/store/rowMeaning.js';
import type { TraceStore } from '../../../adapter/trace/store/traceStore.js';
import { growingTable } from '../speed/table.js';
import { cells, cheapest, recordedWhole, whence } from './manyEvents.js';

/** Calls of ten events each, about. */
const calls = Number(process.env['WHENCE_BENCH_CALLS'] ?? 800_000);

/**
 * The store of a closed file of ten million events: `npm run bench -- store`. First answers of the built command, with what was resident at
 * most; then lookups and joins of the store, beside the same on plain typed arrays with posting lists, which hold all events in memory.
 */
export async function printStore(print: (text: string) => void): Promise<void> {
  const run = recordedWhole(cells(calls));
  try {
    const open = openRecording(run.file, (path) => path);
    const { store } = open.reader;
    print(`The store of a closed file: ${store.end.toLocaleString('en')} events.\n\n`);
    const first = growingTable(['first answer (whole process)', 'ms', 'MB'], ['where(event: 9000000)'], print);
    for (const question of [
      `where(event: ${store.end - 100})`,
      'threadStatus()',
      'whereExceptionIsThrown()',
      'wasMethodCalled(method: "run")',
    ]) {
      const { milliseconds, megabytes } = await asked(run.folder, question);
      first([question, milliseconds.toFixed(0), Number.isNaN(megabytes) ? '-' : megabytes.toFixed(0)]);
    }
    print('\n');
    const plain = new PlainStore(store);
    const row = growingTable(['in the store, processor time', 'ms', 'plain ms', 'times'], ['temporal join: the total at each call'], print);
    const key = store.source.keyNumber('total') ?? 0;
    for (const [what, own, other] of [
      ['lookups: last change of a place', () => lookups(store, key), () => lookups(plain, key)],
      ['temporal join: the total at each call', () => temporalJoin(store, key), () => temporalJoin(plain, key)],
      ['extent join: changes in calls of a function', () => extentJoin(store, key), () => plain.extentJoin(key)],
    ] as const) {
      if (own() !== other()) throw new Error(`${what}: the answers differ.`);
      const [ms, plainMs] = [cheapest(own), cheapest(other)];
      row([what, ms.toFixed(1), plainMs.toFixed(1), (ms / plainMs).toFixed(2)]);
    }
    open.close();
    print('\n');
  } finally {
    run.dispose();
  }
}

function lookups(store: TraceStore | PlainStore, key: number): number {
  const objects = subjectsOf(store, key);
  let sum = 0;
  for (let at = 0; at < 20_000; at++) {
    const before = Math.floor(at * (store.end / 20_000));
    sum += store.lastChange(objects[at % objects.length] ?? 0, key, before)?.event ?? -1;
  }
  return sum;
}

const subjects = new WeakMap<object, readonly number[]>();

/** The objects that have the place. */
function subjectsOf(store: TraceStore | PlainStore, key: number): readonly number[] {
  let found = subjects.get(store);
  if (found === undefined) {
    const all = new Set<number>();
    for (const row of store.changesUnder(key)) {
      all.add(row.subject);
      if (all.size === 100) break;
    }
    subjects.set(store, (found = [...all]));
  }
  return found;
}

/** Each change of a total, with the last change of the next object's total before it. */
function temporalJoin(store: TraceStore | PlainStore, key: number): number {
  const objects = subjectsOf(store, key);
  const next = new Map(objects.map((object, index) => [object, objects[(index + 1) % objects.length] ?? 0]));
  let [sum, count] = [0, 0];
  for (const { subject, event } of store.changesUnder(key)) {
    if (count++ === 100_000) break;
    sum += store.lastChange(next.get(subject) ?? 0, key, event)?.event ?? -1;
  }
  return sum;
}

/** Each change of a total, with the call that called the one in which it is. */
function extentJoin(store: TraceStore, key: number): number {
  const { allActivations } = store.source;
  let sum = 0;
  for (const { activation } of store.changesUnder(key)) {
    const caller = allActivations.callerOf(activation);
    sum += caller === 0 ? 0 : allActivations.callOf(caller);
  }
  return sum;
}

interface PlainRow {
  readonly subject: number;
  readonly event: number;
}

/** All events in typed arrays, with a posting list for each place and key. */
class PlainStore {
  readonly end: number;
  private readonly subjects: Float64Array;
  private readonly activations: Int32Array;
  private readonly callers = new Int32Array(1 << 21);
  private readonly begun = new Float64Array(1 << 21);
  private readonly places = new Map<number, Map<number, Float64Array>>();
  private readonly keys = new Map<number, Float64Array>();

  constructor(store: TraceStore) {
    this.end = store.end;
    this.subjects = new Float64Array(store.end);
    this.activations = new Int32Array(store.end);
    const places = new Map<number, Map<number, number[]>>();
    const keys = new Map<number, number[]>();
    for (const row of store.rows()) {
      this.subjects[row.event] = row.subject;
      this.activations[row.event] = row.activation;
      if (row.kind === Kind.call) {
        this.callers[row.subject] = row.activation;
        this.begun[row.subject] = row.event;
      }
      if (row.kind !== Kind.change && row.kind !== Kind.content) continue;
      const ofKey = places.get(row.key) ?? new Map<number, number[]>();
      places.set(row.key, ofKey);
      const list = ofKey.get(row.subject) ?? [];
      ofKey.set(row.subject, list);
      list.push(row.event);
      const all = keys.get(row.key) ?? [];
      keys.set(row.key, all);
      all.push(row.event);
    }
    for (const [key, ofKey] of places)
      this.places.set(key, new Map([...ofKey].map(([subject, events]) => [subject, Float64Array.from(events)])));
    for (const [key, events] of keys) this.keys.set(key, Float64Array.from(events));
  }

  lastChange(subject: number, key: number, before: number): PlainRow | null {
    const list = this.places.get(key)?.get(subject);
    if (list === undefined) return null;
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle] ?? 0) < before) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : { subject, event: list[low - 1] ?? 0 };
  }

  *changesUnder(key: number): Generator<PlainRow> {
    for (const event of this.keys.get(key) ?? []) yield { event, subject: this.subjects[event] ?? 0 };
  }

  extentJoin(key: number): number {
    let sum = 0;
    for (const event of this.keys.get(key) ?? []) {
      const caller = this.callers[this.activations[event] ?? 0] ?? 0;
      sum += caller === 0 ? 0 : (this.begun[caller] ?? 0);
    }
    return sum;
  }
}

/** How long the command takes for a question, and what it has resident at most. */
async function asked(folder: string, question: string): Promise<{ readonly milliseconds: number; readonly megabytes: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [whence, 'query', 'run.trace', '--json', '--limit', '10', '--ask', question], {
    cwd: folder,
    stdio: 'ignore',
    // What was saved is no answer of the store.
    env: { ...process.env, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder },
  });
  let megabytes = NaN;
  const timer = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      if (kilobytes !== undefined) megabytes = Number(kilobytes) / 1024;
    } catch {
      // It has ended, or this is no Linux.
    }
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${question} was not answered.`);
  return { milliseconds: performance.now() - began, megabytes };
}
