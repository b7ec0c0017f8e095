import { isFunction, pathTo, writtenKey, type AnyNode, type FunctionNode, type Program } from '../../instrument/tree.js';

/** What V8 calls the function around a place in its frames, by the nodes that lead there: its own name, or one of where it was put. */
export function frameName(path: readonly AnyNode[]): string {
  const at = path.findLastIndex((node) => isFunction(node));
  const node = path[at];
  const member = initialisedMember(path);
  if (member !== null) return member.type === 'StaticBlock' || member.static ? '<static_initializer>' : '<instance_members_initializer>';
  return node === undefined || !isFunction(node) ? '' : (ownName(path, at, node) ?? inferredName(path, at));
}

/** What V8 calls the code at an offset. A function's name is declared by the code around it. */
export function frameNameAt(program: Program, offset: number): string {
  return frameName(aroundDeclared(pathTo(program, offset), offset));
}

/**
 * The name that V8 makes for the function at an offset, which has none, of where it was put; null where it has one. V8 forgets some of them
 * where a call stands behind, and probes are calls.
 */
export function inferredNameAt(program: Program, offset: number): string | null {
  const path = aroundDeclared(pathTo(program, offset), offset);
  // A constructor that a class does not write is where the class is.
  if (initialisedMember(path) !== null || path.some((node) => isClass(node) && node.start === offset)) return null;
  const at = path.findLastIndex((node) => isFunction(node));
  const node = path[at];
  return node === undefined || !isFunction(node) || ownName(path, at, node) !== null ? null : inferredName(path, at);
}

function aroundDeclared(path: readonly AnyNode[], offset: number): readonly AnyNode[] {
  const at = path.findLastIndex((node) => isFunction(node));
  const node = path[at];
  const isName = node?.type === 'FunctionDeclaration' && node.id !== null && node.id.start <= offset && offset < node.id.end;
  return isName ? path.slice(0, at) : path;
}

/** The field that a place gives a value to, or the block of a class around it, where no function is between: they are functions of their own. */
export function initialisedMember(path: readonly AnyNode[]): Extract<AnyNode, { type: 'PropertyDefinition' | 'StaticBlock' }> | null {
  const at = path.findLastIndex((node) => node.type === 'PropertyDefinition' || node.type === 'StaticBlock' || isFunction(node));
  const node = path[at];
  if (node?.type === 'StaticBlock') return node;
  // A field is defined at its name. One that is computed was computed with the class.
  return node?.type === 'PropertyDefinition' && (!node.computed || path[at + 1] !== node.key) ? node : null;
}

/** The name that the language gives a function; null where it gives none. A class has the name that V8 gives it. */
function ownName(path: readonly AnyNode[], at: number, node: FunctionNode): string | null {
  if (node.id) return node.id.name;
  const [parent, whole] = [path[at - 1], path[at - 3]];
  if (parent?.type === 'MethodDefinition' && parent.kind === 'constructor' && whole !== undefined && isClass(whole))
    return className(path, at - 3, whole);
  if (parent?.type === 'MethodDefinition' || parent?.type === 'Property' || parent?.type === 'PropertyDefinition') {
    const prefix = parent.type !== 'PropertyDefinition' && /^(get|set)$/.test(parent.kind) ? `${parent.kind} ` : '';
    return prefix + keyName(parent.key, parent.computed);
  }
  return givenName(path, at);
}

export type ClassNode = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>;

/** What V8 calls a constructor that a class does not write, by the nodes that lead to the class. */
export function implicitConstructorName(path: readonly AnyNode[]): string {
  const node = path.at(-1);
  return node !== undefined && isClass(node) ? className(path, path.length - 1, node) : '';
}

function className(path: readonly AnyNode[], at: number, { id }: ClassNode): string {
  return id?.name ?? givenName(path, at) ?? inferredName(path, at);
}

/** Whether a node is a class. */
export function isClass(node: AnyNode): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** A key that is computed is known where it is a symbol of the language. */
function keyName(key: AnyNode, computed: boolean): string {
  const written = writtenKey(key, computed);
  if (written !== undefined) return written;
  const isSymbol = key.type === 'MemberExpression' && key.object.type === 'Identifier' && key.object.name === 'Symbol' && !key.computed;
  return isSymbol && key.property.type === 'Identifier' ? `[Symbol.${key.property.name}]` : '';
}

/** The name that the language gives a function without one: that of the variable that it is put into at once. */
function givenName(path: readonly AnyNode[], at: number): string | null {
  const [parent, node] = [path[at - 1], path[at]];
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
  if (parent?.type === 'ExportDefaultDeclaration') return 'default';
  if (parent?.type === 'PropertyDefinition' && parent.value === node) return keyName(parent.key, parent.computed);
  const isPut = (parent?.type === 'AssignmentExpression' || parent?.type === 'AssignmentPattern') && parent.right === node;
  return isPut && parent.left.type === 'Identifier' ? parent.left.name : null;
}

interface Part {
  readonly name: string;
  readonly isVariable: boolean;
}

/** The name that V8 makes of the places that a function is assigned to; empty where there are none. */
function inferredName(path: readonly AnyNode[], from: number): string {
  let parts: readonly Part[] = [];
  let at = from;
  for (; ; at--) {
    const [parent, node] = [path[at - 1], path[at]];
    if (parent?.type === 'AssignmentExpression' && parent.right === node) parts = [...partsOf(parent.left), ...parts];
    else if (parent?.type === 'VariableDeclarator') {
      if (parent.id.type === 'Identifier') parts = [{ name: parent.id.name, isVariable: true }, ...parts];
      break;
    } else if (!isHandedOn(parent, node)) break;
  }
  // Of variables that follow each other only the last counts.
  const names = parts.flatMap(({ name, isVariable }, index) => (isVariable && parts[index + 1]?.isVariable === true ? [] : [name]));
  if (names.length === 0) return '';
  const around = frameName(path.slice(0, from));
  return (/^\p{Lu}[^.]*$/u.test(around) ? [around, ...names] : names).join('.');
}

/** Whether an expression has the value of a part of it, or is an array that it is an element of. */
function isHandedOn(parent: AnyNode | undefined, node: AnyNode | undefined): boolean {
  if (parent?.type === 'ConditionalExpression') return parent.test !== node;
  return parent?.type === 'LogicalExpression' || parent?.type === 'ArrayExpression';
}

function partsOf(target: AnyNode): readonly Part[] {
  if (target.type === 'Identifier') return [{ name: target.name, isVariable: true }];
  if (target.type !== 'MemberExpression') return [];
  const { object, property, computed } = target;
  const isText = property.type === 'Literal' && typeof property.value === 'string';
  const name = computed && !isText ? '<computed>' : (writtenKey(property, computed) ?? '<computed>');
  return name === 'prototype' ? partsOf(object) : [...partsOf(object), { name, isVariable: false }];
}
