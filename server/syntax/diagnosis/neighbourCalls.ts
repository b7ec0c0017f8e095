import ts from 'typescript';
import type { Types } from './vocabulary.js';

/** Calls that are tried at one place, and the longest of them. */
const mostCalls = 10;
const longest = 80;

/**
 * Calls that stand as statements in other functions of the file (with `this`: in other methods of the class), made of names that are
 * visible here: what is done beside one change may be missing beside another.
 */
export function neighbourCalls(place: ts.Node, types: Types): readonly string[] {
  const file = place.getSourceFile();
  const self = ts.findAncestor(place, ts.isClassLike) ?? null;
  const around = ts.findAncestor(place, ts.isFunctionLike) ?? null;
  return callsOf(file)
    .filter(({ node, owner }) => {
      if (owner === around) return false;
      const isOwn = self !== null && ts.findAncestor(node, ts.isClassLike) === self;
      return isMadeOf(node, isOwn, place, types);
    })
    .map(({ text }) => text)
    .filter((text, i, all) => all.indexOf(text) === i)
    .slice(0, mostCalls);
}

interface WrittenCall {
  readonly node: ts.Expression;
  readonly text: string;
  /** The function that it stands in. */
  readonly owner: ts.SignatureDeclaration | null;
}

const files = new WeakMap<ts.SourceFile, readonly WrittenCall[]>();

/** The calls of methods that a file makes for what they do: those that begin with a name, outside of its top level. */
function callsOf(file: ts.SourceFile): readonly WrittenCall[] {
  const known = files.get(file);
  if (known !== undefined) return known;
  const found: WrittenCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isMethodCall(node.expression) && node.expression.getWidth(file) <= longest) {
      const owner = ts.findAncestor(node, ts.isFunctionLike) ?? null;
      if (owner !== null) found.push({ node: node.expression, text: `${node.expression.getText(file)};`, owner });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  files.set(file, found);
  return found;
}

const isMethodCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.expression.kind !== ts.SyntaxKind.SuperKeyword;

/** Whether an expression has no names but those that are visible at a place, and those of the language. */
function isMadeOf(node: ts.Node, isOwn: boolean, place: ts.Node, types: Types): boolean {
  if (ts.isFunctionLike(node) || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return false;
  if (node.kind === ts.SyntaxKind.ThisKeyword && !isOwn) return false;
  if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) {
    const declaration = types.checker.getSymbolAtLocation(node)?.valueDeclaration;
    if (declaration === undefined) return false;
    if (!declaration.getSourceFile().isDeclarationFile && !types.isVisible(node.text, place)) return false;
  }
  return ts.forEachChild(node, (child) => (isMadeOf(child, isOwn, place, types) ? undefined : true)) === undefined;
}
