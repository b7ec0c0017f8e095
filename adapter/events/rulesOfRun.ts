import type { FrameReport, ValueReport } from './rows.js';

/** An expression of the engine as JSON; see `adapter/maintain/condition.ts`. */
export type EncodedExpression = Readonly<Record<string, unknown>>;

/** The rules of a run, as the program's process gets them. */
export interface RulesToRun {
  readonly files: readonly { readonly path: string; readonly code: string }[];
  readonly rules: readonly RuleToRun[];
  readonly slots: readonly SlotToRun[];
  readonly sets: readonly SetToRun[];
  /** Names of classes, by id, as they are shown; null where the class is the language's own. */
  readonly classes: readonly ClassToRun[];
  readonly isFirst: boolean;
  readonly isSwept: boolean;
  /** Between two sweeps for rules that do not stop the program at least so many milliseconds pass. */
  readonly sweepPauseMs: number;
  readonly isRecomputed: boolean;
  /** Whether a write under a name that no rule reads is looked at: it must change nothing that they read. */
  readonly isPruningChecked: boolean;
  /** Whether somebody looks on while the program runs: findings have the fields of their objects, and totals are told all the time. */
  readonly isLive: boolean;
  /** What types and aliases rest on that leave probes out; null: they leave none out. */
  readonly expected: Expected | null;
}

/** What is to be looked at where the program runs, as no analysis proves it. */
export interface Expected {
  /** What objects inherit from the language stays as it is. */
  readonly natives: boolean;
  /** No object gets its prototype by the name `__proto__`. */
  readonly names: boolean;
}

export interface ClassToRun {
  readonly name: string;
  readonly isGlobal: boolean;
  /** The module of Node's that it is of; null: the program's own, or the language's. */
  readonly builtin: string | null;
}

export interface RuleToRun {
  readonly file: number;
  readonly name: string;
  readonly fault: string | null;
  readonly check: 'change' | 'return' | 'turn';
  readonly variables: readonly { readonly name: string; readonly domain: EncodedDomain }[];
  readonly where: EncodedExpression;
  /** How many of the variables the author has declared: others are hidden. */
  readonly shown: number;
  readonly patterns: readonly PatternToRun[];
}

export type EncodedDomain =
  | { readonly kind: 'set'; readonly set: number }
  | { readonly kind: 'elements'; readonly of: EncodedExpression; readonly skipsHoles: boolean };

/** What is read of an object: bits that say what of its value is read in turn. */
export interface SlotToRun {
  /** A view is another way to see a container (`containerViews.ts`): it has a slot as if it were a field. */
  readonly kind: 'field' | 'state' | 'view';
  readonly name: string;
  readonly file: number;
  readonly needs: number;
}

export interface SetToRun {
  readonly kind: 'class' | 'site' | 'tracked';
  /** Of a class. */
  readonly id: number;
  /** Of what a rules file declares. */
  readonly file: number;
  readonly name: string;
  readonly needs: number;
}

export interface PatternToRun {
  readonly id: number;
  readonly kind: 'match' | 'changes';
  readonly index: number;
  readonly metavariables: readonly { readonly name: string; readonly classId: number | null; readonly type: string | null }[];
  readonly moments: readonly ('before' | 'after' | 'settled' | 'instead')[];
}

/**
 * What is read of a value, as bits: its contents, each of its fields (`fieldNeed`), and the same of its elements (`elementNeed`). `changes`: entries
 * of `changes` follow what it holds; `deep`: what is read of elements is read of their own elements, too.
 */
export const Needs = { nothing: 0, contents: 1, fields: 0x7ffe, own: 0x7fff, changes: 1 << 30, deep: 1 << 31 } as const;

/** The elements' bits are those of the value itself, shifted. */
const elementShift = 15;

/** Slots beyond share one bit: more is copied then than is read. */
const lastOwnBit = 14;

/** That a field is read, by its slot. */
export function fieldNeed(slot: number): number {
  return 1 << (slot < lastOwnBit ? slot + 1 : lastOwnBit);
}

/** That this is read of a container's elements. */
export function elementNeed(needs: number): number {
  const ofInner = (needs >> elementShift) & Needs.own;
  const own = ((needs | ofInner) & Needs.own) << elementShift;
  return ofInner === 0 ? own : own | Needs.deep;
}

/** What is read of the elements of a container of which this is read. */
export function ofElements(needs: number): number {
  const own = (needs >> elementShift) & Needs.own;
  return (needs & Needs.deep) === 0 ? own : own | (own << elementShift) | Needs.deep;
}

/** A `report` of a rule, as the program's process tells it. */
export interface RuleFinding {
  readonly kind: 'finding';
  readonly rule: number;
  readonly message: string;
  readonly tuple: Readonly<Record<string, ValueReport>>;
  /** What the objects of the tuple held, by its names; empty unless somebody looks on. */
  readonly fields: Readonly<Record<string, readonly FieldReport[]>>;
  /** The site of the write; 0: it has none. */
  readonly site: number;
  readonly hit: number;
  /** Frames at the write, innermost first. */
  readonly stack: readonly FrameReport[] | null;
  readonly noticed: FrameReport | null;
  /** Whether it is told at the moment of the write itself, and nothing has run since. */
  readonly isAtOnce: boolean;
  readonly confirmed: boolean;
  /** The number of the write in the recording that it was found in. */
  readonly event?: number;
}

/** A field of an object as it was, as text. */
export interface FieldReport {
  readonly name: string;
  readonly text: string;
}

/** What became of the rules, told at the end and whenever the program stops. */
export interface RuleTotals {
  readonly kind: 'ruleTotals';
  readonly rules: readonly {
    readonly fired: number;
    readonly updates: number;
    readonly tuples: number;
    readonly most: number;
    readonly fault: string | null;
    /** Whether all classes were made that it speaks of, and objects at all of its places. */
    readonly isMet: boolean;
    /** Whether all that it reads was seen; else that it has not fired does not say that it has held. */
    readonly complete: boolean;
  }[];
  readonly checks: number;
  readonly dispatches: number;
  /** Places without a probe, each counted for the first that leaves it out. */
  readonly leftOut: { readonly names: number; readonly types: number; readonly aliases: number };
  readonly sweeps: number;
  /** Classes and places of which no object was seen, one sentence each. */
  readonly unseen: readonly string[];
  /** What else the user should know, one sentence each. */
  readonly notes: readonly string[];
}
