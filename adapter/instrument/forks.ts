import type { CallExpression } from 'acorn';
import type { Context } from './context.js';
import { asArgument, named } from './definitions.js';
import { tokenOffset, type AnyNode } from './tree.js';

/** Probes of what decides where control goes. `activation` is the hidden variable of the function around; undefined when it is not asked about. */
export function probeForks(ctx: Context, node: AnyNode, activation: string | undefined): void {
  if (activation === undefined) return;
  switch (node.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ConditionalExpression':
      return probeTest(ctx, node.test, activation);
    case 'ForStatement':
      if (node.test) probeTest(ctx, node.test, activation);
      return;
    case 'SwitchStatement':
      probeTest(ctx, node.discriminant, activation);
      return;
    case 'SwitchCase': {
      const site = ctx.site('arrival', node, node.test ? 'case' : 'default');
      const first = node.consequent[0];
      const colon = first === undefined ? node.end : ctx.text.lastIndexOf(':', first.start);
      ctx.edits.opening(first === undefined ? node.end : colon + 1, `__w_fork(${site},${activation},0);`);
      return;
    }
    case 'ForOfStatement':
    case 'ForInStatement': {
      const site = ctx.site('fork', node.right, 'again');
      const text = `__w_fork(${site},${activation},true);`;
      if (node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, text);
      else ctx.edits.wrap(node.body.start, node.body.end, `{${text}`, '}');
      return;
    }
    case 'LogicalExpression':
      return probeTest(ctx, node.left, activation);
    case 'MemberExpression':
      if (node.optional && node.object.type !== 'Super') probeTest(ctx, node.object, activation);
      return;
    case 'CallExpression':
      if (node.optional) probeOptionalCall(ctx, node, activation);
      return;
    case 'AssignmentExpression':
      if (/^(&&|\|\||\?\?)=$/.test(node.operator)) {
        const site = ctx.site('fork', node.left, null);
        wrapChosen(ctx, node.start, node.right, node.left, `(__w_fork(${site},${activation},true),`);
      }
      return;
    case 'AssignmentPattern': {
      const site = ctx.site('fork', node.right, 'default');
      wrapChosen(ctx, node.start, node.right, node.left, `(__w_fork(${site},${activation},true),`);
      return;
    }
    case 'AwaitExpression': {
      // Which activations begin meanwhile says who is awaited.
      const [before, after] = asArgument(node.argument);
      const probe = `__w_await(${ctx.site('await', node, null)},${activation},__w_begun(),${before}`;
      ctx.edits.wrap(node.argument.start, node.argument.end, probe, `${after})`);
      return;
    }
    case 'CatchClause': {
      const site = ctx.site('fork', node, 'caught');
      ctx.edits.opening(node.body.start + 1, `__w_fork(${site},${activation},true);`);
      return;
    }
  }
}

/** What is called must stay a member of its object, for `this`: the probe is among the arguments. */
function probeOptionalCall(ctx: Context, node: CallExpression, activation: string): void {
  const site = ctx.site('fork', node.callee, null);
  const open = ctx.text.indexOf('(', tokenOffset(ctx.text, node.callee.end, '?.') + 2) + 1;
  ctx.edits.opening(open, `...__w_here(${site},${activation})${node.arguments.length === 0 ? '' : ','}`);
}

/** A value that is only evaluated on one way; it keeps the name that it would get. `start`: of the assignment. */
function wrapChosen(ctx: Context, start: number, value: AnyNode, target: AnyNode, probe: string): void {
  // In parentheses a target names nothing.
  const isNamed = target.type === 'Identifier' && target.start === start;
  const [before, after] = isNamed ? named(value, target.name) : asArgument(value);
  ctx.edits.wrap(value.start, value.end, probe + before, `${after})`);
}

function probeTest(ctx: Context, test: AnyNode, activation: string): void {
  const site = ctx.site('fork', test, null);
  const [before, after] = asArgument(test);
  ctx.edits.wrap(test.start, test.end, `__w_fork(${site},${activation},${before}`, `${after})`);
}
