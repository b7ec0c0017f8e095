import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import type { Plan } from './plan.js';
import type { AnyNode } from './tree.js';

/** Whether a text may make code of texts by `eval` that changes what the plan asks about. */
export function mayCallEval(text: string, plan: Plan): boolean {
  if (!asksPlaces(plan)) return false;
  for (let at = text.indexOf('eval'); at >= 0; at = text.indexOf('eval', at + 1))
    if (!/\w/.test(text.charAt(at + 4)) && callOrValue.test(text.slice(Math.max(0, at - nearby), at + nearby))) return true;
  return false;
}

/** What of a text is looked at around the name, in UTF-16 units: to search megabytes by a regular expression takes 90 ms. */
const nearby = 1000;

/** Compilers speak of `eval` in texts and comments: to parse millions of characters for that takes seconds. */
const callOrValue =
  /\beval\s*\)?\s*(?:\?\.\s*)?[(=!]|[=(,:?&|[]\s*(?:\w+\.)?eval\s*[;,)\]}\n/]|(?:\breturn\s|=>)\s*(?:\w+\.)?eval\b|\beval\.(?:call|apply|bind)\b/;

/** Whether the plan asks about places that code made of texts may write, whatever it is. */
export function asksPlaces({ fields, elements, symbols, variables, variablesAtStop }: Plan): boolean {
  return fields.length + variables.length + variablesAtStop.length > 0 || elements || symbols;
}

/**
 * Probes of `eval`: only a call by this name sees the variables around it, and nothing may stand in for it. What it is given is told; where
 * it is handed on, something stands in for it that tells.
 */
export function probeEval(ctx: Context, node: AnyNode, parent: AnyNode): void {
  if (!ctx.mayHoldEval || !asksPlaces(ctx.plan)) return;
  const code = node.type === 'CallExpression' && isEval(node.callee) ? node.arguments[0] : undefined;
  if (code !== undefined && code.type !== 'SpreadElement') {
    const [before, after] = asArgument(code);
    const isDirect = node.type === 'CallExpression' && isName(node.callee);
    ctx.edits.wrap(code.start, code.end, `__w_code(${ctx.site('code', node, null)},${before}`, `${after},${isDirect})`);
  } else if (isEval(node) && isHandedOn(node, parent)) {
    const [before, after] = asArgument(node);
    ctx.edits.wrap(node.start, node.end, `__w_eval(${ctx.site('code', node, null)},${before}`, `${after},${bindsEval(ctx)})`);
  }
}

/** Whether a call by the name may mean something else than the global `eval`, which that may be given to. */
function bindsEval(ctx: Context): boolean {
  return ctx.mayHoldWith || [...ctx.scopes.bindingAt.values()].some(({ name }) => name === 'eval');
}

function isName(callee: AnyNode): boolean {
  return callee.type === 'Identifier' || (callee.type === 'ParenthesizedExpression' && isName(callee.expression));
}

function isEval(node: AnyNode): boolean {
  switch (node.type) {
    case 'Identifier':
      return node.name === 'eval';
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return isEval(node.expression);
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      return last !== undefined && isEval(last);
    }
    case 'MemberExpression':
      return node.object.type === 'Identifier' && /^(globalThis|global|window|self)$/.test(node.object.name) && isEval(node.property);
    default:
      return false;
  }
}

/** Whether an expression's value goes somewhere else than into a call of it. */
function isHandedOn(node: AnyNode, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.init === node;
    case 'AssignmentExpression':
      return parent.right === node;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    case 'Property':
      return parent.value === node && !parent.shorthand;
    case 'PropertyDefinition':
      return parent.value === node;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    case 'MemberExpression':
      return parent.object === node;
    case 'BinaryExpression':
    case 'SwitchCase':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ArrayExpression':
    case 'ReturnStatement':
      return true;
    default:
      return false;
  }
}
