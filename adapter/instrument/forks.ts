import type { CallExpression } from 'acorn';
import { aroundTold, toldStatement } from './budgetTests.js';
import type { Context, Host } from './context.js';
import { asArgument, named } from './definitions.js';
import { forkClockName, lastForkCall, lastForkDeclarations, lastForkNames, lastForkWrap } from './hiddenLocals.js';
import { tokenOffset, type AnyNode } from './tree.js';

/** The function whose forks are probed. */
export interface ForksOf {
  /** Says which activation it is; undefined when it is not asked about. */
  readonly activation: string | undefined;
  /** Where hidden variables hold what was last (`hiddenLocals.ts`); null where every fork is an event. */
  readonly locals: { readonly home: AnyNode; readonly host: Host } | null;
  /** Where hidden variables can be declared; null: nowhere. */
  readonly host: Host | null;
}

/** Probes of what decides where control goes. */
export function probeForks(ctx: Context, node: AnyNode, { activation, locals, host }: ForksOf): void {
  if (activation === undefined) return;
  probeFork(new Forks(ctx, activation, locals, host), node);
}

/** Writes the calls of the probes. */
class Forks {
  constructor(
    readonly ctx: Context,
    readonly activation: string,
    private readonly locals: ForksOf['locals'],
    private readonly host: Host | null,
  ) {}

  /** Tells that a way is taken, which has no value of its own. */
  tell(kind: 'fork' | 'arrival', node: AnyNode, key: string | null, value: string): string {
    const site = this.ctx.site(kind, node, key);
    if (this.locals === null) return toldStatement(this.ctx, site, `__w_fork(${site},${this.activation},${value})`);
    return lastForkCall(this.names(node), site, this.activation, forkClockName(this.locals.home), value);
  }

  /** The same, as what is spread into arguments. */
  tellAmongArguments(node: AnyNode): string {
    const site = this.ctx.site('fork', node, null);
    if (this.locals === null) return `...__w_here(${site},${this.activation})`;
    return `...${lastForkCall(this.names(node), site, this.activation, forkClockName(this.locals.home), 'true', '__w_hereLast')}`;
  }

  /** What goes around a test. */
  around(test: AnyNode): readonly [string, string] {
    const site = this.ctx.site('fork', test, null);
    if (this.locals === null) return aroundTold(this.ctx, this.host, test, site, [`__w_fork(${site},${this.activation},`, ')']);
    return lastForkWrap(this.names(test), site, this.activation, forkClockName(this.locals.home), test);
  }

  private names(node: AnyNode) {
    const names = lastForkNames(node);
    this.locals?.host.temporaries.push(...lastForkDeclarations(names));
    for (const name of Object.values(names)) this.ctx.seenAtStop.add(name);
    return names;
  }
}

function probeFork(forks: Forks, node: AnyNode): void {
  const { ctx, activation } = forks;
  switch (node.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ConditionalExpression':
      return probeTest(forks, node.test);
    case 'ForStatement':
      if (node.test) probeTest(forks, node.test);
      return;
    case 'SwitchStatement':
      probeTest(forks, node.discriminant);
      return;
    case 'SwitchCase': {
      const first = node.consequent[0];
      const colon = first === undefined ? node.end : ctx.text.lastIndexOf(':', first.start);
      ctx.edits.opening(first === undefined ? node.end : colon + 1, `${forks.tell('arrival', node, node.test ? 'case' : 'default', '0')};`);
      return;
    }
    case 'ForOfStatement':
    case 'ForInStatement': {
      const text = `${forks.tell('fork', node.right, 'again', 'true')};`;
      if (node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, text);
      else ctx.edits.wrap(node.body.start, node.body.end, `{${text}`, '}');
      return;
    }
    case 'LogicalExpression':
      return probeTest(forks, node.left);
    case 'MemberExpression':
      if (node.optional && node.object.type !== 'Super') probeTest(forks, node.object);
      return;
    case 'CallExpression':
      if (node.optional) probeOptionalCall(forks, node);
      return;
    case 'AssignmentExpression':
      if (/^(&&|\|\||\?\?)=$/.test(node.operator))
        wrapChosen(ctx, node.start, node.right, node.left, `(${forks.tell('fork', node.left, null, 'true')},`);
      return;
    case 'AssignmentPattern':
      wrapChosen(ctx, node.start, node.right, node.left, `(${forks.tell('fork', node.right, 'default', 'true')},`);
      return;
    case 'AwaitExpression': {
      // Which activations begin meanwhile says who is awaited.
      const [before, after] = asArgument(node.argument);
      const probe = `__w_await(${ctx.site('await', node, null)},${activation},__w_begun(),${before}`;
      ctx.edits.wrap(node.argument.start, node.argument.end, probe, `${after})`);
      return;
    }
    case 'CatchClause': {
      ctx.edits.opening(node.body.start + 1, `${forks.tell('fork', node, 'caught', 'true')};`);
      return;
    }
  }
}

/** What is called must stay a member of its object, for `this`: the probe is among the arguments. */
function probeOptionalCall(forks: Forks, node: CallExpression): void {
  const { ctx } = forks;
  const open = tokenOffset(ctx.text, tokenOffset(ctx.text, node.callee.end, '?.') + 2, '(') + 1;
  ctx.edits.opening(open, `${forks.tellAmongArguments(node.callee)}${node.arguments.length === 0 ? '' : ','}`);
}

/** A value that is only evaluated on one way; it keeps the name that it would get. `start`: of the assignment. */
function wrapChosen(ctx: Context, start: number, value: AnyNode, target: AnyNode, probe: string): void {
  // In parentheses a target names nothing.
  const isNamed = target.type === 'Identifier' && target.start === start;
  const [before, after] = isNamed ? named(value, target.name) : asArgument(value);
  ctx.edits.wrap(value.start, value.end, probe + before, `${after})`);
}

function probeTest(forks: Forks, test: AnyNode): void {
  const [open, close] = forks.around(test);
  const [before, after] = asArgument(test);
  forks.ctx.edits.wrap(test.start, test.end, open + before, after + close);
}
