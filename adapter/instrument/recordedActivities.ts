import { probeSettling } from './allocations.js';
import { stillCall } from './budgetTests.js';
import { probeArguments } from './calls.js';
import type { Context } from './context.js';
import { asArgument } from './definitions.js';
import { calledMethod, callsOnlyKey, lexicalKey } from './site.js';
import { everythingIn, functionsIn } from './everything.js';
import { isKnownByArguments } from './parameters.js';
import type { Plan, RecordingPlan } from './plan.js';
import { namesReturned } from './returns.js';
import { patternTargets } from './scopes.js';
import {
  homeAt,
  isFunction,
  memberOf,
  pathTo,
  tokenOffset,
  walk,
  writtenKey,
  type AnyNode,
  type FunctionNode,
  type Program,
  isScript,
} from './tree.js';

/**
 * Probes of a recording that say which activation runs: calls and what they are given, ends, and where an activation waits and goes on.
 * What happens between is recorded by the probes of questions.
 */

/** What a recorded run asks of one text. */
export function recordingPlan(plan: Plan, recording: RecordingPlan, program: Program, path: string): Plan {
  if (!isInFull(recording, path)) return { ...plan, ...nothingButCalls, forks: functionsIn(program, path) };
  const { fields, variables, forks } = everythingIn(program, path);
  return { ...plan, fields, variables, forks };
}

const nothingButCalls = {
  fields: [],
  elements: false,
  symbols: false,
  returns: false,
  entries: false,
  allocations: [],
  variables: [],
} as const;

/** Whether more is recorded of a text than calls and tests. */
export function isInFull(recording: RecordingPlan, path: string): boolean {
  return recording.values !== 'none' && isFull(recording, path);
}

function isFull({ include, exclude }: RecordingPlan, path: string): boolean {
  const isAmong = (patterns: readonly string[]): boolean => patterns.some((pattern) => new RegExp(pattern).test(path));
  if (isAmong(exclude)) return false;
  return include.length === 0 ? !/[\\/]node_modules[\\/]/.test(path) : isAmong(include);
}

/** Whether receivers, arguments and results are recorded. */
export function hasValues({ plan, path }: Context): boolean {
  const { recording } = plan;
  return recording !== null && (recording.values === 'all' || (recording.values === 'user' && isFull(recording, path)));
}

/** The probe of a result: where none are recorded, one that tells no value. */
function told(ctx: Context, probe: string): string {
  return hasValues(ctx) ? probe : `${probe}Untold`;
}

/** What gives an activation that begins its number: it reports the call. */
export function beginningOfActivity(ctx: Context, node: AnyNode): string {
  const name = nameSpan(node);
  const role = isFunction(node) ? roleOf(ctx.program, node) : 'program';
  const isLexical = role === 'function' && hasValues(ctx) && seesThisOfNoFunction(ctx, node);
  const site = ctx.site('call', name, isLexical ? lexicalKey : role);
  // The whole function: where something is thrown, the runtime finds by it whose activation that is.
  ctx.site('argument', node, isFunction(node) ? parameterNames(node).join() : null);
  if (!isFunction(node) || !hasValues(ctx))
    return beginsInParameters(node) ? `__w_begin(${site},arguments,__w_none)` : `__w_enter(${site},__w_none)`;
  if (node.type === 'ArrowFunctionExpression') return entered(site, isLexical ? 'this' : '__w_none', `[${givenNames(node).join()}]`);
  const receiver = hasOwnThis(ctx, node) ? 'this' : '__w_none';
  if (beginsInParameters(node)) return `__w_begin(${site},arguments,${receiver},true)`;
  return entered(site, receiver, namesArguments(node) ? `[${givenNames(node).join()}]` : 'arguments');
}

/** Whether an arrow function reads `this` where that is of no function around it: in a field, a static block, or at the top level. */
function seesThisOfNoFunction({ program, text }: Context, node: AnyNode): boolean {
  if (node.type !== 'ArrowFunctionExpression') return false;
  // A search in the text is quicker than a walk.
  const word = text.indexOf('this', node.start);
  if (word < 0 || word >= node.end || !readsThis(node)) return false;
  const path = pathTo(program, node.start);
  const around = path.findLastIndex(
    (one, at) =>
      one.type === 'StaticBlock' ||
      (one.type === 'PropertyDefinition' && one.value === path[at + 1]) ||
      (isFunction(one) && one.type !== 'ArrowFunctionExpression'),
  );
  const found = path[around];
  return found === undefined || !isFunction(found);
}

/** Whether the code of a function reads its `this`, or has arrow functions that do. */
function readsThis(node: AnyNode): boolean {
  let reads = false;
  walk(node, (inner) => {
    if (inner.type === 'ThisExpression') reads = true;
    return !reads && (!isFunction(inner) || inner.type === 'ArrowFunctionExpression') && inner.type !== 'ClassBody';
  });
  return reads;
}

/** How a function may be called: only by calls, as a getter or setter, or by the language, which asks for some names. */
function roleOf(program: Program, node: FunctionNode): 'function' | 'accessor' | 'protocol' {
  const member = node.type === 'FunctionDeclaration' ? null : memberOf(program, node);
  if (member?.kind === 'get' || member?.kind === 'set') return 'accessor';
  const isIterated = node.generator && !node.async;
  if (isIterated || (member?.computed === true && member.key.type !== 'Literal')) return 'protocol';
  return member !== null && protocolNames.test(writtenKey(member.key, member.computed) ?? '') ? 'protocol' : 'function';
}

/** Methods of iterators, conversions, thenables, and the traps of proxies. */
const protocolNames =
  /^(?:next|return|throw|valueOf|toString|toJSON|then|get|set|has|deleteProperty|ownKeys|getOwnPropertyDescriptor|defineProperty|getPrototypeOf|setPrototypeOf|isExtensible|preventExtensions|apply|construct)$/;

/** The arguments' site is the one behind the call's. */
function entered(site: number, receiver: string, given: string): string {
  const bare = `__w_enter(${site},${receiver})`;
  return `(__w_n[${site + 1}]>0?__w_enter(${site},${receiver},${given}):(__w_n[${site + 1}]--,${bare}))`;
}

/** What stands for an activation in code that runs before it has begun: in fields, and among the parameters of some functions. */
export const notBegun = '0';

/**
 * Whether an activation begins with the code of its parameters. The body of a generator begins later, when it is asked for the first time; an
 * arrow function has no `arguments` by which its parameters' code would know the activation.
 */
export function beginsInParameters(node: AnyNode): node is FunctionNode {
  return isKnownByArguments(node) && !node.generator;
}

/** Around code that runs before its activation has begun, when it calls something: the call that begins the activation is the one before. */
export function probeBeforeBeginning(ctx: Context, code: AnyNode): void {
  if (isFunction(code) || code.type === 'ClassExpression' || !callsAnything(code)) return;
  const [before, after] = asArgument(code);
  ctx.edits.wrap(code.start, code.end, `__w_beginning(__w_before(),${before}`, `${after})`);
}

function callsAnything(code: AnyNode): boolean {
  let calls = false;
  walk(code, (inner) => {
    calls ||= inner.type === 'CallExpression' || inner.type === 'NewExpression';
    return !isFunction(inner);
  });
  return calls;
}

/** Whether what the activation with this hidden variable does is told. */
export function tellsActivities({ plan }: Context, activation: string | undefined): activation is string {
  return plan.recording !== null && activation !== undefined;
}

/** Around and inside a node: what an activation does. `activation`: the hidden variable with its number. */
export function probeActivity(ctx: Context, node: AnyNode, activation: string | undefined): void {
  if (!tellsActivities(ctx, activation)) return;
  const { edits } = ctx;
  switch (node.type) {
    case 'ReturnStatement':
      if (node.argument)
        return around(ctx, node.argument, 'exit', told(ctx, isInAsyncGenerator(ctx, node) ? '__w_exitWaiting' : '__w_exit'), activation);
      return edits.after(node.start + 'return'.length, ` ${ended(ctx, node, activation)}`);
    case 'ThrowStatement':
      return around(ctx, node.argument, 'throw', endsAsync(ctx.program, node.start) ? '__w_reject' : '__w_throw', activation);
    case 'AwaitExpression':
      edits.wrap(
        node.start,
        node.end,
        `${told(ctx, '__w_resume')}(${ctx.site('resume', node, 'await', namesReturned(ctx, node.argument))},${activation},`,
        ')',
      );
      probeSettling(ctx, node);
      return around(ctx, node.argument, 'suspend', told(ctx, '__w_suspend'), activation, 'await');
    case 'YieldExpression': {
      edits.wrap(node.start, node.end, `${told(ctx, '__w_goOn')}(${ctx.site('resume', node, 'yield')},${activation},`, ')');
      if (node.argument && node.delegate && isInAsyncGenerator(ctx, node))
        edits.wrap(node.argument.start, node.argument.end, `__w_hand(${activation},`, ')');
      if (node.argument) return around(ctx, node.argument, 'suspend', told(ctx, '__w_suspend'), activation, 'yield');
      const site = ctx.site('suspend', node, 'yield');
      return edits.after(node.start + 'yield'.length, ` ${told(ctx, '__w_suspend')}(${site},${activation},undefined)`);
    }
    case 'CatchClause': {
      // What a handler without a name catches gets one; a pattern has only parts of it.
      if (!node.param) edits.before(node.body.start, '(__w_caught)');
      const value = !node.param ? '__w_caught' : node.param.type === 'Identifier' ? node.param.name : '__w_none';
      // What is caught is bound in this activation.
      return edits.declaring(node.body.start + 1, `__w_catch(${ctx.site('catch', node.param ?? node, null)},${activation},${value});`);
    }
    case 'TryStatement': {
      if (!node.finalizer) return;
      const isLeft = `${leftName}${node.finalizer.start}`;
      const site = ctx.site('last', node.finalizer, null);
      // The scope of the block is entered in this activation.
      const isAsync = isInAsyncGenerator(ctx, node);
      edits.declaring(node.finalizer.start + 1, `const ${isLeft}=__w_last${isAsync ? 'Async' : ''}(${site},${activation});`);
      if (isAsync) edits.before(node.finalizer.end - 1, `;__w_lastEnds(${activation});`);
      const end = ctx.site('exit', { start: node.finalizer.end - 1, end: node.finalizer.end }, null);
      edits.before(node.finalizer.end - 1, `;if(${isLeft})__w_leftAgain(${end},${activation});`);
    }
  }
}

function isInAsyncGenerator({ program, text }: Context, node: AnyNode): boolean {
  if (!text.includes('async')) return false;
  const home = homeAt(program, node.start);
  return isFunction(home) && home.async && home.generator;
}

/**
 * What goes around the body of a generator, which something outside may end where it waits; null where that would change what names stand for: its
 * functions become those of a block. It ends behind all that is put at the end of the body.
 */
export function aroundGenerator(ctx: Context, node: AnyNode, activation: string | undefined): readonly [string, string] | null {
  if (ctx.plan.recording === null || activation === undefined || !isFunction(node) || !node.generator) return null;
  if (node.body.type !== 'BlockStatement' || !mayBeBlock(ctx, node)) return null;
  const site = ctx.site('closed', { start: node.body.end - 1, end: node.body.end }, null);
  ctx.site('aborted', { start: node.body.end - 1, end: node.body.end }, null);
  return ['try{', `;}finally{${told(ctx, node.async ? '__w_overAsync' : '__w_over')}(${site},${activation})}`];
}

/** Whether the names of the functions that a body declares are those of nothing else in it, so that it may become a block. */
function mayBeBlock(ctx: Context, node: FunctionNode): boolean {
  const names = new Set<string>();
  const body = node.body.type === 'BlockStatement' ? node.body.body : [];
  for (const one of body) {
    if (one.type !== 'FunctionDeclaration' || !one.id) continue;
    if (names.has(one.id.name)) return false;
    names.add(one.id.name);
  }
  if (names.size === 0) return true;
  if (ctx.mayHoldEval || names.has('arguments')) return false;
  let isFree = !node.params.some((one) => patternTargets(one).some((target) => target.type === 'Identifier' && names.has(target.name)));
  walk(node.body, (inner) => {
    if (inner.type === 'VariableDeclaration' && inner.kind === 'var')
      isFree &&= !inner.declarations.some(({ id }) =>
        patternTargets(id).some((target) => target.type === 'Identifier' && names.has(target.name)),
      );
    if (inner !== node.body && inner.type === 'FunctionDeclaration' && inner.id && !body.includes(inner))
      isFree &&= !names.has(inner.id.name);
    return !isFunction(inner);
  });
  return isFree;
}

/** Whether what is thrown at an offset leaves its function, and that is async: its promise is rejected, and nobody above ends. */
export function endsAsync(program: Program, offset: number): boolean {
  const home = homeAt(program, offset);
  if (!isFunction(home) || !home.async) return false;
  const path = pathTo(program, offset);
  return !path.slice(path.indexOf(home) + 1).some((node, index, inside) => handles(node, inside[index + 1]));
}

/** Whether a `try` catches what leaves a part of it, or does something first. */
function handles(node: AnyNode, part: AnyNode | undefined): boolean {
  if (node.type !== 'TryStatement' || part === undefined || part === node.finalizer) return false;
  return part === node.block || Boolean(node.finalizer);
}

/** Whether a `finally` block began after its activation was left. */
const leftName = '__w_left';

/** The end of a body, and of a text, which keeps its value: a declaration has none. */
export function probeEndOfActivity(ctx: Context, node: FunctionNode | Program, activation: string | undefined): void {
  if (ctx.plan.recording === null || activation === undefined) return;
  if (node.type === 'Program') {
    const last = node.body.at(-1);
    if (last !== undefined) ctx.edits.after(last.end, `;${isScript(node) ? '' : 'const __w_ended='}${ended(ctx, node, activation)};`);
  } else ctx.edits.before(node.body.end - 1, `;${ended(ctx, node, activation)};`);
}

/** What goes around the expression that an arrow function gives; null where nothing is recorded. */
export function aroundActivityResult(ctx: Context, node: FunctionNode, activation: string | undefined): readonly [string, string] | null {
  if (ctx.plan.recording === null || activation === undefined) return null;
  return [`${told(ctx, '__w_exit')}(${ctx.site('exit', node.body, null, namesReturned(ctx, node.body))},${activation},(`, '))'];
}

function ended(ctx: Context, node: AnyNode, activation: string): string {
  return `__w_end(${ctx.site('exit', { start: node.end - 1, end: node.end }, null)},${activation})`;
}

function around(
  ctx: Context,
  value: AnyNode,
  kind: 'exit' | 'throw' | 'suspend',
  probe: string,
  activation: string,
  key: string | null = null,
): void {
  const [before, after] = asArgument(value);
  ctx.edits.wrap(
    value.start,
    value.end,
    `${probe}(${ctx.site(kind, value, key, kind === 'throw' ? {} : namesReturned(ctx, value))},${activation},${before}`,
    `${after})`,
  );
}

/** Which expression calls is said when its arguments are evaluated. A direct `eval` is left as it is. Called after what wraps the call. */
export function probeCaller(ctx: Context, node: AnyNode, parent: AnyNode, activation: string | undefined): void {
  if (ctx.plan.recording === null || activation === undefined) return;
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
  const { callee } = node;
  if (callee.type === 'Identifier' && callee.name === 'eval') return;
  const key = isInFull(ctx.plan.recording, ctx.path) ? methodOf(callee) : callsOnlyKey;
  const site = ctx.site('caller', { start: calledAt(node), end: node.end }, key);
  if (node.arguments.length === 0 && isTold(node, parent))
    return ctx.edits.wrap(node.start, node.end, ...stillCall(node, parent, [`(__w_fromHere(${site},${activation}),`, ')']));
  const alone = `__w_from(${site},${activation})`;
  // A `new` without a list of arguments gets one.
  if (node.type === 'NewExpression' && node.arguments.length === 0 && tokenOffset(ctx.text, callee.end, '(') >= node.end)
    return ctx.edits.after(node.end, `(...${alone})`);
  // What says that an optional call takes place stands there already.
  if (node.type === 'CallExpression' && node.optional && node.arguments.length === 0) return ctx.edits.after(node.end - 1, `...${alone},`);
  const last = node.arguments.at(-1);
  // Behind what is spread V8 would put the frame elsewhere that asks for its elements.
  if (last?.type === 'SpreadElement') {
    const [before, after] = asArgument(last.argument);
    return ctx.edits.wrap(last.argument.start, last.argument.end, `__w_fromWith(${site},${activation},${before}`, `${after})`);
  }
  probeArguments(ctx, node, `__w_fromWith(${site},${activation},`, alone);
}

/** The method that a call names, as its site has it; null: it names none. */
function methodOf(callee: AnyNode): string | null {
  const isNamed = callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier';
  return isNamed && callee.property.type === 'Identifier' ? `${calledMethod}${callee.property.name}` : null;
}

/** Whether a call without arguments can be told of before it: its callee calls nothing, and it is no part of a chain, which would end. */
function isTold(node: Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>, parent: AnyNode): boolean {
  if (node.callee.type === 'Super' || (node.type === 'CallExpression' && node.optional)) return false;
  for (let at: AnyNode = node.callee; ;) {
    if (at.type !== 'MemberExpression') return parent.type !== 'ChainExpression' && /^(?:Identifier|ThisExpression|Super)$/.test(at.type);
    if (at.optional || at.computed) return false;
    at = at.object;
  }
}

/** Where V8 says that a call is: a method's name, `new`. */
export function calledAt(node: Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>): number {
  const { callee } = node;
  if (node.type === 'NewExpression') return node.start;
  return callee.type === 'MemberExpression' && !callee.computed ? callee.property.start : callee.start;
}

/** Where a function is named, or begins. */
function nameSpan(node: AnyNode): AnyNode {
  return isFunction(node) && node.type !== 'ArrowFunctionExpression' && node.id ? node.id : node;
}

/** Before `super` has returned there is no `this`. */
function hasOwnThis({ program, text }: Context, node: FunctionNode): boolean {
  return !/\bextends\b/.test(text) || !derivedConstructors(program).has(node);
}

const constructors = new WeakMap<Program, ReadonlySet<AnyNode>>();

/** The constructors of a text's classes that extend others. */
function derivedConstructors(program: Program): ReadonlySet<AnyNode> {
  const known = constructors.get(program);
  if (known !== undefined) return known;
  const found = new Set<AnyNode>();
  walk(program, (outer) => {
    if ((outer.type !== 'ClassDeclaration' && outer.type !== 'ClassExpression') || !outer.superClass) return;
    for (const member of outer.body.body) if (member.type === 'MethodDefinition' && member.kind === 'constructor') found.add(member.value);
  });
  constructors.set(program, found);
  return found;
}

/** The names of the parameters, empty for patterns. */
function parameterNames({ params }: FunctionNode): readonly string[] {
  return params.map((parameter) => {
    const target =
      parameter.type === 'AssignmentPattern' ? parameter.left : parameter.type === 'RestElement' ? parameter.argument : parameter;
    return target.type === 'Identifier' ? target.name : '';
  });
}

/** What a function is given, by the names of its parameters: of a pattern nothing is known here. */
function givenNames({ params }: FunctionNode): readonly string[] {
  return params.map((parameter) => {
    if (parameter.type === 'Identifier') return parameter.name;
    if (parameter.type === 'AssignmentPattern' && parameter.left.type === 'Identifier') return parameter.left.name;
    return parameter.type === 'RestElement' && parameter.argument.type === 'Identifier' ? `...${parameter.argument.name}` : '__w_none';
  });
}

/** Whether something else may be called `arguments` in a function. */
function namesArguments(node: FunctionNode): boolean {
  const isNamed = (pattern: AnyNode): boolean =>
    patternTargets(pattern).some((target) => target.type === 'Identifier' && target.name === 'arguments');
  if (node.params.some(isNamed)) return true;
  let found = false;
  walk(node.body, (inner) => {
    if (inner.type === 'VariableDeclarator') found ||= isNamed(inner.id);
    if (inner.type === 'FunctionDeclaration' && inner.id) found ||= isNamed(inner.id);
    if (inner.type === 'ClassDeclaration' && inner.id) found ||= isNamed(inner.id);
    return true;
  });
  return found;
}
