import type { RuleValue } from './thing.js';

export type Primitive = Exclude<RuleValue, object>;

export type BinaryOperator =
  '===' | '!==' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '**' | '&' | '|' | '^' | '<<' | '>>' | '>>>';

export type UnaryOperator = '!' | '-' | '+' | '~' | 'typeof';

/** An expression over the variables of a rule: what a `where` may say. It reads kept copies and has no effect. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Primitive }
  | { readonly kind: 'variable'; readonly variable: number }
  /** `of.name`, or `of?.name`; `slot` is the number of the field. */
  | { readonly kind: 'field'; readonly of: Expression; readonly slot: number; readonly name: string; readonly isOptional: boolean }
  /** `of.length`, `of.size`: of what is no container, the field with the number `slot`, if there is one. */
  | {
      readonly kind: 'size';
      readonly of: Expression;
      readonly name: 'length' | 'size';
      readonly isOptional: boolean;
      readonly slot?: number;
    }
  /** A function of the language without effects, by its name: `Math.abs`, `startsWith`; a method's receiver is the first operand. */
  | { readonly kind: 'pure'; readonly name: string; readonly operands: readonly Expression[]; readonly isOptional: boolean }
  /** `of.has(element)`, `of.includes(element)`. */
  | {
      readonly kind: 'has';
      readonly of: Expression;
      readonly element: Expression;
      readonly name: 'has' | 'includes';
      readonly isOptional: boolean;
      /** Whether holes of an array are no elements; else they are undefined. */
      readonly skipsHoles?: boolean;
    }
  /** What stands under a key of a view (`of.get(key)`, `of[key]`), or in a text. */
  | {
      readonly kind: 'entry';
      readonly view: FieldExpression;
      readonly key: Expression;
      readonly name: 'get' | 'at' | '[]';
      readonly isOptional: boolean;
    }
  /** Whether the test passes for some or all elements, or for how many. */
  | {
      readonly kind: 'quantified';
      readonly by: 'some' | 'every' | 'count';
      readonly of: Expression;
      readonly depth: number;
      readonly test: Expression;
      readonly isOptional: boolean;
      readonly skipsHoles?: boolean;
    }
  /** The element of `of` that the test is about which `depth` others are around. */
  | { readonly kind: 'element'; readonly of: Expression; readonly depth: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'logical'; readonly operator: '&&' | '||' | '??'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'conditional'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression };

export type FieldExpression = Extract<Expression, { readonly kind: 'field' }>;

/** What a variable of a rule ranges over. */
export type Domain =
  /** A set that the caller fills: the live objects of a class or of a site, or what a rule tracks. */
  | { readonly kind: 'set'; readonly set: number }
  /** The elements of what an expression over earlier variables denotes. */
  | { readonly kind: 'elements'; readonly of: Expression; readonly skipsHoles?: boolean };

/** A rule as the engine sees it: its condition is to hold for no tuple, or for those that its author looks for. */
export interface RuleQuery {
  readonly name: string;
  readonly variables: readonly Domain[];
  readonly where: Expression;
}

/** A fault of the rule: its condition would throw in the program, too. */
export class RuleFault extends Error {
  override readonly name = 'RuleFault';

  // One that is not written spreads what it is given, by an iterator that the program may have replaced.
  constructor(message?: string) {
    super(message);
  }
}

/** A fault of the rule: it reads what can't be followed. */
export class UnreadableFault extends RuleFault {
  constructor(message?: string) {
    super(message);
  }
}

/** No fault of the rule: it reads a value that nobody has told. Of the tuple it is not known whether it holds. */
export class UntoldFault extends RuleFault {
  constructor(message?: string) {
    super(message);
  }
}
