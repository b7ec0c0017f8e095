import { patternTargets } from './scopes.js';
import { childrenOf, isFunction, pathTo, walk, type AnyNode, type FunctionNode, type Program } from './tree.js';

/**
 * Parameters may have code of their own, which runs before the body of their function, where no hidden variable of the body can be seen.
 * What tells one activation from another there is its `arguments` object, which an arrow function does not have.
 */
export function isKnownByArguments(node: AnyNode): node is FunctionNode {
  if (!isFunction(node) || node.type === 'ArrowFunctionExpression') return false;
  let known = knownByArguments.get(node);
  if (known === undefined) knownByArguments.set(node, (known = codesOf(node).some((code) => !isPlain(code)) && !namesArguments(node)));
  return known;
}

const knownByArguments = new WeakMap<AnyNode, boolean>();

/** Defaults and computed keys of a function's parameters, in the order in which they are evaluated. */
function codesOf({ params }: FunctionNode): readonly AnyNode[] {
  return params.flatMap(codesIn);
}

function codesIn(pattern: AnyNode): readonly AnyNode[] {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return [pattern.right, ...codesIn(pattern.left)];
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : codesIn(element)));
    case 'ObjectPattern':
      return pattern.properties.flatMap(codesIn);
    case 'Property':
      return [...(pattern.computed ? [pattern.key] : []), ...codesIn(pattern.value)];
    case 'RestElement':
      return codesIn(pattern.argument);
    default:
      return [];
  }
}

/** Whether its evaluation runs nothing, and keeps nothing of what is around it. */
export function isPlain(code: AnyNode): boolean {
  switch (code.type) {
    case 'Literal':
    case 'Identifier':
      return true;
    case 'UnaryExpression':
      return code.operator !== 'delete' && isPlain(code.argument);
    case 'TemplateLiteral':
      return code.expressions.length === 0;
    case 'ArrayExpression':
      return code.elements.length === 0;
    case 'ObjectExpression':
      return code.properties.length === 0;
    default:
      return false;
  }
}

/** Whether code says `arguments`: whose they are is not looked at. */
export function mentionsArguments(code: AnyNode): boolean {
  let mentions = false;
  walk(code, (inner) => {
    mentions ||= inner.type === 'Identifier' && inner.name === 'arguments';
    return !mentions;
  });
  return mentions;
}

/** Whether a function does more with its `arguments` than reading elements and their number, and passing them on by `apply` or `...`. */
export function handsOnArguments(node: FunctionNode): boolean {
  if (node.type === 'ArrowFunctionExpression' || namesArguments(node)) return false;
  return node.params.some((code) => isHandedOn(code, node)) || isHandedOn(node.body, node);
}

function isHandedOn(code: AnyNode, parent: AnyNode): boolean {
  if (code.type === 'Identifier') return code.name === 'arguments' && isOwnName(code, parent) && parent.type !== 'SpreadElement';
  if (isFunction(code) && code.type !== 'ArrowFunctionExpression') return false;
  if (code.type === 'MemberExpression' && isArguments(code.object)) {
    const isRead = !isTargetOf(parent, code) && (parent.type !== 'CallExpression' || parent.callee !== code);
    return !isRead || (code.computed && isHandedOn(code.property, code));
  }
  if (code.type === 'CallExpression' && isApply(code))
    return [code.callee, ...code.arguments.filter((_, at) => at !== 1)].some((one) => isHandedOn(one, code));
  return childrenOf(code).some((child) => isHandedOn(child, code));
}

function isArguments(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'arguments';
}

/** Whether a name stands for a variable there. */
function isOwnName(name: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'MemberExpression') return parent.object === name || parent.computed;
  if (parent.type === 'Property') return parent.value === name || parent.computed;
  if (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') return parent.value === name || parent.computed;
  return true;
}

/** `f.apply(x, arguments)`. */
function isApply({ callee, arguments: given }: Extract<AnyNode, { type: 'CallExpression' }>): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return false;
  return callee.property.name === 'apply' && given[1] !== undefined && isArguments(given[1]);
}

function isTargetOf(parent: AnyNode, node: AnyNode): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.left === node;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'Property':
      return parent.value === node;
    default:
      return false;
  }
}

/** Something else may be called `arguments` before the body has begun, or in all of it. */
function namesArguments(node: FunctionNode): boolean {
  let isNamed = false;
  const note = (pattern: AnyNode) => {
    isNamed ||= patternTargets(pattern).some((target) => target.type === 'Identifier' && target.name === 'arguments');
  };
  for (const parameter of node.params) {
    note(parameter);
    walk(parameter, (inner) => {
      if (inner.type === 'AssignmentExpression') note(inner.left);
      // Code of a text may declare a variable of this name.
      isNamed ||= inner.type === 'CallExpression' && inner.callee.type === 'Identifier' && inner.callee.name === 'eval';
    });
  }
  walk(node.body, (inner) => {
    if (inner.type === 'VariableDeclarator') note(inner.id);
    if (inner.type === 'FunctionDeclaration' && inner.id) note(inner.id);
  });
  return isNamed;
}

/** Whether an offset is among the parameters of a function. */
export function isAmongParameters(node: AnyNode, offset: number): node is FunctionNode {
  return isFunction(node) && offset < node.body.start && offset >= (node.params[0]?.start ?? node.body.start);
}

/** Whether `arguments` at an offset among the parameters of a function is that function's: functions between have their own, classes none. */
export function seesArguments(program: Program, node: FunctionNode, offset: number): boolean {
  if (!isKnownByArguments(node) || !isAmongParameters(node, offset)) return false;
  const path = pathTo(program, offset);
  return path
    .slice(path.indexOf(node) + 1)
    .every((inner) => !/^Class/.test(inner.type) && (!isFunction(inner) || inner.type === 'ArrowFunctionExpression'));
}

/** The parameters that are bound before a default or a computed key is evaluated, of those that are given by where they are declared. */
export function isBoundBefore(node: FunctionNode, code: AnyNode, declaration: number): boolean {
  if (declaration >= code.start) return false;
  let isOwn = false;
  for (const parameter of node.params)
    walk(parameter, (inner) => {
      if (inner.type === 'AssignmentPattern' && inner.right === code)
        isOwn = inner.left.start <= declaration && declaration < inner.left.end;
      return !isFunction(inner);
    });
  return !isOwn;
}
