import ts from 'typescript';
import { ofUnary } from '../../rules/provenRule.js';
import {
  anyObject,
  anything,
  anyText,
  booleans,
  isSame,
  joined,
  narrowed,
  ofOperator,
  passing,
  undefinedValue,
  valueOfLiteral,
  widened,
  type PossibleValue,
  type PossibleValues,
} from '../../rules/possibleValues.js';
import { parse, skipTypes, syntaxErrors } from '../source.js';
import { exportedClassName } from './exportedName.js';

/** Bounds that still move after so many rounds are infinite. */
const roundsBeforeWidening = 4;
const mostRounds = 40;

/**
 * What private fields of a class may hold in every object and in every run: what is written to them, in any order, by the text of the class. No
 * other code can write to them. It rests on the text alone: on no declared type, and on nothing that callers give. Null where that does not decide:
 * the class is not one that the text exports, a field is none of its own, or code that is made of texts may write to it.
 */
export function privateFieldValues(
  text: string,
  path: string,
  className: string,
  fields: readonly string[],
): ReadonlyMap<string, PossibleValues> | null {
  const source = parse(text, path);
  // Direct eval apart, what is written between the braces of the class is all.
  if (syntaxErrors(source).length > 0 || mentions(source.file, 'eval')) return null;
  const owner = onlyClass(source.file, className);
  if (owner === null || hasDecorators(owner)) return null;
  const names = owner.members.flatMap(({ name }) => (name !== undefined && ts.isPrivateIdentifier(name) ? [name.text] : []));
  const declared = [...new Set(names)].flatMap((field) => {
    const declaration = declarationsIn(source.file, field) === 1 ? declarationOf(owner, field) : null;
    return declaration === null ? [] : [{ field, declaration }];
  });
  const known = declared.map(({ field }) => field);
  if (!fields.every((field) => known.includes(field))) return null;
  const held = new FieldSolver(
    owner,
    known,
    declared.map(({ declaration }) => declaration),
  ).solve();
  return held === null ? null : new Map(fields.map((field) => [field, held.get(field) ?? []]));
}

/** The class that a text exports under a name, where it gives that name to nothing else. */
function onlyClass(file: ts.SourceFile, className: string): ts.ClassDeclaration | null {
  const [owner, another] = file.statements.filter(
    (statement): statement is ts.ClassDeclaration => ts.isClassDeclaration(statement) && exportedClassName(statement, file) === className,
  );
  if (owner === undefined || another !== undefined) return null;
  const name = owner.name?.text;
  const isElsewhere = [className, name].some(
    (one) => one !== undefined && one !== 'default' && (declarationsOf(file, one).length > 1 || isGivenTo(file, one, name)),
  );
  return isElsewhere || (name !== undefined && isWritten(file, name)) ? null : owner;
}

/** Whether a member of that name gets something else than a class. */
function isGivenTo(file: ts.SourceFile, member: string, className: string | undefined): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && ts.isPropertyAccessExpression(node.left))
      if (node.left.name.text === member && !(ts.isIdentifier(node.right) && node.right.text === className)) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function hasDecorators(node: ts.Node): boolean {
  let found = false;
  const visit = (one: ts.Node): void => {
    if (ts.isDecorator(one)) found = true;
    else ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function declarationOf(owner: ts.ClassDeclaration, field: string): ts.PropertyDeclaration | null {
  const found = owner.members.find(
    (member): member is ts.PropertyDeclaration =>
      ts.isPropertyDeclaration(member) && ts.isPrivateIdentifier(member.name) && member.name.text === field,
  );
  const plain = found?.modifiers?.every(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? true;
  return found === undefined || !plain ? null : found;
}

/** How many classes of a text declare something of that private name. */
function declarationsIn(file: ts.SourceFile, field: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) && node.name !== undefined && ts.isPrivateIdentifier(node.name) && node.name.text === field) count++;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return count;
}

/** A write to a field: the node that writes, and what. */
interface Write {
  readonly field: string;
  readonly value: (solver: FieldSolver) => PossibleValues;
}

class FieldSolver {
  private held: Map<string, PossibleValues>;
  private readonly writes: readonly Write[];

  constructor(
    owner: ts.ClassDeclaration,
    private readonly fields: readonly string[],
    declared: readonly ts.PropertyDeclaration[],
  ) {
    this.held = new Map(fields.map((field) => [field, []]));
    const initial = declared.map(({ initializer }, at): Write => ({
      field: fields[at] ?? '',
      value: (solver) => (initializer === undefined ? [undefinedValue] : solver.valuesOf(initializer)),
    }));
    this.writes = [...initial, ...writesIn(owner, fields)];
  }

  solve(): ReadonlyMap<string, PossibleValues> | null {
    for (let round = 0; round < mostRounds; round++) {
      const next = new Map(this.held);
      for (const { field, value } of this.writes) next.set(field, joined(next.get(field) ?? [], value(this)));
      const isOver = this.fields.every((field) => isSame(this.held.get(field) ?? [], next.get(field) ?? []));
      if (isOver) return this.held;
      if (round >= roundsBeforeWidening) for (const [field, values] of next) next.set(field, widened(this.held.get(field) ?? [], values));
      this.held = next;
    }
    return null;
  }

  valuesOf(given: ts.Expression): PossibleValues {
    const expression = skipTypes(given);
    const literal = literalOf(expression);
    if (literal !== null) return [literal];
    if (isObjectMade(expression)) return [anyObject];
    if (ts.isTemplateExpression(expression)) return [anyText];
    if (ts.isTypeOfExpression(expression)) return this.unary('typeof', expression.expression);
    if (ts.isVoidExpression(expression)) return [undefinedValue];
    if (ts.isPropertyAccessExpression(expression)) {
      const held = this.held.get(fieldOf(expression, this.fields) ?? '') ?? anything;
      return ts.isOptionalChain(expression) ? joined(held, [undefinedValue]) : held;
    }
    if (ts.isIdentifier(expression)) return this.ofName(expression);
    if (ts.isPrefixUnaryExpression(expression)) return this.prefix(expression);
    if (ts.isConditionalExpression(expression)) return joined(this.valuesOf(expression.whenTrue), this.valuesOf(expression.whenFalse));
    if (ts.isBinaryExpression(expression)) return this.binary(expression);
    return anything;
  }

  /** `x.#f += value`. */
  compound(operator: string, field: string, value: ts.Expression): PossibleValues {
    return this.operated(operator, this.held.get(field) ?? [], this.valuesOf(value));
  }

  counted(operator: '+' | '-', field: string): PossibleValues {
    const one = [valueOfLiteral(1)];
    // What is counted is made a number or a bigint first: text, too.
    const held = (this.held.get(field) ?? []).flatMap((value) => ofOperator('-', value, valueOfLiteral(0)));
    return this.operated(operator, held, one).filter(({ kind }) => kind === 'number' || kind === 'bigint');
  }

  operated(operator: string, left: PossibleValues, right: PossibleValues): PossibleValues {
    return joined(...left.flatMap((a) => right.map((b) => ofOperator(operator, a, b))));
  }

  private unary(operator: string, operand: ts.Expression): PossibleValues {
    return joined(...this.valuesOf(operand).map((value) => ofUnary(operator, value)));
  }

  private prefix({ operator, operand }: ts.PrefixUnaryExpression): PossibleValues {
    const text = ts.tokenToString(operator) ?? '';
    return text === '++' || text === '--' ? anything : this.unary(text, operand);
  }

  private binary({ left, operatorToken, right }: ts.BinaryExpression): PossibleValues {
    const operator = ts.tokenToString(operatorToken.kind) ?? '';
    switch (operator) {
      case ',':
      case '=':
        return this.valuesOf(right);
      case '&&':
        return joined(passing(this.valuesOf(left), false), this.valuesOf(right));
      case '||':
        return joined(passing(this.valuesOf(left), true), this.valuesOf(right));
      case '??':
        return joined(
          this.valuesOf(left).filter(({ kind }) => kind !== 'undefined' && kind !== 'null'),
          this.valuesOf(right),
        );
      case 'in':
      case 'instanceof':
        return booleans;
      default:
        return operator.endsWith('=') && !/^(?:[=!]==?|[<>]=)$/.test(operator)
          ? anything
          : this.operated(operator, this.valuesOf(left), this.valuesOf(right));
    }
  }

  /** A parameter or variable that nothing is written to once it has its value: by the tests that have been passed where it is read. */
  private ofName(name: ts.Identifier): PossibleValues {
    if (name.text === 'undefined' || name.text === 'NaN' || name.text === 'Infinity') return anything;
    const home = homeOf(name);
    if (home === null) return anything;
    const start = home.initializer === null ? anything : this.valuesOf(home.initializer);
    return testsBefore(name, home.scope).reduce((values, { test, isPassed }) => this.tested(values, name.text, test, isPassed), start);
  }

  /** What values a name may have where a test was passed, or was not. */
  private tested(values: PossibleValues, name: string, given: ts.Expression, isPassed: boolean): PossibleValues {
    const test = skipTypes(given);
    if (ts.isPrefixUnaryExpression(test) && test.operator === ts.SyntaxKind.ExclamationToken)
      return this.tested(values, name, test.operand, !isPassed);
    if (isNameOf(test, name)) return passing(values, isPassed);
    if (!ts.isBinaryExpression(test)) return values;
    const operator = ts.tokenToString(test.operatorToken.kind) ?? '';
    if (operator === '&&' || operator === '||') {
      const both = (operator === '&&') === isPassed;
      const left = this.tested(values, name, test.left, isPassed);
      if (both) return this.tested(left, name, test.right, isPassed);
      return joined(left, this.tested(this.tested(values, name, test.left, !isPassed), name, test.right, isPassed));
    }
    const [left, right] = [skipTypes(test.left), skipTypes(test.right)];
    if (ts.isTypeOfExpression(left) && isNameOf(skipTypes(left.expression), name) && ts.isStringLiteralLike(right)) {
      if (!['===', '!==', '==', '!='].includes(operator)) return values;
      const isWanted = operator.startsWith('=') === isPassed;
      return values.filter((value) => {
        const types = ofUnary('typeof', value);
        const isIt = types.map((type) => type.kind === 'text' && type.value === right.text);
        return isWanted ? isIt.includes(true) : isIt.includes(false);
      });
    }
    const [known, sign] = isNameOf(left, name) ? [literalOf(right), operator] : [literalOf(left), turned[operator]];
    const isAbout = isNameOf(left, name) || isNameOf(right, name);
    return known === null || !isAbout || sign === undefined || !(operator in turned) ? values : narrowed(sign, values, known, isPassed);
  }
}

/** Comparisons, and what they are with their sides exchanged. */
const turned: Readonly<Record<string, string>> = {
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '===': '===',
  '!==': '!==',
  '==': '==',
  '!=': '!=',
};

const isNameOf = (expression: ts.Expression, name: string): boolean => ts.isIdentifier(expression) && expression.text === name;

function literalOf(given: ts.Expression): PossibleValue | null {
  const expression = skipTypes(given);
  if (ts.isNumericLiteral(expression)) return valueOfLiteral(Number(expression.text));
  if (ts.isStringLiteralLike(expression)) return valueOfLiteral(expression.text);
  if (ts.isBigIntLiteral(expression)) return { kind: 'bigint' };
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return valueOfLiteral(true);
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return valueOfLiteral(false);
  if (expression.kind === ts.SyntaxKind.NullKeyword) return valueOfLiteral(null);
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(expression.operand))
    return valueOfLiteral(-Number(expression.operand.text));
  return null;
}

function isObjectMade(expression: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(expression) ||
    ts.isArrayLiteralExpression(expression) ||
    ts.isNewExpression(expression) ||
    ts.isFunctionExpression(expression) ||
    ts.isArrowFunction(expression) ||
    ts.isClassExpression(expression) ||
    ts.isRegularExpressionLiteral(expression)
  );
}

function fieldOf(node: ts.Node, fields: readonly string[]): string | null {
  return ts.isPropertyAccessExpression(node) && ts.isPrivateIdentifier(node.name) && fields.includes(node.name.text)
    ? node.name.text
    : null;
}

function writesIn(owner: ts.ClassDeclaration, fields: readonly string[]): readonly Write[] {
  const found: Write[] = [];
  const visit = (node: ts.Node): void => {
    const field = fieldOf(node, fields);
    if (field !== null) {
      const write = writeAt(node as ts.PropertyAccessExpression, field);
      if (write !== null) found.push(write);
    }
    ts.forEachChild(node, visit);
  };
  visit(owner);
  return found;
}

/** What is written where a field stands; null: it is only read there. */
function writeAt(access: ts.PropertyAccessExpression, field: string): Write | null {
  let target: ts.Node = access;
  while (ts.isExpression(target.parent) && skipTypes(target.parent as ts.Expression) === access) target = target.parent;
  const { parent } = target;
  const unknown: Write = { field, value: () => anything };
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    const { operator } = parent;
    if (operator === ts.SyntaxKind.PlusPlusToken) return { field, value: (solver) => solver.counted('+', field) };
    if (operator === ts.SyntaxKind.MinusMinusToken) return { field, value: (solver) => solver.counted('-', field) };
    return null;
  }
  if (ts.isBinaryExpression(parent) && parent.left === target && isAssignment(parent.operatorToken.kind)) {
    const operator = ts.tokenToString(parent.operatorToken.kind) ?? '';
    const { right } = parent;
    if (isPatternPart(parent)) return unknown;
    if (['=', '&&=', '||=', '??='].includes(operator)) return { field, value: (solver) => solver.valuesOf(right) };
    return { field, value: (solver) => solver.compound(operator.slice(0, -1), field, right) };
  }
  return isRead(target) ? null : unknown;
}

const isAssignment = (kind: ts.SyntaxKind): boolean => kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** Whether an assignment may be the default of a place in a pattern. */
function isPatternPart(node: ts.BinaryExpression): boolean {
  return ts.isArrayLiteralExpression(node.parent) || ts.isPropertyAssignment(node.parent) || ts.isSpreadElement(node.parent);
}

/** Whether what stands there is certainly only read: it is no place of a pattern, and no head of a loop. */
function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent)
  ) {
    let outer: ts.Node = parent;
    while (
      ts.isObjectLiteralExpression(outer.parent) ||
      ts.isArrayLiteralExpression(outer.parent) ||
      ts.isPropertyAssignment(outer.parent) ||
      ts.isSpreadElement(outer.parent) ||
      ts.isSpreadAssignment(outer.parent) ||
      ts.isParenthesizedExpression(outer.parent) ||
      (ts.isBinaryExpression(outer.parent) && outer.parent.left === outer)
    )
      outer = outer.parent;
    // A literal that is no target of anything: what is around it takes its value.
    return !(ts.isBinaryExpression(outer) && outer.operatorToken.kind === ts.SyntaxKind.EqualsToken) && !isLoopHead(outer);
  }
  return !isLoopHead(node);
}

function isLoopHead(node: ts.Node): boolean {
  const { parent } = node;
  return (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === node;
}

/** Where a name gets its only value. */
interface Home {
  readonly scope: ts.Node;
  /** null: a caller gives it. */
  readonly initializer: ts.Expression | null;
}

/** Null where something may write to the name, or where it is not known what it is. */
function homeOf(name: ts.Identifier): Home | null {
  for (let at: ts.Node = name; at.parent !== undefined; at = at.parent) {
    if (!ts.isFunctionLike(at) || !('body' in at) || at.body === undefined) continue;
    const parameter = at.parameters.find((one) => isNamed(one.name, name.text));
    const declared = declarationsOf(at.body as ts.Node, name.text);
    if (parameter === undefined && declared.length === 0) continue;
    if (isWritten(at, name.text) || mentions(at, 'arguments')) return null;
    if (parameter !== undefined) return declared.length > 0 || !ts.isIdentifier(parameter.name) ? null : { scope: at, initializer: null };
    const [only, another] = declared;
    if (only === undefined || another !== undefined || !ts.isVariableDeclaration(only)) return null;
    const isConstant = (only.parent.flags & ts.NodeFlags.Const) !== 0 && ts.isVariableStatement(only.parent.parent);
    return isConstant && only.initializer !== undefined ? { scope: at, initializer: only.initializer } : null;
  }
  return null;
}

function isNamed(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && isNamed(element.name, name));
}

/** All that declares a name within a body, inner functions included. */
function declarationsOf(body: ts.Node, name: string): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const isDeclaring =
      (ts.isVariableDeclaration(node) && isNamed(node.name, name)) ||
      (ts.isParameter(node) && isNamed(node.name, name)) ||
      ((ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isClassLike(node)) && node.name?.text === name);
    // Of a pattern it is not known what part a name gets.
    if (isDeclaring) found.push(ts.isVariableDeclaration(node) && !ts.isIdentifier(node.name) ? node.name : node);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** Whether a name stands somewhere where it may be written to. */
function isWritten(scope: ts.Node, name: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && !isOnlyRead(node)) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(scope);
  return found;
}

function isOnlyRead(name: ts.Identifier): boolean {
  let node: ts.Node = name;
  while (ts.isExpression(node.parent) && skipTypes(node.parent as ts.Expression) === name) node = node.parent;
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return isRead(parent.parent) && isRead(parent);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator !== ts.SyntaxKind.PlusPlusToken && parent.operator !== ts.SyntaxKind.MinusMinusToken;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind)) return false;
  return isRead(node);
}

function mentions(scope: ts.Node, name: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(scope);
  return found;
}

interface PassedTest {
  readonly test: ts.Expression;
  readonly isPassed: boolean;
}

/** The tests that have certainly been made, with their results, wherever control comes to a node; outer ones last. */
function testsBefore(node: ts.Node, scope: ts.Node): readonly PassedTest[] {
  const found: PassedTest[] = [];
  for (let at = node; at !== scope && at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    // A function may run when its text has not been passed.
    if (ts.isFunctionLike(at)) break;
    if (ts.isIfStatement(parent) && at !== parent.expression)
      found.push({ test: parent.expression, isPassed: at === parent.thenStatement });
    if (ts.isConditionalExpression(parent) && at !== parent.condition)
      found.push({ test: parent.condition, isPassed: at === parent.whenTrue });
    if (ts.isBinaryExpression(parent) && at === parent.right) {
      if (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) found.push({ test: parent.left, isPassed: true });
      if (parent.operatorToken.kind === ts.SyntaxKind.BarBarToken) found.push({ test: parent.left, isPassed: false });
    }
    if (ts.isBlock(parent))
      for (const statement of parent.statements) {
        if (statement === at) break;
        if (ts.isIfStatement(statement) && statement.elseStatement === undefined && leaves(statement.thenStatement))
          found.push({ test: statement.expression, isPassed: false });
      }
  }
  return found;
}

/** Whether a statement always leaves the block that it is in. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return true;
  if (!ts.isBlock(statement)) return false;
  const last = statement.statements.at(-1);
  return last !== undefined && leaves(last);
}
