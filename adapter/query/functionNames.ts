import { isFunction, pathTo, writtenKey, type AnyNode, type Program } from '../instrument/tree.js';

/** What a function is called: with the class that declares it, and by itself; null: it has no name. */
export interface FunctionName {
  readonly full: string | null;
  readonly bare: string | null;
  /** The class that declares it, or that it is; null: none with a name. */
  readonly className: string | null;
}

/** The name of the function or class that begins at an offset. `nameAt`: the name that the user's source has at an offset. */
export function functionNameAt(program: Program, start: number, nameAt: (offset: number) => string | null): FunctionName {
  const path = pathTo(program, start);
  const at = path.findIndex((node) => node.start === start && (isFunction(node) || isClass(node)));
  const node = path[at];
  if (node === undefined) return noName;
  const name = (own: AnyNode): string | null => (own.type === 'Identifier' ? (nameAt(own.start) ?? own.name) : null);
  if (isClass(node)) return nameIn(classNameOf(path, at, name), 'constructor');
  const parent = path[at - 1];
  const member = parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition' ? parent : null;
  if (member !== null && member.value === node) {
    return nameIn(classNameOf(path, at - 3, name), writtenKey(member.key, member.computed) ?? null);
  }
  const own = 'id' in node && node.id ? name(node.id) : givenName(parent, node, name);
  return nameIn(null, own);
}

/** What has no name, and what the top level of a text is called. */
export const noName: FunctionName = { full: null, bare: null, className: null };
export const topLevelName: FunctionName = { full: '', bare: '', className: null };

function nameIn(className: string | null, bare: string | null): FunctionName {
  return { bare, full: bare === null || className === null ? bare : `${className}.${bare}`, className };
}

/** The name of a class that is on a path of nodes; null when it has none. */
function classNameOf(path: readonly AnyNode[], at: number, name: (node: AnyNode) => string | null): string | null {
  const node = path[at];
  if (node === undefined || !isClass(node)) return null;
  return node.id ? name(node.id) : givenName(path[at - 1], node, name);
}

/** What a function or class without a name of its own is given to. */
function givenName(parent: AnyNode | undefined, node: AnyNode, name: (node: AnyNode) => string | null): string | null {
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.init === node ? name(parent.id) : null;
    case 'AssignmentExpression':
      if (parent.right !== node) return null;
      if (parent.left.type === 'MemberExpression') return writtenKey(parent.left.property, parent.left.computed) ?? null;
      return name(parent.left);
    case 'AssignmentPattern':
      return parent.right === node ? name(parent.left) : null;
    case 'Property':
    case 'PropertyDefinition':
      return parent.value === node ? (writtenKey(parent.key, parent.computed) ?? null) : null;
    case 'ExportDefaultDeclaration':
      return 'default';
    default:
      return null;
  }
}

function isClass(node: AnyNode): node is Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }> {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}
