import { isIndexName } from './indexNames.js';
import type { AssignmentExpression, MemberExpression, UpdateExpression } from 'acorn';
import { aroundNamed, aroundTold } from './budgetTests.js';
import type { Context, Host } from './context.js';
import { asArgument, putProbe } from './definitions.js';
import { givesValue } from './scriptValue.js';
import { patternTargets } from './scopes.js';
import { restsOfMembers } from './sights.js';
import { memberTokenOffset, privateDeclaration, tokenOffset, writtenKey, type AnyNode } from './tree.js';

/** Probes of assignments to members in every form: `=`, compound, `++`, `delete`, patterns, heads of loops. */
export function probeMemberWrites(ctx: Context, node: AnyNode, parent: AnyNode, host: Host): void {
  switch (node.type) {
    case 'AssignmentExpression':
      if (node.left.type === 'MemberExpression') probeAssignment(ctx, node, node.left, host);
      else if (node.left.type !== 'Identifier') probePattern(ctx, node.left);
      return;
    case 'UpdateExpression':
      if (node.argument.type === 'MemberExpression') probeUpdate(ctx, node, node.argument, parent, host);
      return;
    case 'UnaryExpression': {
      const target = node.argument.type === 'ChainExpression' ? node.argument.expression : node.argument;
      if (node.operator !== 'delete' || target.type !== 'MemberExpression' || !isAsked(ctx, target, node)) return;
      afterStore(ctx, node);
      probeDelete(ctx, target, host, prunedMark(ctx, node));
      return;
    }
    case 'ForOfStatement':
    case 'ForInStatement':
      if (node.left.type !== 'VariableDeclaration') probePattern(ctx, node.left);
      return;
  }
}

/** Rules are looked at when the store has been made. */
function afterStore({ plan, edits }: Context, { start, end }: AnyNode): void {
  if (plan.rules !== null) edits.wrap(start, end, '__w_ruleStored(', ')');
}

/** Whether a write to this member may be one that the plan asks for. `whole`: the expression that writes. */
function isAsked(ctx: Context, member: MemberExpression, whole: AnyNode): boolean {
  const { rules } = ctx.plan;
  const isNamed = mayBeAsked(ctx, member);
  if (rules === null) return isNamed;
  if (!isNamed && (!rules.isUnpruned || rules.isPruningChecked)) {
    ctx.leftOut.names++;
    return rules.isUnpruned;
  }
  return !ctx.leavesOut('stores', whole) || rules.isPruningChecked;
}

/** What a site is told where it is there only to see that it is not needed. */
function prunedMark(ctx: Context, whole: AnyNode): { readonly isPruned?: true } {
  return ctx.prunedBy('stores', whole) === null ? {} : { isPruned: true };
}

function mayBeAsked({ plan, pruned }: Context, member: MemberExpression): boolean {
  const key = writtenKey(member.property, member.computed);
  if (key !== undefined) return plan.fields.includes(key) || (plan.elements && isIndexName(key));
  return (plan.elements || (plan.fields.length > 0 && !isCertainlyNumber(member.property))) && !pruned.has(member.end);
}

/** A key that no name can be equal to. */
function isCertainlyNumber(key: AnyNode): boolean {
  if (key.type === 'Literal') return typeof key.value === 'number';
  if (key.type === 'UpdateExpression') return true;
  return key.type === 'BinaryExpression' && /^(-|\*|\/|%|\*\*|\||&|\^|<<|>>|>>>)$/.test(key.operator);
}

/** Code that evaluates to the object, and to the key where it is computed, while the right side is evaluated and after it. */
interface Target {
  readonly owner: string;
  /** null: the site knows it. */
  readonly key: string | null;
  /** The text that reads the place again: `t.f`, `t[k]`. */
  readonly again: string;
}

/** Keeps object and key where the right side may change what their expressions mean. */
function keepTarget(ctx: Context, member: MemberExpression, during: AnyNode | null, host: Host, isRead: boolean): Target {
  const { text, edits } = ctx;
  const token = memberTokenOffset(text, member.object.end);
  let owner: string;
  if (member.object.type === 'Super') owner = 'this';
  else if (ctx.isStable(member.object, during)) owner = text.slice(member.object.start, member.object.end);
  else {
    owner = ctx.temporary(host);
    edits.wrap(member.start, token, `(${owner}=`, ')');
  }
  const base = member.object.type === 'Super' ? 'super' : owner;
  if (!member.computed || writtenKey(member.property, true) !== undefined)
    return { owner, key: null, again: base + text.slice(token, member.end) };
  let key: string;
  const mayBeObject = ctx.plan.objectKeys && !isCertainlyNumber(member.property);
  if (!mayBeObject && ctx.isStable(member.property, during) && !isRead) key = text.slice(member.property.start, member.property.end);
  else {
    key = ctx.temporary(host);
    const [before, after] = mayBeObject ? [`__w_key(${owner},(`, '))'] : ['(', ')'];
    edits.wrap(member.property.start, tokenBefore(text, member.end), `${key}=${before}`, after);
  }
  return { owner, key, again: `${base}[${key}]` };
}

/** The `]` that ends a member expression. */
function tokenBefore(text: string, end: number): number {
  return text.lastIndexOf(']', end - 1);
}

function probeAssignment(ctx: Context, node: AssignmentExpression, member: MemberExpression, host: Host): void {
  if (!isAsked(ctx, member, node)) return;
  afterStore(ctx, node);
  const isLogical = /^(&&|\|\||\?\?)=$/.test(node.operator);
  const isCompound = node.operator !== '=' && !isLogical;
  const target = keepTarget(ctx, member, node.right, host, isCompound || isLogical);
  const [site, put] = putCall(ctx, member, target, node);
  if (!isCompound) {
    const isTold = target.key === null || ctx.plan.elements;
    const [before, after] = isTold ? asArgument(node.right) : ['', ''];
    const [probe, end] = isTold
      ? aroundTold(ctx, host, node.right, site, [put, ')'])
      : unlessNumber(target.key, put, ctx.temporary(host), site);
    ctx.edits.wrap(node.right.start, node.right.end, probe + before, after + end);
    return;
  }
  const operator = tokenOffset(ctx.text, member.end, node.operator);
  const [open, close] = aroundNamed(ctx, host, node.right, site, [put, ')']);
  ctx.edits.replace(ctx.text, operator, operator + node.operator.length, `=${open}${target.again}${node.operator.slice(0, -1)}(`);
  ctx.edits.after(node.end, `)${close}`);
}

/** Where no element is asked for, most keys that are computed are numbers: they are distinguished from names, and counted, without a call. */
function unlessNumber(key: string, put: string, value: string, site: number): readonly [string, string] {
  return [`(${value}=(0,`, `),typeof ${key}==="number"?(__w_i[${site}]++,${value}):${put}${value}))`];
}

function putCall(ctx: Context, member: MemberExpression, { owner, key }: Target, whole: AnyNode): readonly [site: number, text: string] {
  const written = writtenKey(member.property, member.computed);
  const declaration = privateDeclaration(ctx.program, member.property);
  const site = ctx.site('write', member, written ?? null, { declaration, ...prunedMark(ctx, whole) });
  const name = written === undefined ? '__w_putKey' : putProbe(ctx, written, site);
  return [site, key === null ? `${name}(${site},${owner},` : `${name}(${site},${owner},${key},`];
}

function probeUpdate(ctx: Context, node: UpdateExpression, member: MemberExpression, parent: AnyNode, host: Host): void {
  if (!isAsked(ctx, member, node)) return;
  afterStore(ctx, node);
  const { edits, text } = ctx;
  const wrap = edits.reserve(node.start, node.end);
  const target = keepTarget(ctx, member, null, host, true);
  const [site, put] = putCall(ctx, member, target, node);
  const [open, close] = aroundNamed(ctx, host, null, site, [put, ')']);
  const step = node.operator === '++' ? '__w_increment' : '__w_decrement';
  if (node.prefix || isUnused(node, parent)) {
    const rest = `=${open}__w_stepped(${target.again},${node.operator === '++' ? 1 : -1})${close}`;
    if (node.prefix) edits.replace(text, node.start, node.start + 2, '');
    if (node.prefix) edits.after(node.end, rest);
    else edits.replace(text, updateOffset(text, member.end, node), node.end, rest);
    wrap('(', ')');
    return;
  }
  const old = ctx.temporary(host);
  edits.replace(text, updateOffset(text, member.end, node), node.end, `=${open}${step}(${old}=__w_numeric(${target.again}))${close}`);
  wrap('(', `,${old})`);
}

function updateOffset(text: string, from: number, node: UpdateExpression): number {
  return tokenOffset(text, from, node.operator);
}

/** Whether nobody reads what `i++` evaluates to. */
export function isUnused(node: AnyNode, parent: AnyNode): boolean {
  return (
    (parent.type === 'ExpressionStatement' && !givesValue(parent)) ||
    (parent.type === 'ForStatement' && (parent.update === node || parent.init === node))
  );
}

/** The object is evaluated, then the key, then it is deleted: the probe goes around the last that is evaluated. */
function probeDelete(ctx: Context, member: MemberExpression, host: Host, mark: { readonly isPruned?: true }): void {
  if (member.object.type === 'Super') return;
  const written = writtenKey(member.property, member.computed);
  const site = ctx.site('delete', member, written ?? null, mark);
  const token = memberTokenOffset(ctx.text, member.object.end);
  if (written !== undefined) {
    ctx.edits.wrap(member.start, token, `__w_delete(${site},`, ')');
    return;
  }
  const owner = ctx.temporary(host);
  ctx.edits.wrap(member.start, token, `(${owner}=`, ')');
  ctx.edits.wrap(member.property.start, tokenBefore(ctx.text, member.end), `__w_deleteKey(${site},${owner},(`, '))');
}

/** A target inside a pattern or a loop's head is stored to by the language: an object with a setter stands for it. */
function probePattern(ctx: Context, pattern: AnyNode): void {
  const rests = restsOfMembers(ctx, pattern);
  for (const member of patternTargets(pattern)) {
    if (member.type !== 'MemberExpression') continue;
    const isOfAsked = isAsked(ctx, member, member);
    const told = rests.get(member);
    if (!isOfAsked && told === undefined) continue;
    const rest = told === undefined ? '' : `,${told}`;
    const written = writtenKey(member.property, member.computed);
    // Of a member that nobody asks about only the rest is told.
    const declaration = privateDeclaration(ctx.program, member.property);
    const site = isOfAsked ? ctx.site('write', member, written ?? null, { declaration, ...prunedMark(ctx, member) }) : 0;
    const token = memberTokenOffset(ctx.text, member.object.end);
    const isSuper = member.object.type === 'Super';
    if (written !== undefined) {
      if (isSuper) ctx.edits.wrap(member.start, member.end, `__w_target(${site},this,(o,x)=>{`, '');
      else ctx.edits.wrap(member.start, token, `__w_target(${site},`, `,(o,x)=>{o`);
      ctx.edits.after(member.end, `=x}${rest}).value`);
    } else {
      const closing = tokenBefore(ctx.text, member.end);
      if (isSuper) ctx.edits.replace(ctx.text, member.start, token + 1, `__w_targetKey(${site},this,(`);
      else {
        ctx.edits.wrap(member.start, token, `__w_targetKey(${site},`, '');
        ctx.edits.replace(ctx.text, token, token + 1, ',(');
      }
      ctx.edits.replace(ctx.text, closing, closing + 1, `),(o,k,x)=>{${isSuper ? 'super' : 'o'}[k]=x}${rest}).value`);
    }
  }
}
