import { childrenOf, homeAt, parseSource, walk, type AnyNode } from '../../instrument/tree.js';
import { renamed } from '../../querypoints/text/renamed.js';
import type { LoadedText, RunTexts } from '../../querypoints/text/texts.js';

const globals = new Set([
  'undefined',
  'NaN',
  'Infinity',
  'Number',
  'Array',
  'Object',
  'Math',
  'String',
  'Boolean',
  'BigInt',
  'Symbol',
  'Error',
]);

/** Longer conditions are not asked. */
const mostSigns = 5_000;

/** The place where a condition is asked: an offset of the text that V8 runs. */
export interface TestedPlace {
  readonly text: LoadedText;
  readonly offset: number;
  readonly texts: RunTexts;
  readonly isMapped: boolean;
}

/** Calls that change nothing, by the name of the method. */
const pureMethods = new Set(
  [
    'isInteger isSafeInteger isFinite isNaN isArray is hasOwn abs floor ceil round trunc sign min max pow',
    'startsWith endsWith includes indexOf at charAt charCodeAt test has every some',
  ].flatMap((names) => names.split(' ')),
);

/** The expression in V8's text that says whether a condition in the user's words is broken; null if it cannot be asked there. */
export function brokenTest(condition: string, isAssertion: boolean, { text, offset, texts, isMapped }: TestedPlace): string | null {
  const tree = condition.length > mostSigns ? null : parsed(condition);
  if (tree === null || !isPure(tree) || !areNamesThere(tree, { text, offset, texts, isMapped })) return null;
  const own = renamed(condition, text, offset, texts);
  // What V8 cannot see there is no answer; any other exception breaks an assertion.
  const failed = isAssertion ? '!(e instanceof ReferenceError)' : 'false';
  return `(()=>{try{return !(${own})}catch(e){return ${failed}}})()`;
}

/** Whether evaluating an expression changes nothing, accessors apart, which V8 is asked about when it matters. */
function isPure(node: AnyNode): boolean {
  switch (node.type) {
    case 'CallExpression': {
      const { callee } = node;
      const isKnown = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && pureMethods.has(callee.property.name);
      return isKnown && childrenOf(node).every(isPure);
    }
    case 'ArrowFunctionExpression':
    case 'ChainExpression':
    case 'ConditionalExpression':
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'MemberExpression':
    case 'ParenthesizedExpression':
    case 'TemplateLiteral':
    case 'ArrayExpression':
      return childrenOf(node).every(isPure);
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument);
    case 'Identifier':
    case 'PrivateIdentifier':
    case 'Literal':
    case 'TemplateElement':
    case 'ThisExpression':
      return true;
    default:
      return false;
  }
}

/**
 * Whether V8 has every variable of an expression at a place: it drops those of outer functions that no inner one uses, and would then
 * find another of the same name.
 */
function areNamesThere(tree: AnyNode, { text, offset, texts, isMapped }: TestedPlace): boolean {
  const home = homeAt(text.program, offset);
  const parameters = new Set<string>();
  const names: string[] = [];
  const collect = (node: AnyNode): boolean => {
    if (node.type === 'Identifier') names.push(node.name);
    if (node.type === 'ArrowFunctionExpression') for (const one of node.params) if (one.type === 'Identifier') parameters.add(one.name);
    if (node.type !== 'MemberExpression' || node.computed) return true;
    walk(node.object, collect);
    return false;
  };
  walk(tree, collect);
  return names.every((name) => {
    if (parameters.has(name)) return true;
    const binding = text.scopes.lookUp(text.nameAt(name, offset, texts), offset);
    if (binding === undefined) return globals.has(name);
    const isMeant = !isMapped || text.isCalled(binding, name, texts);
    const isKept = binding.scope.home === home || binding.references.some((reference) => reference.home !== binding.scope.home);
    return isMeant && isKept;
  });
}

function parsed(expression: string): AnyNode | null {
  try {
    const { body } = parseSource(`(${expression}\n)`, 'commonjs');
    const [statement] = body;
    return body.length === 1 && statement?.type === 'ExpressionStatement' ? statement.expression : null;
  } catch {
    return null;
  }
}
