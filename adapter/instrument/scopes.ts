import type { ClassDeclaration, ClassExpression, Identifier } from 'acorn';
import { childrenOf, isFunction, isScript, type AnyNode, type FunctionNode, type Program } from './tree.js';

/** A part of the text in which names are declared. Its `node` is what it belongs to; a function has one for parameters and body alike. */
export interface Scope {
  readonly node: ScopeNode;
  readonly parent: Scope | null;
  /** The function, or the program, that it is in. */
  readonly home: FunctionNode | Program;
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** Most blocks declare nothing: these share one map. */
interface OpenScope extends Scope {
  bindings: Map<string, Binding>;
}

const nothingDeclared = new Map<string, Binding>();

type ScopeNode = AnyNode;

export type BindingKind = 'parameter' | 'var' | 'let' | 'const' | 'function' | 'class' | 'catch' | 'import' | 'self' | 'arguments';

/** One declared name. Each entry of its scope makes a new variable of it. */
export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly scope: Scope;
  /** Where its name is declared; a `var` may have several. */
  readonly declarations: Identifier[];
  readonly references: Reference[];
  /** Whether its name is written where a `with` may mean a property by it. */
  isObscured: boolean;
  /** Whether functions that are declared in blocks are stored in it, in sloppy mode, where control comes to them (ECMA-262, B.3.3). */
  isOfBlocks: boolean;
}

/** By what a variable is known outside its text: where its name is first declared. */
export function declarationOf({ declarations }: Binding): number {
  return declarations[0]?.start ?? 0;
}

export interface Reference {
  readonly node: Identifier;
  readonly home: FunctionNode | Program;
  readonly isWrite: boolean;
}

/** Every declared name of a text, and what each name in it refers to. Names that are declared nowhere are global. */
export interface Scopes {
  readonly bindings: readonly Binding[];
  /** By the offset of the name. */
  readonly bindingAt: ReadonlyMap<number, Binding>;
  /** The offsets of names that are written where a `with` may mean a property by them. */
  readonly obscuredWrites: ReadonlySet<number>;
  /** Of functions that are declared in blocks, by where they begin: the variable outside that each is stored in. */
  readonly ofBlocks: ReadonlyMap<number, Binding>;
  /** The scope that a node opens, of a function the one with its parameters; undefined when it opens none. */
  scopeOf(node: AnyNode): Scope | undefined;
  /** The binding that `name` means at an offset; undefined for a global. */
  lookUp(name: string, offset: number): Binding | undefined;
}

/** Of some names alone, and of what is written where they may be: the rest is not walked through. */
export interface WantedNames {
  readonly names: ReadonlySet<string>;
  readonly places: { isIn(node: AnyNode): boolean } | null;
}

/** `wanted`: null: all names. `isModule`: where a text was parsed as a module that may be none. */
export function scopesOf(program: Program, wanted: WantedNames | null = null, isModule = program.sourceType === 'module'): Scopes {
  const finder = new ScopeFinder(program, wanted, isModule);
  return finder.result;
}

/** The names that a pattern binds or writes: its identifiers that are targets. */
export function patternTargets(pattern: AnyNode): readonly AnyNode[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => patternTargets(property.type === 'RestElement' ? property.argument : property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : patternTargets(element)));
    case 'AssignmentPattern':
      return patternTargets(pattern.left);
    case 'RestElement':
      return patternTargets(pattern.argument);
    default:
      return [pattern];
  }
}

class ScopeFinder {
  private readonly bindings: Binding[] = [];
  private readonly scopes: Scope[] = [];
  private readonly bindingAt = new Map<number, Binding>();
  private readonly pending: { readonly node: Identifier; readonly scope: Scope; readonly isWrite: boolean }[] = [];
  /** The bodies of statements `with`. */
  private readonly obscured: AnyNode[] = [];
  private readonly obscuredWrites = new Set<number>();
  private readonly ofBlocks = new Map<number, Binding>();
  private readonly blockFunctions: {
    readonly node: FunctionNode;
    readonly id: Identifier;
    readonly scope: Scope;
    readonly isAlone: boolean;
  }[] = [];
  private isStrict: boolean;
  private readonly isScript: boolean;

  constructor(
    program: Program,
    private readonly wanted: WantedNames | null,
    isModule: boolean,
  ) {
    this.isScript = isScript(program);
    this.isStrict = isModule || isStrictBody(program.body);
    const scope = this.open(program, null, program);
    for (const statement of program.body) this.visit(statement, scope);
    for (const one of this.blockFunctions) this.store(one.node, one.id, one.scope, one.isAlone);
    for (const { node, scope: from, isWrite } of this.pending) this.resolve(node, from, isWrite);
  }

  get result(): Scopes {
    const { bindings, bindingAt, obscuredWrites, ofBlocks, scopes } = this;
    let byNode: Map<AnyNode, Scope> | undefined;
    return {
      bindings,
      bindingAt,
      obscuredWrites,
      ofBlocks,
      scopeOf: (node) => (byNode ??= new Map(scopes.map((scope) => [scope.node, scope]))).get(node),
      lookUp: (name, offset) => {
        let scope: Scope | null = scopes[0] ?? null;
        for (const inner of scopes) if (inner.node.start <= offset && offset < inner.node.end) scope = inner; // outer ones come first
        return lookUp(scope, name);
      },
    };
  }

  private open(node: ScopeNode, parent: Scope | null, home: FunctionNode | Program): Scope {
    const scope: Scope = { node, parent, home, bindings: nothingDeclared };
    this.scopes.push(scope);
    return scope;
  }

  private declare(scope: Scope, name: Identifier, kind: BindingKind): void {
    if (!this.isWanted(name) || (this.isScript && scope.parent === null && isOfRealm(kind))) return;
    let binding = scope.bindings.get(name.name);
    if (binding === undefined) {
      if (scope.bindings === nothingDeclared) (scope as OpenScope).bindings = new Map();
      binding = { name: name.name, kind, scope, declarations: [], references: [], isObscured: false, isOfBlocks: false };
      (scope as OpenScope).bindings.set(name.name, binding);
      this.bindings.push(binding);
    }
    binding.declarations.push(name);
    this.bindingAt.set(name.start, binding);
  }

  private isWanted({ name }: Identifier): boolean {
    return this.wanted === null || this.wanted.names.has(name);
  }

  /** What a name refers to is known when all are declared. */
  private refer(node: Identifier, scope: Scope, isWrite: boolean): void {
    if (this.isWanted(node)) this.pending.push({ node, scope, isWrite });
  }

  private resolve(node: Identifier, from: Scope, isWrite: boolean): void {
    const binding = lookUp(from, node.name);
    const isObscured =
      isWrite && this.obscured.some((body) => isIn(node, body) && (binding === undefined || !isIn(binding.scope.node, body)));
    if (isObscured) this.obscuredWrites.add(node.start);
    if (binding === undefined) return;
    if (isObscured) binding.isObscured = true;
    binding.references.push({ node, home: from.home, isWrite });
    this.bindingAt.set(node.start, binding);
  }

  private visit(node: AnyNode, scope: Scope): void {
    if (this.wanted?.places?.isIn(node) === false) return;
    if (isFunction(node)) return this.visitFunction(node, scope);
    switch (node.type) {
      case 'Identifier':
        this.refer(node, scope, false);
        return;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          if (node.kind === 'var') this.bindPattern(id, scope, 'var', variableScope(scope));
          else this.bindPattern(id, scope, node.kind === 'let' ? 'let' : 'const');
          if (init) this.visit(init, scope);
        }
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.visitClass(node, scope);
      case 'BlockStatement':
      case 'SwitchStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'StaticBlock': {
        const inner = this.open(node, scope, scope.home);
        if ('left' in node && node.left.type !== 'VariableDeclaration') this.visitPattern(node.left, inner);
        for (const child of childrenOf(node))
          if (!('left' in node) || child !== node.left || child.type === 'VariableDeclaration') this.visit(child, inner);
        return;
      }
      case 'CatchClause': {
        const inner = this.open(node, scope, scope.home);
        if (node.param) this.bindPattern(node.param, inner, 'catch');
        this.visit(node.body, inner);
        return;
      }
      case 'AssignmentExpression':
        this.visitPattern(node.left, scope);
        this.visit(node.right, scope);
        return;
      case 'UpdateExpression':
        this.visitPattern(node.argument, scope);
        return;
      case 'MemberExpression':
        this.visit(node.object, scope);
        if (node.computed) this.visit(node.property, scope);
        return;
      case 'Property':
      case 'PropertyDefinition':
      case 'MethodDefinition':
        if (node.computed) this.visit(node.key, scope);
        if (node.value) this.visit(node.value, scope);
        return;
      case 'IfStatement':
        for (const child of childrenOf(node)) {
          // As if it stood in a block of its own.
          if (child.type === 'FunctionDeclaration') this.visitFunction(child, scope, true);
          else this.visit(child, scope);
        }
        return;
      case 'LabeledStatement':
        this.visit(node.body, scope);
        return;
      case 'WithStatement':
        this.obscured.push(node.body);
        for (const child of childrenOf(node)) this.visit(child, scope);
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return;
      case 'ImportDeclaration':
        for (const { local } of node.specifiers) this.declare(scope, local, 'import');
        return;
      case 'ExportNamedDeclaration':
        if (node.declaration) this.visit(node.declaration, scope);
        else if (!node.source) for (const { local } of node.specifiers) if (local.type === 'Identifier') this.visit(local, scope);
        return;
      case 'ExportAllDeclaration':
        return;
      case 'ExportDefaultDeclaration':
        if (!/^(?:Function|Class)Declaration$/.test(node.declaration.type)) this.declare(scope, defaultOf(node), 'const');
        this.visit(node.declaration, scope);
        return;
      default:
        for (const child of childrenOf(node)) this.visit(child, scope);
    }
  }

  private visitFunction(node: FunctionNode, outer: Scope, isAlone = false): void {
    const wasStrict = this.isStrict;
    const isPlain = node.async !== true && node.generator !== true;
    if (node.type === 'FunctionDeclaration' && node.id) {
      if (!isAlone) this.declare(outer, node.id, 'function');
      const isInBlock = isAlone || (outer.node !== outer.home && outer.node.type !== 'StaticBlock');
      if (isInBlock && isPlain && !wasStrict && this.isWanted(node.id))
        this.blockFunctions.push({ node, id: node.id, scope: outer, isAlone });
    }
    if (node.body.type === 'BlockStatement') this.isStrict ||= isStrictBody(node.body.body);
    this.visitInside(node, outer);
    this.isStrict = wasStrict;
  }

  /** A function that is declared in a block is a variable of the function around too, unless a name between hides that. */
  private store(node: FunctionNode, id: Identifier, scope: Scope, isAlone: boolean): void {
    const target = variableScope(scope);
    for (let at = isAlone ? scope : scope.parent; at !== null; at = at.parent) {
      const kind = at.bindings.get(id.name)?.kind;
      if (at === target && (kind === undefined || kind === 'var' || kind === 'function')) break;
      if (kind !== undefined && kind !== 'self' && !(at !== target && isSimpleCatch(at, kind))) return;
      if (at === target) break;
    }
    // The name itself is the variable of the block.
    const name = { ...id, start: isAlone ? id.start : node.start };
    if (!target.bindings.has(id.name)) this.declare(target, name, 'var');
    const binding = target.bindings.get(id.name);
    if (binding === undefined) return;
    binding.isOfBlocks = true;
    binding.references.push({ node: name, home: scope.home, isWrite: true });
    this.ofBlocks.set(node.start, binding);
  }

  private visitInside(node: FunctionNode, outer: Scope): void {
    let around = outer;
    if (node.type === 'FunctionExpression' && node.id) {
      around = this.open(node, outer, node);
      this.declare(around, node.id, 'self');
    }
    const scope = this.open(node, around, node);
    for (const parameter of node.params) this.bindPattern(parameter, scope, 'parameter');
    if (node.body.type === 'BlockStatement') for (const statement of node.body.body) this.visit(statement, scope);
    else this.visit(node.body, scope);
  }

  private visitClass(node: ClassDeclaration | ClassExpression | Extract<AnyNode, { type: 'ClassDeclaration' }>, outer: Scope): void {
    if (node.type === 'ClassDeclaration' && node.id) this.declare(outer, node.id, 'class');
    const wasStrict = this.isStrict;
    this.isStrict = true;
    const scope = this.open(node, outer, outer.home);
    if (node.type === 'ClassExpression' && node.id) this.declare(scope, node.id, 'self');
    if (node.superClass) this.visit(node.superClass, scope);
    for (const member of node.body.body) this.visit(member, scope);
    this.isStrict = wasStrict;
  }

  /** Declares the names of a pattern, which stands in `scope`, and resolves what is in it. */
  private bindPattern(pattern: AnyNode, scope: Scope, kind: BindingKind, declaredIn = scope): void {
    for (const target of patternTargets(pattern)) if (target.type === 'Identifier') this.declare(declaredIn, target, kind);
    this.visitPattern(pattern, scope);
  }

  /** Targets are writes, the rest of a pattern (defaults, computed keys, objects of members) is read. */
  private visitPattern(pattern: AnyNode, scope: Scope): void {
    switch (pattern.type) {
      case 'Identifier':
        this.refer(pattern, scope, true);
        return;
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') this.visitPattern(property.argument, scope);
          else {
            if (property.computed) this.visit(property.key, scope);
            this.visitPattern(property.value, scope);
          }
        }
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element !== null) this.visitPattern(element, scope);
        return;
      case 'AssignmentPattern':
        this.visitPattern(pattern.left, scope);
        this.visit(pattern.right, scope);
        return;
      case 'RestElement':
        this.visitPattern(pattern.argument, scope);
        return;
      default:
        this.visit(pattern, scope);
    }
  }
}

/** What a module exports as `default`, as the value of an expression, is a variable that nothing else writes (ECMA-262, 16.2.3.7). */
function defaultOf({ start, declaration }: Extract<AnyNode, { type: 'ExportDefaultDeclaration' }>): Identifier {
  return { type: 'Identifier', name: defaultExport, start, end: declaration.start };
}

/** No name in a text is this word. */
export const defaultExport = 'default';

/** `var` may be declared beside what is caught, where that is one name. */
function isSimpleCatch({ node }: Scope, kind: BindingKind): boolean {
  return kind === 'catch' && node.type === 'CatchClause' && node.param?.type === 'Identifier';
}

/** What a script declares so are properties of the global object. */
function isOfRealm(kind: BindingKind): boolean {
  return kind === 'var' || kind === 'function';
}

function isStrictBody(statements: readonly AnyNode[]): boolean {
  for (const statement of statements) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) return false;
    if (statement.directive === 'use strict') return true;
  }
  return false;
}

function lookUp(from: Scope | null, name: string): Binding | undefined {
  for (let scope = from; scope !== null; scope = scope.parent) {
    const binding = scope.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** Where a `var` declared in `scope` belongs. */
function variableScope(scope: Scope): Scope {
  let current = scope;
  while (current.parent !== null && current.node !== current.home && current.node.type !== 'StaticBlock') current = current.parent;
  return current;
}

function isIn(node: AnyNode, body: AnyNode): boolean {
  return body.start <= node.start && node.end <= body.end;
}
