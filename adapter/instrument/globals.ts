import type { VariableDeclaration } from 'acorn';
import type { Context, Host } from './context.js';
import { asArgument, named, putProbe } from './definitions.js';
import { isUnused } from './members.js';
import { patternTargets } from './scopes.js';
import { tokenOffset, type AnyNode, type Program } from './tree.js';

type Name = Extract<AnyNode, { type: 'Identifier' }>;

/** Probes of names that are declared nowhere in a text: they are properties of the global object. */
export function probeGlobalWrites(ctx: Context, node: AnyNode, parent: AnyNode, host: Host): void {
  if (ctx.plan.fields.length === 0 || ctx.plan.rules !== null) return;
  switch (node.type) {
    case 'AssignmentExpression':
      if (node.left.type === 'Identifier') probeAssignment(ctx, node, node.left);
      else if (node.left.type !== 'MemberExpression') {
        const puts = putsOf(ctx, node.left);
        const value = puts.length === 0 ? '' : ctx.temporary(host);
        if (puts.length > 0) ctx.edits.wrap(node.start, node.end, `(${value}=(`, `),${puts.join()},${value})`);
      }
      return;
    case 'UpdateExpression':
      if (node.argument.type === 'Identifier') probeUpdate(ctx, node, node.argument, parent, host);
      return;
    case 'UnaryExpression':
      if (node.operator === 'delete' && node.argument.type === 'Identifier' && isAsked(ctx, node.argument)) {
        const site = ctx.site('delete', node.argument, node.argument.name);
        ctx.edits.wrap(node.start, node.end, `(__w_delete(${site},__w_global),`, ')');
      }
      return;
    case 'VariableDeclaration':
      if (node.kind === 'var') probeDeclaration(ctx, node, parent);
      return;
    case 'ForOfStatement':
    case 'ForInStatement': {
      const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      const text = pattern === undefined ? '' : putsOf(ctx, pattern).join(';');
      if (text === '') return;
      if (node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, `${text};`);
      else ctx.edits.wrap(node.body.start, node.body.end, `{${text};`, '}');
    }
  }
}

/** Tells the functions that a script declares, which are there before it begins. */
export function tellGlobalFunctions(ctx: Context, { body }: Program): string {
  if (ctx.plan.fields.length === 0 || ctx.plan.rules !== null) return '';
  return body
    .filter((statement) => statement.type === 'FunctionDeclaration')
    .map(({ id }) => (isAsked(ctx, id) ? `${putCall(ctx, id, true)}${id.name});` : ''))
    .join('');
}

/** What a script declares by `var` are properties of the global object. */
function probeDeclaration(ctx: Context, node: VariableDeclaration, parent: AnyNode): void {
  if ((parent.type === 'ForOfStatement' || parent.type === 'ForInStatement') && parent.left === node) return;
  const puts: string[] = [];
  for (const { id, init } of node.declarations) {
    if (id.type !== 'Identifier') puts.push(...putsOf(ctx, id));
    else if (init && isAsked(ctx, id)) {
      const [before, after] = named(init, id.name);
      ctx.edits.wrap(init.start, init.end, putCall(ctx, id, false) + before, `${after})`);
    }
  }
  if (puts.length === 0) return;
  if (parent.type === 'ForStatement') ctx.edits.after(node.end, `,{}=(${puts.join()},0)`);
  else ctx.edits.after(node.end, `;${puts.join()};`);
}

function isAsked(ctx: Context, { name, start }: Name): boolean {
  if (!ctx.plan.fields.includes(name)) return false;
  const { bindingAt, obscuredWrites } = ctx.fieldScopes;
  return bindingAt.get(start) === undefined && !obscuredWrites.has(start);
}

/** A probe with the value, and `)`, to follow. */
function putCall(ctx: Context, name: Name, isAfter: boolean): string {
  const site = ctx.site('write', name, name.name, { isAfter });
  return `${putProbe(ctx, name.name, site)}(${site},__w_global,`;
}

/** Tells, after a pattern has been matched, what its names are now. */
function putsOf(ctx: Context, pattern: AnyNode): readonly string[] {
  return patternTargets(pattern).flatMap((target) =>
    target.type === 'Identifier' && isAsked(ctx, target) ? [`${putCall(ctx, target, true)}${target.name})`] : [],
  );
}

function probeAssignment(ctx: Context, node: Extract<AnyNode, { type: 'AssignmentExpression' }>, name: Name): void {
  if (!isAsked(ctx, name)) return;
  const put = putCall(ctx, name, false);
  if (/^(=|&&=|\|\|=|\?\?=)$/.test(node.operator)) {
    const [before, after] = node.start === name.start ? named(node.right, name.name) : asArgument(node.right);
    ctx.edits.wrap(node.right.start, node.right.end, put + before, `${after})`);
    return;
  }
  const operator = tokenOffset(ctx.text, name.end, node.operator);
  ctx.edits.replace(ctx.text, operator, operator + node.operator.length, `=${put}${name.name}${node.operator.slice(0, -1)}(`);
  ctx.edits.after(node.end, '))');
}

function probeUpdate(ctx: Context, node: Extract<AnyNode, { type: 'UpdateExpression' }>, name: Name, parent: AnyNode, host: Host): void {
  if (!isAsked(ctx, name)) return;
  const { edits, text } = ctx;
  const wrap = edits.reserve(node.start, node.end);
  const step = node.operator === '++' ? '__w_increment' : '__w_decrement';
  const put = putCall(ctx, name, false);
  const old = node.prefix || isUnused(node, parent) ? '' : ctx.temporary(host);
  const rest = `=${put}${step}(${old === '' ? '' : `${old}=`}__w_numeric(${name.name})))`;
  if (node.prefix) {
    edits.replace(text, node.start, node.start + 2, '');
    edits.after(node.end, rest);
  } else edits.replace(text, tokenOffset(text, name.end, node.operator), node.end, rest);
  wrap('(', old === '' ? ')' : `,${old})`);
}
