import ts from 'typescript';
import type { OtherText } from './otherPatterns.js';
import type { Types } from './vocabulary.js';

/** The bases that numbers are written in. */
const bases = ['10', '16', '2', '8'];
const readers = ['Number', 'parseInt', 'parseFloat'];

/** What an expression may become where a conversion between texts and numbers lacks, is another one, or has another base. */
export function conversions(node: ts.Expression, types: Types, file: ts.SourceFile): readonly OtherText[] {
  const text = node.getText(file);
  if (ts.isIdentifier(node) && isHandedOver(node))
    return node.text === 'parseInt'
      ? [
          { text: 'Number', size: 1 },
          { text: '(text) => parseInt(text, 10)', size: 1.2 },
          { text: 'parseFloat', size: 1.4 },
        ]
      : node.text === 'Number'
        ? [{ text: 'parseFloat', size: 1.4 }]
        : [];
  if (ts.isCallExpression(node)) {
    const read = readings(node, file);
    if (read.length > 0) return read;
  }
  const kind = types.kindOf(types.of(node));
  if (kind === 'array' || isDivided(node)) return elementConversions(node, text, types);
  return isRead(node) ? scalarConversions(node, text, types) : [];
}

/** The bases that a literal may have been meant to be: of `parseInt(text, 10)` and `toString(16)`; null where it is no base. */
export function basesAt(node: ts.NumericLiteral, file: ts.SourceFile): readonly string[] | null {
  const { parent } = node;
  if (!ts.isCallExpression(parent)) return null;
  const callee = parent.expression.getText(file);
  const isBase = (/^(?:Number\.)?parseInt$/.test(callee) && parent.arguments[1] === node) || callee.endsWith('.toString');
  return isBase ? bases : null;
}

/** Another reading of a text, or one in another base. */
function readings({ expression, arguments: given }: ts.CallExpression, file: ts.SourceFile): readonly OtherText[] {
  const callee = expression.getText(file);
  const name = callee.replace(/^Number\./, '');
  const [read, base] = given.map((each) => each.getText(file));
  if (read === undefined || !readers.includes(name)) return [];
  const others = readers.filter((each) => each !== name).map((each) => ({ text: `${each}(${read})`, size: 1.3 }));
  if (name !== 'parseInt' || base !== undefined) return others;
  return [...others, ...bases.map((each, i) => ({ text: `${callee}(${read}, ${each})`, size: i === 0 ? 1 : 1.1 }))];
}

/** What a list of texts may become as a whole. */
function elementConversions(node: ts.Expression, text: string, types: Types): readonly OtherText[] {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(node) || ts.isCallExpression(parent) || ts.isExpressionStatement(parent)) return [];
  const element = types.checker.getIndexTypeOfType(types.of(node), ts.IndexKind.Number);
  if (element !== undefined && !/string|any/.test(types.kindOf(element))) return [];
  // Elements that a function is called with can be changed there.
  const isVisited = [parent, ts.isCallExpression(node) ? node.expression : parent].some(
    (each) => ts.isPropertyAccessExpression(each) && visits.has(each.name.text),
  );
  const whole = ts.isIdentifier(node) || ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? text : `(${text})`;
  return [
    { text: `${whole}.map((each) => each.trim())`, size: isVisited ? 2.5 : 2.2 },
    { text: `${whole}.map(Number)`, size: 2.3 },
    { text: `${whole}.filter((each) => each !== '')`, size: 2.4 },
  ];
}

const visits: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach']);

/** What a text may become that is a number, and the other way round. */
function scalarConversions(node: ts.Expression, text: string, types: Types): readonly OtherText[] {
  const kind = types.kindOf(types.of(node));
  // Where only uses tell a type, it may as well be another one.
  const isGuessed = types.isUntyped(node);
  const found: OtherText[] = [];
  if (kind === 'string' || kind === 'any' || isGuessed) found.push({ text: `Number(${text})`, size: 1.5 });
  if (kind === 'number' || kind === 'any' || isGuessed) found.push({ text: `String(${text})`, size: 1.7 });
  if (kind === 'any' && !isEither(node)) found.push({ text: `${text}.trim()`, size: 2.4 }, { text: `${text}.toLowerCase()`, size: 2.6 });
  return found;
}

/** Both sides of a comparison or sum of texts may have been meant as numbers. */
export function numericSides(node: ts.BinaryExpression, types: Types, file: ts.SourceFile): readonly OtherText[] {
  const { left, right } = node;
  const operator = node.operatorToken.getText(file);
  if (!/^(?:[<>]=?|\+)$/.test(operator)) return [];
  const areTexts = [left, right].every(
    (side) => !ts.isStringLiteralLike(side) && (types.kindOf(types.of(side)) === 'string' || types.isUntyped(side)),
  );
  return areTexts ? [{ text: `Number(${left.getText(file)}) ${operator} Number(${right.getText(file)})`, size: 1.8 }] : [];
}

/** Whether a value that is named, or given by a call, goes somewhere as a whole: nothing is looked up in it. */
function isRead(node: ts.Expression): boolean {
  const isNamed = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isNamed && !ts.isCallExpression(node) && !isEither(node)) return false;
  if (ts.isIdentifier(node) && node.text === 'undefined') return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isNonNullExpression(parent) || ts.isPrefixUnaryExpression(parent)) return false;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node && !isConversion(parent);
  return !ts.isIfStatement(parent) && !ts.isWhileStatement(parent) && !ts.isForOfStatement(parent);
}

/** `a ?? b` and `a || b`: one of two. */
const isEither = (node: ts.Expression): boolean =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken || node.operatorToken.kind === ts.SyntaxKind.BarBarToken);

const isConversion = ({ expression }: ts.CallExpression | ts.NewExpression): boolean =>
  ts.isIdentifier(expression) && /^(?:Number|String|Boolean|parseInt|parseFloat)$/.test(expression.text);

/** `text.split(',')` is a list of texts, also where no type says so. */
const isDivided = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'split';

const isHandedOver = (node: ts.Identifier): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression !== node && node.parent.arguments.includes(node);
