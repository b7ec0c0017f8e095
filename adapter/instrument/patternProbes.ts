import type { Context, Host } from './context.js';
import type { Mapping } from './mapping.js';
import { chainedMatch, type ChainedMatch } from './chainedMatches.js';
import { asArgument, named } from './definitions.js';
import { declarationOf, patternTargets } from './scopes.js';
import { inner, matchShape, type Bindings } from './patterns.js';
import { shownExpression } from './shownExpression.js';
import type { WatchedPattern } from './rulesPlan.js';
import { isFunction, memberTokenOffset, pathTo, takesName, tokenOffset, walk, type AnyNode } from './tree.js';

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
    const inmost = this.inmost.get(node);
    if (inmost !== undefined) this.ctx.edits.wrap(node.start, node.end, ...inmost);
  }

  /** What gives functions and classes the names of what they are assigned to. */
  private readonly inmost = new Map<AnyNode, readonly [before: string, after: string]>();

  private later(node: AnyNode, before: string, after: string): void {
    const known = this.wraps.get(node);
    if (known === undefined) this.wraps.set(node, [[before, after]]);
    else known.push([before, after]);
  }

  /** Called for each node before what is inside of it. */
  probe(node: AnyNode, host: Host): void {
    const found = this.matchesAt(node);
    if (found.length > 0) this.put(node, found, host);
  }

  /** The patterns that match an expression. */
  matchesAt(node: AnyNode): readonly Match[] {
    const patterns = this.ctx.plan.rules?.patterns ?? [];
    if (patterns.length === 0 || this.unread.has(node)) return [];
    return patterns.flatMap((pattern): readonly Match[] => {
      if (pattern.kind === 'changes' || !isKindOf(pattern, node)) return [];
      const bindings = matchShape(pattern.shape, node, pattern.metavariables, this.ctx.text);
      return bindings !== null && this.isInside(pattern, node) ? [{ pattern, bindings }] : [];
    });
  }

  /** What is stored to, deleted or called, and so not read where it stands. */
  private get unread(): ReadonlySet<AnyNode> {
    return (this.unreadNodes ??= placesIn(this.ctx.program));
  }

  private unreadNodes: ReadonlySet<AnyNode> | null = null;

  private put(node: AnyNode, found: readonly Match[], host: Host): void {
    const isChained = node.type !== 'NewExpression' && isOperation(node) && isInChain(node);
    const chained = isChained ? this.chained(node) : null;
    // In a chain that is not taken apart nothing can be put around a part of it.
    if (isChained && chained === null) return;
    const site = this.ctx.site('passage', node, null);
    const about = `${site},${JSON.stringify(found.map(({ pattern }) => pattern.id).join())},${JSON.stringify(this.placeText(node))}`;
    const isKeptInPlace = this.isKeptInPlace(node);
    const isSpanning = (bound: AnyNode): boolean =>
      chained !== null && bound.start === node.start && bound.end > (chained.links[0]?.token ?? node.end);
    // Whose value is asked for is kept where it is evaluated.
    const kept = new Map<AnyNode, string>();
    const values = found.flatMap(({ pattern, bindings }) =>
      pattern.metavariables.map((name) => {
        const bound = bindings.get(name);
        if (bound === undefined || (!isSpanning(bound) && this.isCutOff(bound))) return 'void 0';
        const other = this.valueUnkept(node, bound, isKeptInPlace);
        if (other !== null) return other;
        const known = kept.get(bound);
        if (known !== undefined) return known;
        const temporary = this.ctx.temporary(host);
        kept.set(bound, temporary);
        return temporary;
      }),
    );
    const places = found.flatMap(({ pattern, bindings }) => pattern.metavariables.map((name) => this.placeCode(bindings.get(name))));
    const placesText = places.every((place) => place === '') ? '' : places.join();
    const restOf = (told: readonly string[]): string => `,[${told.join()}],${this.activation(host)}??={},[${placesText}])`;
    const rest = restOf(values);
    const spanning = [...kept].filter(([bound]) => isSpanning(bound));
    if (chained !== null) this.handOverChained(node as Operation, chained, { about, rest, spanning }, host);
    else if (isKeptInPlace) this.putAround(node, about, rest);
    else if (node.type === 'LogicalExpression') {
      // Whether the right one is evaluated is not known before: it has no value then, also not that of an earlier passage.
      const right = kept.get(inner(node.right));
      this.putAround(node, about, rest, restOf(values.map((value) => (value === right ? `${value}=void 0` : value))));
    } else if (node.type === 'CallExpression') this.handOverCall(node, about, rest, host);
    else if (node.type === 'NewExpression') this.handOverNew(node, about, rest);
    else if (node.type === 'MemberExpression') this.handOverMember(node, `__w_ruleRead(${about},`, rest);
    else if (node.type === 'BinaryExpression') this.handOverOperands(node, about, rest);
    else this.putAround(node, about, rest);
    for (const [bound, temporary] of kept) if (!isSpanning(bound)) this.keepValue(bound, temporary, node);
  }

  /** Code for what a metavariable stands for where that is not kept as it is evaluated; null where it is. */
  private valueUnkept(node: AnyNode, bound: AnyNode, isKeptInPlace: boolean): string | null {
    if (bound.type === 'Super') return node.type === 'CallExpression' && node.callee === bound ? 'void 0' : 'this';
    // What is called in its place must stand there as it is written.
    if (isKeptInPlace && node.type === 'CallExpression' && bound.start >= node.callee.start && bound.end <= node.callee.end)
      return 'void 0';
    if (isTypeOf(node) && bound.type === 'Identifier' && !this.isDeclared(bound))
      return `typeof ${bound.name}==="undefined"?void 0:${bound.name}`;
    // A place is not read before it is stored to, but for a variable that is counted up or down.
    const isTarget =
      this.unread.has(bound) || bound.type.endsWith('Pattern') || (node.type === 'AssignmentExpression' && node.left === bound);
    const isCounted = node.type === 'UpdateExpression' && bound.type === 'Identifier';
    if (isCounted) return this.isDeclared(bound) ? bound.name : 'void 0';
    return isTarget ? 'void 0' : null;
  }

  /** Whether the chain that an expression begins goes on behind it, and may leave out both: alone it would not leave out the rest. */
  private isCutOff(bound: AnyNode): boolean {
    if (!isInChain(bound)) return false;
    return pathTo(this.ctx.program, bound.start).some(
      ({ type, start, end }) => type === 'ChainExpression' && start === bound.start && end > bound.end,
    );
  }

  private isDeclared(name: Extract<AnyNode, { type: 'Identifier' }>): boolean {
    return this.ctx.scopes.bindingAt.has(name.start) && !this.isInWith(name);
  }

  private isInWith(node: AnyNode): boolean {
    if (!this.ctx.mayHoldWith) return false;
    return pathTo(this.ctx.program, node.start).some((one) => one.type === 'WithStatement' && one.body.start <= node.start);
  }

  /** Keeps a value as it is evaluated. A function that has no name must not get that of the hidden variable. */
  private keepValue(bound: AnyNode, temporary: string, node: AnyNode): void {
    const [before, after] = asArgument(bound);
    this.later(bound, `(${temporary}=${before}`, `${after})`);
    if (takesName(bound) && namedByTarget(node, bound) === null) this.later(bound, '(0,', ')');
  }

  /** Whether an expression is made where it stands, so that `instead` is not possible: what the runtime can't make. */
  private isKeptInPlace(node: AnyNode): boolean {
    switch (node.type) {
      case 'CallExpression': {
        const { callee } = node;
        if (callee.type === 'Super') return true;
        if (callee.type === 'Identifier') return callee.name === 'eval' || this.isInWith(callee);
        return isChainOfMember(callee) && isInChain(callee.expression.object);
      }
      case 'MemberExpression':
        return node.object.type === 'Super' || node.property.type === 'PrivateIdentifier';
      default:
        return !isOperation(node) && node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression';
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
    // A chain that is called or deleted as a whole must stay one.
    if (found === null || this.chains.has(found.chain) || this.unread.has(found.chain)) return null;
    if (node.type === 'MemberExpression' && node.property.type === 'PrivateIdentifier') return null;
    this.chains.add(found.chain);
    return found;
  }

  /** The chains of which a part was handed over: of each one part is. */
  private readonly chains = new Set<AnyNode>();

  /** `a?.m(x).rest` as `(t = a) == null ? void 0 : (the call of t.m, handed over).rest`. */
  private handOverChained(node: Operation, { chain, links, last }: ChainedMatch, { about, rest, spanning }: HandedOver, host: Host): void {
    const { edits, text } = this.ctx;
    const callee = node.type === 'MemberExpression' ? node : node.callee;
    const link = links.at(-1);
    if (link === undefined) return;
    edits.after(chain.end, ')'.repeat(links.length));
    const bases = new Map<AnyNode, string>();
    let kept = this.ctx.temporary(host);
    edits.before(node.start, `((${kept}=`);
    const keeps = [...spanning];
    let receiver = 'void 0';
    if (node.type === 'CallExpression' && callee.type === 'MemberExpression') {
      const { object } = callee;
      const known = spanning.find(([bound]) => bound === object);
      const isBase = links.some(({ base }) => base === object);
      if (object.type === 'Super') receiver = 'this';
      else if (known !== undefined) receiver = known[1];
      else if (!isBase) {
        receiver = this.ctx.temporary(host);
        if (object.end > (links[0]?.token ?? node.end)) keeps.push([object, receiver]);
        else this.keepValue(object, receiver, node);
      }
    }
    // Those that end later are around the others.
    keeps.sort(([one], [other]) => other.end - one.end);
    /** What is kept of what begins with what was kept, up to the next link. */
    const keeping = (token: number, next: number): string => {
      const mine = keeps.filter(([bound]) => bound.end > token && bound.end <= next);
      for (const [bound] of mine) edits.after(bound.end, ')');
      return mine.map(([, temporary]) => `(${temporary}=`).join('');
    };
    for (const [at, { base, token, isComputed }] of links.slice(0, -1).entries()) {
      const next = this.ctx.temporary(host);
      const opening = keeping(token, links[at + 1]?.token ?? node.end);
      edits.replace(text, token, token + '?.'.length, `)==null?void 0:((${next}=${opening}${kept}${isComputed ? '' : '.'}`);
      bases.set(base, kept);
      kept = next;
    }
    const { base, token, isComputed } = link;
    bases.set(base, kept);
    const going = `)==null?void 0:`;
    if (node.type === 'CallExpression') {
      if (receiver === 'void 0' && callee.type === 'MemberExpression') receiver = bases.get(callee.object) ?? receiver;
      const shown = JSON.stringify(shownExpression(callee));
      const opening = `${going}__w_ruleApply(${about},${shown},`;
      if (last === 'call') {
        edits.replace(text, token, token + '?.'.length, `${opening}${kept}`);
        return this.handOverArguments(node, tokenOffset(text, token + '?.'.length, '('), receiver, rest);
      }
      edits.replace(text, token, token + '?.'.length, `${opening}${keeping(token, node.end)}${kept}${isComputed ? '' : '.'}`);
      return this.handOverArguments(node, parenthesis(text, callee.end, node), receiver, rest);
    }
    const reading = `${going}__w_ruleRead(${about},`;
    if (last === 'earlier') {
      edits.replace(text, token, token + '?.'.length, `${reading}${keeping(token, node.end)}${kept}${isComputed ? '' : '.'}`);
      if (node.type === 'MemberExpression') this.splitMember(node);
    } else if (node.type === 'MemberExpression') {
      const bracket = node.computed ? tokenOffset(text, token + '?.'.length, '[') : token;
      edits.replace(text, token, token + '?.'.length, `${reading}${kept},`);
      if (node.computed) {
        edits.replace(text, bracket, bracket + 1, '(');
        edits.replace(text, node.end - 1, node.end, ')');
      } else if (node.property.type === 'Identifier')
        edits.replace(text, node.property.start, node.property.end, JSON.stringify(node.property.name));
    }
    edits.after(node.end, rest);
  }

  /** `f(x)` and `o.m(x)`: the function is read here, as the language does it before the arguments, and called there. */
  private handOverCall(node: Extract<AnyNode, { type: 'CallExpression' }>, about: string, rest: string, host: Host): void {
    const { edits, text } = this.ctx;
    const { callee } = node;
    edits.before(node.start, `__w_ruleApply(${about},${JSON.stringify(shownExpression(callee))},`);
    const receiver = this.receiverKept(inner(callee), node, host);
    this.handOverArguments(node, parenthesis(text, callee.end, node), receiver, rest);
  }

  /** Keeps the receiver of a member that is called; the code that gives it. */
  private receiverKept(callee: AnyNode, node: AnyNode, host: Host): string {
    if (callee.type !== 'MemberExpression') return 'void 0';
    if (callee.object.type === 'Super') return 'this';
    const receiver = this.ctx.temporary(host);
    this.keepValue(callee.object, receiver, node);
    return receiver;
  }

  /** The arguments of a call as a list behind the receiver. */
  private handOverArguments(node: Extract<AnyNode, { type: 'CallExpression' }>, open: number, receiver: string, rest: string): void {
    const { edits, text } = this.ctx;
    const [before, after] = listSigns(node.arguments);
    edits.replace(text, open, open + 1, `,${receiver},${before}`);
    edits.replace(text, node.end - 1, node.end, after + rest);
  }

  private handOverNew(node: Extract<AnyNode, { type: 'NewExpression' }>, about: string, rest: string): void {
    const { edits, text } = this.ctx;
    const { callee } = node;
    edits.before(node.start, `__w_ruleMake(${about},${JSON.stringify(shownExpression(callee))},`);
    edits.replace(text, node.start, node.start + 'new'.length, '');
    const [before, after] = asArgument(callee);
    edits.wrap(callee.start, callee.end, before, after);
    const open = tokenOffset(text, callee.end, '(');
    if (open >= node.end || text[node.end - 1] !== ')') return edits.after(node.end, `,[]${rest}`);
    const [opening, closing] = listSigns(node.arguments);
    const from = parenthesis(text, callee.end, node);
    edits.replace(text, from, from + 1, `,${opening}`);
    edits.replace(text, node.end - 1, node.end, closing + rest);
  }

  private handOverMember(node: Extract<AnyNode, { type: 'MemberExpression' }>, opening: string, rest: string): void {
    // Behind `new` a call would end what is made.
    const [before, after] = this.isMadeFrom(node) ? ['(', ')'] : ['', ''];
    this.ctx.edits.before(node.start, before + opening);
    this.splitMember(node);
    this.ctx.edits.after(node.end, rest + after);
  }

  /** Whether what `new` makes an object of begins with a node. */
  private isMadeFrom(node: AnyNode): boolean {
    return pathTo(this.ctx.program, node.start).some(
      (one) => one.type === 'NewExpression' && one.callee.start === node.start && one.callee.end >= node.end,
    );
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
    edits.wrap(start, end, `__w_ruleOperate(${about},${JSON.stringify(operator)},`, rest);
    edits.replace(text, at, at + operator.length, ',');
    const [before, after] = asArgument(right);
    edits.wrap(right.start, right.end, before, after);
  }

  /** An expression that is made where it stands. The runtime is called before it, with what is evaluated last in it, and behind it. */
  private putAround(node: AnyNode, about: string, rest: string, restBefore = rest): void {
    const { edits } = this.ctx;
    const [open, close] = this.isMadeFrom(node) ? ['(', ')'] : ['', ''];
    const operand = this.lastOperand(node);
    const nothing = operand === null ? `(__w_ruleBefore(${about},void 0${restBefore},` : '';
    edits.wrap(node.start, node.end, `${open}__w_ruleAfter(${about},${nothing}`, `${operand === null ? ')' : ''}${rest}${close}`);
    if (operand === null) return;
    const [before, after] = asArgument(operand);
    this.later(operand, `__w_ruleBefore(${about},${before}`, after + restBefore);
    const name = namedByTarget(node, operand);
    if (name !== null) this.inmost.set(operand, named(operand, name));
  }

  /** What is evaluated last before an expression is made, and can be handed on; null where there is nothing of that kind. */
  private lastOperand(node: AnyNode): AnyNode | null {
    const ofMember = (member: AnyNode): AnyNode | null => {
      if (member.type !== 'MemberExpression') return null;
      if (member.computed) return member.property;
      return member.object.type === 'Super' ? null : member.object;
    };
    switch (node.type) {
      case 'AssignmentExpression':
        return node.right;
      case 'LogicalExpression':
        return node.left;
      case 'MemberExpression':
        return ofMember(node);
      case 'UpdateExpression':
        return ofMember(node.argument);
      case 'UnaryExpression':
        if (node.operator === 'delete') return ofMember(node.argument);
        return isTypeOf(node) && node.argument.type === 'Identifier' ? null : node.argument;
      case 'CallExpression': {
        const last = node.arguments.at(-1);
        if (last === undefined || (node.callee.type === 'Identifier' && node.callee.name === 'eval')) return null;
        return last.type === 'SpreadElement' ? last.argument : last;
      }
      default:
        return null;
    }
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
  unary: /^U(?:nary|pdate)Expression$/,
};

function isKindOf({ shape }: WatchedPattern, node: AnyNode): boolean {
  return kinds[shape.kind]?.test(node.type) === true;
}

function isOperation(node: AnyNode): node is Operation {
  return node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'MemberExpression';
}

/** Nodes of a text that are stored to, deleted or called as a method: what stands there is no value that is read. */
function placesIn(program: AnyNode): ReadonlySet<AnyNode> {
  const places = new Set<AnyNode>();
  const add = (given: AnyNode): void => {
    places.add(given);
    if (given.type === 'ChainExpression') places.add(given.expression);
  };
  walk(program, (node) => {
    switch (node.type) {
      case 'AssignmentExpression':
        return patternTargets(node.left).forEach(add);
      case 'ForInStatement':
      case 'ForOfStatement':
        return node.left.type === 'VariableDeclaration' ? undefined : patternTargets(node.left).forEach(add);
      case 'UpdateExpression':
        return add(node.argument);
      case 'UnaryExpression':
        return node.operator === 'delete' ? add(node.argument) : undefined;
      case 'CallExpression':
        return inner(node.callee).type === 'MemberExpression' ? add(node.callee) : undefined;
      case 'TaggedTemplateExpression':
        return inner(node.tag).type === 'MemberExpression' ? add(node.tag) : undefined;
    }
  });
  return places;
}

function isTypeOf(node: AnyNode): node is Extract<AnyNode, { type: 'UnaryExpression' }> {
  return node.type === 'UnaryExpression' && node.operator === 'typeof';
}

/** The name that a function or class gets from the variable that it is assigned to; null where it gets none. */
function namedByTarget(node: AnyNode, value: AnyNode): string | null {
  if (node.type !== 'AssignmentExpression' || node.right !== value || !takesName(value)) return null;
  const isNaming = node.left.type === 'Identifier' && node.left.start === node.start && /^(?:\|\||&&|\?\?)?=$/.test(node.operator);
  return isNaming && node.left.type === 'Identifier' ? node.left.name : null;
}

/** The signs around arguments that become a list. What is spread is spread into a call, as it was. */
function listSigns(given: readonly AnyNode[]): readonly [string, string] {
  return given.some(({ type }) => type === 'SpreadElement') ? ['__w_ruleList(', ')'] : ['[', ']'];
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
