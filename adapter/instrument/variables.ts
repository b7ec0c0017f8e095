import type { AssignmentExpression, Identifier, UpdateExpression, VariableDeclaration } from 'acorn';
import { aroundNamed, aroundTold, tested, toldStatement } from './budgetTests.js';
import type { Choice } from './choice.js';
import type { Context, Host } from './context.js';
import { isKnownByArguments } from './parameters.js';
import { asArgument, named } from './definitions.js';
import { lastWriteCall } from './hiddenLocals.js';
import { isUnused } from './members.js';
import { interruptedTargets, putSetter, tellByKey } from './patternTargets.js';
import { declarationOf, defaultExport, patternTargets, type Binding } from './scopes.js';
import { tokenOffset, type AnyNode } from './tree.js';

type Asked = Pick<Choice, 'bindings' | 'lastBindings'>;

/** Probes of the writes to the variables that are asked for: assignments, `++`, declarations, patterns, loop heads. */
export function probeVariableWrites(ctx: Context, node: AnyNode, parent: AnyNode, host: Host, asked: Asked): void {
  if (asked.bindings.size === 0) return;
  switch (node.type) {
    case 'AssignmentExpression':
      if (node.left.type === 'Identifier') probeAssignment(ctx, node, node.left, host, asked);
      else if (node.left.type !== 'MemberExpression') probePatternAssignment(ctx, node, host, asked);
      return;
    case 'UpdateExpression':
      if (node.argument.type === 'Identifier') probeUpdate(ctx, node, node.argument, parent, host, asked);
      return;
    case 'VariableDeclaration':
      probeDeclaration(ctx, node, parent, host, asked);
      return;
    case 'ForOfStatement':
    case 'ForInStatement':
      probeHead(ctx, node, asked);
      return;
    case 'ClassDeclaration':
      probeClass(ctx, node, parent, asked);
      return;
    case 'ExportDefaultDeclaration':
      probeDefault(ctx, node, host, asked);
      return;
  }
}

/**
 * Statements that report what is bound when a scope is entered: parameters, what is caught, the heads of loops. `scopeVariable`
 * numbers the scope's instances.
 */
export function probeBindings(ctx: Context, scope: AnyNode, scopeVariable: string, asked: Asked): readonly string[] {
  const sites = parameterSites(ctx, scope, asked.bindings);
  if (!isKnownByArguments(scope))
    return sites.map(({ site, binding }) => {
      const [open, close] = bindText(ctx, binding, site, scopeVariable, null, asked);
      return `${toldStatement(ctx, site, `${open}${binding.name}${close}`)};`;
    });
  const binds = sites.map(({ site, binding }, index) => `__w_param(${site},${scopeVariable},${index},${binding.name});`);
  return binds.length === 0 ? [] : [...binds, `__w_params(${scopeVariable});`];
}

/** What is bound when a scope is entered, of what is asked for, in this order; each has one site. */
export function parameterSites(
  ctx: Context,
  scope: AnyNode,
  bindings: ReadonlySet<Binding>,
): readonly { readonly site: number; readonly binding: Binding }[] {
  return [...bindings]
    .filter(({ scope: { node }, kind }) => node === scope && (kind === 'parameter' || kind === 'catch'))
    .sort((a, b) => declarationOf(a) - declarationOf(b))
    .map((binding) => ({ site: ctx.parameterSite(binding), binding }));
}

function askedBinding(ctx: Context, name: Identifier, { bindings }: Asked): Binding | undefined {
  const binding = ctx.scopes.bindingAt.get(name.start);
  return binding !== undefined && binding.kind !== 'self' && bindings.has(binding) ? binding : undefined;
}

/** How a variable gets a value. */
interface Bound {
  readonly asked: Asked;
  /** Where hidden variables can be declared. */
  readonly host: Host;
  /** How the probe can read what it held, in code that only runs where it has a value; null where nothing was there. */
  readonly before?: string | null;
  /** What is written of the value; null: nothing that makes functions. */
  readonly value?: AnyNode | null;
  /** Whether it has its name already, where it takes one. */
  readonly isNamed?: boolean;
}

/** What goes around the value that a variable gets. */
function bindCall(
  ctx: Context,
  name: Identifier,
  binding: Binding,
  { asked, host, before = null, value = null, isNamed = true }: Bound,
): readonly [string, string] {
  const site = bindSite(ctx, name, binding);
  const probe = bindText(ctx, binding, site, ctx.scopeVariable(binding, name.start), before, asked);
  return value === null || isNamed ? aroundNamed(ctx, host, value, site, probe) : aroundTold(ctx, host, value, site, probe);
}

/** `isAfter`: the store is done where the probe is called. */
function bindSite(ctx: Context, name: Identifier, binding: Binding, isAfter = false): number {
  return ctx.site('write', name, name.name, { isAfter, declaration: declarationOf(binding) });
}

function bindText(
  ctx: Context,
  binding: Binding,
  site: number,
  scope: string,
  before: string | null,
  asked: Asked,
): readonly [string, string] {
  return asked.lastBindings.has(binding) ? lastWriteCall(binding, ctx, site, scope, before) : [`__w_bind(${site},${scope},`, ')'];
}

function probeAssignment(ctx: Context, node: AssignmentExpression, name: Identifier, host: Host, asked: Asked): void {
  const binding = askedBinding(ctx, name, asked);
  if (binding === undefined) return;
  const isLogical = /^(&&|\|\||\?\?)=$/.test(node.operator);
  const isNamed = node.start === name.start || (node.operator !== '=' && !isLogical);
  const [bind, end] = bindCall(ctx, name, binding, { asked, host, before: name.name, value: node.right, isNamed });
  if (node.operator === '=' || isLogical) {
    const [before, after] = node.start === name.start ? named(node.right, name.name) : asArgument(node.right);
    ctx.edits.wrap(node.right.start, node.right.end, bind + before, after + end);
    return;
  }
  const operator = tokenOffset(ctx.text, name.end, node.operator);
  ctx.edits.replace(ctx.text, operator, operator + node.operator.length, `=${bind}${name.name}${node.operator.slice(0, -1)}(`);
  ctx.edits.after(node.end, `)${end}`);
}

function probeUpdate(ctx: Context, node: UpdateExpression, name: Identifier, parent: AnyNode, host: Host, asked: Asked): void {
  const binding = askedBinding(ctx, name, asked);
  if (binding === undefined) return;
  const { edits, text } = ctx;
  const isOldUsed = !node.prefix && !isUnused(node, parent);
  if (ctx.plan.recording !== null && !isOldUsed) {
    // The language's own step is quicker; nothing happens between it and what is told.
    const site = bindSite(ctx, name, binding);
    const probe = `__w_bind(${site},${ctx.scopeVariable(binding, name.start)},${name.name})`;
    return edits.wrap(node.start, node.end, '(', `,${tested(site, probe)},${name.name})`);
  }
  const wrap = edits.reserve(node.start, node.end);
  const step = node.operator === '++' ? '__w_increment' : '__w_decrement';
  const [bind, end] = bindCall(ctx, name, binding, { asked, host, before: name.name });
  const old = isOldUsed ? ctx.temporary(host) : '';
  const rest = `=${bind}${step}(${old === '' ? '' : `${old}=`}__w_numeric(${name.name}))${end}`;
  if (node.prefix) {
    edits.replace(text, node.start, node.start + 2, '');
    edits.after(node.end, rest);
  } else edits.replace(text, tokenOffset(text, name.end, node.operator), node.end, rest);
  wrap('(', old === '' ? ')' : `,${old})`);
}

function probePatternAssignment(ctx: Context, node: AssignmentExpression, host: Host, asked: Asked): void {
  const told = tellStores(ctx, node, asked);
  const binds = bindTargets(ctx, node.left, asked, told);
  if (binds.length === 0) return;
  const value = ctx.temporary(host);
  ctx.edits.wrap(node.start, node.end, `(${value}=(`, `),${binds.join()},${value})`);
}

/** Has the variables of a pattern told where they are stored to, as far as what comes then may throw. Gives the names. */
function tellStores(ctx: Context, node: AssignmentExpression, asked: Asked): ReadonlySet<AnyNode> {
  const told = new Set<AnyNode>();
  if (ctx.plan.rules !== null || ctx.mayHoldWith) return told;
  const bindingOf = (name: Identifier): Binding | undefined => {
    const binding = askedBinding(ctx, name, asked);
    return binding === undefined || asked.lastBindings.has(binding) ? undefined : binding;
  };
  for (const target of interruptedTargets(node, (name) => bindingOf(name) !== undefined)) {
    const { name, next } = target;
    const binding = bindingOf(name);
    if (binding === undefined) continue;
    if (next !== null) tellByKey(ctx, next, tellAfter(ctx, name, binding, asked));
    else putSetter(ctx, target, bindSite(ctx, name, binding), ctx.scopeVariable(binding, name.start));
    told.add(name);
  }
  return told;
}

/** Tells, after a pattern has been matched, what its names are now, but for those that are told already. */
function bindTargets(ctx: Context, pattern: AnyNode, asked: Asked, told: ReadonlySet<AnyNode> = new Set()): readonly string[] {
  return patternTargets(pattern).flatMap((target) => {
    const binding = target.type === 'Identifier' && !told.has(target) ? askedBinding(ctx, target, asked) : undefined;
    return binding === undefined || target.type !== 'Identifier' ? [] : [tellAfter(ctx, target, binding, asked)];
  });
}

/** Tells what a variable is now. */
function tellAfter(ctx: Context, name: Identifier, binding: Binding, asked: Asked): string {
  const site = bindSite(ctx, name, binding, true);
  const [open, close] = bindText(ctx, binding, site, ctx.scopeVariable(binding, name.start), null, asked);
  return toldStatement(ctx, site, `${open}${name.name}${close}`);
}

function probeDeclaration(ctx: Context, node: VariableDeclaration, parent: AnyNode, host: Host, asked: Asked): void {
  const isLoopHead = (parent.type === 'ForOfStatement' || parent.type === 'ForInStatement') && parent.left === node;
  if (isLoopHead) return;
  const binds: string[] = [];
  for (const { id, init } of node.declarations) {
    const binding = id.type === 'Identifier' ? askedBinding(ctx, id, asked) : undefined;
    if (id.type !== 'Identifier') binds.push(...bindTargets(ctx, id, asked));
    else if (binding !== undefined && init) {
      const [before, after] = named(init, id.name);
      // A `var` may have had a value before.
      const [open, close] = bindCall(ctx, id, binding, { asked, host, before: node.kind === 'var' ? id.name : null, value: init });
      ctx.edits.wrap(init.start, init.end, open + before, after + close);
    } else if (binding !== undefined && node.kind !== 'var') {
      const site = ctx.site('initial', id, id.name, { declaration: declarationOf(binding) });
      const [open, close] = bindText(ctx, binding, site, ctx.scopeVariable(binding, id.start), null, asked);
      ctx.edits.after(id.end, `=${open}void 0${close}`);
    }
  }
  if (binds.length === 0) return;
  if (parent.type === 'ForStatement') ctx.edits.after(node.end, `,{}=(${binds.join()},0)`);
  else ctx.edits.after((/^Export/.test(parent.type) ? parent : node).end, `;${binds.join()};`);
}

/** The value of the expression that a module exports as `default`. */
function probeDefault(
  ctx: Context,
  { start, declaration }: Extract<AnyNode, { type: 'ExportDefaultDeclaration' }>,
  host: Host,
  asked: Asked,
): void {
  const binding = ctx.scopes.bindingAt.get(start);
  const [name] = binding?.declarations ?? [];
  if (binding === undefined || name === undefined || !asked.bindings.has(binding)) return;
  const [before, after] = named(declaration, defaultExport);
  const [open, close] = bindCall(ctx, name, binding, { asked, host, value: declaration });
  ctx.edits.wrap(declaration.start, declaration.end, open + before, after + close);
}

/** A class comes to be where its declaration is evaluated. */
function probeClass(ctx: Context, { id, end }: Extract<AnyNode, { type: 'ClassDeclaration' }>, parent: AnyNode, asked: Asked): void {
  const binding = id ? askedBinding(ctx, id, asked) : undefined;
  if (binding === undefined || !id) return;
  ctx.edits.after(/^Export/.test(parent.type) ? parent.end : end, `;${tellAfter(ctx, id, binding, asked)};`);
}

/** A function that is declared in a block is stored in a variable of the function around where control comes to it. */
export function probeBlockFunction(ctx: Context, node: AnyNode, parent: AnyNode, asked: Asked): void {
  if (node.type !== 'FunctionDeclaration' || asked.bindings.size === 0) return;
  const binding = ctx.scopes.ofBlocks.get(node.start);
  if (binding === undefined || !asked.bindings.has(binding) || !node.id) return;
  const text = `;${tellAfter(ctx, node.id, binding, asked)};`;
  if (parent.type === 'IfStatement') ctx.edits.wrap(node.start, node.end, '{', `${text}}`);
  else ctx.edits.after(node.end, text);
}

/** The head of a loop gives its names new values before each run of the body. */
function probeHead(ctx: Context, node: Extract<AnyNode, { type: 'ForOfStatement' | 'ForInStatement' }>, asked: Asked): void {
  const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
  const binds = pattern === undefined ? [] : bindTargets(ctx, pattern, asked);
  if (binds.length === 0) return;
  const text = `${binds.join()};`;
  if (node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, text);
  else ctx.edits.wrap(node.body.start, node.body.end, `{${text}`, '}');
}
