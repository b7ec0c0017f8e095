import ts from 'typescript';
import type { ExpressionEdit } from './candidate.js';

/** How much larger a change is with which a parameter or variable that was used is used no more. */
const unusedSize = 0.6;

/** The edits of a text, larger where one leaves a name of a function without a use: few faults are one use too many. */
export function withUnused(edits: readonly ExpressionEdit[], root: ts.Expression, checker: ts.TypeChecker): readonly ExpressionEdit[] {
  const uses = usesIn(root, checker);
  if (uses.length === 0) return edits;
  return edits.map((edit) => {
    const { start, end } = edit.span;
    const isLost = uses.some(
      ({ name, all }) =>
        all.length > 0 && all.every((at) => start <= at && at < end) && !new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(edit.text),
    );
    return isLost ? { ...edit, size: edit.size + unusedSize } : edit;
  });
}

interface Uses {
  readonly name: string;
  /** Where it is used in its function. */
  readonly all: readonly number[];
}

/** The names of parameters and variables of functions that an expression uses. */
function usesIn(root: ts.Expression, checker: ts.TypeChecker): readonly Uses[] {
  const found = new Map<ts.Symbol, Uses>();
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    const declaration = symbol?.valueDeclaration;
    if (symbol !== undefined && declaration !== undefined && !found.has(symbol) && isOfFunction(declaration)) {
      const around = ts.findAncestor(declaration.parent, ts.isFunctionLike);
      if (around !== undefined) found.set(symbol, { name: symbol.name, all: usesOf(symbol, around, checker) });
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return [...found.values()];
}

const isOfFunction = (declaration: ts.Declaration): boolean =>
  (ts.isParameter(declaration) || ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration)) &&
  ts.findAncestor(declaration, ts.isFunctionLike) !== undefined;

function usesOf(symbol: ts.Symbol, around: ts.Node, checker: ts.TypeChecker): readonly number[] {
  const at: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === symbol.name && node !== nameOf(symbol)) {
      const isShort = ts.isShorthandPropertyAssignment(node.parent);
      const own = isShort ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
      if (own === symbol) at.push(node.getStart());
    }
    ts.forEachChild(node, visit);
  };
  visit(around);
  return at;
}

const nameOf = ({ valueDeclaration }: ts.Symbol): ts.Node | undefined =>
  valueDeclaration === undefined ? undefined : ts.getNameOfDeclaration(valueDeclaration);
