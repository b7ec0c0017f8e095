import type { AnyNode, Program } from 'acorn';

export type { AnyNode, Program };

export type FunctionNode = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>;

type ClassNode = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>;

/**
 * How Node runs a text: with `import` and `export`, as the body of CommonJS's module function, or as a script, whose value is used and whose
 * names are those of the realm.
 */
export type SourceFormat = 'module' | 'commonjs' | 'script';

const scripts = new WeakSet<AnyNode>();

/** Says that a tree is that of a script. */
export function markScript(program: Program): void {
  scripts.add(program);
}

/** Whether a node is a script as a whole: what it declares is not its own. */
export function isScript(node: AnyNode): boolean {
  return scripts.has(node);
}

/** The node's own children, in the order of the text. */
export function childrenOf(node: AnyNode): readonly AnyNode[] {
  const children: AnyNode[] = [];
  const values = node as unknown as Readonly<Record<string, unknown>>;
  for (const key in values) {
    const value = values[key];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value) && value !== children.at(-1)) children.push(value); // a shorthand property's key is its value
  }
  return children;
}

/** Calls `visit` for every node below and including `node`, outer first; `false` leaves out what is inside. */
export function walk(node: AnyNode, visit: (node: AnyNode) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of childrenOf(node)) walk(child, visit);
}

/** The innermost node whose span holds `offset`, with all around it, outermost first. Ends touch: an offset just after a node is not in it. */
export function pathTo(program: Program, offset: number): readonly AnyNode[] {
  const path: AnyNode[] = [];
  let node: AnyNode | undefined = program;
  while (node !== undefined) {
    path.push(node);
    node = childrenOf(node).find(({ start, end }) => start <= offset && offset < end);
  }
  return path;
}

/** The method, accessor or property that a function is the value of; null when it is that of none. */
export function memberOf(program: Program, node: AnyNode): Extract<AnyNode, { type: 'MethodDefinition' | 'Property' }> | null {
  const path = pathTo(program, node.start);
  const parent = path[path.indexOf(node) - 1];
  return (parent?.type === 'MethodDefinition' || parent?.type === 'Property') && parent.value === node ? parent : null;
}

/** The function in whose parameters or body an offset is, or the program. */
export function homeAt(program: Program, offset: number): AnyNode {
  return pathTo(program, offset).findLast((node) => isFunction(node) && (node.params[0] ?? node.body).start <= offset) ?? program;
}

/** The class that declares a private name which stands at a node, by where it begins; null when it is no private name. */
export function privateDeclaration(program: Program, node: AnyNode): number | null {
  return node.type === 'PrivateIdentifier' ? declaringClass(program, node.start, node.name) : null;
}

/** The innermost class around an offset that declares `#name`, by where it begins. */
export function declaringClass(program: Program, offset: number, name: string): number | null {
  const declares = ({ body }: ClassNode) =>
    body.body.some((member) => 'key' in member && member.key.type === 'PrivateIdentifier' && member.key.name === name);
  return pathTo(program, offset).findLast((node) => isClass(node) && declares(node))?.start ?? null;
}

/** The innermost class around an offset, by where it begins. */
export function classAt(program: Program, offset: number): number | null {
  return pathTo(program, offset).findLast(isClass)?.start ?? null;
}

function isClass(node: AnyNode): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** Whether the node is a function of any form. */
export function isFunction(node: AnyNode): node is FunctionNode {
  return node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

/** Whether what sloppy code may call a variable is a word of the language in the functions and classes around an offset. */
export function isWordAt(program: Program, name: string, offset: number): boolean {
  if (!/^(?:await|yield|let|static|implements|interface|package|private|protected|public)$/.test(name)) return false;
  const around = pathTo(program, offset);
  if (name === 'await') return around.some((node) => node.type === 'StaticBlock' || (isFunction(node) && node.async));
  if (name === 'yield' && around.some((node) => isFunction(node) && node.generator)) return true;
  return around.some((node) => isClass(node) || (node.type === 'BlockStatement' && node.body.some(isUseStrict)));
}

function isUseStrict(statement: AnyNode): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive === 'use strict';
}

/** A function or class without a name of its own: it is named after the variable or key that it is given to. */
export function takesName(node: AnyNode): boolean {
  if (node.type === 'ArrowFunctionExpression') return true;
  return (node.type === 'FunctionExpression' || node.type === 'ClassExpression') && !node.id;
}

/** The name of a property that is written out: `o.f`, `o['f']`, `o[3]`, `o.#f`; undefined when it is computed. */
export function writtenKey(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (!computed && key.type === 'Identifier') return key.name;
  if (key.type === 'Literal' && /^(string|number|bigint)$/.test(typeof key.value)) return String(key.value);
  return undefined;
}

/** The offset of the `.`, `?.` or `[` of a member expression: what is before it, parentheses included, is the object. */
export function memberTokenOffset(text: string, objectEnd: number): number {
  let offset = objectEnd;
  for (;;) {
    const sign = text[offset];
    if (sign === '/' && text[offset + 1] === '*') offset = text.indexOf('*/', offset) + 2;
    else if (sign === '/' && text[offset + 1] === '/') offset = lineEnd(text, offset);
    else if (sign === '.' || sign === '[' || sign === '?' || sign === undefined) return offset;
    else offset++;
  }
}

/** The next offset at or after `from`, outside comments, at which `token` stands. */
export function tokenOffset(text: string, from: number, token: string): number {
  let offset = from;
  for (;;) {
    if (text.startsWith('/*', offset)) offset = text.indexOf('*/', offset) + 2;
    else if (text.startsWith('//', offset)) offset = lineEnd(text, offset);
    else if (offset >= text.length || text.startsWith(token, offset)) return offset;
    else offset++;
  }
}

function lineEnd(text: string, offset: number): number {
  const length = text.slice(offset).search(/[\n\r\u2028\u2029]/);
  return length < 0 ? text.length : offset + length;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string';
}
