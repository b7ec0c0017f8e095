/** `each`: what a spread gives. */
export type ContainerView = 'keys' | 'values' | 'each';

export type Quantifier = 'some' | 'every' | 'count';

/** An expression of a rules file over the variables of a rule, as plain data: what `where` says. */
export type RuleExpression =
  | { readonly kind: 'literal'; readonly value: undefined | null | boolean | number | string | bigint }
  | { readonly kind: 'variable'; readonly name: string }
  /** `of.name`, `field(of, '#p')`. */
  | { readonly kind: 'field'; readonly of: RuleExpression; readonly name: string; readonly isOptional: boolean }
  /** `of.length`, `of.size`: of a container how many elements it has, else a field. */
  | { readonly kind: 'size'; readonly of: RuleExpression; readonly name: 'length' | 'size'; readonly isOptional: boolean }
  | {
      readonly kind: 'has';
      readonly of: RuleExpression;
      readonly element: RuleExpression;
      readonly name: 'has' | 'includes';
      readonly isOptional: boolean;
      /** Whether holes of an array are no elements; else they are undefined. */
      readonly skipsHoles: boolean;
    }
  /** Another way to see a container: `of.values()`, `of.keys()`, `[...of]`. */
  | { readonly kind: 'view'; readonly of: RuleExpression; readonly name: ContainerView; readonly isOptional: boolean }
  /** What stands in a container under a key: `of[key]` and `of.at(key)` of an array, `of.get(key)` of a Map. */
  | {
      readonly kind: 'entry';
      readonly of: RuleExpression;
      readonly key: RuleExpression;
      readonly name: 'get' | 'at' | '[]';
      readonly isOptional: boolean;
    }
  /** Whether a test passes for some or for every element of a container, or for how many. Within `test` the element is at `depth`. */
  | {
      readonly kind: 'quantified';
      readonly by: Quantifier;
      readonly of: RuleExpression;
      readonly depth: number;
      readonly test: RuleExpression;
      readonly isOptional: boolean;
      readonly skipsHoles: boolean;
    }
  /** The element that a test is about: of the container `of`, by how many tests are around it. */
  | { readonly kind: 'element'; readonly of: RuleExpression; readonly depth: number }
  /** A set that the rules file declares by `tracked()`. */
  | { readonly kind: 'tracked'; readonly name: string }
  /** What `state(…)` keeps for an object. */
  | { readonly kind: 'state'; readonly of: RuleExpression; readonly name: string }
  /** A function of the language without effects: `Math.abs(x)`, `text.startsWith(x)`; the receiver is the first operand. */
  | { readonly kind: 'pure'; readonly name: string; readonly operands: readonly RuleExpression[]; readonly isOptional: boolean }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: RuleExpression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: RuleExpression; readonly right: RuleExpression }
  | { readonly kind: 'logical'; readonly operator: '&&' | '||' | '??'; readonly left: RuleExpression; readonly right: RuleExpression }
  | { readonly kind: 'conditional'; readonly test: RuleExpression; readonly then: RuleExpression; readonly otherwise: RuleExpression };

/** Operators that read two values and change nothing. */
export const binaryOperators: readonly string[] = '=== !== == != < <= > >= + - * / % ** & | ^ << >> >>>'.split(' ');

export const unaryOperators: readonly string[] = ['!', '-', '+', '~', 'typeof'];

/** Functions of the language that a condition may call, by name: they read primitives and change nothing. */
export const pureFunctions: readonly string[] = [
  ...'abs ceil floor max min round sign sqrt trunc'.split(' ').map((name) => `Math.${name}`),
  ...'isFinite isInteger isNaN isSafeInteger'.split(' ').map((name) => `Number.${name}`),
  'Object.is',
  'Array.isArray',
  'String',
  'Number',
  'Boolean',
];

/** Methods of texts that a condition may call. What `split` gives is a list of its own. */
export const pureMethods: readonly string[] = [
  ...'charAt charCodeAt codePointAt concat endsWith indexOf isWellFormed lastIndexOf localeCompare normalize padEnd padStart repeat'.split(
    ' ',
  ),
  ...'replace replaceAll slice split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase'.split(' '),
  ...'toWellFormed trim trimEnd trimStart'.split(' '),
];
