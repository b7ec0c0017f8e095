import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import { isImplemented } from '../names/declare.js';
import { nameSpan } from '../names/functionNames.js';
import type { FunctionNode } from '../names/scopes.js';
import type { EditorSource } from './editorSource.js';

/** The functions around an offset, from the inside to the module, as reports point at them. A parameter list is inside its function. */
export function functionsAround(source: EditorSource, offset: Offset): readonly Span[] {
  return functionNodesAround(source, offset).map((node) => nameSpan(node, source.file));
}

function functionNodesAround(source: EditorSource, offset: Offset): readonly FunctionNode[] {
  const found: FunctionNode[] = [];
  for (let node: ts.Node = source.nodeAt(offset); node !== source.file; node = node.parent) {
    if (ts.isFunctionLike(node) && isImplemented(node)) found.push(node);
  }
  // The cursor on `export` or `const` before a function means that function, and not what is around.
  const named = found[0] === undefined ? functionStarting(source, offset) : null;
  return [...(named === null ? [] : [named]), ...found, source.file];
}

/** The function with this name, by where reports point at it. */
export function functionNamedAt(source: EditorSource, start: Offset): FunctionNode | null {
  return functionNodesAround(source, start).find((node) => !ts.isSourceFile(node) && nameSpan(node, source.file).start === start) ?? null;
}

/** The only function of the statement that is at the offset. */
function functionStarting(source: EditorSource, offset: Offset): ts.FunctionLikeDeclaration | null {
  const statement = source.file.statements.find((each) => each.getStart(source.file) <= offset && offset <= each.end);
  if (statement === undefined || !ts.isVariableStatement(statement)) return null;
  const [declaration, second] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  const isOne = value !== undefined && second === undefined && offset < value.getStart(source.file);
  return isOne && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : null;
}
