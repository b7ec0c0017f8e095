import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import type { ProxyTarget } from '../events/rows.js';
import { allCopies } from './record/scopes.js';
import { allLists } from './record/activations.js';
import { allSpans } from './record/memory.js';
import { allUncertain } from './record/uncertain.js';
import { allWholes } from './record/wholes.js';
import { runningActivations } from './probes/activities.js';
import { classNameOf, describe, nameOf, typeOf } from './hold/describe.js';
import { eventCount, shipRows, shipTo } from './record/events.js';
import { accessorsOfNode, noteMet } from './probes/unseenWrites.js';
import { storedAgain } from './probes/storedAgain.js';
import { inheritsOf, noteHeir, seenPrototypes, storedPrototypes, watchPrototypes } from './probes/inheritance.js';
import { generatedCode } from './probes/generatedCode.js';
import { idOf, onNewNumber } from './realm/identity.js';
import { now } from './realm/clock.js';
import { disguise, hasNoText } from './realm/disguise.js';
import { apply, copyInto, emptyList, integersOn, newArray, newFloats } from './realm/intrinsics.js';
import { behind } from './realm/proxies.js';
import { atEnd } from './realm/processEvents.js';
import { isFatal } from './traces/uncaughtLine.js';
import { threadStart } from './realm/numbers.js';
import { beginOwnWork, endOwnWork, ownWork } from './realm/ownWork.js';
import { inodeOf } from './channel/inode.js';
import { ParcelKind, shippedObjectSize, shippedTypes, type Parcel, type ShippedRelations } from './channel/parcels.js';
import { countedSites } from './rows/sites.js';
import { forgetValues, keptTextNumber, textCount, textNumber, textsFrom } from './rows/values.js';

/**
 * The way out of a recorded program: parcels on a descriptor of its own, to whoever packs them. A write waits when too many are unread,
 * so that the program never holds more than a page that nobody has.
 */
let descriptor = 4;

/** Another descriptor leads there. */
export function shipOver(opened: number): void {
  descriptor = opened;
}

/** No event stays with the program for much longer, in milliseconds. A thread may be ended by another one at any time. */
const flushMs = threadStart === null ? 250 : 50;

/** New objects that nobody has yet, as they are shipped: three doubles each, of which two are four integers. */
let born = newFloats(3 * 1024);
let bornWords = integersOn(born);
let bornCount = 0;

function noteBorn(object: object, number: number): void {
  if (bornCount * 3 === born.length) {
    born = copyInto(newFloats(born.length * 2), born);
    bornWords = integersOn(born);
  }
  beginOwnWork();
  try {
    bornWords[bornCount * 6] = number;
    bornWords[bornCount * 6 + 1] = textNumber(classNameOf(object));
    bornWords[bornCount * 6 + 2] = shippedTypes[object === globalThis ? 'global' : shippedTypeOf(object)];
    bornWords[bornCount * 6 + 3] = typeof object === 'function' ? keptTextNumber(nameOf(object)) + 1 : inheritsOf(object);
    born[bornCount * 3 + 2] = eventCount();
    bornCount++;
    noteProxied(object, number);
    if (typeof object === 'function') noteHeir(object, number);
    noteMet(object, classNameOf);
  } finally {
    endOwnWork();
  }
}

/** The Proxies that have a number, with their targets. */
const proxied = emptyList<ProxyTarget>();

/** Traps that see what is read of a Proxy. */
const reading: readonly string[] = ['get', 'has', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'ownKeys'];

function noteProxied(object: object, number: number): void {
  const target = behind(object, []);
  if (target === null || target === object) return;
  proxied[proxied.length] = { proxy: number, target: idOf(target), isReadThrough: behind(object, reading) !== null };
}

function shippedTypeOf(object: object): keyof typeof shippedTypes {
  const type = typeOf(object);
  return type === 'function' && hasNoText(object) ? 'native' : type;
}

function shipBorn(): void {
  if (bornCount === 0) return;
  sendBytes(ParcelKind.objects, bufferFrom(born.buffer, 0, bornCount * shippedObjectSize));
  bornCount = 0;
}

let shippedTexts = 0;
let began = 0;
let isBroken = false;
let stackAtStart: readonly number[] = [];
let shippedAt = 0;

/** The program may replace any of them. */
const { from: bufferFrom, alloc: allocate } = Buffer;
const { stringify } = JSON;
const queueLater = queueMicrotask;

/** From now on all that is recorded leaves the program. */
export function startShipping(threadsStarted: () => number, longestText: number): void {
  began = now();
  shippedAt = began;
  countsShippedAt = began;
  forgetValues(longestText);
  watchPrototypes(classNameOf);
  onNewNumber(noteBorn);
  shipTo(
    (words, base, from, to) => ownWork(() => shipPage(words, base, from, to)),
    () => now() - shippedAt > flushMs,
  );
  for (const name of ['abort', 'kill'] as const) shipBefore(name);
  subscribe('child_process', () => void children++);
  const timer = setInterval(() => ownWork(shipRows), flushMs);
  timer.unref();
  atEnd((code) =>
    ownWork(() => {
      if (handled !== null && code !== 0) send(handled);
      shipEverything(threadsStarted());
    }),
  );
}

/** An exception that a listener of the program has handled: the program ends by it only where the listener ends it. */
let handled: Extract<Parcel, { kind: 'uncaught' }> | null = null;

/** An exception that nobody catches ends the program: its rows were written before. */
export function shipUncaught(error: unknown): void {
  ownWork(() => {
    const told = { kind: 'uncaught', value: describe(error), time: eventCount() } as const;
    if (isFatal()) send(told);
    else handled = told;
  });
}

/** A process that ends itself by a signal comes to no end that it could report. */
function shipBefore(name: 'abort' | 'kill'): void {
  disguise(process, name, (original) => {
    const holder = {
      method(this: unknown, ...values: unknown[]): unknown {
        ownWork(shipRows);
        return apply(original, this, values);
      },
    };
    return holder.method;
  });
}

/** How many child processes the program has started that it does not wait for where it starts them: Node reports no others. */
let children = 0;

/** How many events there were when everything was shipped. */
let shippedAtEnd = -1;

/** The remaining rows, and the data about all events: again, when more has happened since. */
function shipEverything(threads: number): void {
  if (eventCount() === shippedAtEnd) return;
  shippedAtEnd = eventCount();
  // Node still runs what was promised.
  queueLater(() => ownWork(() => shipEverything(threads)));
  shipRows();
  shipTexts();
  const relations: ShippedRelations = {
    copies: allCopies(),
    lists: allLists(),
    wholes: allWholes(),
    uncertain: allUncertain(),
    code: generatedCode(),
    spans: allSpans(),
    accessors: accessorsOfNode(),
    again: storedAgain(),
    proxies: listOf(proxied),
    seen: seenPrototypes(),
    stored: storedPrototypes(),
  };
  send({ kind: 'unrecorded', threads, children });
  shipCounts();
  send({ kind: 'relations', relations });
}

/** Whoever is ended from outside loses only what was counted last. */
const countsMs = 1000;
let countsShippedAt = 0;

function shipCounts(): void {
  const counts = listOf(countedSites());
  if (counts.length > 0) send({ kind: 'counts', counts });
}

function shipPage(words: Int32Array, base: number, from: number, to: number): void {
  shippedAt = now();
  const stack = stackAtStart;
  stackAtStart = runningActivations();
  shipTexts();
  shipBorn();
  send({ kind: 'about', first: base + from, rows: to - from, stack: listOf(stack), ms: now() - began });
  const rows = bufferFrom(words.buffer, words.byteOffset + from * 16, (to - from) * 16);
  sendBytes(ParcelKind.rows, rows);
  if (shippedAt - countsShippedAt < countsMs) return;
  countsShippedAt = shippedAt;
  shipCounts();
}

function listOf<T>(list: readonly T[]): readonly T[] {
  return newArray(list.length, (index) => list[index] as T);
}

function shipTexts(): void {
  while (shippedTexts < textCount()) {
    const { first, texts: taken, long } = textsFrom(shippedTexts);
    shippedTexts += taken.length;
    for (let at = 0; at < long.length; at++) shipLong(long[at]);
    sendBytes(ParcelKind.texts, bufferFrom(stringify({ first, texts: taken })));
  }
}

/** Whoever packs it cuts it: JSON, or a hash of it, would cost the program ten times as much as the copy does. */
function shipLong(one: { readonly number: number; readonly text: string } | undefined): void {
  if (one === undefined) return;
  const bytes = allocate(4 + one.text.length * 2);
  bytes.writeUInt32LE(one.number, 0);
  bytes.write(one.text, 4, 'utf16le');
  sendBytes(ParcelKind.longText, bytes);
}

function send(parcel: Parcel): void {
  sendBytes(ParcelKind.json, bufferFrom(stringify(parcel)));
}

/** A header of kind and length, and the bytes. A program whose packer is gone goes on without being recorded. */
function sendBytes(kind: number, bytes: Buffer): void {
  const header = allocate(8);
  header.writeUInt32LE(kind, 0);
  header.writeUInt32LE(bytes.length, 4);
  write(header);
  write(bytes);
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
let ours: bigint | null = null;

function write(bytes: Buffer): void {
  let done = 0;
  while (done < bytes.length && !isBroken) {
    try {
      const ino = inodeOf(descriptor);
      ours ??= ino;
      // The program may have closed it, and opened something of its own.
      if (ino !== ours) isBroken = true;
      else done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') Atomics.wait(sleeper, 0, 0, 1);
      else isBroken = true;
    }
  }
}
