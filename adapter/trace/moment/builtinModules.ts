import { pathTo, type AnyNode } from '../../instrument/tree.js';
import type { Binding } from '../../instrument/scopes.js';
import type { LoadedText } from '../../querypoints/text/texts.js';

/**
 * What a variable holds that is declared once, as a module of Node or a member of one, and never written again; undefined of others, and where `require` is
 * a name of the text. It is that of the Node that answers.
 */
export function heldOfBuiltin(text: LoadedText, binding: Binding): unknown {
  const [name] = binding.declarations;
  const isWritten = binding.references.some(({ node, isWrite }) => isWrite && node.start !== name?.start);
  if (name === undefined || binding.declarations.length > 1 || isWritten) return undefined;
  const path = pathTo(text.program, name.start);
  for (const [index, node] of path.entries()) {
    if (node.type === 'VariableDeclarator' && node.init) return memberBound(node.id, name.start, requiredBy(text, node.init));
    if (node.type !== 'ImportDeclaration') continue;
    const exported = builtinNamed(node.source.value);
    const specifier = path[index + 1];
    return specifier?.type === 'ImportSpecifier' ? memberOf(exported, nameOf(specifier.imported)) : exported;
  }
  return undefined;
}

/** The module of Node, or its member, that an expression such as `require('fs').promises` gives; undefined of any other. */
function requiredBy(text: LoadedText, node: AnyNode): unknown {
  if (node.type === 'MemberExpression') return node.computed ? undefined : memberOf(requiredBy(text, node.object), nameOf(node.property));
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return undefined;
  const [given] = node.arguments;
  if (given?.type !== 'Literal' || text.scopes.lookUp('require', node.start) !== undefined) return undefined;
  return builtinNamed(given.value);
}

/** What a pattern without defaults gives to the name at an offset. */
function memberBound(pattern: AnyNode, offset: number, value: unknown): unknown {
  if (pattern.type === 'Identifier') return value;
  if (pattern.type !== 'ObjectPattern') return undefined;
  for (const property of pattern.properties)
    if (property.type === 'Property' && !property.computed && property.start <= offset && offset < property.end)
      return memberBound(property.value, offset, memberOf(value, nameOf(property.key)));
  return undefined;
}

function nameOf(node: AnyNode): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** A member that is no accessor. */
function memberOf(value: unknown, name: string | null): unknown {
  if (name === null || ((typeof value !== 'object' || value === null) && typeof value !== 'function')) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Those whose loading warns are left out. */
function builtinNamed(name: unknown): unknown {
  if (typeof name !== 'string' || /^(node:)?(_|sys$|punycode$)/.test(name)) return undefined;
  return process.getBuiltinModule(name) as unknown;
}
