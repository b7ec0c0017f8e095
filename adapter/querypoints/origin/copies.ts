import { isIndexName } from '../../instrument/indexNames.js';
import type { AnyNode } from '../../instrument/tree.js';
import type { KeyReport, ValueReport } from '../../events/rows.js';
import type { Step } from '../question/arrival.js';
import type { CodePlace } from '../text/texts.js';

export const awaitStep: Step = { name: null, text: '', isAwait: true };

export function memberStep(name: string): Step {
  if (isIndexName(name)) return { name, text: `[${name}]` };
  return { name, text: /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]` };
}

/** Where in a frame, counted from that of the write, an expression of the text stands. */
export interface Read {
  readonly frame: number;
  readonly start: number;
  readonly end: number;
}

/** Where a written value came from. */
export type Copied =
  /** A place, or with `steps` a part of what it holds. */
  | (Read & {
      readonly kind: 'place';
      readonly expression: string;
      readonly steps: readonly Step[];
      /** Whether it is the place's key that is followed. */
      readonly isKey?: true;
    })
  /** A call that gave it, or an object that it is a part of. */
  | (Read & { readonly kind: 'call'; readonly call: Returning; readonly steps: readonly Step[] })
  /** A part of an object that `new` has made and that no place holds. */
  | (Read & { readonly kind: 'made'; readonly steps: readonly Step[] })
  /** What the function of a frame was given as its how-many-th argument. */
  | { readonly kind: 'argument'; readonly frame: number; readonly index: number; readonly steps: readonly Step[] }
  /** What `bind` was given when it made a function, as its how-many-th argument. */
  | (Omit<Read, 'start' | 'end'> & {
      readonly kind: 'bound';
      readonly callee: string;
      readonly index: number;
      readonly steps: readonly Step[];
    })
  /** What a generator, which a place holds, was given when it was called, as its how-many-th argument. */
  | (Omit<Read, 'start' | 'end'> & {
      readonly kind: 'generated';
      readonly generator: string;
      readonly index: number;
      readonly steps: readonly Step[];
    })
  /** It was thrown, and caught there; or a promise was rejected with it. */
  | { readonly kind: 'thrown'; readonly isRejection: boolean; readonly steps: readonly Step[] }
  /** One of the elements of an array, or a part of it, that a loop of the innermost frame goes through: which one, its passages say. */
  | (Omit<Read, 'frame'> & {
      readonly kind: 'iterated';
      /** How the array is named; null: its elements stand there. */
      readonly list: string | null;
      readonly steps: readonly Step[];
      /** What is taken where the part is missing. */
      readonly otherwise: AnyNode | null;
    })
  /** One of the values that `push` was given, lists spread among them: which one, how many came behind it says. */
  | { readonly kind: 'pushed'; readonly values: readonly AnyNode[]; readonly steps: readonly Step[] }
  /** One of the language's own functions moved it within its array. */
  | { readonly kind: 'moved' }
  /** It was computed there, or came in. */
  | (Read & { readonly kind: 'computed'; /** Whether it is no part of what was read: a default may be. */ readonly isMissing?: true })
  /** It was copied, but nobody can say from where; as the end of a sentence. */
  | { readonly kind: 'unknown'; readonly reason: string };

export function unknown(reason: string): Copied {
  return { kind: 'unknown', reason };
}

/** A call whose function's own `return` or `yield` says where a value came from. */
export interface Returning {
  /** What is called, as it is written; null where it cannot be evaluated again. */
  readonly callee: string | null;
  /** The name of the method that is called, where it has one. */
  readonly method: string | null;
  /** Where the function is written, when that is known. */
  readonly written: CodePlace | number | null;
  /** Whether the value is one of those that it yields. */
  readonly isYielded: boolean;
  /** Whether the value is what a generator returned at its end. */
  readonly isResult: boolean;
  /** Whether the value is what a promise was resolved with, by the function that `new Promise` has given to this one. */
  readonly isResolved: boolean;
  /** The call itself, for what the language's own functions hand on. */
  readonly node: AnyNode | null;
  /** Which of the last returns it was, from the end; null: the last. */
  readonly fromEnd: number | null;
  /** It was the last return of a pair with this key; null: of anything. */
  readonly pairOf: KeyReport | null;
}

export function callOf(callee: string | null, more: Partial<Returning> = {}): Returning {
  return {
    callee,
    method: null,
    written: null,
    isYielded: false,
    isResult: false,
    isResolved: false,
    node: null,
    fromEnd: null,
    pairOf: null,
    ...more,
  };
}

/** The value of a test, an expression of a text, in a frame, where the value was written; null when that is not known (yet). */
export type Choose = (test: AnyNode, source: string, frame: number) => ValueReport | null;

/** What can be asked of the moment at which a value was written. What is not known yet is there in the next run. */
export interface Surroundings {
  /** The value that is followed. */
  readonly wanted: ValueReport;
  readonly choose: Choose;
  /** Of an entry of a Map or Set: its key, and whether that is what is followed. */
  readonly entry: { readonly key: KeyReport; readonly isKey: boolean } | null;
  /** The value of an expression in a frame, as the text that runs names things; null when it is not known. */
  valueOf(frame: number, expression: string): ValueReport | null;
  /** Whether it is the moment at which something was made: `__w_value` is what. */
  readonly isMade: boolean;
  /** Where a frame is. */
  placeAt(frame: number): CodePlace | null;
  /** Whether an expression is, in the frame below, the function of the point. */
  isThisFunction(expression: string): boolean;
  /** How many arguments a function of a frame was given by `bind`. */
  boundArguments(frame: number, expression: string): number;
  /** Has names that code inside a function does not mention be seen there. */
  keep(inside: CodePlace, expression: string): void;
}

/** How many elements of an array are looked through. */
export const mostElements = 100;

/** The length of an array in a frame; null when it is none, or not known. */
export function lengthOf(around: Surroundings, frame: number, place: string): number | null {
  const length = around.valueOf(frame, `${place}.length`);
  return length?.kind === 'primitive' && length.type === 'number' ? Number(length.text) : null;
}
