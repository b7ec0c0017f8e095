import type { Context, Host } from './context.js';
import type { Mapping } from './mapping.js';
import { chainedMatch, type ChainedMatch } from './chainedMatches.js';
import { asArgument } from './definitions.js';
import { declarationOf } from './scopes.js';
import { matchShape, type Bindings } from './patterns.js';
import type { WatchedPattern } from './rulesPlan.js';
import { isFunction, memberTokenOffset, pathTo, tokenOffset, type AnyNode } from './tree.js';

/** A pattern that matches an expression. */
export interface Match {
  readonly pattern: WatchedPattern;
  readonly bindings: Bindings;
}

/** What a probe is told, and whose value is kept, where a part of a chain is handed over. */
interface HandedOver {
  readonly about: string;
  readonly rest: string;
  /** What metavariables stand for that has the `?.` inside, with where it is kept. */
  readonly spanning: readonly (readonly [bound: AnyNode, temporary: string])[];
}

type Operation = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' | 'MemberExpression' }>;

/**
 * Puts probes where patterns of rules match. A call, a `new` or a read is handed to the runtime with its parts evaluated in the order of the
 * language, and made there; before and after other expressions the runtime is called.
 */
export class PatternProbes {
  constructor(
    private readonly ctx: Context,
    private readonly mapping: Mapping | null,
  ) {}

  /** Code to put around expressions when they are visited: outer spans come first. */
  private readonly wraps = new Map<AnyNode, (readonly [before: string, after: string])[]>();

  /** Called for each node before all else that is put around it by itself. */
  keep(node: AnyNode): void {
    for (const [before, after] of this.wraps.get(node) ?? []) this.ctx.edits.wrap(node.start, node.end, before, after);
  }

  private later(node: AnyNode, before: string, after: string): void {
    const known = this.wraps.get(node);
    if (known === undefined) this.wraps.set(node, [[before, after]]);
    else known.push([before, after]);
  }

  /** Called for each node before what is inside of it. */
  probe(node: AnyNode, parent: AnyNode, host: Host): void {
    const found = this.matchesAt(node, parent);
    if (found.length > 0) this.put(node, parent, found, host);
  }

  /** The patterns that match an expression. */
  matchesAt(node: AnyNode, parent: AnyNode): readonly Match[] {
    const patterns = this.ctx.plan.rules?.patterns ?? [];
    if (patterns.length === 0 || isTarget(node, parent)) return [];
    return patterns.flatMap((pattern): readonly Match[] => {
      if (pattern.kind === 'changes' || !isKindOf(pattern, node)) return [];
      const bindings = matchShape(pattern.shape, node, pattern.metavariables, this.ctx.text);
      return bindings !== null && this.isInside(pattern, node) ? [{ pattern, bindings }] : [];
    });
  }

  private put(node: AnyNode, parent: AnyNode, found: readonly Match[], host: Host): void {
    const isChained = node.type !== 'NewExpression' && isOperation(node) && isInChain(node);
    const chained = isChained ? this.chained(node) : null;
    // In the middle of a chain nothing else can be put around it.
    if (isChained && chained === null && parent.type !== 'ChainExpression') return;
    if (this.isCalleeInParentheses(node) && isChainOfMember(node.callee) && isInChain(node.callee.expression.object)) return;
    const site = this.ctx.site('passage', node, null);
    const about = `${site},${JSON.stringify(found.map(({ pattern }) => pattern.id).join())},${JSON.stringify(this.placeText(node))}`;
    // Whose value is asked for is kept where it is evaluated.
    const kept = new Map<AnyNode, string>();
    const values = found.flatMap(({ pattern, bindings }) =>
      pattern.metavariables.map((name) => {
        const bound = bindings.get(name);
        if (bound === undefined) return 'void 0';
        if (bound.type === 'Super') return 'this';
        const known = kept.get(bound);
        if (known !== undefined) return known;
        const temporary = this.ctx.temporary(host);
        kept.set(bound, temporary);
        return temporary;
      }),
    );
    const places = found.flatMap(({ pattern, bindings }) => pattern.metavariables.map((name) => this.placeCode(bindings.get(name))));
    const rest = `,[${values.join()}],${this.activation(host)}??={},[${places.every((place) => place === '') ? '' : places.join()}])`;
    const isSpanning = (bound: AnyNode): boolean =>
      chained !== null && bound.start === node.start && bound.end > (chained.links[0]?.token ?? node.end);
    const spanning = [...kept].filter(([bound]) => isSpanning(bound));
    if (isOperation(node) && this.canBeHandedOver(node, parent)) this.handOver(node, about, rest);
    else if (chained !== null) this.handOverChained(node as Operation, chained, { about, rest, spanning }, host);
    else if (isReceiverHidden(node) || this.isCalleeInParentheses(node)) this.handOverApplied(node, about, rest, host);
    else if (node.type === 'BinaryExpression') this.handOverOperands(node, about, rest);
    else this.putAround(node, about, rest);
    for (const [bound, temporary] of kept) {
      const [before, after] = asArgument(bound);
      if (!isSpanning(bound)) this.later(bound, `(${temporary}=${before}`, `${after})`);
    }
  }

  /** Code that says which place an expression is, where its updates are followed; else nothing. */
  private placeCode(bound: AnyNode | undefined): string {
    const { ctx } = this;
    if (bound?.type !== 'Identifier') return '';
    const binding = ctx.scopes.bindingAt.get(bound.start);
    const isFollowed =
      binding !== undefined && ctx.plan.variables.some(({ path, offset }) => path === ctx.path && offset === declarationOf(binding));
    return isFollowed ? `${JSON.stringify(`${ctx.path}:${declarationOf(binding)}:`)}+${ctx.scopeVariable(binding, bound.start)}` : '';
  }

  /** One for each activation of the function around. */
  private activation(host: Host): string {
    const known = this.activations.get(host);
    if (known !== undefined) return known;
    const name = this.ctx.temporary(host);
    this.activations.set(host, name);
    return name;
  }

  private readonly activations = new Map<Host, string>();

  /** How an expression is chained; null where it can't be handed over. */
  private chained(node: Extract<AnyNode, { type: 'CallExpression' | 'MemberExpression' }>): ChainedMatch | null {
    const found = chainedMatch(node, this.ctx.program, this.ctx.text);
    if (found === null || this.chains.has(found.chain)) return null;
    if (found.last !== 'call' && isReceiverHidden(node)) return null;
    if (node.type === 'MemberExpression' && node.property.type === 'PrivateIdentifier') return null;
    this.chains.add(found.chain);
    return found;
  }

  /** The chains of which a part was handed over: of each one part is. */
  private readonly chains = new Set<AnyNode>();

  /** `a?.m(x).rest` as `(t = a) == null ? void 0 : (the call of "m" of t, handed over).rest`. */
  private handOverChained(node: Operation, { chain, links, last }: ChainedMatch, { about, rest, spanning }: HandedOver, host: Host): void {
    const { edits, text } = this.ctx;
    const callee = node.type === 'MemberExpression' ? node : node.callee;
    const probe = node.type === 'MemberExpression' ? '__w_ruleRead' : last === 'call' ? '__w_ruleApply' : '__w_ruleInvoke';
    edits.after(chain.end, ')'.repeat(links.length));
    let kept = this.ctx.temporary(host);
    edits.before(node.start, `((${kept}=`);
    /** What metavariables stand for that begins with what was kept, up to the next link. */
    const keeping = (token: number, next: number): string => {
      const mine = spanning.filter(([bound]) => bound.end > token && bound.end <= next);
      for (const [bound] of mine) edits.after(bound.end, ')');
      return mine.map(([, temporary]) => `(${temporary}=`).join('');
    };
    for (const [at, { token, isComputed }] of links.slice(0, -1).entries()) {
      const inner = this.ctx.temporary(host);
      const opening = keeping(token, links[at + 1]?.token ?? node.end);
      edits.replace(text, token, token + '?.'.length, `)==null?void 0:((${inner}=${opening}${kept}${isComputed ? '' : '.'}`);
      kept = inner;
    }
    const link = links.at(-1);
    if (link === undefined) return;
    const { base, token, isComputed } = link;
    const going = `)==null?void 0:${probe}(${about},`;
    if (last === 'call') {
      const receiver = this.receiverKept(base, host);
      const opening = tokenOffset(text, token + '?.'.length, '(');
      edits.replace(text, token, token + '?.'.length, `${going}${kept},${receiver},`);
      edits.replace(text, opening, opening + 1, '[');
      return edits.replace(text, node.end - 1, node.end, `]${rest}`);
    }
    if (last === 'earlier') {
      edits.replace(text, token, token + '?.'.length, `${going}${keeping(token, node.end)}${kept}${isComputed ? '' : '.'}`);
      if (callee.type === 'MemberExpression') this.splitMember(callee);
    } else if (callee.type === 'MemberExpression') {
      const bracket = callee.computed ? tokenOffset(text, token + '?.'.length, '[') : token;
      edits.replace(text, token, token + '?.'.length, `${going}${kept},`);
      if (callee.computed) {
        edits.replace(text, bracket, bracket + 1, '(');
        edits.replace(text, callee.end - 1, callee.end, ')');
      } else if (callee.property.type === 'Identifier')
        edits.replace(text, callee.property.start, callee.property.end, JSON.stringify(callee.property.name));
    }
    if (node.type === 'MemberExpression') return edits.after(node.end, rest);
    const open = parenthesis(text, callee.end, node);
    edits.replace(text, open, open + 1, ',[');
    edits.replace(text, node.end - 1, node.end, `]${rest}`);
  }

  /** Keeps the receiver of a member that is called; the code that gives it. */
  private receiverKept(callee: AnyNode, host: Host): string {
    if (callee.type !== 'MemberExpression') return 'void 0';
    if (callee.object.type === 'Super') return 'this';
    const { edits } = this.ctx;
    const receiver = this.ctx.temporary(host);
    const [before, after] = asArgument(callee.object);
    edits.wrap(callee.object.start, callee.object.end, `(${receiver}=${before}`, `${after})`);
    return receiver;
  }

  /** `super.m(x)` and `o.#m(x)`: the function is read here, and called there. */
  private handOverApplied(node: Extract<AnyNode, { type: 'CallExpression' }>, about: string, rest: string, host: Host): void {
    const { edits, text } = this.ctx;
    const { callee } = node;
    edits.before(node.start, `__w_ruleApply(${about},`);
    const receiver = this.receiverKept(callee.type === 'ChainExpression' ? callee.expression : callee, host);
    const open = parenthesis(text, callee.end, node);
    edits.replace(text, open, open + 1, `,${receiver},[`);
    edits.replace(text, node.end - 1, node.end, `]${rest}`);
  }

  private canBeHandedOver(node: Operation, parent: AnyNode): boolean {
    if (parent.type === 'ChainExpression' || isInChain(node)) return false;
    if (node.type === 'MemberExpression') return node.object.type !== 'Super' && node.property.type !== 'PrivateIdentifier';
    const { callee } = node;
    if (callee.type === 'Super' || this.isCalleeInParentheses(node)) return false;
    if (callee.type === 'Identifier') return callee.name !== 'eval';
    return callee.type !== 'MemberExpression' || (callee.object.type !== 'Super' && callee.property.type !== 'PrivateIdentifier');
  }

  /** `(o.m)(x)` is a call of a method, whose receiver can't be handed over from inside the parentheses. */
  private isCalleeInParentheses(node: AnyNode): node is Extract<AnyNode, { type: 'CallExpression' }> {
    if (node.type !== 'CallExpression' || node.callee.start === node.start) return false;
    return node.callee.type === 'MemberExpression' || isChainOfMember(node.callee);
  }

  private handOver(node: Operation, about: string, rest: string): void {
    const { edits, text } = this.ctx;
    if (node.type === 'MemberExpression') return this.handOverMember(node, `__w_ruleRead(${about},`, rest);
    const opening = node.type === 'NewExpression' ? `__w_ruleMake(${about},` : `__w_ruleInvoke(${about},`;
    edits.before(node.start, opening);
    if (node.type === 'NewExpression') edits.replace(text, node.start, node.start + 'new'.length, '');
    const { callee } = node;
    if (callee.type === 'MemberExpression' && node.type === 'CallExpression') this.splitMember(callee);
    else {
      const [before, after] = asArgument(callee);
      edits.wrap(callee.start, callee.end, before, `${after}${node.type === 'CallExpression' ? ',void 0' : ''}`);
    }
    const open = tokenOffset(text, callee.end, '(');
    if (node.type === 'NewExpression' && (open >= node.end || text[node.end - 1] !== ')')) return edits.after(node.end, `,[]${rest}`);
    const from = parenthesis(text, callee.end, node);
    edits.replace(text, from, from + 1, ',[');
    edits.replace(text, node.end - 1, node.end, `]${rest}`);
  }

  private handOverMember(node: Extract<AnyNode, { type: 'MemberExpression' }>, opening: string, rest: string): void {
    this.ctx.edits.before(node.start, opening);
    this.splitMember(node);
    this.ctx.edits.after(node.end, rest);
  }

  /** `o.f` and `o[k]` as the object and the key. */
  private splitMember(node: Extract<AnyNode, { type: 'MemberExpression' }>): void {
    const { edits, text } = this.ctx;
    const token = memberTokenOffset(text, node.object.end);
    if (node.computed) {
      edits.replace(text, token, token + 1, ',(');
      edits.replace(text, node.end - 1, node.end, ')');
    } else {
      edits.replace(text, token, token + 1, ',');
      const { property } = node;
      if (property.type === 'Identifier') edits.replace(text, property.start, property.end, JSON.stringify(property.name));
    }
  }

  private handOverOperands(
    { left, operator, right, start, end }: Extract<AnyNode, { type: 'BinaryExpression' }>,
    about: string,
    rest: string,
  ): void {
    const { edits, text } = this.ctx;
    const at = tokenOffset(text, left.end, operator);
    if (left.type === 'PrivateIdentifier') return;
    edits.wrap(start, end, `__w_ruleOperate(${about},${JSON.stringify(operator)},`, rest);
    edits.replace(text, at, at + operator.length, ',');
    const [before, after] = asArgument(right);
    edits.wrap(right.start, right.end, before, after);
  }

  /** An expression that comes to be where it does; `instead` is not possible there. What is assigned has been evaluated before. */
  private putAround(node: AnyNode, about: string, rest: string): void {
    const { edits } = this.ctx;
    edits.wrap(node.start, node.end, `__w_ruleAfter(${about},`, rest);
    if (node.type !== 'AssignmentExpression') return;
    const [before, after] = asArgument(node.right);
    this.later(node.right, `__w_ruleBefore(${about},${before}`, after + rest);
  }

  private isInside({ file, line, className, functionName }: WatchedPattern, node: AnyNode): boolean {
    const place = this.place(node);
    if (file !== null && place.file !== file && !place.file.endsWith(`/${file.replace(/^\.\//, '')}`)) return false;
    if (line !== null && place.line !== line) return false;
    if (className !== null && place.className !== className) return false;
    return functionName === null || place.functionName === functionName;
  }

  private placeText(node: AnyNode): string {
    const { file, line, className, functionName } = this.place(node);
    return JSON.stringify({ file, line, class: className, function: functionName });
  }

  private place(node: AnyNode): {
    readonly file: string;
    readonly line: number;
    readonly className: string;
    readonly functionName: string;
  } {
    const { ctx, mapping } = this;
    const own = ctx.lines.positionOf(node.start);
    const source = mapping?.(own.line, own.column, own.column + node.end - node.start) ?? null;
    const around = pathTo(ctx.program, node.start);
    const home = around.findLast(isFunction);
    const holder = home === undefined ? undefined : around[around.indexOf(home) - 1];
    const className = around.findLast((one) => one.type === 'ClassDeclaration' || one.type === 'ClassExpression');
    return {
      file: (source?.path ?? ctx.path).replaceAll('\\', '/'),
      line: source?.line ?? own.line,
      className: className !== undefined && 'id' in className && className.id ? (className.id as { readonly name: string }).name : '',
      functionName: home === undefined ? '' : nameOf(home, holder),
    };
  }
}

function nameOf(home: AnyNode, holder: AnyNode | undefined): string {
  if ('id' in home && home.id) return (home.id as { readonly name?: string }).name ?? '';
  if (holder === undefined) return '';
  if (
    (holder.type === 'MethodDefinition' || holder.type === 'Property' || holder.type === 'PropertyDefinition') &&
    holder.key.type === 'Identifier'
  )
    return holder.key.name;
  if (holder.type === 'MethodDefinition' && holder.key.type === 'PrivateIdentifier') return `#${holder.key.name}`;
  return holder.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id.name : '';
}

const kinds: Readonly<Record<string, RegExp>> = {
  call: /^CallExpression$/,
  new: /^NewExpression$/,
  member: /^MemberExpression$/,
  element: /^MemberExpression$/,
  assign: /^AssignmentExpression$/,
  binary: /^(?:Binary|Logical)Expression$/,
  unary: /^UnaryExpression$/,
  name: /^Identifier$/,
};

function isKindOf({ shape }: WatchedPattern, node: AnyNode): boolean {
  return kinds[shape.kind]?.test(node.type) === true;
}

function isOperation(node: AnyNode): node is Operation {
  return node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'MemberExpression';
}

/** Whether a node is where something is stored, deleted or called: it is not read there. */
function isTarget(node: AnyNode, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'AssignmentPattern':
      return parent.left === node;
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    case 'CallExpression':
    case 'TaggedTemplateExpression':
      return ('callee' in parent ? parent.callee : parent.tag) === node && node.type === 'MemberExpression';
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    default:
      return false;
  }
}

/** A call of a member whose receiver the call alone knows: of `super`, and of a private method. */
function isReceiverHidden(node: AnyNode): node is Extract<AnyNode, { type: 'CallExpression' }> {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  return node.callee.object.type === 'Super' || node.callee.property.type === 'PrivateIdentifier';
}

function isInChain(node: AnyNode): boolean {
  for (let at = node; ;) {
    if ((at.type === 'CallExpression' || at.type === 'MemberExpression') && at.optional) return true;
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression') at = at.object;
    else return false;
  }
}

type ChainOfMember = Extract<AnyNode, { type: 'ChainExpression' }> & {
  readonly expression: Extract<AnyNode, { type: 'MemberExpression' }>;
};

/** `a?.m`, which leaves out nothing but itself. */
function isChainOfMember(node: AnyNode): node is ChainOfMember {
  return node.type === 'ChainExpression' && node.expression.type === 'MemberExpression';
}

/** The parenthesis that opens the arguments: outside comments nothing but closing ones stands before it. */
function parenthesis(text: string, from: number, node: AnyNode): number {
  return Math.min(tokenOffset(text, from, '('), node.end - 1);
}
