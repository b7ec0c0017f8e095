import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import { calledAt } from './recordedActivities.js';
import { patternTargets } from './scopes.js';
import { walk, type AnyNode } from './tree.js';

/** Probes of objects that a function of Node is given, in a recording: what it writes to them is found by comparing them. Within what tells of the call. */
export function probeLentObjects(ctx: Context, node: AnyNode): void {
  if (ctx.plan.recording === null || ctx.plan.allocations.length === 0) return;
  if ((node.type !== 'CallExpression' && node.type !== 'NewExpression') || !isOfNode(ctx, node.callee)) return;
  for (const argument of node.arguments) {
    if (!/^(?:Identifier|MemberExpression|ThisExpression)$/.test(argument.type)) continue;
    const [before, after] = asArgument(argument);
    ctx.edits.wrap(argument.start, argument.end, `__w_lend(${calledAt(node)},${before}`, `${after})`);
  }
}

/** Whether a callee is a module of Node, or was reached from one by names: `EventEmitter.call`, `util.inherits`, `require('fs').read`. */
function isOfNode(ctx: Context, callee: AnyNode): boolean {
  let root = callee;
  while (root.type === 'MemberExpression' && !root.computed) root = root.object;
  if (root.type === 'CallExpression') return isRequired(root);
  if (root.type !== 'Identifier') return false;
  const declared = ctx.scopes.bindingAt.get(root.start)?.declarations[0];
  return declared === undefined ? clearing.has(root.name) : namesOfNode(ctx).has(declared.start);
}

/** Global functions of Node that write to the object that they are given. */
const clearing: ReadonlySet<string> = new Set(['clearTimeout', 'clearInterval', 'clearImmediate']);

/** What is loaded into the program has no `require`. */
const { isBuiltin } = process.getBuiltinModule('node:module');

const known = new WeakMap<Context, ReadonlySet<number>>();

/** Where names are declared that hold modules of Node or members of them. */
function namesOfNode(ctx: Context): ReadonlySet<number> {
  let found = known.get(ctx);
  if (found !== undefined) return found;
  const names = new Set<number>();
  walk(ctx.program, (node) => {
    if (node.type === 'ImportDeclaration' && isWriting(node.source.value)) for (const { local } of node.specifiers) names.add(local.start);
    if (node.type !== 'VariableDeclarator' || !node.init) return;
    let root: AnyNode = node.init;
    while (root.type === 'MemberExpression' && !root.computed) root = root.object;
    if (isRequired(root)) for (const target of patternTargets(node.id)) names.add(target.start);
  });
  found = names;
  known.set(ctx, found);
  return found;
}

function isRequired(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return false;
  const [given] = node.arguments;
  return given?.type === 'Literal' && isWriting(given.value);
}

/** Whether a module is Node's, and may write to what it is given. */
function isWriting(name: unknown): boolean {
  return typeof name === 'string' && isBuiltin(name) && !/^(?:node:)?(?:assert|path|os|test)(?:\/|$)/.test(name);
}
