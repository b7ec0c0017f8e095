import type { Span } from '../base/span.js';
import type { RuleExpression } from './ruleExpression.js';

/** Whether a file is a rules file, by its name. */
export const isRulesFile = (path: string): boolean => /\.rules\.[cm]?ts$/.test(path);

/** A rules file as plain data: what is read of its text. It is never run to be read. */
export interface RulesFile {
  readonly path: string;
  /** The file in which its rules are written, where that is another: assertion comments of a program. */
  readonly writtenIn?: string;
  /** As CommonJS, for the program's process: the functions of its rules run there. */
  readonly code: string;
  readonly rules: readonly RuleText[];
  /** The names of the sets and states that it declares, in their order. */
  readonly tracked: readonly string[];
  readonly states: readonly StateText[];
}

export interface StateText {
  readonly name: string;
  readonly of: ClassReference | null;
}

/** When a rule is looked at: after each update, when no method of its objects' classes runs, at the end of a turn of the event loop. */
export type CheckTime = 'change' | 'return' | 'turn';

/** One rule of a rules file. */
export interface RuleText {
  /** The exported name. */
  readonly name: string;
  /** Where it begins, from 1. */
  readonly line: number;
  readonly column: number;
  readonly variables: readonly RuleVariable[];
  readonly where: RuleExpression;
  readonly check: CheckTime;
  /** The fields of its variables that `found` reads. */
  readonly shown: readonly string[];
  readonly patterns: readonly PatternText[];
  /** Why it can't be used: one sentence, with the line; the first of its problems. */
  readonly fault: string | null;
  readonly problems: readonly PlacedProblem[];
  readonly places: RulePlaces;
  /** Whether the analysis has proved that it finds nothing in any run: nothing needs to be watched for it. */
  readonly isProved?: boolean;
}

/** Something that a rule may not do, as one sentence, and where. */
export interface PlacedProblem {
  readonly message: string;
  readonly span: Span;
}

/** Where the parts of a rule are written. Those of a form of the library are where its call is. */
export interface RulePlaces {
  /** `rule(…)`. */
  readonly rule: Span;
  /** What each variable ranges over. */
  readonly domains: readonly Span[];
  readonly patterns: readonly Span[];
}

export interface RuleVariable {
  readonly name: string;
  readonly domain: DomainText;
}

/** What a variable of `foreach` ranges over. */
export type DomainText =
  | { readonly kind: 'extent'; readonly of: ClassReference }
  | { readonly kind: 'site'; readonly file: string; readonly line: number }
  | { readonly kind: 'tracked'; readonly name: string }
  /** `test`: what the elements must pass that are meant, over the variable itself; null: all are. */
  /** `skipsHoles`: holes of an array are no elements; else they are undefined. */
  | {
      readonly kind: 'elements';
      readonly of: RuleExpression;
      readonly test: RuleExpression | null;
      readonly skipsHoles: boolean;
    };

/** A class that a rules file names without running what it imports. */
export type ClassReference =
  { readonly kind: 'imported'; readonly from: string; readonly name: string } | { readonly kind: 'global'; readonly name: string };

/** A pattern of `at`: code of the program that it matches, and where. */
export interface PatternText {
  readonly kind: 'match' | 'changes';
  /** The place in the rule's list: the functions of the running rule stand there. */
  readonly index: number;
  readonly metavariables: readonly Metavariable[];
  readonly shape: PatternShape;
  readonly moments: readonly PatternMoment[];
  readonly inside: PatternPlace | null;
}

export type PatternMoment = 'before' | 'after' | 'settled' | 'instead';

/** A name that stands for an expression of the program. */
export interface Metavariable {
  readonly name: string;
  /** The class that its value must be of; null: any value. */
  readonly of: ClassReference | null;
  /** The `typeof` that its value must have; null: any. */
  readonly type: string | null;
}

/** The condition on where a pattern matches; `null` where it asks nothing. */
export interface PatternPlace {
  readonly file: string | null;
  readonly line: number | null;
  readonly className: string | null;
  readonly functionName: string | null;
}

/** The syntax that a pattern matches: names of metavariables match any expression. */
export type PatternShape =
  | { readonly kind: 'metavariable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'this' }
  | { readonly kind: 'member'; readonly of: PatternShape; readonly name: string }
  | { readonly kind: 'element'; readonly of: PatternShape; readonly index: PatternShape }
  | { readonly kind: 'call'; readonly callee: PatternShape; readonly operands: readonly PatternShape[]; readonly takesRest: boolean }
  | { readonly kind: 'new'; readonly callee: PatternShape; readonly operands: readonly PatternShape[]; readonly takesRest: boolean }
  | { readonly kind: 'assign'; readonly operator: string; readonly target: PatternShape; readonly value: PatternShape }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: PatternShape; readonly right: PatternShape }
  /** `isPostfix`: the operator stands behind its operand, as in `x++`. */
  | { readonly kind: 'unary'; readonly operator: string; readonly isPostfix: boolean; readonly operand: PatternShape };
