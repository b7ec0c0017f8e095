import { idOf, isObject } from '../realm/identity.js';
import { emptyList, isIndexText, newArray, OwnMap } from '../realm/intrinsics.js';
import { beginBlock, blockBits, blockSize, Counter } from '../realm/numbers.js';

/** Strings, symbols and keys, numbered: rows of events hold numbers alone. Objects are never held, so that none lives longer. */
const texts: string[] = [''];
/** The first number of each block of texts, and by number of a block where its texts begin. */
const starts = emptyList<number>();
const places = emptyList<number>();
const inBlock = blockSize - 1;
addBlock();
const textNumbers = new OwnMap<string, number>();
const symbols = new OwnMap<symbol, number>();
const symbolsByNumber = new OwnMap<number, symbol>();

/** The number of a text: it gets one if it has none. */
export function textNumber(text: string): number {
  let number = textNumbers.get(text);
  if (number === undefined) textNumbers.set(text, (number = addText(text)));
  return number;
}

function addText(text: string): number {
  const at = texts.length;
  if ((at & inBlock) === 0) addBlock();
  texts[at] = text;
  return (starts[at >> blockBits] ?? 0) + (at & inBlock);
}

/** For questions that depend on the values of all events. */
export function keepWholeTexts(): void {
  keptLength = Infinity;
  keptCount = Infinity;
}

/** Whoever keeps every text that a program makes keeps more than the program does; to find a long one takes time, too. */
let keptLength = 64;
let keptCount = 500_000;

/** The number of a text that is a value; -1 when it is not kept. */
export function keptTextNumber(text: string): number {
  if (text.length > keptLength) return -1;
  const number = textNumbers.get(text);
  if (number !== undefined) return number;
  if (!areValuesForgotten) return texts.length > keptCount ? -1 : textNumber(text);
  let own = valueNumbers.get(text);
  if (own === undefined) {
    if (valueNumbers.size >= mostValues) valueNumbers.clear();
    valueNumbers.set(text, (own = addText(text)));
  }
  return own;
}

/** Where texts are shipped, those that are no keys are forgotten after a while: one that comes again has another number then. */
const valueNumbers = new OwnMap<string, number>();
const mostValues = 1 << 16;
let areValuesForgotten = false;
let longestValue = Infinity;

/** From now on whoever calls `textsFrom` has the texts: those that are no keys need not be kept, and those over a length are handed over by themselves. */
export function forgetValues(longest: number): void {
  areValuesForgotten = true;
  longestValue = longest;
}

function addBlock(): void {
  const start = beginBlock(Counter.texts);
  places[start >> blockBits] = starts.length << blockBits;
  starts[starts.length] = start;
}

/** The text that has this number; empty where none has it. */
export function textOf(number: number): string {
  return texts[(places[number >> blockBits] ?? 0) + (number & inBlock)] ?? '';
}

/** How many texts there are. */
export function textCount(): number {
  return texts.length;
}

/** Texts that are numbered one after the other; `long`: the places of those that are too long to stand among them, which have a 0 there. */
export interface NumberedTexts {
  readonly first: number;
  readonly texts: readonly (string | 0)[];
  readonly long: readonly { readonly number: number; readonly text: string }[];
}

/** Some of the texts behind the first so many. Keys are never too long: places are found by them. */
export function textsFrom(known: number): NumberedTexts {
  const from = known & inBlock;
  const length = texts.length - known < blockSize - from ? texts.length - known : blockSize - from;
  const first = (starts[known >> blockBits] ?? 0) + from;
  const long = emptyList<{ number: number; text: string }>();
  const taken = newArray(length, (index) => {
    const text = texts[known + index] ?? '';
    if (textNumbers.get(text) === first + index) return text;
    if (areValuesForgotten) texts[known + index] = '';
    if (text.length <= longestValue) return text;
    long[long.length] = { number: first + index, text };
    return 0;
  });
  return { first, texts: taken, long };
}

/** The number of a property key: indices are negative, so that arrays need no text for each. */
export function keyNumber(key: PropertyKey): number {
  if (typeof key === 'number' && key >= 0 && key < 0x7fffffff && Number.isInteger(key)) return -key - 1;
  if (typeof key === 'symbol') {
    let number = symbols.get(key);
    if (number === undefined) {
      // A recording is read when no program is there to be asked.
      const description = keptCount === Infinity ? ` ${String(key).slice('Symbol('.length, -1)}` : '';
      symbols.set(key, (number = textNumber(`symbol ${symbols.size}${description}`)));
      symbolsByNumber.set(number, key);
    }
    return number;
  }
  const text = String(key);
  return isIndexText(text) && Number(text) < 0x7fffffff ? -Number(text) - 1 : textNumber(text);
}

/** The symbol that a number stands for. */
export function symbolOf(number: number): symbol | undefined {
  return symbolsByNumber.get(number);
}

/** The number of a Map's or Set's key; apart from all properties. */
export function entryNumber(key: unknown): number {
  const value = key === 0 ? 0 : key; // -0 and 0 are one key
  if (isObject(value)) return textNumber(`entry object ${idOf(value)}`);
  return textNumber(`entry ${typeof value} ${String(typeof value === 'symbol' ? keyNumber(value) : value)}`);
}
