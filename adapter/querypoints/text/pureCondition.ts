import { parseSource } from '../../instrument/parse.js';
import { childrenOf, walk, type AnyNode } from '../../instrument/tree.js';

/** Names of the language that conditions have from nowhere. */
export const standardNames: ReadonlySet<string> = new Set(
  'undefined NaN Infinity Number Array Object Math String Boolean BigInt Symbol Error'.split(' '),
);

/** Longer conditions are not asked. */
const mostSigns = 5_000;

/** Calls that change nothing, by the name of the method. */
const pureMethods = new Set(
  [
    'isInteger isSafeInteger isFinite isNaN isArray is hasOwn abs floor ceil round trunc sign min max pow',
    'startsWith endsWith includes indexOf at charAt charCodeAt test has every some',
  ].flatMap((names) => names.split(' ')),
);

/** The names that a condition has from around it; null when it is no expression, or evaluating it may change something. */
export function namesOfPure(condition: string): ReadonlySet<string> | null {
  const tree = condition.length > mostSigns ? null : parsed(condition);
  if (tree === null || !isPure(tree)) return null;
  const parameters = new Set<string>();
  const names = new Set<string>();
  const collect = (node: AnyNode): boolean => {
    if (node.type === 'Identifier') names.add(node.name);
    if (node.type === 'ArrowFunctionExpression') for (const one of node.params) if (one.type === 'Identifier') parameters.add(one.name);
    if (node.type !== 'MemberExpression' || node.computed) return true;
    walk(node.object, collect);
    return false;
  };
  walk(tree, collect);
  return new Set([...names].filter((name) => !parameters.has(name)));
}

/** What is true where a condition is broken; an exception breaks an assertion alone, and what has no value yet breaks nothing. */
export function brokenForm(condition: string, isAssertion: boolean): string {
  return `(()=>{try{return !(${condition})}catch(e){return ${isAssertion ? '!(e instanceof ReferenceError)' : 'false'}}})()`;
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

function parsed(expression: string): AnyNode | null {
  try {
    const { body } = parseSource(`(${expression}\n)`, 'commonjs');
    const [statement] = body;
    return body.length === 1 && statement?.type === 'ExpressionStatement' ? statement.expression : null;
  } catch {
    return null;
  }
}
