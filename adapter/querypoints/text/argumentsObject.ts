import { isFunction, pathTo, walk, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import type { Binding } from '../../instrument/scopes.js';
import type { LoadedText } from './texts.js';

/**
 * Whether a variable is a parameter that may be written through `arguments`: in sloppy mode its elements are the parameters, as long as
 * these are simple (ECMA-262, FunctionDeclarationInstantiation).
 */
export function mayBeWrittenByArguments(text: LoadedText, { kind, scope: { node } }: Binding): boolean {
  if (kind !== 'parameter' || !isFunction(node) || !areParametersShown(text, node)) return false;
  return ownArguments(node).some((name) => !isOnlyRead(text, name, 0));
}

/** Whether other code than a function's own text may have the function's `arguments`, and so freeze them or define an element anew. */
export function mayBeDefinedAnew(text: LoadedText, node: FunctionNode): boolean {
  let hasEval = false;
  walk(node.body, (inner) => {
    hasEval ||= inner.type === 'Identifier' && inner.name === 'eval';
    return true;
  });
  return hasEval || ownArguments(node).some((name) => !isElementWritten(text, name) && !isOnlyRead(text, name, 0));
}

/** Whether what stands at a name is the object of an element or member that is assigned to. */
function isElementWritten(text: LoadedText, { start, end }: AnyNode): boolean {
  const path = pathTo(text.program, start);
  const at = path.findLastIndex((node) => node.start === start && node.end === end);
  const [outer, parent, node] = [path[at - 2], path[at - 1], path[at]];
  return parent?.type === 'MemberExpression' && parent.object === node && isTarget(outer, parent);
}

/** Whether elements of a function's `arguments` are its parameters. */
export function areParametersShown(text: LoadedText, node: FunctionNode): boolean {
  if (node.type === 'ArrowFunctionExpression') return false;
  return node.params.every(({ type }) => type === 'Identifier') && !isStrict(text, node);
}

function isStrict(text: LoadedText, node: FunctionNode): boolean {
  if (/\.m[jt]s$/.test(text.path) || text.program.body.some(({ type }) => /^(Import|Export)/.test(type))) return true;
  return pathTo(text.program, node.body.start).some((around) => {
    if (/^Class/.test(around.type)) return true;
    const body =
      around.type === 'Program' ? around.body : isFunction(around) && around.body.type === 'BlockStatement' ? around.body.body : [];
    return body.some((statement) => statement.type === 'ExpressionStatement' && statement.directive === 'use strict');
  });
}

/** Where a function names its `arguments`. */
function ownArguments(node: FunctionNode): readonly AnyNode[] {
  const names: AnyNode[] = [];
  walk(node.body, (inner) => {
    if (inner.type === 'Identifier' && inner.name === 'arguments') names.push(inner);
    return !isFunction(inner) || inner.type === 'ArrowFunctionExpression';
  });
  return names;
}

/** Whether what stands at a name is only looked at. */
function isOnlyRead(text: LoadedText, { start, end }: AnyNode, depth: number): boolean {
  const path = pathTo(text.program, start);
  const at = path.findLastIndex((node) => node.start === start && node.end === end);
  const [outer, parent, node] = [path[at - 2], path[at - 1], path[at]];
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object !== node || !isTarget(outer, parent);
    case 'SpreadElement':
    case 'UnaryExpression':
    case 'BinaryExpression':
    case 'IfStatement':
      return true;
    case 'ForOfStatement':
      return parent.right === node;
    case 'CallExpression':
      return isReader(parent, node, text.text);
    case 'VariableDeclarator': {
      const binding = parent.id.type === 'Identifier' ? text.scopes.bindingAt.get(parent.id.start) : undefined;
      return depth < 3 && binding !== undefined && binding.references.every((one) => one.isWrite || isOnlyRead(text, one.node, depth + 1));
    }
    default:
      return false;
  }
}

function isTarget(parent: AnyNode | undefined, member: AnyNode): boolean {
  switch (parent?.type) {
    case 'AssignmentExpression':
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.left === member;
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'AssignmentPattern':
    case 'RestElement':
      return true;
    case 'Property':
      return parent.value === member;
    default:
      return false;
  }
}

/** A call that does not write to the list that it is given: `f.apply(x, arguments)`, `Array.from(arguments)`, `[].slice.call(arguments)`. */
function isReader(
  { callee, arguments: given }: Extract<AnyNode, { type: 'CallExpression' }>,
  list: AnyNode | undefined,
  text: string,
): boolean {
  if (callee === list) return true;
  if (callee.type !== 'MemberExpression') return false;
  const name = callee.property.type === 'Identifier' ? callee.property.name : '';
  if (name === 'apply') return given[1] === list;
  const called = text.slice(callee.object.start, callee.object.end);
  if (name === 'from') return called === 'Array';
  return name === 'call' && given[0] === list && /\b(slice|concat|join|map|forEach|filter|indexOf|every|some|toString)$/.test(called);
}
