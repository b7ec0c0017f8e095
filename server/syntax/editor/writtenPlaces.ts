import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import { isStatementList } from '../assertions/point.js';
import type { EditorSource } from './editorSource.js';
import { statementAt } from './statements.js';

/** A statement before or behind which a variable has what it was given. */
export interface MomentOfWrite {
  readonly statement: { readonly span: Span; readonly form: 'statement' | 'test' | 'body' };
  readonly side: 'before' | 'after';
}

/** The declared type of the parameter that is named at an offset; null when there is none. */
export function parameterTypeAt(offset: Offset, source: EditorSource): Span | null {
  const type = parameterOf(source.nodeAt(offset))?.type;
  return type === undefined ? null : source.spanOf(type);
}

/** Whether a parameter is given its value there, and no other code runs before the function's first statement. */
export function isPlainParameterAt(offset: Offset, source: EditorSource): boolean {
  const parameter = parameterOf(source.nodeAt(offset));
  return parameter !== null && ts.isFunctionLike(parameter.parent) && parameter.parent.parameters.every(isPlain);
}

/** The moment at which the variable surely has what was given to it there; null when there is none, or an assertion may have excluded it. */
export function momentOfWrite(name: string, offset: Offset, source: EditorSource): MomentOfWrite | null {
  const node = source.nodeAt(offset);
  if (!ts.isIdentifier(node) || node.text !== name || isAsserted(node, source)) return null;
  const parameter = parameterOf(node);
  if (parameter !== null) {
    // Before the first statement of others not all of them have their values.
    if (!isPlainParameterAt(offset, source)) return null;
    const statement = statementAt(source, offset);
    return statement?.side === 'before' && statement.span.start < statement.span.end ? { statement, side: 'before' } : null;
  }
  const statement = assigningStatement(node);
  return statement === null ? null : { statement: { span: source.spanOf(statement), form: 'statement' }, side: 'after' };
}

/** Behind a violated assertion nothing is reachable. */
function isAsserted(node: ts.Node, source: EditorSource): boolean {
  let around: ts.Node = node.parent;
  while (!ts.isSourceFile(around) && !ts.isFunctionLike(around)) around = around.parent;
  if (ts.isFunctionLike(around) && ts.isClassLike(around.parent)) around = around.parent;
  return source.assertions.assertions.some(({ span }) => around.pos <= span.start && span.end <= around.end);
}

function parameterOf(node: ts.Node): ts.ParameterDeclaration | null {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isParameter(at)) return ts.isFunctionLike(at.parent) && 'body' in at.parent && at.parent.body !== undefined ? at : null;
    if (!ts.isBindingElement(at) && !ts.isObjectBindingPattern(at) && !ts.isArrayBindingPattern(at)) return null;
  }
  return null;
}

const isPlain = ({ name, initializer }: ts.ParameterDeclaration): boolean => ts.isIdentifier(name) && initializer === undefined;

/** The statement that does nothing more after it has given the value: `let x = e;`, `x = e;`. */
function assigningStatement(node: ts.Identifier): ts.Statement | null {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && parent.name === node && parent.initializer !== undefined) {
    const list = parent.parent;
    if (ts.isCatchClause(list) || !ts.isVariableStatement(list.parent) || list.declarations.length !== 1) return null;
    return isStatementList(list.parent.parent) ? list.parent : null;
  }
  const isAssigned = ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssigned && ts.isExpressionStatement(parent.parent) && isStatementList(parent.parent.parent) ? parent.parent : null;
}
