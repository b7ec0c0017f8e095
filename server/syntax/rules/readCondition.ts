import ts from 'typescript';
import {
  binaryOperators,
  pureFunctions,
  pureMethods,
  unaryOperators,
  type Quantifier,
  type RuleExpression,
} from '../../rules/ruleExpression.js';
import { skipTypes } from '../source.js';
import { both, passes, readCollection, skipsHoles, wholeOf, type Collection, type OfElement } from './readCollection.js';
import { literalOf, RuleProblem, type RuleScope } from './ruleScope.js';
import { isOnlyAsked, isSameValue, writtenValues, type WrittenValues } from './writtenValues.js';

/** What the names of a condition stand for: a variable of the rule, or an expression where a helper is inlined. */
type Names = ReadonlyMap<string, RuleExpression>;

/** Helpers that call each other deeper are taken for endless. */
const mostInlined = 20;

/** The expression that an arrow function over the rule's variables returns. Throws a `RuleProblem` where it is not pure, or says more than rules may. */
export function lowerFunction(given: ts.Expression, variables: readonly string[], scope: RuleScope, what: string): RuleExpression {
  const { body, names, lowering } = opened(given, variables, scope, what);
  return lowering.expression(body, names, 0);
}

/** What a variable of `foreach` ranges over, by an arrow function over those before it: the elements of a container, or those that pass a test. */
export function lowerElements(
  given: ts.Expression,
  { name, earlier }: { readonly name: string; readonly earlier: readonly string[] },
  scope: RuleScope,
): { readonly of: RuleExpression; readonly test: RuleExpression | null; readonly skipsHoles: boolean } {
  const { body, names, lowering } = opened(given, earlier, scope, 'foreach');
  const collection = lowering.collection(body, names, 0);
  if (collection === null) return { of: lowering.expression(body, names, 0), test: null, skipsHoles: false };
  return {
    of: wholeOf({ ...collection, tests: [] }, 'foreach', body),
    test: passes(collection, { kind: 'variable', name }),
    skipsHoles: collection.tests.length > 0 && skipsHoles(collection),
  };
}

/** An arrow function over variables of a rule, ready to be lowered. */
function opened(
  given: ts.Expression,
  variables: readonly string[],
  scope: RuleScope,
  what: string,
): { readonly body: ts.Expression; readonly names: Names; readonly lowering: ConditionLowering } {
  const arrow = skipTypes(resolved(given, scope));
  if (!ts.isArrowFunction(arrow) && !ts.isFunctionExpression(arrow)) throw new RuleProblem(`${what} must be an arrow function.`, given);
  if (arrow.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true)
    throw new RuleProblem(`${what} is not pure: it is async.`, arrow);
  const names = new Map<string, RuleExpression>();
  const [parameter] = arrow.parameters;
  let whole: string | null = null;
  if (parameter !== undefined && ts.isIdentifier(parameter.name)) whole = parameter.name.text;
  else if (parameter !== undefined && ts.isObjectBindingPattern(parameter.name)) {
    for (const { name, propertyName } of parameter.name.elements) {
      const key = propertyName ?? name;
      if (!ts.isIdentifier(name) || !ts.isIdentifier(key)) throw new RuleProblem(`${what} takes the variables by their names.`, parameter);
      if (!variables.includes(key.text)) throw new RuleProblem(`${what} uses "${key.text}", which foreach does not declare.`, parameter);
      names.set(name.text, { kind: 'variable', name: key.text });
    }
  }
  return { body: resultOf(arrow, what), names, lowering: new ConditionLowering(scope, variables, whole, what) };
}

/** What a function without statements of its own returns. */
function resultOf({ body }: ts.ArrowFunction | ts.FunctionExpression, what: string): ts.Expression {
  if (!ts.isBlock(body)) return body;
  const [only, ...others] = body.statements;
  if (only !== undefined && others.length === 0 && ts.isReturnStatement(only) && only.expression !== undefined) return only.expression;
  throw new RuleProblem(`${what} must be one expression: ${what} is read and not run.`, body);
}

function resolved(expression: ts.Expression, scope: RuleScope): ts.Expression {
  const inner = skipTypes(expression);
  return ts.isIdentifier(inner) ? (scope.constants.get(inner.text) ?? inner) : inner;
}

class ConditionLowering {
  /** How many functions of elements are around what is lowered. */
  private nesting = 0;

  constructor(
    private readonly scope: RuleScope,
    private readonly variables: readonly string[],
    /** The name of the whole tuple, where it is not taken apart. */
    private readonly whole: string | null,
    private readonly what: string,
  ) {}

  expression(given: ts.Expression, names: Names, depth: number): RuleExpression {
    const expression = skipTypes(given);
    const collection = this.collection(expression, names, depth);
    if (collection !== null) return wholeOf(collection, this.what, expression);
    const literal = names.has(expression.getText(this.scope.file)) ? undefined : literalOf(expression);
    if (literal !== undefined) return literal;
    if (ts.isIdentifier(expression)) return this.name(expression, names, depth);
    if (ts.isPropertyAccessExpression(expression)) return this.member(expression, names, depth);
    if (ts.isElementAccessExpression(expression)) return this.element(expression, names, depth);
    if (ts.isCallExpression(expression)) return this.call(expression, names, depth);
    if (ts.isPrefixUnaryExpression(expression) || ts.isTypeOfExpression(expression)) return this.unary(expression, names, depth);
    if (ts.isBinaryExpression(expression)) return this.binary(expression, names, depth);
    if (ts.isTemplateExpression(expression)) return this.template(expression, names, depth);
    if (ts.isConditionalExpression(expression))
      return {
        kind: 'conditional',
        test: this.expression(expression.condition, names, depth),
        then: this.expression(expression.whenTrue, names, depth),
        otherwise: this.expression(expression.whenFalse, names, depth),
      };
    throw this.problem(expression);
  }

  private name(node: ts.Identifier, names: Names, depth: number): RuleExpression {
    const known = names.get(node.text);
    if (known !== undefined) return known;
    const constant = this.scope.constants.get(node.text);
    if (constant === undefined)
      throw new RuleProblem(`${this.what} uses "${node.text}", which is no variable of the rule and no constant of the file.`, node);
    if (this.scope.wordOf(constant) === 'tracked') return { kind: 'tracked', name: node.text };
    if (depth > mostInlined) throw new RuleProblem(`${this.what} refers to itself by "${node.text}".`, node);
    return this.expression(constant, new Map(), depth + 1);
  }

  private member(node: ts.PropertyAccessExpression, names: Names, depth: number): RuleExpression {
    const name = node.name.text;
    const isOptional = isInChain(node);
    if (ts.isIdentifier(node.expression) && node.expression.text === this.whole) {
      if (!this.variables.includes(name)) throw new RuleProblem(`${this.what} uses "${name}", which foreach does not declare.`, node);
      return { kind: 'variable', name };
    }
    if (name === 'length') {
      const list = this.collection(node.expression, names, depth);
      if (list !== null && list.tests.length > 0)
        return this.quantified('count', list, (element) => passes(list, element) ?? { kind: 'literal', value: true });
      if (list !== null) return { kind: 'size', of: list.of, name, isOptional: list.isOptional || isOptional };
    }
    const of = this.expression(node.expression, names, depth);
    if (name === 'length' || name === 'size') return { kind: 'size', of, name, isOptional };
    return { kind: 'field', of, name, isOptional };
  }

  private element(node: ts.ElementAccessExpression, names: Names, depth: number): RuleExpression {
    const of = this.expression(node.expression, names, depth);
    const isOptional = isInChain(node);
    const key = literalOf(resolved(node.argumentExpression, this.scope));
    if (key?.kind === 'literal' && typeof key.value === 'string') return { kind: 'field', of, name: key.value, isOptional };
    return { kind: 'entry', of, key: this.expression(node.argumentExpression, names, depth), name: '[]', isOptional };
  }

  private call(node: ts.CallExpression, names: Names, depth: number): RuleExpression {
    const { expression: callee, arguments: given } = node;
    const [first, second] = given;
    if (this.scope.wordOf(node) === 'field' && first !== undefined && second !== undefined) {
      const key = literalOf(second);
      if (key?.kind === 'literal' && typeof key.value === 'string')
        return { kind: 'field', of: this.expression(first, names, depth), name: key.value, isOptional: false };
    }
    if (ts.isPropertyAccessExpression(callee)) {
      const name = callee.name.text;
      const pure = `${callee.expression.getText(this.scope.file)}.${name}`;
      if (pureFunctions.includes(pure)) return this.pure(pure, given, names, depth, false);
      if (ts.isIdentifier(callee.expression) && name === 'get' && first !== undefined) {
        const constant = this.scope.constants.get(callee.expression.text);
        if (this.scope.wordOf(constant) === 'state')
          return { kind: 'state', of: this.expression(first, names, depth), name: callee.expression.text };
      }
      const list = this.collection(callee.expression, names, depth);
      const ofList = list === null ? null : this.overCollection(name, list, node, names, depth);
      if (ofList !== null) return ofList;
      if ((name === 'some' || name === 'every') && first !== undefined && second === undefined) {
        const written = this.written(callee.expression, names);
        if (written?.isSet === false) return joined(name, written.values.map(this.ofElement(first, name, names, depth)));
        const whole: Collection = {
          of: this.expression(callee.expression, names, depth),
          isOptional: isInChain(callee),
          tests: [],
          value: null,
        };
        return this.quantified(name, whole, this.ofElement(first, name, names, depth));
      }
      if ((name === 'get' || name === 'at') && first !== undefined)
        return {
          kind: 'entry',
          of: this.expression(callee.expression, names, depth),
          key: this.expression(first, names, depth),
          name,
          isOptional: isInChain(callee),
        };
      const among = second === undefined && first !== undefined ? this.amongWritten(name, callee.expression, first, names, depth) : null;
      if (among !== null) return among;
      if ((name === 'has' || name === 'includes') && first !== undefined)
        return {
          kind: 'has',
          of: this.expression(callee.expression, names, depth),
          element: this.expression(first, names, depth),
          name,
          isOptional: isInChain(callee),
          skipsHoles: false,
        };
      if (pureMethods.includes(name)) return this.pure(name, [callee.expression, ...given], names, depth, isInChain(callee));
    }
    if (ts.isIdentifier(callee) && pureFunctions.includes(callee.text)) return this.pure(callee.text, given, names, depth, false);
    if (ts.isIdentifier(callee)) return this.inlined(node, callee, names, depth);
    throw this.problem(node);
  }

  /** `['a', 'b'].includes(x)`, `new Set(['a', 'b']).has(x)`: whether a value is one of those that are written. */
  private amongWritten(name: string, list: ts.Expression, wanted: ts.Expression, names: Names, depth: number): RuleExpression | null {
    const written = this.written(list, names);
    if (written === null || name !== (written.isSet ? 'has' : 'includes')) return null;
    const value = this.expression(wanted, names, depth);
    return joined(
      'some',
      written.values.map((one) => isSameValue(value, one)),
    );
  }

  /** The values of a list of literals, or of a Set of one, perhaps by the name of a constant; null where it is none. */
  private written(given: ts.Expression, names: Names): WrittenValues | null {
    const inner = skipTypes(given);
    const isName = ts.isIdentifier(inner);
    if (isName && (names.has(inner.text) || !isOnlyAsked(inner.text, this.scope.file))) return null;
    return writtenValues(resolved(inner, this.scope));
  }

  /** What an expression that chooses or changes elements of a container stands for; null where it is another one. */
  collection(node: ts.Expression, names: Names, depth: number): Collection | null {
    return readCollection(node, {
      expression: (inner) => this.expression(inner, names, depth),
      ofElement: (given, name) => this.ofElement(given, name, names, depth),
    });
  }

  /** A method of a list that is made of a container. */
  private overCollection(name: string, list: Collection, node: ts.CallExpression, names: Names, depth: number): RuleExpression | null {
    const [first, second] = node.arguments;
    if (first === undefined || second !== undefined) return null;
    const { of, value, tests } = list;
    const valueOf: OfElement = value ?? ((element) => element);
    if (name === 'some' || name === 'every') {
      const test = this.ofElement(first, name, names, depth);
      return this.quantified(name, list, (element) => {
        const own = test(valueOf(element));
        const chosen = passes(list, element);
        if (chosen === null) return own;
        return name === 'some' ? both(chosen, own) : { kind: 'logical', operator: '||', left: not(chosen), right: own };
      });
    }
    if (name !== 'includes') return null;
    const wanted = this.expression(first, names, depth);
    // Those that pass a test are a list of their own, which has no holes.
    const isIn: RuleExpression = {
      kind: 'has',
      of,
      element: wanted,
      name,
      isOptional: list.isOptional,
      skipsHoles: tests.length > 0 && skipsHoles(list),
    };
    if (value === null) return tests.length === 0 ? isIn : both(isIn, passes(list, wanted) ?? isIn);
    const isMade = this.quantified('some', list, (element) => both(passes(list, element), isSame(valueOf(element), wanted)));
    if (tests.length > 0 || !skipsHoles(list)) return isMade;
    // What is made of a list with holes has them, too.
    const filled = this.quantified('count', list, () => ({ kind: 'literal', value: true }));
    const hasHoles: RuleExpression = {
      kind: 'binary',
      operator: '<',
      left: filled,
      right: { kind: 'size', of, name: 'length', isOptional: list.isOptional },
    };
    const isUndefined = isSame(wanted, { kind: 'literal', value: undefined });
    return { kind: 'logical', operator: '||', left: isMade, right: both(isUndefined, hasHoles) };
  }

  private quantified(by: Quantifier, list: Collection, testOf: OfElement): RuleExpression {
    const { of, isOptional } = list;
    const depth = this.nesting++;
    try {
      return { kind: 'quantified', by, of, depth, test: testOf({ kind: 'element', of, depth }), isOptional, skipsHoles: skipsHoles(list) };
    } finally {
      this.nesting--;
    }
  }

  /** A function of one element: an arrow function, or a helper of the file. */
  private ofElement(given: ts.Expression, name: string, names: Names, depth: number): OfElement {
    const own = skipTypes(given);
    const known = ts.isIdentifier(own) ? (this.scope.constants.get(own.text) ?? this.scope.functionNamed(own.text)) : own;
    if (known === undefined || !(ts.isArrowFunction(known) || ts.isFunctionExpression(known) || ts.isFunctionDeclaration(known)))
      throw new RuleProblem(`${this.what}: ${name} needs an arrow function of one element.`, given);
    if (depth > mostInlined) throw new RuleProblem(`${this.what} never ends: it refers to itself by ${name}.`, given);
    const [parameter, another] = known.parameters;
    if (another !== undefined || known.body === undefined)
      throw new RuleProblem(`${this.what}: ${name} gives the element alone, not its index.`, given);
    const body = resultOf(known as ts.ArrowFunction, this.what);
    const outer = known === own ? names : new Map<string, RuleExpression>();
    return (element) => this.expression(body, this.withParameter(outer, parameter?.name, element), depth + 1);
  }

  private withParameter(names: Names, name: ts.BindingName | undefined, value: RuleExpression): Names {
    if (name === undefined) return names;
    if (ts.isIdentifier(name)) return new Map([...names, [name.text, value]]);
    const inner = new Map(names);
    for (const part of name.elements) {
      const key = ts.isBindingElement(part) ? (part.propertyName ?? part.name) : undefined;
      if (!ts.isObjectBindingPattern(name) || !ts.isBindingElement(part) || part.initializer !== undefined)
        throw new RuleProblem(`${this.what} takes an element apart by names of its fields alone.`, name);
      if (key === undefined || !ts.isIdentifier(key) || !ts.isIdentifier(part.name) || part.dotDotDotToken !== undefined)
        throw new RuleProblem(`${this.what} takes an element apart by names of its fields alone.`, name);
      const isSize = key.text === 'length' || key.text === 'size';
      inner.set(part.name.text, { kind: isSize ? 'size' : 'field', of: value, name: key.text, isOptional: false } as RuleExpression);
    }
    return inner;
  }

  private pure(name: string, operands: readonly ts.Expression[], names: Names, depth: number, isOptional: boolean): RuleExpression {
    return { kind: 'pure', name, operands: operands.map((operand) => this.expression(operand, names, depth)), isOptional };
  }

  /** A helper of the file, whose parameters stand for what it is given. */
  private inlined(node: ts.CallExpression, callee: ts.Identifier, names: Names, depth: number): RuleExpression {
    const helper = this.scope.constants.get(callee.text) ?? this.scope.functionNamed(callee.text);
    if (helper === undefined || !(ts.isArrowFunction(helper) || ts.isFunctionExpression(helper) || ts.isFunctionDeclaration(helper)))
      throw this.problem(node);
    if (depth > mostInlined) throw new RuleProblem(`${this.what} never ends: "${callee.text}" calls itself.`, node);
    let inner: Names = new Map();
    helper.parameters.forEach(({ name }, index) => {
      const given = node.arguments[index];
      const value: RuleExpression = given === undefined ? { kind: 'literal', value: undefined } : this.expression(given, names, depth);
      inner = this.withParameter(inner, name, value);
    });
    if (helper.body === undefined) throw this.problem(node);
    return this.expression(resultOf(helper as ts.FunctionExpression, this.what), inner, depth + 1);
  }

  private unary(node: ts.PrefixUnaryExpression | ts.TypeOfExpression, names: Names, depth: number): RuleExpression {
    const operator = ts.isTypeOfExpression(node) ? 'typeof' : ts.tokenToString(node.operator);
    const operand = ts.isTypeOfExpression(node) ? node.expression : node.operand;
    if (operator === undefined || !unaryOperators.includes(operator)) throw this.problem(node);
    return { kind: 'unary', operator, operand: this.expression(operand, names, depth) };
  }

  private binary(node: ts.BinaryExpression, names: Names, depth: number): RuleExpression {
    const operator = node.operatorToken.getText(this.scope.file);
    const search = this.search(node, operator, names, depth);
    if (search !== null) return search;
    const isLogical = operator === '&&' || operator === '||' || operator === '??';
    if (!isLogical && !binaryOperators.includes(operator)) throw this.problem(node);
    const left = this.expression(node.left, names, depth);
    const right = this.expression(node.right, names, depth);
    return isLogical ? { kind: 'logical', operator, left, right } : { kind: 'binary', operator, left, right };
  }

  /** `x.indexOf(y) < 0` and its like: whether something is in a list. */
  private search(node: ts.BinaryExpression, operator: string, names: Names, depth: number): RuleExpression | null {
    const call = skipTypes(node.left);
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'indexOf')
      return null;
    const isFound = searches.get(`${operator} ${node.right.getText(this.scope.file)}`);
    const [first, second] = call.arguments;
    if (isFound === undefined || first === undefined || second !== undefined) return null;
    const among = this.amongWritten('includes', call.expression.expression, first, names, depth);
    if (among !== null) return isFound ? among : not(among);
    const list = this.collection(call.expression.expression, names, depth);
    if (list !== null) return null;
    const of = this.expression(call.expression.expression, names, depth);
    const element = this.expression(first, names, depth);
    const isOptional = isInChain(call.expression);
    const isIn: RuleExpression = { kind: 'has', of, element, name: 'includes', isOptional, skipsHoles: true };
    // NaN is included and has no index.
    const found = both(isIn, isSame(element, element));
    if (!isOptional) return isFound ? found : not(found);
    // Of no list it is undefined: that is not -1, and no comparison with it is true.
    const isSearched = not(isSame(isIn, { kind: 'literal', value: undefined }));
    if (!isFound) return both(isSearched, not(found));
    return operator.startsWith('!') ? not(both(isSearched, not(found))) : found;
  }

  private template({ head, templateSpans }: ts.TemplateExpression, names: Names, depth: number): RuleExpression {
    let joined: RuleExpression = { kind: 'literal', value: head.text };
    for (const { expression, literal } of templateSpans) {
      joined = { kind: 'binary', operator: '+', left: joined, right: this.expression(expression, names, depth) };
      if (literal.text !== '') joined = { kind: 'binary', operator: '+', left: joined, right: { kind: 'literal', value: literal.text } };
    }
    return joined;
  }

  private problem(node: ts.Expression): RuleProblem {
    const text = node.getText(this.scope.file);
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    const reason =
      ts.isCallExpression(node) || ts.isNewExpression(node)
        ? 'what is called may change something'
        : 'it may change something, or cannot be kept up to date';
    return new RuleProblem(`${this.what} is not pure: ${shown} (${reason}).`, node);
  }
}

/** What comparing an index with a number says: that there is one, or that there is none. */
const searches: ReadonlyMap<string, boolean> = new Map([
  ['=== -1', false],
  ['== -1', false],
  ['!== -1', true],
  ['!= -1', true],
  ['> -1', true],
  ['< 0', false],
  ['>= 0', true],
]);

const isSame = (left: RuleExpression, right: RuleExpression): RuleExpression => ({ kind: 'binary', operator: '===', left, right });

/** Whether some, or every, of these conditions hold. */
function joined(by: 'some' | 'every', conditions: readonly RuleExpression[]): RuleExpression {
  const [first, ...others] = conditions;
  if (first === undefined) return { kind: 'literal', value: by === 'every' };
  const operator = by === 'some' ? '||' : '&&';
  return others.reduce((left, right) => ({ kind: 'logical', operator, left, right }), first);
}

const not = (operand: RuleExpression): RuleExpression => ({ kind: 'unary', operator: '!', operand });

/** Whether an access is behind a `?.` that may leave it out. */
function isInChain(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0;
}
