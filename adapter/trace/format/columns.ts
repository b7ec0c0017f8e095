import type { TraceEvents } from './contents.js';

/**
 * The content of an events frame: columns of what was not predicted. Both who writes and who reads predict each row from those before it in
 * the frame, so that only a bit says that a prediction holds (docs/traceFormat.md, "Events").
 */

/** A frame has no more rows: a reader asks for no more memory, whatever a part says. */
export const mostRows = 1 << 16;

/** Whether rows with a tag have a payload: numbers, texts, objects, lengths. Of others the payload is 0. */
const hasPayload = [4, 5, 6, 7, 8, 10, 14].reduce((bits, tag) => bits | (1 << tag), 0);

const slots = 1 << 14;

/** What was last, by what came before: all zero at the beginning of a frame. */
class Memory {
  /** By the two words before: the word that came then. */
  readonly words = new Int32Array(slots);
  /** By the word and the one before: by how much the subject differed from that of the row before. */
  readonly steps = new Int32Array(slots);
  /** By word: the subject, the payload, and the payload before it. */
  readonly subjects = new Int32Array(slots);
  readonly payloads = new Float64Array(slots);
  readonly earlier = new Float64Array(slots);
}

/** Where the rows of two words that follow each other are remembered. */
function slotOf(before: number, word: number): number {
  return (Math.imul(before, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)) >>> 18;
}

/** How a payload was predicted: that of the word before; the same step further; that of the last row with one; or not. */
const Guess = { same: 0, step: 1, last: 2, none: 3 } as const;

const scratch = new Float64Array(2);
const scratchBits = new Int32Array(scratch.buffer);

/** Whether two numbers have the same bits. */
function isSame(a: number, b: number): boolean {
  if (a !== a || a === 0) {
    scratch[0] = a;
    scratch[1] = b;
    return scratchBits[0] === scratchBits[2] && scratchBits[1] === scratchBits[3];
  }
  return a === b;
}

/** Rows as columns. `words` is as of `TraceEvents`. */
export function columnsOf(words: Int32Array): Buffer {
  const rows = words.length / 4;
  if (rows > mostRows) throw new Error(`A frame of ${rows} rows is too long.`);
  const payloadsOf = new Float64Array(words.buffer, words.byteOffset, rows * 2);
  const memory = new Memory();
  const wordHits = new Uint8Array((rows + 7) >> 3);
  const stepHits = new Uint8Array((rows + 7) >> 3);
  const subjectHits = new Uint8Array((rows + 7) >> 3);
  const guesses = new Uint8Array((rows + 3) >> 2);
  const wholes = new Uint8Array((rows + 7) >> 3);
  const [otherWords, otherSubjects, whole] = [new Int32Array(rows), new Int32Array(rows), new Int32Array(rows)];
  const [low, high] = [new Int32Array(rows), new Int32Array(rows)];
  let [wordCount, secondCount, subjectCount, payloadCount, missCount, wholeCount, otherCount] = [0, 0, 0, 0, 0, 0, 0];
  let [first, second, subjectBefore, payloadBefore] = [0, 0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const word = words[row * 4] ?? 0;
    const context = slotOf(first, second);
    if (memory.words[context] === word) wordHits[row >> 3] = (wordHits[row >> 3] ?? 0) | (1 << (row & 7));
    else otherWords[wordCount++] = word;
    memory.words[context] = word;
    const subject = words[row * 4 + 1] ?? 0;
    const pair = slotOf(second, word);
    const own = slotOf(0, word);
    if (((subjectBefore + (memory.steps[pair] ?? 0)) | 0) === subject) stepHits[row >> 3] = (stepHits[row >> 3] ?? 0) | (1 << (row & 7));
    else {
      if (memory.subjects[own] === subject) subjectHits[secondCount >> 3] = (subjectHits[secondCount >> 3] ?? 0) | (1 << (secondCount & 7));
      else otherSubjects[subjectCount++] = (subject - subjectBefore) | 0;
      secondCount++;
    }
    memory.steps[pair] = (subject - subjectBefore) | 0;
    memory.subjects[own] = subject;
    subjectBefore = subject;
    if ((hasPayload & (1 << (word & 15))) !== 0) {
      const payload = payloadsOf[row * 2 + 1] ?? 0;
      const last = memory.payloads[own] ?? 0;
      const step = last + (last - (memory.earlier[own] ?? 0));
      const guess = isSame(payload, last)
        ? Guess.same
        : isSame(payload, step)
          ? Guess.step
          : isSame(payload, payloadBefore)
            ? Guess.last
            : Guess.none;
      guesses[payloadCount >> 2] = (guesses[payloadCount >> 2] ?? 0) | (guess << ((payloadCount & 3) * 2));
      payloadCount++;
      if (guess === Guess.none) {
        if (isSame(payload | 0, payload)) {
          wholes[missCount >> 3] = (wholes[missCount >> 3] ?? 0) | (1 << (missCount & 7));
          whole[wholeCount++] = payload | 0;
        } else {
          scratch[0] = payload;
          low[otherCount] = scratchBits[0] ?? 0;
          high[otherCount++] = scratchBits[1] ?? 0;
        }
        missCount++;
      }
      memory.earlier[own] = last;
      memory.payloads[own] = payload;
      payloadBefore = payload;
    }
    first = second;
    second = word;
  }
  const counts = Int32Array.of(wordCount, secondCount, subjectCount, payloadCount, missCount, wholeCount, otherCount);
  const bits = [wordHits, stepHits, subjectHits.subarray(0, (secondCount + 7) >> 3), guesses.subarray(0, (payloadCount + 3) >> 2)];
  const numbers = [otherWords.subarray(0, wordCount), otherSubjects.subarray(0, subjectCount), whole.subarray(0, wholeCount)];
  const columns = [
    counts,
    ...bits,
    wholes.subarray(0, (missCount + 7) >> 3),
    ...numbers,
    low.subarray(0, otherCount),
    high.subarray(0, otherCount),
  ];
  return Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength)));
}

const countsSize = 28;

/** The rows again; null where the content is not that of so many. */
export function rowsOf(rows: number, content: Buffer): TraceEvents | null {
  if (rows > mostRows || content.length < countsSize) return null;
  const counts = Array.from({ length: 7 }, (_, index) => content.readInt32LE(index * 4));
  const [wordCount = 0, secondCount = 0, subjectCount = 0, payloadCount = 0, missCount = 0, wholeCount = 0, otherCount = 0] = counts;
  if (counts.some((count) => count < 0 || count > rows)) return null;
  let at = countsSize;
  const bytes = (length: number): Buffer => content.subarray(at, (at += length));
  const numbers = (length: number): Int32Array => {
    const column = new Int32Array(length);
    new Uint8Array(column.buffer).set(bytes(length * 4));
    return column;
  };
  const wordHits = bytes((rows + 7) >> 3);
  const stepHits = bytes((rows + 7) >> 3);
  const subjectHits = bytes((secondCount + 7) >> 3);
  const guesses = bytes((payloadCount + 3) >> 2);
  const wholes = bytes((missCount + 7) >> 3);
  if (at + (wordCount + subjectCount + wholeCount + 2 * otherCount) * 4 !== content.length) return null;
  const [otherWords, otherSubjects, whole] = [numbers(wordCount), numbers(subjectCount), numbers(wholeCount)];
  const [low, high] = [numbers(otherCount), numbers(otherCount)];
  const words = new Int32Array(rows * 4);
  const payloads = new Float64Array(words.buffer);
  const memory = new Memory();
  let [nextWord, nextSecond, nextSubject, nextPayload, nextMiss, nextWhole, nextOther] = [0, 0, 0, 0, 0, 0, 0];
  let [first, second, subjectBefore, payloadBefore] = [0, 0, 0, 0];
  const isSet = (column: Buffer, index: number): boolean => (((column[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
  for (let row = 0; row < rows; row++) {
    const context = slotOf(first, second);
    const word = isSet(wordHits, row) ? (memory.words[context] ?? 0) : (otherWords[nextWord++] ?? 0);
    memory.words[context] = word;
    const pair = slotOf(second, word);
    const own = slotOf(0, word);
    let subject: number;
    if (isSet(stepHits, row)) subject = (subjectBefore + (memory.steps[pair] ?? 0)) | 0;
    else if (isSet(subjectHits, nextSecond++)) subject = memory.subjects[own] ?? 0;
    else subject = (subjectBefore + (otherSubjects[nextSubject++] ?? 0)) | 0;
    memory.steps[pair] = (subject - subjectBefore) | 0;
    memory.subjects[own] = subject;
    subjectBefore = subject;
    words[row * 4] = word;
    words[row * 4 + 1] = subject;
    if ((hasPayload & (1 << (word & 15))) !== 0) {
      const last = memory.payloads[own] ?? 0;
      const guess = ((guesses[nextPayload >> 2] ?? 0) >> ((nextPayload & 3) * 2)) & 3;
      nextPayload++;
      let payload = last;
      if (guess === Guess.step) payload = last + (last - (memory.earlier[own] ?? 0));
      else if (guess === Guess.last) payload = payloadBefore;
      else if (guess === Guess.none && isSet(wholes, nextMiss++)) payload = whole[nextWhole++] ?? 0;
      else if (guess === Guess.none) {
        scratchBits[0] = low[nextOther] ?? 0;
        scratchBits[1] = high[nextOther++] ?? 0;
        payload = scratch[0] ?? 0;
      }
      payloads[row * 2 + 1] = payload;
      memory.earlier[own] = last;
      memory.payloads[own] = payload;
      payloadBefore = payload;
    }
    first = second;
    second = word;
  }
  const isAllRead =
    nextWord === wordCount &&
    nextSecond === secondCount &&
    nextSubject === subjectCount &&
    nextPayload === payloadCount &&
    nextMiss === missCount;
  return isAllRead && nextWhole === wholeCount && nextOther === otherCount ? { words, payloads } : null;
}
