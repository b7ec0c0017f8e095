import ts from 'typescript';
import type { Types } from './vocabulary.js';

/** A condition that a repair may add, with its size. */
export interface SmallCondition {
  readonly text: string;
  readonly size: number;
}

const most = 160;

/** Small conditions over what is visible: a boolean, a value that may be missing, an emptiness, two numbers compared. */
export function conditionsAt(node: ts.Node, types: Types): readonly SmallCondition[] {
  const { variables, members } = types.visibleAt(node);
  const atoms = [...variables, ...members];
  const found: SmallCondition[] = [];
  // What has no type and is asked for its length.
  const untyped = new Set(atoms.filter(({ kind }) => kind === 'any').map(({ text }) => text));
  const lengths = new Set(atoms.filter(({ text }) => text.endsWith('.length')).map(({ text }) => text));
  const hasLength = (text: string): boolean => untyped.has(text) && lengths.has(`${text}.length`);
  for (const { text, kind, type, size, isList } of atoms) {
    if (kind === 'boolean') found.push({ text, size }, { text: `!${text}`, size: size + 0.5 });
    if (kind === 'array' || kind === 'string' || isList === true || hasLength(text))
      found.push({ text: `${text}.length === 0`, size: size + 1 }, { text: `${text}.length > 0`, size: size + 1 });
    if (types.mayBeNothing(type) || kind === 'any')
      found.push({ text: `${text} == null`, size: size + 0.5 }, { text: `${text} != null`, size: size + 0.5 });
    if (kind === 'number' && !text.endsWith('.length'))
      for (const operator of ['===', '<', '>', '<=', '>=', '!=='])
        for (const bound of ['0', '1']) found.push({ text: `${text} ${operator} ${bound}`, size: size + 1.2 });
  }
  const numbers = atoms.filter(({ kind }) => kind === 'number');
  for (const [i, left] of numbers.entries())
    for (const right of numbers.slice(i + 1))
      for (const operator of ['<', '>', '<=', '>=', '===', '!=='])
        found.push({ text: `${left.text} ${operator} ${right.text}`, size: left.size + right.size + 0.5 });
  const others = atoms.filter(({ kind }) => kind === 'string' || kind === 'object');
  for (const [i, left] of others.entries())
    for (const right of others.slice(i + 1))
      if (types.fits(left.type, right.type))
        for (const operator of ['===', '!=='])
          found.push({ text: `${left.text} ${operator} ${right.text}`, size: left.size + right.size + 0.5 });
  return [...found, ...writtenConditions(node, types)].sort((a, b) => a.size - b.size).slice(0, most);
}

/** Conditions that the file has elsewhere, of names that are visible here: what is asked in one place may be missing in another. */
function writtenConditions(node: ts.Node, types: Types): readonly SmallCondition[] {
  const file = node.getSourceFile();
  const { variables, functions } = types.visibleAt(node);
  const names = new Set([...variables, ...functions].map(({ text }) => text));
  const around = ts.findAncestor(node, ts.isFunctionLike);
  const found = new Map<string, number>();
  const visit = (each: ts.Node): void => {
    const isHere = around !== undefined && around.pos <= each.pos && each.end <= around.end;
    if (ts.isExpression(each) && isAsked(each) && each.pos !== node.pos && isMadeOf(each, names, types) && (isHere || !hasSelf(each))) {
      const text = each.getText(file);
      const size = isHere ? 1.8 : 2.2;
      if (text.length <= 60 && size < (found.get(text) ?? 9)) found.set(text, size);
    }
    ts.forEachChild(each, visit);
  };
  visit(file);
  return [...found].slice(0, mostWritten).map(([text, size]) => ({ text, size }));
}

const mostWritten = 16;

/** Whether an expression is asked as a whole: by a branch or loop, or in a condition of several. A name alone is among the small ones. */
function isAsked(node: ts.Expression): boolean {
  if (!ts.isBinaryExpression(node) && !ts.isCallExpression(node) && !ts.isPrefixUnaryExpression(node)) return false;
  if (ts.isBinaryExpression(node) && isJoined(node)) return false;
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  if (ts.isForStatement(parent) || ts.isConditionalExpression(parent)) return parent.condition === node;
  return ts.isBinaryExpression(parent) && isJoined(parent);
}

const isJoined = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;

/** Whether an expression has no names but these and those of the language, and changes nothing by itself. */
function isMadeOf(node: ts.Node, names: ReadonlySet<string>, types: Types): boolean {
  if (ts.isFunctionLike(node) || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return false;
  if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && counting.has(node.operator)) return false;
  if (ts.isBinaryExpression(node) && isAssigning(node)) return false;
  if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) {
    const declaration = types.checker.getSymbolAtLocation(node)?.valueDeclaration;
    return declaration?.getSourceFile().isDeclarationFile === true || names.has(node.text);
  }
  return ts.forEachChild(node, (child) => (isMadeOf(child, names, types) ? undefined : true)) === undefined;
}

const isAssigning = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** Whether it reads `this`, which is another value in another function. */
const hasSelf = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.ThisKeyword ||
  node.kind === ts.SyntaxKind.SuperKeyword ||
  ts.forEachChild(node, (child) => hasSelf(child) || undefined) === true;

const counting: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);
