import type { Context } from './context.js';
import { isKnownByArguments } from './parameters.js';
import { declarationOf, patternTargets, type Binding } from './scopes.js';
import type { Site } from './site.js';
import { isFunction, isScript, walk, type AnyNode } from './tree.js';

/**
 * Where only the last event before the stop is asked for, nothing is written for each: hidden variables beside the variable, or in the
 * activation, hold what was last, which V8 keeps in registers, and each site counts how often it is passed (`__w_passages`). The
 * runtime is only given passages from `__w_limits` on (`runtime/lastOnly/localProbes.ts`).
 *
 * An assignment gives its name to functions without one that stand before it, in stack traces, unless it stores the result of a call or
 * counts: no other is put in.
 */

/**
 * Hidden variables of a variable that is declared there: the site that wrote it last, the how-many-th passage of that site it was, how
 * many writes there were. Where `countsByPassages`, instead of the latter: how often the variable's sites had been passed when its scope
 * began, and the how-many-th such scope this is.
 */
export function lastWriteNames(declaration: number): LastWriteNames {
  const [site, passage, count] = [`__w_w${declaration}`, `__w_o${declaration}`, `__w_c${declaration}`];
  return { site, passage, count, base: `__w_b${declaration}`, instance: `__w_k${declaration}` };
}

export interface LastWriteNames {
  readonly site: string;
  readonly passage: string;
  readonly count: string;
  readonly base: string;
  readonly instance: string;
}

/** The hidden variables that a variable has. */
export function lastWriteVariables(binding: Binding, ctx: Context): readonly string[] {
  const { site, passage, count, base, instance } = lastWriteNames(declarationOf(binding));
  return countsByPassages(binding, ctx) ? [site, passage, base, instance] : [site, passage, count];
}

/**
 * Whether the writes to a variable since its scope began are those of its sites, unless another scope of the same code has begun meanwhile:
 * only the function that stops writes it, which runs in one go. A counter of its own would take a register in each loop, which V8 seldom
 * has to spare.
 */
function countsByPassages({ scope, references, declarations }: Binding, { plan, stopHome }: Context): boolean {
  const { home } = scope;
  if (plan.countsWrites || home !== stopHome || !isFunction(home) || home.async === true || home.generator === true) return false;
  const writes = references.filter(({ isWrite }) => isWrite);
  if (writes.length + declarations.length > mostSummed || writes.some((write) => write.home !== home)) return false;
  // What initialises fields is run by whoever makes an object.
  return !classBodiesIn(home).some(({ start, end }) => writes.some(({ node }) => node.start >= start && node.end <= end));
}

const classBodies = new WeakMap<AnyNode, readonly AnyNode[]>();

function classBodiesIn(home: AnyNode): readonly AnyNode[] {
  const known = classBodies.get(home);
  if (known !== undefined) return known;
  const bodies: AnyNode[] = [];
  walk(home, (node) => {
    if (node.type === 'ClassBody') bodies.push(node);
  });
  classBodies.set(home, bodies);
  return bodies;
}

/** Each time that a scope begins, so many numbers are added at most. */
const mostSummed = 4;

/** Hidden variables of a fork: what it evaluated to last, the how-many-th passage of its site it was, when among the forks, how often. */
export function lastForkNames({ start, end }: { readonly start: number; readonly end: number }): ForkNames {
  const at = `${start}_${end}`;
  return { value: `__w_f${at}`, passage: `__w_o${at}`, time: `__w_t${at}`, count: `__w_c${at}` };
}

export interface ForkNames {
  readonly value: string;
  readonly passage: string;
  readonly time: string;
  readonly count: string;
}

/** How many forks an activation has evaluated. */
export function forkClockName(home: AnyNode): string {
  return home.type === 'Program' ? '__w_q' : `__w_q${home.start}`;
}

/**
 * Whether hidden variables beside a variable are seen wherever it is written: not among the parameters of its function. Where iterations
 * of a loop have variables of their own that closures keep, their writes are not all distinguished; what a pattern overwrites only events tell.
 */
export function keepsLast({ kind, scope, references, declarations, isObscured, isOfBlocks }: Binding): boolean {
  const node: AnyNode = scope.node;
  const begin = isFunction(node) ? node.body.start : node.start;
  if (kind === 'self' || kind === 'import' || isScript(node) || isObscured || isOfBlocks || isKnownByArguments(node)) return false;
  // What is declared beside a constant in the head of a loop is constant too.
  if (node.type === 'ForStatement' && (kind === 'const' || references.some(({ home }) => home !== scope.home))) return false;
  const overwritten = patternStoresIn(scope.node);
  if (references.some((reference) => overwritten.has(reference.node.start))) return false;
  return references.every((reference) => !reference.isWrite || reference.node.start >= begin || declarations.includes(reference.node));
}

/** By scope: where names are written that something in it stores to as a part of a pattern, or in the head of a loop. */
const patternStores = new WeakMap<AnyNode, ReadonlySet<number>>();

function patternStoresIn(scope: AnyNode): ReadonlySet<number> {
  const known = patternStores.get(scope);
  if (known !== undefined) return known;
  const stores = new Set<number>();
  const note = (pattern: AnyNode) => {
    for (const { start } of patternTargets(pattern)) stores.add(start);
  };
  walk(scope, (node) => {
    if (node.type === 'AssignmentExpression' && /Pattern$/.test(node.left.type)) note(node.left);
    else if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const { id } of node.declarations) if (id.type !== 'Identifier') note(id);
    if (node.type !== 'ForOfStatement' && node.type !== 'ForInStatement') return;
    if (node.left.type !== 'VariableDeclaration') note(node.left);
    else if (node.left.kind === 'var') node.left.declarations.forEach(({ id }) => note(id));
  });
  patternStores.set(scope, stores);
  return stores;
}

/** Whether a site is a write to the variable that is declared there. */
export function isWriteTo(wanted: number, { kind, declaration }: Site): boolean {
  return declaration === wanted && (kind === 'write' || kind === 'initial');
}

/** Declares the hidden variables of a variable. A function of a module that is imported in a cycle may run before the module's first statement. */
export function lastWriteDeclarations(binding: Binding, ctx: Context): string {
  const { site, passage, count, base, instance } = lastWriteNames(declarationOf(binding));
  if (countsByPassages(binding, ctx)) {
    if (binding.kind === 'parameter' || binding.kind === 'catch') ctx.parameterSite(binding);
    const { sites, firstSite } = ctx;
    const own = sites.flatMap((each, index) => (isWriteTo(declarationOf(binding), each) ? [firstSite + index] : []));
    const [first] = own;
    const begun = first === undefined ? '0' : `++__w_scopes[${first}]`;
    const passed = own.map((number) => `__w_passages[${number}]`).join('+') || '0';
    return `${site},${passage},${base}=__w_same(${passed}),${instance}=__w_same(${begun})`;
  }
  if (binding.scope.node.type === 'Program') return `${site},${passage},${count}`;
  return `${site},${passage},${count}=__w_same(0)`;
}

/** Declares the hidden variables of a fork. */
export function lastForkDeclarations({ value, passage, time, count }: ForkNames): readonly string[] {
  return [value, passage, time, `${count}=__w_same(0)`];
}

/** What goes around a value that a variable gets; `before`: how the probe gets what it held, where it can be read. */
export function lastWriteCall(
  binding: Binding,
  ctx: Context,
  site: number,
  scope: string,
  before: string | null,
): readonly [string, string] {
  const names = lastWriteNames(declarationOf(binding));
  const passed = `${names.passage}=__w_same(++__w_passages[${site}])`;
  const counted = binding.scope.node.type === 'Program' ? `${names.count}=__w_more(${names.count})` : `${names.count}++`;
  const noted = [`${names.site}=__w_same(${site})`, ...(before === null ? [] : [before])];
  if (!countsByPassages(binding, ctx)) noted.unshift(counted);
  return [`${before === null ? '__w_bindLast' : '__w_rebindLast'}(${site},${scope},`, `,${passed},(${noted.join()}))`];
}

/** What a fork does when it has been evaluated to `value`. */
export function lastForkCall(
  names: ForkNames,
  site: number,
  activation: string,
  clock: string,
  value: string,
  probe = '__w_forkLast',
): string {
  const [before, after] = lastForkParts(names, site, activation, clock, probe);
  return `${before}${names.value}=__w_same(${value})${after}`;
}

/** The parts around a test, whose value the whole has. */
export function lastForkWrap(names: ForkNames, site: number, activation: string, clock: string, test: AnyNode): readonly [string, string] {
  const [before, after] = lastForkParts(names, site, activation, clock, '__w_forkLast');
  const operands = namesIn(test);
  // What it was made of is looked at where the program waits: V8 must not drop it before.
  const kept = operands.length === 0 ? '' : `,__w_never&&[${operands.join()}]`;
  return [`(${names.value}=${before}`, `${after}${kept},${names.value})`];
}

function lastForkParts(names: ForkNames, site: number, activation: string, clock: string, probe: string): readonly [string, string] {
  const { passage, time, count } = names;
  return [`${probe}(${site},${activation},`, `,${passage}=__w_same(++__w_passages[${site}]),(${time}=__w_same(++${clock}),${count}++))`];
}

/** The variables that an expression names, without those of functions in it. */
function namesIn(expression: AnyNode): readonly string[] {
  const names = new Set<string>();
  const collect = (node: AnyNode): boolean => {
    if (isFunction(node) || /^(?:Class|MetaProperty)/.test(node.type)) return false;
    if (node.type === 'Identifier') names.add(node.name);
    // What stands for a key is no variable, and may be a reserved word.
    if (node.type !== 'MemberExpression' && node.type !== 'Property') return true;
    if (node.computed) walk(node.type === 'Property' ? node.key : node.property, collect);
    walk(node.type === 'Property' ? node.value : node.object, collect);
    return false;
  };
  walk(expression, collect);
  return [...names];
}
