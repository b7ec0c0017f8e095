import { probeArguments } from './calls.js';
import type { Context, Host } from './context.js';
import type { Mapping } from './mapping.js';
import { isPrototypeOfClass, putMethods } from './putMethods.js';
import { defaultName, isClassCalled, isSuperCalled, type WatchedClass } from './rulesPlan.js';
import { isFunction, tokenOffset, type AnyNode, type FunctionNode } from './tree.js';

/** Probes of rules over live objects: where objects enter a set, where containers change, and where methods begin and end. */

export type ClassNode = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>;

/** Finds the classes and places of one text that rules speak of, and puts their probes there. */
export class RuleProbes {
  /** The methods that say when they run, by their functions: the number of their class. */
  private readonly methods = new Map<AnyNode, number>();
  private readonly here: readonly WatchedClass[];

  constructor(
    private readonly ctx: Context,
    private readonly mapping: Mapping | null,
  ) {
    const { plan, path } = ctx;
    const isHere = ({ paths, folder }: WatchedClass): boolean =>
      mapping !== null || paths.includes(path) || (folder !== null && path.startsWith(folder));
    this.here = plan.rules?.classes.filter(isHere) ?? [];
  }

  /** Puts the probes of assertion comments where they have to be. It comes before all else: they are around what others put in. */
  probeAssertions(): void {
    const { ctx } = this;
    for (const { rule, paths, length, points } of ctx.plan.rules?.assertions ?? []) {
      if (ctx.text.length !== length || !paths.includes(ctx.path)) continue;
      for (const { start, end, probes } of points) {
        const site = ctx.site('condition', { start, end }, null);
        for (const { offset, side, code } of probes) {
          const text = code.replace('$site', `${site},${rule}`);
          if (side === 'opening') ctx.edits.opening(offset, text);
          else if (side === 'before') ctx.edits.before(offset, text);
          else ctx.edits.after(offset, text);
        }
      }
    }
  }

  /** Called for each node before what is inside of it. */
  probe(node: AnyNode, parent: AnyNode, host: Host): void {
    if (this.ctx.plan.rules === null) return;
    switch (node.type) {
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.probeClass(node, parent);
      case 'NewExpression':
        this.probeMade(node);
        return this.probeNew(node);
      case 'VariableDeclarator':
        if (node.id.type === 'Identifier' && node.init) this.probeMadeClass([node.id.name], node.init, host);
        return;
      case 'ExportDefaultDeclaration':
        return this.probeMadeClass([defaultName], node.declaration, host);
      case 'AssignmentExpression':
        if (node.operator === '=') this.probeMadeClass(namesOfTarget(node.left), node.right, host);
        return this.probePrototype(node);
      case 'ObjectExpression':
        this.probeMade(node);
        if (givesPrototype(node) && this.ctx.plan.rules.classes.length > 0) this.wrapNew(node);
        return;
      case 'ArrayExpression':
        return this.probeMade(node);
      case 'CallExpression':
        this.notePutMethods(node);
        this.probeMade(node);
        return this.probeNative(node);
      case 'AwaitExpression':
      case 'YieldExpression':
        return this.probeWaiting(node, host);
      case 'CatchClause':
        return this.probeCatch(node, host);
    }
  }

  /** A function is about to be visited: a class that is written as one, or a method. */
  probeFunction(node: FunctionNode): void {
    if (this.ctx.plan.rules === null) return;
    if (node.type === 'FunctionDeclaration' && node.id) this.probeOldClass(node, node.id.name);
    const home = this.methods.get(node);
    if (home === undefined) return;
    if (node.body.type === 'BlockStatement' && !declaresFunctions(node)) this.probeMethod(node, home);
    else this.methods.delete(node);
  }

  private probeClass(node: ClassNode, parent: AnyNode): void {
    const { ctx } = this;
    const names = namesOf(node, parent);
    const watched = this.here.filter((one) => this.isCalled(one, names, node));
    const parts: string[] = [];
    if (watched.length > 0) parts.push(...watched.map(({ id }) => `__w_ruleClass(${id},this);`));
    for (const name of ctx.plan.rules?.privates ?? [])
      if (declaresPrivate(node, name))
        parts.push(`__w_rulePrivate(this,${JSON.stringify(name)},${JSON.stringify(ctx.path)},${node.start},o=>o.${name});`);
    if (ctx.plan.rules?.methods === true && (watched.length > 0 || node.superClass || this.mayBeSuper(names))) {
      const home = this.homeOfClass(node, names);
      parts.push(`__w_ruleHome(${home},this);`);
      for (const member of node.body.body)
        if (member.type === 'StaticBlock') this.probeStaticBlock(member, home);
        else if ((member.type === 'MethodDefinition' || member.type === 'PropertyDefinition') && member.value)
          this.methods.set(member.value, home);
    }
    if (parts.length > 0) ctx.edits.declaring(node.body.start + 1, `static{${parts.join('')}}`);
  }

  /** What a module gives the name of a class of rules, where it is no class that is written there: a function may make it. */
  private probeMadeClass(names: readonly string[], value: AnyNode, host: Host): void {
    if (host.node.type !== 'Program' || isFunction(value) || value.type === 'ClassExpression' || value.type === 'ClassDeclaration') return;
    for (const { id } of this.here.filter((one) => this.isCalled(one, names, value)))
      this.ctx.edits.wrap(value.start, value.end, `__w_ruleClassValue(${id},`, ')');
  }

  private isCalled(watched: WatchedClass, names: readonly string[], node: AnyNode): boolean {
    if (isClassCalled(watched, names, [this.ctx.path])) return true;
    if (this.mapping === null) return false;
    const { line, column } = this.ctx.lines.positionOf(node.start);
    const source = this.mapping(line, column, column + node.end - node.start);
    return source !== null && isClassCalled({ ...watched, folder: null }, names, [source.path]);
  }

  private mayBeSuper(names: readonly string[]): boolean {
    const { plan, path } = this.ctx;
    return plan.rules?.classes.some((one) => isSuperCalled(one, names, path)) === true;
  }

  /** A class as compilers write it for old engines, and as it was written before there were classes. */
  private probeOldClass(node: FunctionNode, name: string): void {
    const { ctx } = this;
    const watched = this.here.filter((one) => this.isCalled(one, [name], node));
    if (watched.length === 0 && !this.isOldKin(name)) return;
    const parts = watched.map(({ id }) => `__w_ruleClass(${id},${name});`);
    if (ctx.plan.rules?.methods === true) {
      const home = this.homeNamed(name);
      parts.push(`__w_ruleHome(${home},${name});`);
      this.methods.set(node, home);
    }
    if (parts.length > 0) ctx.edits.after(node.end, `;${parts.join('')}`);
  }

  /** Whether a class that is written as a function may be a superclass of one that is watched, or says that it extends another. */
  private isOldKin(name: string): boolean {
    const own = name.replaceAll('$', '\\$');
    return (
      this.mayBeSuper([name]) ||
      new RegExp(`\\b${own}\\.prototype\\s*[=,]\\s*[^{]|(?:inherits|[eE]xtends)\\(\\s*${own}\\s*,`).test(this.ctx.text)
    );
  }

  /** The home of a class that is written as one. */
  private homeOfClass(node: ClassNode, names: readonly string[]): number {
    const [name = defaultName] = names;
    // Of two classes with one name each has its own.
    const home = this.takenHomes.has(name) ? this.ctx.site('method', node, null) : this.homeNamed(name);
    this.takenHomes.add(name);
    for (const other of names) if (!this.namedHomes.has(other)) this.namedHomes.set(other, home);
    return home;
  }

  private readonly takenHomes = new Set<string>();

  /** The home of the class with this name: functions that are put on it may come before it. */
  private homeNamed(name: string): number {
    const known = this.namedHomes.get(name) ?? this.ctx.site('method', this.ctx.program, null);
    this.namedHomes.set(name, known);
    return known;
  }

  private readonly namedHomes = new Map<string, number>();

  /** What an expression puts on a class whose methods count is one of them. */
  private notePutMethods(node: AnyNode): void {
    if (this.ctx.plan.rules?.methods !== true) return;
    const put = putMethods(node);
    if (put === null) return;
    const { name, functions } = put;
    const isOne = this.namedHomes.has(name) || this.here.some((one) => isClassCalled(one, [name], [this.ctx.path])) || this.isOldKin(name);
    if (isOne) for (const each of functions) this.methods.set(each, this.homeNamed(name));
  }

  private probeMethod(node: FunctionNode, home: number): void {
    const { edits } = this.ctx;
    const start = afterDirectives(node);
    edits.opening(start, `${start > node.body.start + 1 ? ';' : ''}var ${running}=__w_ruleIn(${home});try{`);
    edits.before(node.body.end - 1, `}finally{${running}&&__w_ruleOut(${home});}`);
  }

  /** It runs as a static method does. What it declares is its own, so it may be in a block. */
  private probeStaticBlock(node: AnyNode, home: number): void {
    const { edits, text } = this.ctx;
    const start = tokenOffset(text, node.start, '{') + 1;
    edits.opening(start, `var ${running}=__w_ruleIn(${home});try{`);
    edits.before(node.end - 1, `}finally{${running}&&__w_ruleOut(${home});}`);
  }

  private probeWaiting(node: Extract<AnyNode, { type: 'AwaitExpression' | 'YieldExpression' }>, host: Host): void {
    const home = this.methods.get(host.node);
    if (home === undefined || (node.type === 'YieldExpression' && node.delegate)) return;
    const { edits } = this.ctx;
    edits.wrap(node.start, node.end, '__w_ruleBack(', `,${running}=__w_ruleIn(${home}))`);
    const leaves = `${running}=__w_ruleOut(${home})`;
    if (node.argument) edits.wrap(node.argument.start, node.argument.end, '__w_ruleBack((', `),${leaves})`);
    else edits.after(node.start + 'yield'.length, ` __w_ruleBack(void 0,${leaves})`);
  }

  /** What was awaited has thrown. */
  private probeCatch(node: Extract<AnyNode, { type: 'CatchClause' }>, host: Host): void {
    const home = this.methods.get(host.node);
    if (home !== undefined && isFunction(host.node) && host.node.async)
      this.ctx.edits.opening(node.body.start + 1, `${running}||=__w_ruleIn(${home});`);
  }

  private probeNew(node: Extract<AnyNode, { type: 'NewExpression' }>): void {
    const { ctx } = this;
    const watched = ctx.plan.rules?.classes ?? [];
    if (watched.length === 0) return;
    const { callee } = node;
    if (callee.type === 'Identifier' && ownClasses.has(callee.name) && !watched.some(({ name }) => name === callee.name)) return;
    const isLeftOut = ctx.leavesOut('made', node);
    if (!isLeftOut || ctx.plan.rules?.isPruningChecked === true) this.wrapNew(node, isLeftOut ? { isPruned: true } : {});
  }

  private wrapNew(node: AnyNode, mark: { readonly isPruned?: true } = {}): void {
    const site = this.ctx.site('allocation', node, 'new', { isAfter: true, ...mark });
    this.ctx.edits.wrap(node.start, node.end, `__w_ruleNew(${site},`, ')');
  }

  /** `Sub.prototype = Object.create(Base.prototype)`: what is made there is no object of Base. */
  private probePrototype(node: Extract<AnyNode, { type: 'AssignmentExpression' }>): void {
    const { left, operator, right } = node;
    this.notePutMethods(node);
    if (operator !== '=' || (this.ctx.plan.rules?.classes.length ?? 0) === 0 || !isPrototypeOfClass(left)) return;
    if (right.type === 'Identifier' || right.type === 'MemberExpression') return;
    this.ctx.edits.wrap(right.start, right.end, '__w_rulePrototype(__w_rulePrototypes(),', ')');
  }

  /** An expression on a line whose objects are a set. */
  private probeMade(node: AnyNode): void {
    const { ctx } = this;
    for (const { set, paths, line } of ctx.plan.rules?.sites ?? []) {
      if (node.type === 'CallExpression' && !/^Object\s*\.\s*create\b/.test(ctx.text.slice(node.start, node.callee.end))) continue;
      const own = ctx.lines.positionOf(node.start);
      const source = this.mapping === null ? { path: ctx.path, line: own.line } : this.mapping(own.line, own.column);
      if (source === null || !paths.includes(source.path) || source.line !== line) continue;
      const site = ctx.site('allocation', node, 'new', { isAfter: true });
      ctx.edits.wrap(node.start, node.end, `__w_ruleMade(${site},${set},`, ')');
    }
  }

  /** Calls that may change a container are counted: the stack says which one has. */
  private probeNative(node: Extract<AnyNode, { type: 'CallExpression' }>): void {
    const { ctx } = this;
    const { callee } = node;
    if (!ctx.plan.elements || callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
    if (!changingMethods.has(callee.property.name)) return;
    const { start } = callee.property;
    if (ctx.leavesOut('calls', node)) {
      if (ctx.plan.rules?.isPruningChecked !== true || callee.object.type === 'Super') return;
      const checked = ctx.site('native', { start, end: start }, null, { isAfter: true, isPruned: true });
      return ctx.edits.wrap(callee.object.start, callee.object.end, `__w_ruleReceiver(${checked},`, ')');
    }
    const site = ctx.site('native', { start, end: start }, null, { isAfter: true });
    if (node.optional && node.arguments.length === 0) return;
    probeArguments(ctx, node, `__w_ruleCall(${site},`, `__w_ruleCalls(${site})`);
  }
}

/** The hidden variable that says whether a method is counted as running. */
const running = '__w_r';

/** Methods of the language that change a container. */
const changingMethods: ReadonlySet<string> = new Set(
  'push pop shift unshift splice fill copyWithin sort reverse add set delete clear'.split(' '),
);

/** Classes of the language, of which many objects are made. */
const ownClasses: ReadonlySet<string> = new Set(
  'Map Set WeakMap WeakSet Promise Error TypeError RangeError SyntaxError Date RegExp Array Proxy URL Uint8Array Int32Array Float64Array ArrayBuffer DataView'.split(
    ' ',
  ),
);

/** How a class is called in its text. */
export function namesOf(node: ClassNode, parent: AnyNode): readonly string[] {
  const names: string[] = [];
  if (node.id) names.push(node.id.name);
  if (parent.type === 'ExportDefaultDeclaration') names.push(defaultName);
  if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') names.push(parent.id.name);
  if ((parent.type === 'Property' || parent.type === 'PropertyDefinition') && parent.key.type === 'Identifier') names.push(parent.key.name);
  if (parent.type === 'AssignmentExpression') names.push(...namesOfTarget(parent.left));
  return names;
}

/** The names that a class gets by an assignment. */
function namesOfTarget(target: AnyNode): readonly string[] {
  if (target.type === 'Identifier') return [target.name];
  if (target.type !== 'MemberExpression' || target.property.type !== 'Identifier') return [];
  return [target.property.name === 'exports' ? defaultName : target.property.name];
}

/** Whether a literal says its prototype: `{ __proto__: p }`. */
function givesPrototype({ properties }: Extract<AnyNode, { type: 'ObjectExpression' }>): boolean {
  return properties.some(
    (property) =>
      property.type === 'Property' &&
      property.kind === 'init' &&
      !property.computed &&
      !property.shorthand &&
      !property.method &&
      ((property.key.type === 'Identifier' && property.key.name === '__proto__') ||
        (property.key.type === 'Literal' && property.key.value === '__proto__')),
  );
}

function declaresPrivate(node: ClassNode, name: string): boolean {
  return node.body.body.some(
    (member) => member.type === 'PropertyDefinition' && member.key.type === 'PrivateIdentifier' && `#${member.key.name}` === name,
  );
}

function afterDirectives(node: FunctionNode): number {
  let offset = node.body.start + 1;
  if (node.body.type !== 'BlockStatement') return offset;
  for (const statement of node.body.body) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) break;
    offset = statement.end;
  }
  return offset;
}

/** Whether a body declares functions: in a block, their names would be those of the block alone. Such a method is left as it is. */
export function declaresFunctions({ body }: FunctionNode): boolean {
  return body.type === 'BlockStatement' && body.body.some(({ type }) => type === 'FunctionDeclaration');
}
