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
    }
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

/** Methods of texts that a condition may call. */
export const pureMethods: readonly string[] =
  'at charAt charCodeAt endsWith indexOf lastIndexOf padEnd padStart repeat slice startsWith substring toLowerCase toUpperCase trim'.split(
    ' ',
  );
