import { parser } from 'typescript-eslint';

/**
 * The part of an ESTree node that the harness reads. The harness is an oracle for the analysis, so it parses with a
 * parser of its own and shares no code with `server/syntax`.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly loc: { readonly start: Position; readonly end: Position };
  readonly [field: string]: unknown;
}

/** Lines from 1, columns from 0, as ESTree has them. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Comment extends SyntaxNode {
  readonly value: string;
}

export interface Tree {
  readonly text: string;
  readonly root: SyntaxNode;
  readonly comments: readonly Comment[];
}

/** The package declares the parser for ESLint's use, without options. */
type Parsing = (text: string, options: object) => { readonly ast: unknown };

/** Throws a SyntaxError-like error for text that is no TypeScript. */
export function parse(text: string): Tree {
  const parsing: Parsing = parser.parseForESLint;
  const result = parsing(text, { range: true, loc: true, comment: true, sourceType: 'module' });
  const root = result.ast as SyntaxNode & { readonly comments: readonly Comment[] };
  return { text, root, comments: root.comments };
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { type?: unknown }).type === 'string' &&
  Array.isArray((value as { range?: unknown }).range);

/** Fields that hold no children of the program's own. */
const skippedFields = new Set(['parent', 'loc', 'range', 'tokens', 'comments', 'type']);

/** In the order of the text. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const field of Object.keys(node)) {
    if (skippedFields.has(field)) continue;
    const value = node[field];
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) found.push(item);
  }
  return found.sort((a, b) => a.range[0] - b.range[0]);
}

export function child(node: SyntaxNode, field: string): SyntaxNode {
  const value = node[field];
  if (!isNode(value)) throw new Error(`${node.type} has no ${field}`);
  return value;
}

export function optionalChild(node: SyntaxNode, field: string): SyntaxNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** Holes of patterns and array literals are left out. */
export function childList(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export const stringField = (node: SyntaxNode, field: string): string => {
  const value = node[field];
  return typeof value === 'string' ? value : '';
};

export const isFunction = (node: SyntaxNode): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

/** Visits before the children are visited; `false` skips them. */
export function visit(node: SyntaxNode, see: (node: SyntaxNode) => boolean | void): void {
  if (see(node) === false) return;
  for (const inner of children(node)) visit(inner, see);
}

/** The names that a pattern or parameter binds. */
export const boundNames = (pattern: SyntaxNode): string[] => boundIdentifiers(pattern).map((node) => stringField(node, 'name'));

/** The identifiers of those names. */
export function boundIdentifiers(pattern: SyntaxNode): SyntaxNode[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'AssignmentPattern':
      return boundIdentifiers(child(pattern, 'left'));
    case 'RestElement':
      return boundIdentifiers(child(pattern, 'argument'));
    case 'ArrayPattern':
      return childList(pattern, 'elements').flatMap(boundIdentifiers);
    case 'ObjectPattern':
      return childList(pattern, 'properties').flatMap((property) =>
        boundIdentifiers(property.type === 'RestElement' ? property : child(property, 'value')),
      );
    case 'TSParameterProperty':
      return boundIdentifiers(child(pattern, 'parameter'));
    default:
      return [];
  }
}
