import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { ExpressionEdit } from './candidate.js';
import { copyEdits } from './missingCopies.js';
import { basesAt, conversions, numericSides } from './conversions.js';
import { defaultValues } from './defaultValues.js';
import type { FieldsBeside } from './fieldsBeside.js';
import { groupings } from './groupings.js';
import { anchoredTexts, otherPatterns } from './otherPatterns.js';
import { conditionsAt } from './smallConditions.js';
import { literalText } from './literal.js';
import { spanOf } from './parts.js';
import { mayLack, nullGuards } from './nullGuards.js';
import { isOperand, plainChange } from './plainChange.js';
import { renewedProperty } from './renewedProperties.js';
import { spreadEdits } from './spreads.js';
import { mendedTexts, missedTexts, type TextDifference } from './textDifference.js';
import { withUnused } from './unusedNames.js';
import type { Atom, TypeKind, Types } from './vocabulary.js';

/** The operators that are tried for each other. */
const families: readonly (readonly string[])[] = [
  ['<', '<=', '>', '>=', '===', '!=='],
  ['==', '!='],
  ['+', '-', '*', '/', '%'],
  ['&&', '||'],
  ['&', '|', '^'],
  ['<<', '>>', '>>>'],
  ['=', '+=', '-=', '*=', '/='],
  ['&=', '|=', '^='],
];

/** What tests and texts tell beside types. */
export interface Evidence {
  /** Texts that failing tests saw, and what they expected. */
  readonly differences: readonly TextDifference[];
  readonly fields: FieldsBeside;
  /** The methods that may be called where a protocol was broken. */
  readonly wantedCalls: ReadonlySet<string>;
}

/** The changes of one expression: each of one node, or of what is around it. Bodies of functions inside have parts of their own. */
export function expressionEdits(
  root: ts.Expression,
  types: Types,
  file: ts.SourceFile,
  { differences, fields }: Evidence,
): readonly ExpressionEdit[] {
  const edits: ExpressionEdit[] = [];
  const missed = missedTexts(differences);
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node) || ts.isClassLike(node)) return;
    if (ts.isExpression(node) && isValue(node) && !ts.isSpreadElement(node)) {
      const tools = new Tools(node, types, file, edits);
      replaceOperator(node, tools);
      replaceLiteral(node, fields, tools);
      mendText(node, differences, tools);
      for (const { text, size } of isAssigned(node) ? [] : conversions(node, types, file)) tools.become(text, size);
      replaceName(node, fields, tools);
      changeCall(node, tools);
      changeArguments(node, missed, tools);
      edits.push(...spreadEdits(node, types, file));
      guard(node, tools);
      edits.push(...copyEdits(node, file));
      edits.push(...renewedProperty(node, types, file));
      changeAccess(node, tools);
      changeAwait(node, tools);
      changeMissing(node, missed, tools);
      if (isSource(node)) surround(node, tools);
      replaceArgument(node, tools);
      if (node === root) replaceWhole(node, tools);
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return withUnused(distinct(edits), root, types.checker);
}

/** What edits of one node need. */
class Tools {
  readonly text: string;
  constructor(
    readonly node: ts.Expression,
    readonly types: Types,
    readonly file: ts.SourceFile,
    private readonly edits: ExpressionEdit[],
  ) {
    this.text = node.getText(file);
  }

  get kind(): TypeKind {
    return this.types.kindOf(this.types.of(this.node));
  }

  /** The node becomes the text, in parentheses where it needs them. */
  readonly become = (text: string, size: number): void => {
    const plain = plainChange(this.node, text, (of) => (isTested(of) ? 'boolean' : this.types.kindOf(this.types.of(of))), this.file);
    if (plain.node !== this.node) return new Tools(plain.node, this.types, this.file, this.edits).become(plain.text, size);
    const isTwice = isTwiceBeside(this.node, text, this.file);
    // Nobody writes `x = x`.
    if (isTwice && isWholeRight(this.node)) return;
    if (isTwice) size += twiceSize;
    if (text !== this.text) this.edits.push({ span: spanOf(this.node, this.file), text: this.inContext(text), size });
  };

  readonly change = (at: ts.Node | Span, text: string, size: number): void => {
    const span = 'kind' in at ? spanOf(at, this.file) : at;
    if (text !== this.file.text.slice(span.start, span.end)) this.edits.push({ span, text, size });
  };

  readonly atoms = (members = true): readonly Atom[] => {
    const { variables, members: more } = this.types.visibleAt(this.node);
    return members ? [...variables, ...more] : variables;
  };

  fitting(members = true): readonly Atom[] {
    const wanted = this.types.wanted(this.node);
    return this.atoms(members).filter(({ type }) => this.types.fits(type, wanted));
  }

  private inContext(text: string): string {
    const { parent } = this.node;
    const isTight =
      ts.isBinaryExpression(parent) ||
      ts.isPrefixUnaryExpression(parent) ||
      ts.isSpreadElement(parent) ||
      ts.isTypeOfExpression(parent) ||
      ts.isVoidExpression(parent) ||
      ts.isAwaitExpression(parent) ||
      ts.isNonNullExpression(parent) ||
      (ts.isPropertyAccessExpression(parent) && parent.expression === this.node) ||
      (ts.isElementAccessExpression(parent) && parent.expression === this.node) ||
      (ts.isCallExpression(parent) && parent.expression === this.node) ||
      (ts.isConditionalExpression(parent) && parent.condition === this.node);
    if (!isTight || /^[\w.$]+$|^[\w.$]*\([^()]*\)$|^[\w.$]+\[[^[\]]*\]$|^'[^'\\]*'$/.test(text)) return text;
    if (ts.isBinaryExpression(parent) && isOperand(text, parent.operatorToken.getText(this.file), parent.left === this.node)) return text;
    if (text.startsWith(`${this.text}.`) && ts.isLeftHandSideExpression(this.node)) return text;
    return isAssigned(this.node) || isWholeRight(this.node) ? text : `(${text})`;
  }
}

/** How much larger a change is that writes what is beside it already, as `max(a, a)`. */
const twiceSize = 0.8;

/** Whether the text is that of an operand, argument or element beside the node. */
function isTwiceBeside(node: ts.Node, text: string, file: ts.SourceFile): boolean {
  const { parent } = node;
  const beside = ts.isBinaryExpression(parent)
    ? [parent.left, parent.right]
    : ts.isCallExpression(parent)
      ? parent.arguments
      : ts.isArrayLiteralExpression(parent)
        ? parent.elements
        : ts.isTemplateSpan(parent)
          ? parent.parent.templateSpans.map(({ expression }) => expression)
          : [];
  return beside.some((each) => each !== node && each.getText(file) === text);
}

/** Whether the node is the right side of a plain assignment. */
const isWholeRight = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) &&
  parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment;

/** Whether the expression has a value of its own: not a callee, not the left side of an assignment as a whole. */
function isValue(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  return !ts.isShorthandPropertyAssignment(parent) || parent.objectAssignmentInitializer === node;
}

const isPattern = (node: ts.Node): boolean => ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);

/** Whether the node is written to. */
function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  // A part of a pattern that takes a value apart.
  if (ts.isNonNullExpression(parent) || ts.isSpreadElement(parent) || isPattern(parent)) return isAssigned(parent);
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) return isAssigned(parent.parent);
  if (ts.isBinaryExpression(parent) && parent.left === node) return isWholeRight(parent.right);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  return ts.isDeleteExpression(parent) || (ts.isForOfStatement(parent) && parent.initializer === node);
}

/** Whether more may be put around it: it is read, and not what is called. */
function isSource(node: ts.Expression): boolean {
  const { parent } = node;
  const isCallee = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
  const isSpread = ts.isSpreadElement(node) || ts.isOmittedExpression(node);
  return !isCallee && !isAssigned(node) && !isSpread && !ts.isExpressionStatement(parent) && !isAssignment(node);
}

const isAssignment = (node: ts.Node): boolean => ts.isBinaryExpression(node) && isWholeRight(node.right);

function replaceOperator(node: ts.Expression, tools: Tools): void {
  const { file, types } = tools;
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(file);
    const [left, right] = [node.left.getText(file), node.right.getText(file)];
    const isText = [node.left, node.right].some((side) => types.kindOf(types.of(side)) === 'string');
    const family = families.find((each) => each.includes(operator)) ?? [];
    for (const other of family) {
      if (other === operator || (other !== '=' && isPattern(node.left)) || (isText && /^[-*/%]=?$/.test(other))) continue;
      const isPair = (pair: readonly string[]): boolean => pair.includes(operator) && pair.includes(other);
      // A limit that is off by its own value is the commonest fault of them.
      tools.change(node.operatorToken, other, boundaries.some(isPair) ? 0.85 : nearOperators.some(isPair) ? 0.9 : 1.2);
    }
    exchangeSides(node, tools);
    if (/^[&|^]=?$/.test(operator)) {
      const masked = `&${operator.endsWith('=') ? '=' : ''} ~${parenthesised(node.right, file)}`;
      if (!ts.isPrefixUnaryExpression(node.right))
        tools.change({ start: node.operatorToken.getStart(file), end: node.right.end }, masked, 0.9);
    }
    if (isAssignment(node)) return;
    for (const { text, size } of numericSides(node, types, file)) tools.become(text, size);
    for (const text of groupings(node, file)) tools.become(text, 1.1);
    replaceEither(node, tools);
    if (!'+*=====!==!='.includes(operator) || isText)
      tools.become(`${grouped(node.right, file)} ${operator} ${grouped(node.left, file)}`, 1.5);
    if (tools.kind !== 'boolean' || operator === '&&' || operator === '||') {
      tools.become(left, 1.5);
      tools.become(right, 1.5);
    }
    if (operator === '&&' || operator === '||') {
      tools.change(node.left, `!${parenthesised(node.left, file)}`, 1.5);
      tools.change(node.right, `!${parenthesised(node.right, file)}`, 1.5);
    }
  } else if (ts.isPrefixUnaryExpression(node)) {
    const operand = node.operand.getText(file);
    if (node.operator === ts.SyntaxKind.ExclamationToken && types.kindOf(types.of(node.operand)) !== 'boolean')
      tools.become(`${parenthesised(node.operand, file)} === undefined`, 1.3);
    if (removable.has(node.operator)) tools.become(operand, 1);
    if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) {
      const isUp = node.operator === ts.SyntaxKind.PlusPlusToken;
      tools.become(`${isUp ? '--' : '++'}${operand}`, 1);
      if (!ts.isExpressionStatement(node.parent) && !ts.isForStatement(node.parent)) tools.become(`${operand}${isUp ? '++' : '--'}`, 1);
    }
  } else if (ts.isPostfixUnaryExpression(node)) {
    const operand = node.operand.getText(file);
    const isUp = node.operator === ts.SyntaxKind.PlusPlusToken;
    tools.become(`${operand}${isUp ? '--' : '++'}`, 1);
    tools.become(`${operand} ${isUp ? '+' : '-'}= 2`, 2);
    if (!ts.isExpressionStatement(node.parent) && !ts.isForStatement(node.parent)) tools.become(`${isUp ? '++' : '--'}${operand}`, 1);
  } else if (ts.isConditionalExpression(node)) {
    const [test, yes, no] = [node.condition, node.whenTrue, node.whenFalse].map((part) => part.getText(file));
    tools.become(`${test} ? ${no} : ${yes}`, 1);
    tools.become(String(yes), 1.5);
    tools.become(String(no), 1.5);
  } else if (ts.isParenthesizedExpression(node)) regroup(node, tools);
  else if (ts.isYieldExpression(node) && node.expression !== undefined)
    tools.become(`yield${node.asteriskToken === undefined ? '*' : ''} ${node.expression.getText(file)}`, 1);
}

const removable: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.ExclamationToken, ts.SyntaxKind.MinusToken, ts.SyntaxKind.TildeToken]);
const boundaries: readonly (readonly string[])[] = [
  ['<', '<='],
  ['>', '>='],
];
const nearOperators: readonly (readonly string[])[] = [
  ['<', '>'],
  ['<=', '>='],
  ['<', '>='],
  ['<=', '>'],
  ['===', '!=='],
  ['==', '!='],
  ['+', '-'],
  ['*', '/'],
  ['/', '%'],
  ['&&', '||'],
  ['+=', '-='],
  ['*=', '/='],
  ['=', '+='],
  ['&', '|'],
  ['|', '^'],
  ['&', '^'],
  ['<<', '>>'],
  ['>>', '>>>'],
];

/** `map[value] = key` may have been meant as `map[key] = value`, and `before = now` as `now = before`. */
function exchangeSides({ left, right, operatorToken }: ts.BinaryExpression, { types, file, change }: Tools): void {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !isNameLike(right)) return;
  const isKeyed = ts.isElementAccessExpression(left);
  const other = isKeyed ? left.argumentExpression : left;
  if (!isNameLike(other) || !types.fits(types.of(other), types.of(right)) || !types.fits(types.of(right), types.of(other))) return;
  if (!isKeyed && isConstant(right, types)) return;
  const between = file.text.slice(other.end, right.getStart(file));
  change({ start: other.getStart(file), end: right.end }, right.getText(file) + between + other.getText(file), 1.1);
}

/** Whether nothing can be assigned to a name. */
function isConstant(node: ts.Expression, { checker }: Types): boolean {
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
  return declaration !== undefined && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** `a || b` may have been meant as `a ?? b`, and the other way round: they differ for what is empty. */
function replaceEither(node: ts.BinaryExpression, { file, types, become }: Tools): void {
  const { kind } = node.operatorToken;
  const isEither = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
  const left = types.of(node.left);
  if (!isEither || (types.kindOf(left) === 'boolean' && !types.mayBeNothing(left))) return;
  const other = kind === ts.SyntaxKind.BarBarToken ? '??' : '||';
  become(`${parenthesised(node.left, file)} ${other} ${parenthesised(node.right, file)}`, 0.9);
}

const parenthesised = (node: ts.Expression, file: ts.SourceFile): string =>
  ts.isBinaryExpression(node) || ts.isConditionalExpression(node) || isClaim(node) ? `(${node.getText(file)})` : node.getText(file);

/** What only tells the compiler of another type. */
const isClaim = (node: ts.Node): boolean => ts.isAsExpression(node) || ts.isSatisfiesExpression(node);

/** An operand that may stand on either side: `-a ** b` is no expression. */
const grouped = (node: ts.Expression, file: ts.SourceFile): string =>
  ts.isPrefixUnaryExpression(node) ? `(${node.getText(file)})` : parenthesised(node, file);

/** `(a + b) / c` may have been meant as `a + b / c`, and the other way round. */
function regroup(node: ts.ParenthesizedExpression, tools: Tools): void {
  if (ts.isBinaryExpression(node.parent) && ts.isBinaryExpression(node.expression))
    tools.change(node, node.expression.getText(tools.file), 1.5);
}

function replaceLiteral(node: ts.Expression, fields: FieldsBeside, tools: Tools): void {
  const bases = ts.isNumericLiteral(node) ? basesAt(node, tools.file) : null;
  if (bases !== null) for (const base of bases) tools.become(base, 0.95);
  else if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    const usual = [value + 1, value - 1, 0, 1, 2, -value, value * 2, value / 2, value * 10, ...otherNumbers(node, tools.file)];
    const likely = new Map([...farNumbers(value), ...usual.map((each) => [each, 1.3] as const)]);
    // A zero is soon forgotten.
    if (/^10+$/.test(String(value))) for (const other of [value * 10, value / 10]) likely.set(other, 1.1);
    likely.delete(value);
    const others = [...likely].filter(([other]) => Number.isInteger(other) && !Object.is(other, -0));
    const { parent } = node;
    const isTerm = ts.isBinaryExpression(parent) && parent.right === node && '+-'.includes(parent.operatorToken.getText(tools.file));
    // Nobody writes `n - -1`.
    for (const [other, more] of others) if (other >= 0 || !isTerm) tools.become(String(other), Math.abs(other - value) === 1 ? 0.95 : more);
    for (const name of ['Infinity', '-Infinity']) tools.become(name, 2);
    for (const { text, size } of tools.fitting()) tools.become(text, 1 + size);
  } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    for (const text of ["''", "' '", ...otherTexts(node, tools.file)]) tools.become(text, 1.5);
    for (const name of fields.get(node.text) ?? []) tools.become(literalText({ kind: 'string', value: name }), 1.3);
    for (const { text, size } of tools.fitting()) tools.become(text, 1 + size);
    anchor(node, tools);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) tools.become('false', 1);
  else if (node.kind === ts.SyntaxKind.FalseKeyword) tools.become('true', 1);
  else if (ts.isArrayLiteralExpression(node)) changeArray(node, tools);
  else if (ts.isObjectLiteralExpression(node)) changeObject(node, tools);
  else if (ts.isTemplateExpression(node)) separate(node, tools);
  else if (ts.isRegularExpressionLiteral(node)) for (const { text, size } of otherPatterns(node.text)) tools.become(text, size);
  else if (node.kind === ts.SyntaxKind.NullKeyword) tools.become('undefined', 1.5);
}

/** A text at the start or end of a pattern that is made of texts: an anchor lacks there, or is too many. */
function anchor(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral, { become }: Tools): void {
  let [isFirst, isLast] = [true, true];
  let whole: ts.Expression = node;
  for (; ts.isBinaryExpression(whole.parent) || ts.isParenthesizedExpression(whole.parent); whole = whole.parent) {
    if (!ts.isBinaryExpression(whole.parent)) continue;
    if (whole.parent.operatorToken.kind !== ts.SyntaxKind.PlusToken) return;
    if (whole.parent.left === whole) isLast = false;
    else isFirst = false;
  }
  const made = whole.parent;
  const isPattern = (ts.isNewExpression(made) || ts.isCallExpression(made)) && made.arguments?.[0] === whole;
  if (!isPattern || !ts.isIdentifier(made.expression) || made.expression.text !== 'RegExp') return;
  for (const text of anchoredTexts(node.text, isFirst, isLast)) become(literalText({ kind: 'string', value: text }), 1.4);
}

/** Numbers that are not beside a number, with their sizes: round ones near it, those a little further off, a digit less. */
function farNumbers(value: number): readonly (readonly [number, number])[] {
  if (value < 3) return [];
  const round = [5, 10, 100]
    .filter((step) => step < value * 2)
    .flatMap((step) => [Math.floor(value / step), Math.ceil(value / step)].map((times) => times * step));
  return [
    ...[value + 2, value - 2, value + 3, value - 3].map((each) => [each, 1.5] as const),
    ...[value / 10, ...round].map((each) => [each, 1.4] as const),
    // Parts of hours, days, weeks and years.
    ...[7, 12, 24, 60, 365, 1000].map((each) => [each, 1.6] as const),
  ];
}

/** Numbers that the function of the literal, or the text outside of all functions, writes elsewhere. */
function otherNumbers(node: ts.Node, file: ts.SourceFile): readonly number[] {
  const around = ts.findAncestor(node, ts.isFunctionLike) ?? file;
  const numbers = new Set<number>();
  const visit = (each: ts.Node): void => {
    if (each !== node && ts.isNumericLiteral(each) && numbers.size < 12) numbers.add(Number(each.text));
    ts.forEachChild(each, visit);
  };
  visit(around);
  return [...numbers];
}

/** Texts that the file writes elsewhere. */
function otherTexts(node: ts.Node, file: ts.SourceFile): readonly string[] {
  const texts = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (each !== node && ts.isStringLiteral(each) && !ts.isImportDeclaration(each.parent) && texts.size < 12) texts.add(each.getText(file));
    ts.forEachChild(each, visit);
  };
  visit(file);
  return [...texts];
}

/** A text that is a part of what a test saw becomes what the test expected there. */
function mendText(node: ts.Expression, differences: readonly TextDifference[], { become, change, file }: Tools): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    for (const text of mendedTexts(node.text, differences)) become(literalText({ kind: 'string', value: text }), 1.2);
  } else if (ts.isTemplateExpression(node)) {
    for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
      const written = part.getText(file);
      // What is escaped stays as it is.
      if (!written.includes(part.text)) continue;
      for (const text of mendedTexts(part.text, differences))
        if (!/[`$\\]/.test(text)) change(part, written.split(part.text).join(text), 1.2);
    }
  }
}

function changeArray(node: ts.ArrayLiteralExpression, tools: Tools): void {
  const elements = node.elements.map((element) => element.getText(tools.file));
  const listed = (of: readonly string[]): string => `[${of.join(', ')}]`;
  if (elements.length === 2) tools.become(listed([...elements].reverse()), 1);
  if (elements.length > 0) for (let i = 0; i < elements.length; i++) tools.become(listed(elements.filter((_, j) => j !== i)), 2);
  if (elements.length === 0) tools.become('[[]]', 1.5);
  // An empty list has no elements that would tell their type.
  const type = elements.length === 0 ? tools.types.wanted(node) : tools.types.of(node);
  const element = tools.types.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (elements.length > 3 || isAssigned(node)) return;
  for (const atom of [
    '0',
    '1',
    ...tools
      .atoms()
      .filter(({ type }) => element === undefined || tools.types.fits(type, element))
      .map(({ text }) => text),
  ]) {
    if (/^\d$/.test(atom) && element !== undefined && !/number|any/.test(tools.types.kindOf(element))) continue;
    tools.become(listed([atom, ...elements]), 2.5);
    if (elements.length > 0) tools.become(listed([...elements, atom]), 2.5);
  }
}

/** The values of two properties change places, or what is spread comes before or behind what it overwrites, or is overwritten by. */
function changeObject(node: ts.ObjectLiteralExpression, { types, file, become }: Tools): void {
  const properties = node.properties.map((property) => property.getText(file));
  for (const [i, property] of node.properties.entries()) {
    if (!ts.isSpreadAssignment(property) || isAssigned(node)) continue;
    const [spread = '', others] = [properties[i], properties.filter((_, at) => at !== i)];
    for (let at = 0; at <= others.length; at++)
      if (at !== i) become(`{ ${[...others.slice(0, at), spread, ...others.slice(at)].join(', ')} }`, 1.1);
  }
  const values = node.properties.map((property) =>
    ts.isPropertyAssignment(property)
      ? { at: property.initializer, text: property.initializer.getText(file) }
      : ts.isShorthandPropertyAssignment(property)
        ? { at: property.name, text: property.name.text }
        : null,
  );
  const written = (at: number, by: string): string => {
    const property = node.properties[at];
    if (property === undefined) return '';
    return by === values[at]?.text || property.name === undefined ? property.getText(file) : `${property.name.getText(file)}: ${by}`;
  };
  for (const [i, first] of values.entries())
    for (const [j, second] of values.entries()) {
      if (i >= j || first === null || second === null || !types.fits(types.of(first.at), types.of(second.at))) continue;
      const all = node.properties.map((_, at) => written(at, at === i ? second.text : at === j ? first.text : (values[at]?.text ?? '')));
      become(`{ ${all.join(', ')} }`, 1.1);
    }
}

/** Between two values of a template something may be missing that separates them. */
function separate(node: ts.TemplateExpression, { change }: Tools): void {
  for (const { literal } of node.templateSpans) {
    if (literal.text !== '' || ts.isTemplateTail(literal)) continue;
    for (const text of [',', ' ', '-', ':', '/']) change(literal, `}${text}\${`, 1.6);
  }
}

function replaceName(node: ts.Expression, fields: FieldsBeside, tools: Tools): void {
  if (!isNameLike(node)) return;
  const { parent } = node;
  const isCallee = ts.isCallExpression(parent) && parent.expression === node;
  if (isCallee) {
    for (const { text } of ts.isIdentifier(node) ? tools.types.visibleAt(node).functions : []) tools.become(text, 1.5);
    return;
  }
  const isTarget = isAssigned(node);
  const wanted = isTarget ? tools.types.of(node) : tools.types.wanted(node);
  // That something else is there is seldom what was to be tested.
  const more = tools.kind !== 'boolean' && isTested(node) ? 0.6 : 0;
  for (const { text, type, size } of tools.atoms()) if (tools.types.fits(type, wanted)) tools.become(text, size + more);
  if (isTarget) return;
  if (tools.text === 'undefined') tools.become('null', 1.5);
  if (tools.kind === 'number') for (const literal of ['0', '1']) tools.become(literal, 1.8);
  if (ts.isPropertyAccessExpression(node))
    for (const { text, type } of tools.types
      .membersOf(node.expression.getText(tools.file), tools.types.of(node.expression))
      .slice(0, mostNeighbours))
      if (tools.types.fits(type, wanted)) tools.become(text, 1.1);
  if (ts.isPropertyAccessExpression(node) && tools.types.kindOf(tools.types.of(node.expression)) === 'any')
    for (const name of fields.get(node.name.text) ?? []) tools.change(node.name, name, 1.1);
  for (const member of tools.types.membersOf(tools.text, tools.types.of(node)))
    if (tools.types.fits(member.type, wanted)) tools.become(member.text, 1.5);
  if (ts.isPropertyAccessExpression(node) && tools.types.fits(tools.types.of(node.expression), wanted))
    tools.become(node.expression.getText(tools.file), 1.5);
}

/** Members beside a member. */
const mostNeighbours = 12;
const isNameLike = (node: ts.Expression): boolean => ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);

/** What is made for a call becomes a variable that is there already. */
function replaceArgument(node: ts.Expression, tools: Tools): void {
  const { parent } = node;
  const isMade =
    ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
  const isGiven = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node;
  if (isMade && isGiven) for (const { text, size } of tools.fitting(false)) tools.become(text, 1 + size);
}

function changeCall(node: ts.Expression, tools: Tools): void {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
  const { file, types } = tools;
  const args = node.arguments ?? ts.factory.createNodeArray<ts.Expression>();
  for (let i = 0; i + 1 < args.length; i++)
    for (let j = i + 1; j < args.length; j++) {
      const [first, second] = [args[i], args[j]];
      if (first === undefined || second === undefined) continue;
      const between = file.text.slice(first.end, second.getStart(file));
      const span = { start: first.getStart(file), end: second.end };
      const inner = tools.text;
      const offset = node.getStart(file);
      tools.become(
        inner.slice(0, span.start - offset) + second.getText(file) + between + first.getText(file) + inner.slice(span.end - offset),
        // What is written to is seldom the wrong one, and who holds it would see that.
        i === 0 && writesFirst(node, file) ? 1.4 : 1,
      );
    }
  const [isSort, element] = [
    /\.(?:sort|toSorted)$/.test(node.expression.getText(file)),
    types.checker.getIndexTypeOfType(types.of(node), ts.IndexKind.Number),
  ];
  // Without a comparison, numbers are sorted as texts.
  if (isSort && args.length === 0 && (element === undefined || /number|any/.test(types.kindOf(element))))
    for (const order of ['a - b', 'b - a']) tools.become(`${node.expression.getText(file)}((a, b) => ${order})`, 1.4);
  const wanted = types.wanted(node);
  for (const arg of args)
    if (!ts.isSpreadElement(arg) && types.fits(types.of(arg), wanted) && !ts.isExpressionStatement(node.parent))
      tools.become(arg.getText(file), 1.5);
  if (ts.isPropertyAccessExpression(node.expression)) changeMethod(node.expression, node, tools);
}

/** Whether a call writes to its first argument. */
const writesFirst = ({ expression }: ts.CallExpression | ts.NewExpression, file: ts.SourceFile): boolean =>
  /^(?:Object|Reflect)\.(?:assign|define\w+|set\w*)$/.test(expression.getText(file));

/** Arguments of a call that are tried in place of one that it does not give. */
const mostGiven = 8;

/** An argument that may be left out is given, or left out. */
function changeArguments(node: ts.Expression, missed: readonly string[], { types, file, become, atoms }: Tools): void {
  if (!ts.isCallExpression(node) || node.arguments.some(ts.isSpreadElement)) return;
  const given = node.arguments.map((argument) => argument.getText(file));
  const callee = node.expression.getText(file);
  const parameters = types.checker.getResolvedSignature(node)?.parameters ?? [];
  const next = parameters[given.length];
  if (next !== undefined && !isRest(next)) {
    const wanted = types.checker.getNonNullableType(types.checker.getTypeOfSymbol(next));
    const isFunction = types.kindOf(wanted) === 'function';
    const fitting = isFunction
      ? types.visibleAt(node).functions.filter(({ text, type }) => text !== callee && types.fits(type, wanted))
      : atoms().filter(({ type, kind }) => kind !== 'any' && types.fits(type, wanted));
    const others = fitting.filter(({ text }) => !given.includes(text)).slice(0, mostGiven);
    for (const { text } of others) become(`${callee}(${[...given, text].join(', ')})`, isFunction ? 1.2 : 1.7);
    for (const value of isFunction ? [] : defaultValues(types.kindOf(wanted), missed))
      become(`${callee}(${[...given, value].join(', ')})`, 2);
  }
  // A call without arguments of what takes any: of one that nobody knows, say.
  const isOpen = next === undefined ? types.kindOf(types.of(node.expression)) === 'any' : isRest(next);
  if (given.length === 0 && isOpen) {
    const own = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression.getText(file) : callee;
    const values = atoms(false).filter(({ text, kind }) => text !== own && kind !== 'function');
    for (const { text } of values.slice(0, mostGiven)) become(`${callee}(${text})`, 1.7);
  }
  const last = parameters[given.length - 1]?.valueDeclaration;
  const isOptional = last !== undefined && ts.isParameter(last) && (last.questionToken ?? last.initializer) !== undefined;
  if (given.length > 1 && isOptional) become(`${callee}(${given.slice(0, -1).join(', ')})`, 1.6);
}

const isRest = ({ valueDeclaration }: ts.Symbol): boolean =>
  valueDeclaration !== undefined && ts.isParameter(valueDeclaration) && valueDeclaration.dotDotDotToken !== undefined;

/** Another method of the same receiver that takes and gives the same; or the receiver alone. */
function changeMethod(callee: ts.PropertyAccessExpression, call: ts.CallExpression | ts.NewExpression, tools: Tools): void {
  const { types, file } = tools;
  const receiver = types.of(callee.expression);
  if (types.fits(receiver, types.wanted(call)) && !ts.isExpressionStatement(call.parent))
    tools.become(callee.expression.getText(file), 1.5);
  const result = types.of(call);
  const args = [...(call.arguments ?? [])].map((arg) => types.of(arg));
  const isStatement = ts.isExpressionStatement(call.parent);
  for (const property of types.checker.getApparentType(receiver).getProperties()) {
    if (
      property.name === callee.name.text ||
      !/^[a-z]\w*$/i.test(property.name) ||
      /^to(?:Locale|Source)|^(?:big|blink|bold|fixed|font\w+|italics|small|strike|sub|sup|anchor|link)$/.test(property.name)
    )
      continue;
    const signature = types.checker
      .getTypeOfSymbol(property)
      .getCallSignatures()
      .find((each) => takes(each, args, types));
    if (signature === undefined) continue;
    if (
      isStatement ||
      types.fits(types.checker.getBaseTypeOfLiteralType(signature.getReturnType()), types.wanted(call)) ||
      sameKind(signature.getReturnType(), result, types)
    )
      tools.change(callee.name, property.name, opposites.get(callee.name.text) === property.name ? 0.95 : 1.4);
  }
}

/** Methods that are taken for each other. */
const opposites: ReadonlyMap<string, string> = new Map(
  [
    ['min', 'max'],
    ['floor', 'ceil'],
    ['push', 'unshift'],
    ['pop', 'shift'],
    ['some', 'every'],
    ['startsWith', 'endsWith'],
    ['padStart', 'padEnd'],
    ['trimStart', 'trimEnd'],
    ['indexOf', 'lastIndexOf'],
    ['toLowerCase', 'toUpperCase'],
    ['find', 'findLast'],
    ['findIndex', 'findLastIndex'],
    ['reduce', 'reduceRight'],
    ['keys', 'values'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

const sameKind = (a: ts.Type, b: ts.Type, types: Types): boolean => types.kindOf(a) === types.kindOf(b) && types.kindOf(a) !== 'any';

function takes(signature: ts.Signature, args: readonly ts.Type[], types: Types): boolean {
  const { parameters } = signature;
  const least = parameters.filter((parameter) => {
    const declaration = parameter.valueDeclaration;
    return (
      declaration !== undefined &&
      ts.isParameter(declaration) &&
      declaration.questionToken === undefined &&
      declaration.dotDotDotToken === undefined
    );
  }).length;
  if (args.length < least) return false;
  return args.every((arg, i) => {
    const parameter = parameters[Math.min(i, parameters.length - 1)];
    if (parameter === undefined) return false;
    const declared = types.checker.getTypeOfSymbol(parameter);
    const takesRest = isRest(parameter);
    if (i >= parameters.length && !takesRest) return false;
    const element = takesRest ? (types.checker.getIndexTypeOfType(declared, ts.IndexKind.Number) ?? declared) : declared;
    return types.kindOf(element) === 'any' || types.kindOf(element) === types.kindOf(arg) || types.fits(arg, element);
  });
}

function changeAccess(node: ts.Expression, tools: Tools): void {
  if (!ts.isElementAccessExpression(node)) return;
  const { file } = tools;
  let inner: ts.Expression = node.expression;
  while (ts.isNonNullExpression(inner) || ts.isParenthesizedExpression(inner)) inner = inner.expression;
  if (!ts.isElementAccessExpression(inner)) return;
  // The two indices change places.
  const [first, second] = [inner.argumentExpression, node.argumentExpression];
  const between = (from: number, to: number): string => file.text.slice(from, to);
  const head = between(node.getStart(file), first.getStart(file)) + second.getText(file);
  tools.change(node, head + between(first.end, second.getStart(file)) + first.getText(file) + between(second.end, node.end), 1);
}

/** In an asynchronous function: a promise that nobody waits for, or one that should not be waited for. */
function changeAwait(node: ts.Expression, tools: Tools): void {
  const around = ts.findAncestor(node, ts.isFunctionLike);
  if (around === undefined || (ts.getCombinedModifierFlags(around as ts.FunctionLikeDeclaration) & ts.ModifierFlags.Async) === 0) return;
  if (ts.isAwaitExpression(node)) {
    if (!ts.isExpressionStatement(node.parent)) tools.become(node.expression.getText(tools.file), 1.5);
  } else if (isAwaitable(node, tools.types)) tools.become(`await ${tools.text}`, 1);
}

/** Whether an expression may give a promise that is not waited for. */
function isAwaitable(node: ts.Expression, types: Types): boolean {
  if (ts.isAwaitExpression(node.parent) || !(ts.isCallExpression(node) || ts.isIdentifier(node))) return false;
  if (isAssigned(node) || (ts.isCallExpression(node.parent) && node.parent.expression === node)) return false;
  const type = types.of(node);
  return ts.isCallExpression(node) && types.kindOf(type) === 'any' ? true : type.symbol?.name === 'Promise';
}

/** Where nothing may be there: nothing is read of it, or something stands in its place. */
function changeMissing(node: ts.Expression, missed: readonly string[], tools: Tools): void {
  const { types, file, become, change, text } = tools;
  if (isAssigned(node)) return;
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken === undefined && mayLack(node.expression, types)) {
    const held = ts.isNonNullExpression(node.expression) ? node.expression.expression : node.expression;
    change(node, `${held.getText(file)}?.${node.name.text}`, 1.4);
  }
  if (ts.isElementAccessExpression(node) && node.questionDotToken === undefined && mayLack(node.expression, types))
    change(node, `${node.expression.getText(file)}?.[${node.argumentExpression.getText(file)}]`, 1.5);
  const isRead = isNameLike(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  if (!isRead || !isSource(node) || isDefaulted(node) || !mayLack(node, types)) return;
  const kind = types.kindOf(types.of(node));
  for (const value of defaultValues(kind, missed)) become(`${text} ?? ${value}`, 1.8);
  for (const value of isIterated(node) ? ['[]'] : emptyValues(kind)) become(`${text} ?? ${value}`, 2);
  for (const value of tools.fitting(false))
    if (value.text !== text && value.kind === kind) become(`${text} ?? ${value.text}`, 1.3 + value.size);
}

/** Whether its elements are gone through. */
const isIterated = (node: ts.Expression): boolean =>
  (ts.isForOfStatement(node.parent) && node.parent.expression === node) || ts.isSpreadElement(node.parent);

/** Whether it stands before `??` or `||` already. */
const isDefaulted = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) &&
  (parent.operatorToken.kind === ts.SyntaxKind.BarBarToken || parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken);

const emptyValues = (kind: TypeKind): readonly string[] =>
  ({ number: ['0', '1'], string: ["''"], array: ['[]'], object: ['{}'], boolean: ['false', 'true'], any: ['0', "''", '[]'] })[
    kind as string
  ] ?? [];

/** A condition that reads of what may not be there is asked behind a guard. */
function guard(node: ts.Expression, { types, file, become, change }: Tools): void {
  if (!isTested(node) && !(isCondition(node) && types.kindOf(types.of(node)) === 'boolean')) return;
  const { parent } = node;
  const standsFree =
    ts.isConditionalExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken);
  const start = node.getStart(file);
  for (const { text, size, before } of nullGuards(node, types, file))
    if (before !== null && standsFree) change({ start, end: start }, before, size);
    else become(text, size);
}

/** What may be put around an expression. */
function surround(node: ts.Expression, tools: Tools): void {
  const { text, kind, types, file } = tools;
  const operand = parenthesised(node, file);
  const before = (operator: string): string => `${isOperand(text, operator, true) ? text : operand} ${operator}`;
  const isTruth = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
  const isLiteral = isTruth || ts.isNumericLiteral(node) || ts.isStringLiteral(node) || ts.isArrayLiteralExpression(node);
  const isNegation = [node, node.parent].some(isNegated);
  if (kind === 'number' && !isLiteral && !isBesideConstant(node)) {
    const size = isPlace(node) ? 0.97 : 1.6;
    tools.become(`${before('+')} 1`, size);
    tools.become(`${before('-')} 1`, size);
    if (!ts.isBinaryExpression(node.parent)) tools.become(ts.isPrefixUnaryExpression(node) ? `-(${operand})` : `-${operand}`, 2);
    for (const call of ['Math.floor', 'Math.ceil', 'Math.abs', 'Math.round', 'Math.trunc'])
      if (!text.startsWith(call)) tools.become(`${call}(${text})`, 2.2);
  }
  if (kind === 'number' && !isLiteral && isIndex(node))
    for (const atom of tools.atoms()) if (atom.text.endsWith('.length')) tools.become(`${before('%')} ${atom.text}`, 1.8 + atom.size);
  if (kind === 'number' && !ts.isElementAccessExpression(node.parent) && !isLiteral) {
    const wanted = types.of(node);
    for (const atom of tools.atoms()) {
      if (atom.kind !== 'number' || !types.fits(atom.type, wanted) || atom.text === text) continue;
      for (const operator of ['+', '-', '*']) tools.become(`${before(operator)} ${atom.text}`, 2 + atom.size);
      if (isNameLike(node) && isHandedOver(node))
        for (const more of [`+ ${atom.text} + 1`, `- ${atom.text} - 1`, `- ${atom.text} + 1`])
          tools.become(`${operand} ${more}`, 2.6 + atom.size);
      tools.become(`Math.max(${text}, ${atom.text})`, 2.5 + atom.size);
      tools.become(`Math.min(${text}, ${atom.text})`, 2.5 + atom.size);
    }
    tools.become(`Math.max(${text}, 0)`, 2.5);
  }
  // Without a type it may be a number, or a truth.
  if (kind === 'any' && isNameLike(node) && isPassedOn(node)) {
    for (const operator of ['+', '-']) tools.become(`${before(operator)} 1`, 1.9);
    tools.become(`!${operand}`, 1.9);
  }
  if (kind === 'boolean' && !ts.isBinaryExpression(node.parent) && !isLiteral && !isNegation) tools.become(`!${operand}`, 1);
  if (kind !== 'boolean' && isTested(node) && !isLiteral) {
    if (mayLack(node, types)) {
      tools.become(`${operand} !== undefined`, 1.3);
      tools.become(`${operand} != null`, 1.4);
    }
    if (!isNegation) tools.become(`!${operand}`, 1);
  }
  if (kind === 'boolean' && isCondition(node)) {
    for (const condition of conditionsAt(node, types)) {
      // `true && x` is `x`, and so is `false || x`.
      if (isTruth) tools.become(condition.text, 2 + condition.size);
      if (isTruth || condition.text === text) continue;
      tools.become(`${before('&&')} ${condition.text}`, 2 + condition.size);
      tools.become(`${before('||')} ${condition.text}`, 2 + condition.size);
    }
  }
  if (kind === 'array' && !isLiteral) {
    tools.become(`${operand}.slice()`, copySize);
    for (const call of ['.slice(1)', '.slice(0, -1)', '.flat()']) tools.become(`${operand}${call}`, 2.4);
    // Whoever holds the list would see that.
    for (const call of ['.reverse()', '.sort()']) tools.become(`${operand}${call}`, isNameLike(node) ? 2.5 : 2.4);
    const element = types.checker.getIndexTypeOfType(types.of(node), ts.IndexKind.Number);
    for (const atom of tools.atoms()) {
      if (element === undefined || !types.fits(atom.type, element)) continue;
      tools.become(`[${atom.text}, ...${operand}]`, 2.4 + atom.size);
      tools.become(`[...${operand}, ${atom.text}]`, 2.4 + atom.size);
    }
    for (const atom of tools.atoms())
      if (atom.kind === 'array' && atom.text !== text && types.fits(atom.type, types.of(node))) {
        tools.become(`[...${operand}, ...${atom.text}]`, 3 + atom.size);
        tools.become(`[...${atom.text}, ...${operand}]`, 3 + atom.size);
      }
  }
  if ((kind === 'object' || kind === 'any') && isNameLike(node) && isHandedOn(node)) {
    const name = types.of(node).symbol?.name;
    tools.become(name === 'Map' || name === 'Set' ? `new ${name}(${text})` : `{ ...${text} }`, copySize);
    if (kind === 'any') tools.become(`[...${text}]`, 2.4);
  }
  if (kind === 'string' && !isLiteral) {
    for (const call of ['.trim()', '.toLowerCase()', '.toUpperCase()', '.slice(1)', '.slice(0, -1)'])
      tools.become(`${operand}${call}`, 2.4);
    for (const atom of tools.atoms())
      if ((atom.kind === 'string' || atom.kind === 'number') && atom.text !== text) {
        const more = atom.kind === 'string' ? 2.4 : 2.8;
        tools.become(`${before('+')} ${atom.text}`, more + atom.size);
        tools.become(`${atom.text} + ${operand}`, more + atom.size);
      }
  }
  for (const fn of types.visibleAt(node).functions) {
    const [parameter] = fn.parameters;
    if (fn.parameters.length !== 1 || parameter === undefined || text.startsWith(`${fn.text}(`)) continue;
    // It gives nothing that could stand here.
    if (types.kindOf(fn.result) === 'nothing') continue;
    if (types.fits(types.of(node), parameter) && types.fits(fn.result, types.wanted(node))) tools.become(`${fn.text}(${text})`, 2.2);
  }
}

/** A copy keeps all that is there: it comes before what changes some of it. */
const copySize = 2.1;

const isNegated = (node: ts.Node): boolean => ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;

/** Whether the object as a whole goes somewhere else, where a copy may have been meant. */
const isHandedOn = (node: ts.Expression): boolean => {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return ts.isReturnStatement(parent) || (ts.isCallExpression(parent) && parent.expression !== node) || isRightSide(node);
};
const isRightSide = (node: ts.Expression): boolean => isWholeRight(node) && (node.parent as ts.BinaryExpression).right === node;

/** Whether a number that is named is all that a variable becomes, or a place in something: it is often off by one. */
const isPlace = (node: ts.Expression): boolean => isNameLike(node) && (isRightSide(node) || isIndex(node));

/** Whether the value as a whole is given to a function or variable. */
const isHandedOver = (node: ts.Expression): boolean => {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node;
  return isRightSide(node) || (ts.isCallExpression(parent) && parent.expression !== node);
};

/** The same, or put into a list or object, or returned. */
const isPassedOn = (node: ts.Expression): boolean => {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return isHandedOver(node) || (ts.isArrayLiteralExpression(parent) && !isAssigned(parent)) || ts.isReturnStatement(parent);
};

const isIndex = ({ parent }: ts.Node): boolean => ts.isElementAccessExpression(parent);

/** `n + 1` has the edits of its constant already. */
function isBesideConstant(node: ts.Expression): boolean {
  const isConstantSum = (each: ts.Node): boolean =>
    ts.isBinaryExpression(each) &&
    '+-'.includes(each.operatorToken.getText()) &&
    (ts.isNumericLiteral(each.right) || ts.isNumericLiteral(each.left));
  return isConstantSum(node) || (isConstantSum(node.parent) && !ts.isNumericLiteral(node));
}

/** Whether only that matters of a value whether it is taken for true. */
function isTested(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  if (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  return ts.isBinaryExpression(parent) && '&&||'.includes(parent.operatorToken.getText()) && isTested(parent);
}

/** Whether the expression decides a branch as a whole, or is returned. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  return (
    ts.isReturnStatement(parent) ||
    (ts.isForStatement(parent) && parent.condition === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node) ||
    (ts.isArrowFunction(parent) && parent.body === node) ||
    (ts.isVariableDeclaration(parent) && parent.initializer === node)
  );
}

/** The whole becomes something small of its type. */
function replaceWhole(node: ts.Expression, tools: Tools): void {
  if (ts.isExpressionStatement(node.parent) || isAssignment(node)) return;
  const { kind, types } = tools;
  for (const { text, size } of tools.fitting()) tools.become(text, 2 + size);
  if (kind === 'boolean' || isTested(node)) {
    for (const text of ['true', 'false']) tools.become(text, 2.5);
    for (const { text, size } of conditionsAt(node, types)) tools.become(text, 2.5 + size);
  }
  if (kind === 'number') {
    for (const text of ['0', '1', '-1']) tools.become(text, 2.5);
    const numbers = tools.atoms().filter((atom) => atom.kind === 'number' && types.fits(atom.type, types.of(node)));
    for (const left of numbers)
      for (const right of numbers)
        if (left !== right)
          for (const operator of ['+', '-', '*', '/', '%']) {
            if ('+*'.includes(operator) && left.text > right.text) continue;
            tools.become(`${left.text} ${operator} ${right.text}`, 3 + left.size + right.size);
          }
  }
  if (kind === 'array') tools.become('[]', 2.5);
  if (kind === 'string') tools.become("''", 2.5);
}

function distinct(edits: readonly ExpressionEdit[]): readonly ExpressionEdit[] {
  const best = new Map<string, ExpressionEdit>();
  for (const edit of edits) {
    const key = `${edit.span.start} ${edit.span.end} ${edit.text}`;
    const known = best.get(key);
    if (known === undefined || edit.size < known.size) best.set(key, edit);
  }
  return [...best.values()];
}
