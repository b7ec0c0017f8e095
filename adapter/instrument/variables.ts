import type { AssignmentExpression, Identifier, UpdateExpression, VariableDeclaration } from 'acorn';
import type { Context, Host } from './context.js';
import { isKnownByArguments } from './parameters.js';
import { asArgument, named } from './definitions.js';
import { isUnused } from './members.js';
import { patternTargets, type Binding } from './scopes.js';
import { tokenOffset, type AnyNode } from './tree.js';

/** Probes of the writes to the variables that are asked for: assignments, `++`, declarations, patterns, loop heads. */
export function probeVariableWrites(ctx: Context, node: AnyNode, parent: AnyNode, host: Host, bindings: ReadonlySet<Binding>): void {
  if (bindings.size === 0) return;
  switch (node.type) {
    case 'AssignmentExpression':
      if (node.left.type === 'Identifier') probeAssignment(ctx, node, node.left, bindings);
      else if (node.left.type !== 'MemberExpression') probePatternAssignment(ctx, node, host, bindings);
      return;
    case 'UpdateExpression':
      if (node.argument.type === 'Identifier') probeUpdate(ctx, node, node.argument, parent, host, bindings);
      return;
    case 'VariableDeclaration':
      probeDeclaration(ctx, node, parent, bindings);
      return;
    case 'ForOfStatement':
    case 'ForInStatement':
      probeHead(ctx, node, bindings);
      return;
    case 'ClassDeclaration':
      probeClass(ctx, node, parent, bindings);
      return;
  }
}

/**
 * Statements that tell of what is bound when a scope is entered: parameters, what is caught, the heads of loops. `scopeVariable`
 * numbers the scope's instances.
 */
export function probeBindings(ctx: Context, scope: AnyNode, scopeVariable: string, bindings: ReadonlySet<Binding>): readonly string[] {
  const sites = parameterSites(ctx, scope, bindings);
  if (!isKnownByArguments(scope)) return sites.map(({ site, binding }) => `__w_bind(${site},${scopeVariable},${binding.name});`);
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

function askedBinding(ctx: Context, name: Identifier, bindings: ReadonlySet<Binding>): Binding | undefined {
  const binding = ctx.scopes.bindingAt.get(name.start);
  return binding !== undefined && binding.kind !== 'self' && bindings.has(binding) ? binding : undefined;
}

/** `__w_bind(site,scope,` with the value, and `)`, to follow. */
function bindCall(ctx: Context, name: Identifier, binding: Binding, isAfter: boolean): string {
  const site = ctx.site('write', name, name.name, { isAfter, declaration: declarationOf(binding) });
  return `__w_bind(${site},${ctx.scopeVariable(binding, name.start)},`;
}

/** By what a variable is known outside its text: where its name is first declared. */
export function declarationOf(binding: Binding): number {
  return binding.declarations[0]?.start ?? 0;
}

function probeAssignment(ctx: Context, node: AssignmentExpression, name: Identifier, bindings: ReadonlySet<Binding>): void {
  const binding = askedBinding(ctx, name, bindings);
  if (binding === undefined) return;
  const bind = bindCall(ctx, name, binding, false);
  const isLogical = /^(&&|\|\||\?\?)=$/.test(node.operator);
  if (node.operator === '=' || isLogical) {
    const [before, after] = node.start === name.start ? named(node.right, name.name) : asArgument(node.right);
    ctx.edits.wrap(node.right.start, node.right.end, bind + before, `${after})`);
    return;
  }
  const operator = tokenOffset(ctx.text, name.end, node.operator);
  ctx.edits.replace(ctx.text, operator, operator + node.operator.length, `=${bind}${name.name}${node.operator.slice(0, -1)}(`);
  ctx.edits.after(node.end, '))');
}

function probeUpdate(
  ctx: Context,
  node: UpdateExpression,
  name: Identifier,
  parent: AnyNode,
  host: Host,
  bindings: ReadonlySet<Binding>,
): void {
  const binding = askedBinding(ctx, name, bindings);
  if (binding === undefined) return;
  const { edits, text } = ctx;
  const wrap = edits.reserve(node.start, node.end);
  const step = node.operator === '++' ? '__w_increment' : '__w_decrement';
  const bind = bindCall(ctx, name, binding, false);
  const old = node.prefix || isUnused(node, parent) ? '' : ctx.temporary(host);
  const rest = `=${bind}${step}(${old === '' ? '' : `${old}=`}__w_numeric(${name.name})))`;
  if (node.prefix) {
    edits.replace(text, node.start, node.start + 2, '');
    edits.after(node.end, rest);
  } else edits.replace(text, tokenOffset(text, name.end, node.operator), node.end, rest);
  wrap('(', old === '' ? ')' : `,${old})`);
}

function probePatternAssignment(ctx: Context, node: AssignmentExpression, host: Host, bindings: ReadonlySet<Binding>): void {
  const binds = bindTargets(ctx, node.left, bindings);
  if (binds.length === 0) return;
  const value = ctx.temporary(host);
  ctx.edits.wrap(node.start, node.end, `(${value}=(`, `),${binds.join()},${value})`);
}

/** Tells, after a pattern has been matched, what its names are now. */
function bindTargets(ctx: Context, pattern: AnyNode, bindings: ReadonlySet<Binding>): readonly string[] {
  return patternTargets(pattern).flatMap((target) => {
    const binding = target.type === 'Identifier' ? askedBinding(ctx, target, bindings) : undefined;
    return binding === undefined || target.type !== 'Identifier' ? [] : [`${bindCall(ctx, target, binding, true)}${target.name})`];
  });
}

function probeDeclaration(ctx: Context, node: VariableDeclaration, parent: AnyNode, bindings: ReadonlySet<Binding>): void {
  const isLoopHead = (parent.type === 'ForOfStatement' || parent.type === 'ForInStatement') && parent.left === node;
  if (isLoopHead) return;
  const binds: string[] = [];
  for (const { id, init } of node.declarations) {
    const binding = id.type === 'Identifier' ? askedBinding(ctx, id, bindings) : undefined;
    if (id.type !== 'Identifier') binds.push(...bindTargets(ctx, id, bindings));
    else if (binding !== undefined && init) {
      const [before, after] = named(init, id.name);
      ctx.edits.wrap(init.start, init.end, bindCall(ctx, id, binding, false) + before, `${after})`);
    } else if (binding !== undefined && node.kind !== 'var') {
      const site = ctx.site('initial', id, id.name, { declaration: declarationOf(binding) });
      ctx.edits.after(id.end, `=__w_bind(${site},${ctx.scopeVariable(binding, id.start)},void 0)`);
    }
  }
  if (binds.length === 0) return;
  if (parent.type === 'ForStatement') ctx.edits.after(node.end, `,${ctx.freshName('d')}=(${binds.join()})`);
  else ctx.edits.after((/^Export/.test(parent.type) ? parent : node).end, `;${binds.join()};`);
}

/** A class comes to be where its declaration is evaluated. */
function probeClass(
  ctx: Context,
  { id, end }: Extract<AnyNode, { type: 'ClassDeclaration' }>,
  parent: AnyNode,
  bindings: ReadonlySet<Binding>,
): void {
  const binding = id ? askedBinding(ctx, id, bindings) : undefined;
  if (binding === undefined || !id) return;
  ctx.edits.after(/^Export/.test(parent.type) ? parent.end : end, `;${bindCall(ctx, id, binding, true)}${id.name});`);
}

/** The head of a loop gives its names new values before each run of the body. */
function probeHead(
  ctx: Context,
  node: Extract<AnyNode, { type: 'ForOfStatement' | 'ForInStatement' }>,
  bindings: ReadonlySet<Binding>,
): void {
  const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
  const binds = pattern === undefined ? [] : bindTargets(ctx, pattern, bindings);
  if (binds.length === 0) return;
  const text = `${binds.join()};`;
  if (node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, text);
  else ctx.edits.wrap(node.body.start, node.body.end, `{${text}`, '}');
}
