import ts from 'typescript';
import { binaryOperators, pureFunctions, pureMethods, unaryOperators, type RuleExpression } from '../../rules/ruleExpression.js';
import { skipTypes } from '../source.js';
import { literalOf, RuleProblem, type RuleScope } from './ruleScope.js';

/** What the names of a condition stand for: a variable of the rule, or an expression where a helper is inlined. */
type Names = ReadonlyMap<string, RuleExpression>;

/** Helpers that call each other deeper are taken for endless. */
const mostInlined = 20;

/** The expression that an arrow function over the rule's variables returns. Throws a `RuleProblem` where it is not pure, or says more than rules may. */
export function lowerFunction(given: ts.Expression, variables: readonly string[], scope: RuleScope, what: string): RuleExpression {
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
  return new ConditionLowering(scope, variables, whole, what).expression(resultOf(arrow, what), names, 0);
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
  constructor(
    private readonly scope: RuleScope,
    private readonly variables: readonly string[],
    /** The name of the whole tuple, where it is not taken apart. */
    private readonly whole: string | null,
    private readonly what: string,
  ) {}

  expression(given: ts.Expression, names: Names, depth: number): RuleExpression {
    const expression = skipTypes(given);
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
    const of = this.expression(node.expression, names, depth);
    if (name === 'length' || name === 'size') return { kind: 'size', of, name, isOptional };
    return { kind: 'field', of, name, isOptional };
  }

  private element(node: ts.ElementAccessExpression, names: Names, depth: number): RuleExpression {
    const key = literalOf(resolved(node.argumentExpression, this.scope));
    if (key?.kind !== 'literal' || typeof key.value !== 'string')
      throw new RuleProblem(
        `${this.what} reads ${node.getText(this.scope.file)}: of a key only a name that is written out can be read.`,
        node,
      );
    return { kind: 'field', of: this.expression(node.expression, names, depth), name: key.value, isOptional: isInChain(node) };
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
      if ((name === 'has' || name === 'includes') && first !== undefined)
        return {
          kind: 'has',
          of: this.expression(callee.expression, names, depth),
          element: this.expression(first, names, depth),
          name,
          isOptional: isInChain(callee),
        };
      if (pureMethods.includes(name)) return this.pure(name, [callee.expression, ...given], names, depth, isInChain(callee));
    }
    if (ts.isIdentifier(callee) && pureFunctions.includes(callee.text)) return this.pure(callee.text, given, names, depth, false);
    if (ts.isIdentifier(callee)) return this.inlined(node, callee, names, depth);
    throw this.problem(node);
  }

  private pure(name: string, operands: readonly ts.Expression[], names: Names, depth: number, isOptional: boolean): RuleExpression {
    return { kind: 'pure', name, operands: operands.map((operand) => this.expression(operand, names, depth)), isOptional };
  }

  /** A helper of the file, whose parameters stand for what it is given. */
  private inlined(node: ts.CallExpression, callee: ts.Identifier, names: Names, depth: number): RuleExpression {
    const helper = this.scope.constants.get(callee.text) ?? this.functionNamed(callee.text);
    if (helper === undefined || !(ts.isArrowFunction(helper) || ts.isFunctionExpression(helper) || ts.isFunctionDeclaration(helper)))
      throw this.problem(node);
    if (depth > mostInlined) throw new RuleProblem(`${this.what} never ends: "${callee.text}" calls itself.`, node);
    const inner = new Map<string, RuleExpression>();
    helper.parameters.forEach(({ name }, index) => {
      const given = node.arguments[index];
      if (!ts.isIdentifier(name)) throw this.problem(node);
      inner.set(name.text, given === undefined ? { kind: 'literal', value: undefined } : this.expression(given, names, depth));
    });
    if (helper.body === undefined) throw this.problem(node);
    return this.expression(resultOf(helper as ts.FunctionExpression, this.what), inner, depth + 1);
  }

  private functionNamed(name: string): ts.FunctionDeclaration | undefined {
    return this.scope.file.statements.find(
      (statement): statement is ts.FunctionDeclaration => ts.isFunctionDeclaration(statement) && statement.name?.text === name,
    );
  }

  private unary(node: ts.PrefixUnaryExpression | ts.TypeOfExpression, names: Names, depth: number): RuleExpression {
    const operator = ts.isTypeOfExpression(node) ? 'typeof' : ts.tokenToString(node.operator);
    const operand = ts.isTypeOfExpression(node) ? node.expression : node.operand;
    if (operator === undefined || !unaryOperators.includes(operator)) throw this.problem(node);
    return { kind: 'unary', operator, operand: this.expression(operand, names, depth) };
  }

  private binary(node: ts.BinaryExpression, names: Names, depth: number): RuleExpression {
    const operator = node.operatorToken.getText(this.scope.file);
    const isLogical = operator === '&&' || operator === '||' || operator === '??';
    if (!isLogical && !binaryOperators.includes(operator)) throw this.problem(node);
    const left = this.expression(node.left, names, depth);
    const right = this.expression(node.right, names, depth);
    return isLogical ? { kind: 'logical', operator, left, right } : { kind: 'binary', operator, left, right };
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

/** Whether an access is behind a `?.` that may leave it out. */
function isInChain(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0;
}
