import type { VariableDeclaration } from 'acorn';
import { aroundNamed, ifObject, toldObject } from './budgetTests.js';
import type { Context, Host } from './context.js';
import { handsOnArguments } from './parameters.js';
import type { Plan } from './plan.js';
import { patternTargets } from './scopes.js';
import { unseenKey } from './site.js';
import { isFunction, type AnyNode, type FunctionNode } from './tree.js';

/** Whether it is asked where objects were made: a call made what it returns only when nobody has seen that before. */
export function asksForSights({ allocations }: Plan): boolean {
  return allocations.includes('call');
}

/** Objects that a call is given are seen before it returns them; what a pattern gathers comes into being with it. */
export function probeSights(ctx: Context, node: AnyNode, parent: AnyNode, host: Host): void {
  if (!asksForSights(ctx.plan)) return;
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      for (const argument of node.arguments) probeSight(ctx, argument, host);
      return;
    case 'ReturnStatement':
      if (node.argument) probeSight(ctx, node.argument);
      return;
    case 'CatchClause':
      if (node.param) ctx.edits.opening(node.body.start + 1, sightsOf(ctx, node.param));
      return;
    case 'VariableDeclaration':
      return probeDeclaration(ctx, node, parent);
    case 'AssignmentExpression': {
      const rests = node.left.type === 'MemberExpression' ? [] : restsOf(ctx, node.left);
      if (rests.length === 0) return;
      const value = ctx.temporary(host);
      ctx.edits.wrap(node.start, node.end, `(${value}=(`, `),${rests.join()},${value})`);
      return;
    }
    case 'ForOfStatement':
    case 'ForInStatement': {
      const pattern = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      const probes = pattern === undefined ? [] : [...restsOf(ctx, pattern), ...iterated(ctx, node, pattern)];
      const text = probes.map((probe) => `${probe};`).join('');
      if (text !== '' && node.body.type === 'BlockStatement') ctx.edits.opening(node.body.start + 1, text);
      else if (text !== '') ctx.edits.wrap(node.body.start, node.body.end, `{${text}`, '}');
    }
  }
}

/** What a call is given, whose `host` is where it was seen first, or (null) what a function returns. */
export function probeSight(ctx: Context, node: AnyNode, host: Host | null = null): void {
  if (!asksForSights(ctx.plan) || !mayBeSeenBefore.has(node.type)) return;
  // Of a recording the probe of what is returned sees it.
  if (host === null && ctx.plan.recording !== null) return;
  const site = host === null ? 0 : ctx.site('allocation', node, 'sight', { isAfter: true });
  const [open, close] = aroundNamed(ctx, host, node, site, [`__w_seen(${site},`, ')'], ifObject);
  ctx.edits.wrap(node.start, node.end, open, close);
}

/** Expressions whose values no other probe has seen. */
const mayBeSeenBefore: ReadonlySet<string> = new Set([
  'Identifier',
  'MemberExpression',
  'ThisExpression',
  'AwaitExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'AssignmentExpression',
]);

function probeDeclaration(ctx: Context, node: VariableDeclaration, parent: AnyNode): void {
  if ((parent.type === 'ForOfStatement' || parent.type === 'ForInStatement') && parent.left === node) return;
  const rests = node.declarations.flatMap(({ id }) => restsOf(ctx, id));
  if (rests.length === 0) return;
  if (parent.type === 'ForStatement') ctx.edits.after(node.end, `,{}=(${rests.join()},0)`);
  else ctx.edits.after((/^Export/.test(parent.type) ? parent : node).end, `;${rests.join()};`);
}

/** What a function's body begins with: what it was given is seen. */
export function sightsOfParameters(ctx: Context, node: AnyNode): string {
  if (!isFunction(node) || !asksForSights(ctx.plan)) return '';
  return [...node.params.map((parameter) => sightsOf(ctx, parameter)), givenList(ctx, node)].join('');
}

/** In a recording: what `arguments` holds where it is more than read. */
function givenList(ctx: Context, node: FunctionNode): string {
  if (ctx.plan.recording === null || !handsOnArguments(node)) return '';
  const site = ctx.site('result', { start: node.start, end: node.start }, unseenKey, { isAfter: true });
  return `__w_rest(${site},arguments);`;
}

function sightsOf(ctx: Context, pattern: AnyNode): string {
  const rests = restsOf(ctx, pattern);
  const names = patternTargets(pattern).flatMap((target) => {
    if (target.type !== 'Identifier') return [];
    const site = ctx.site('allocation', target, 'sight', { isAfter: true });
    return [toldObject(ctx, site, target.name, `__w_sight(${site},${target.name})`)];
  });
  return [...rests, ...names].map((text) => `${text};`).join('');
}

/** In a recording: what an iterator gives may be made by it, as the entries of a Map. */
function iterated(ctx: Context, { type }: AnyNode, target: AnyNode): readonly string[] {
  if (ctx.plan.recording === null || type !== 'ForOfStatement' || target.type !== 'Identifier') return [];
  const site = ctx.site('allocation', target, 'iterated', { isAfter: true });
  return [toldObject(ctx, site, target.name, `__w_iterated(${site},${target.name})`)];
}

type Rest = Extract<AnyNode, { type: 'RestElement' }>;

/** Probes of the arrays and objects that the rests of a pattern make, and of all that is in them. A member is told where it is stored to. */
function restsOf(ctx: Context, pattern: AnyNode): readonly string[] {
  return restElements(pattern).flatMap((rest) => (rest.argument.type === 'Identifier' ? restProbes(ctx, rest, rest.argument.name) : []));
}

/** Probes of what a rest makes, by the name that it has. */
function restProbes(ctx: Context, rest: Rest, name: string): readonly string[] {
  const { made, contents } = sitesOfRest(ctx, rest);
  return [...(made === 0 ? [] : [`__w_made(${made},${name})`]), ...(contents === 0 ? [] : [`__w_rest(${contents},${name})`])];
}

/** The sites of what a rest makes, and of what that holds; 0: nobody asks. */
function sitesOfRest(ctx: Context, rest: Rest): { readonly made: number; readonly contents: number } {
  const { allocations, fields, elements } = ctx.plan;
  const { start } = rest;
  const made = allocations.includes('object') ? ctx.site('allocation', rest, 'rest', { isAfter: true }) : 0;
  const isAsked = fields.length > 0 || elements;
  return { made, contents: isAsked ? ctx.site('result', { start, end: start + 3 }, null, { isAfter: true }) : 0 };
}

/** The rests of a pattern that are stored to members, by these: the sites that a target tells of, as its further arguments. */
export function restsOfMembers(ctx: Context, pattern: AnyNode): ReadonlyMap<AnyNode, string> {
  if (!asksForSights(ctx.plan)) return new Map();
  const rests = restElements(pattern).filter(({ argument }) => argument.type === 'MemberExpression');
  return new Map(rests.map((rest) => [rest.argument, Object.values(sitesOfRest(ctx, rest)).join()]));
}

function restElements(pattern: AnyNode): readonly Rest[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => restElements(property.type === 'RestElement' ? property : property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : restElements(element)));
    case 'AssignmentPattern':
      return restElements(pattern.left);
    case 'RestElement':
      return [pattern, ...restElements(pattern.argument)];
    default:
      return [];
  }
}
