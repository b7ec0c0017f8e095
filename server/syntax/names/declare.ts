import ts from 'typescript';
import type { FunctionKind } from '../../ir/program.js';
import type { Span } from '../../base/span.js';
import { Bindings } from './bindings.js';
import { bodyStatements, functionKind, hasParameterExpressions, hasUseStrict } from './functionForms.js';
import { functionName } from './functionNames.js';
import { importedNames } from './importedNames.js';
import { FunctionInfo, Scope, type Form, type FunctionNode, type VariableInfo } from './scopes.js';
import { argumentsAt } from './implicitVariables.js';
import { hasModifier, isAmbient, isPrivateMethod, leftSpine, spanOf, type Source } from '../source.js';

/** First pass over a module: its functions, scopes and the names declared in them. */
export function declareNames(source: Source): Bindings {
  const declarer = new Declarer(source);
  declarer.module();
  return declarer.bindings;
}

class Declarer {
  readonly bindings = new Bindings();

  constructor(private readonly source: Source) {}

  module(): void {
    const file = this.source.file;
    const strict = this.source.isModule || !this.source.isJavaScript || hasUseStrict(file.statements);
    const info = this.newFunction(file, null, 'module', strict, null, { start: 0, end: this.source.text.length });
    this.list(file.statements, info.scope);
  }

  private newFunction(
    node: FunctionNode,
    parent: FunctionInfo | null,
    kind: FunctionKind,
    strict: boolean,
    outer: Scope | null,
    span: Span,
  ): FunctionInfo {
    const { bindings } = this;
    const id = bindings.functions.length;
    const result = bindings.newVariable('%result', id, 'result');
    const exception = bindings.newVariable('%exception', id, 'exception');
    const info = new FunctionInfo(id, node, parent, { kind, name: functionName(node), strict, result, exception }, { outer, span });
    bindings.functions.push(info);
    bindings.functionOf.set(node, info);
    bindings.scopes.set(node, info.scope);
    return info;
  }

  private list(nodes: readonly ts.Node[] | undefined, scope: Scope): void {
    if (nodes === undefined) return;
    for (const node of nodes) this.visit(node, scope);
  }

  private visit(node: ts.Node | undefined, scope: Scope): void {
    let next: ts.Node | undefined = node;
    while (next !== undefined) next = this.visitOne(next, scope);
  }

  private children(node: ts.Node, scope: Scope): undefined {
    ts.forEachChild(node, (child) => this.visit(child, scope));
    return undefined;
  }

  /** Visits a node; the result, if any, is to be visited next in the same scope (for long chains). */
  private visitOne(node: ts.Node, scope: Scope): ts.Node | undefined {
    switch (node.kind) {
      case ts.SyntaxKind.Identifier:
      case ts.SyntaxKind.InterfaceDeclaration:
      case ts.SyntaxKind.TypeAliasDeclaration:
        return undefined;
      case ts.SyntaxKind.ExpressionWithTypeArguments:
        return (node as ts.ExpressionWithTypeArguments).expression;
    }
    if (ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node)) return undefined;
    if (ts.isFunctionLike(node)) {
      this.functionLike(node, scope);
      return undefined;
    }
    if (ts.isClassLike(node)) {
      this.classLike(node, scope);
      return undefined;
    }
    if (ts.isVariableDeclarationList(node)) {
      this.variables(node, scope);
      return undefined;
    }
    if (ts.isBinaryExpression(node)) {
      for (const inner of leftSpine(node, () => true)) {
        if (inner.left.kind !== ts.SyntaxKind.BinaryExpression) this.visit(inner.left, scope);
        this.visit(inner.right, scope);
      }
      return undefined;
    }
    if (ts.isIfStatement(node)) {
      this.visit(node.expression, scope);
      this.visit(node.thenStatement, scope);
      return node.elseStatement;
    }
    return this.statement(node, scope);
  }

  private statement(node: ts.Node, scope: Scope): ts.Node | undefined {
    switch (node.kind) {
      case ts.SyntaxKind.Block: {
        const block = node as ts.Block;
        this.list(block.statements, this.blockScope(node, block.statements, scope));
        return undefined;
      }
      case ts.SyntaxKind.CaseBlock: {
        const { clauses } = node as ts.CaseBlock;
        const declares = clauses.some((clause) => declaresLexically(clause.statements));
        const inner = declares ? this.newScope(node, scope, 'switch') : scope;
        for (const clause of clauses) this.children(clause, inner);
        return undefined;
      }
      case ts.SyntaxKind.ForStatement:
      case ts.SyntaxKind.ForInStatement:
      case ts.SyntaxKind.ForOfStatement: {
        const head = (node as ts.ForStatement | ts.ForInOrOfStatement).initializer;
        const lexical = head !== undefined && ts.isVariableDeclarationList(head) && (head.flags & ts.NodeFlags.BlockScoped) !== 0;
        return this.children(node, lexical ? this.newScope(node, scope, 'block') : scope);
      }
      case ts.SyntaxKind.CatchClause: {
        const clause = node as ts.CatchClause;
        const inner = this.newScope(node, scope, 'block');
        if (clause.variableDeclaration !== undefined) {
          this.bindingName(clause.variableDeclaration.name, 'catch', inner, clause.variableDeclaration, null);
        }
        return this.children(clause.block, this.blockScope(clause.block, clause.block.statements, inner));
      }
      case ts.SyntaxKind.ImportDeclaration:
      case ts.SyntaxKind.ImportEqualsDeclaration:
        return this.imports(node as ts.ImportDeclaration | ts.ImportEqualsDeclaration, scope);
      case ts.SyntaxKind.EnumDeclaration: {
        const declaration = node as ts.EnumDeclaration;
        const form = isAmbient(declaration) && !hasModifier(declaration, ts.SyntaxKind.ConstKeyword) ? 'ambient' : 'enum';
        this.declare(declaration.name, form, declaringScope(declaration, scope), declaration);
        return this.children(node, scope);
      }
      case ts.SyntaxKind.ModuleDeclaration:
        this.namespace(node as ts.ModuleDeclaration, scope);
        return undefined;
      case ts.SyntaxKind.ExportAssignment:
        if (!ts.isIdentifier((node as ts.ExportAssignment).expression)) {
          this.bindings.defaultExport ??= this.bindings.newVariable('default', scope.owner.id, 'local');
        }
        return this.children(node, scope);
      default:
        return this.children(node, scope);
    }
  }

  private newScope(node: ts.Node, parent: Scope, kind: Scope['kind']): Scope {
    const scope = new Scope(parent, parent.owner, kind, spanOf(node, this.source.file));
    this.bindings.scopes.set(node, scope);
    return scope;
  }

  /** The scope of a statement list; the one around when the list declares nothing. */
  private blockScope(node: ts.Node, statements: readonly ts.Statement[], scope: Scope): Scope {
    return declaresLexically(statements) ? this.newScope(node, scope, 'block') : scope;
  }

  private functionLike(node: ts.SignatureDeclaration, scope: Scope): void {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) this.functionDeclaration(node, node.name, scope);
    if (!isImplemented(node)) return;
    if (ts.isFunctionDeclaration(node) && node.name === undefined) {
      this.bindings.defaultExport ??= this.bindings.newVariable('default', scope.owner.id, 'local');
    }
    let outer = scope;
    if (ts.isFunctionExpression(node) && node.name !== undefined) {
      outer = new Scope(scope, scope.owner, 'block', spanOf(node, this.source.file));
      this.bindings.scopes.set(node.name, outer);
      this.declare(node.name, 'ownName', outer, node);
    }
    if (node.name !== undefined && ts.isComputedPropertyName(node.name)) this.visit(node.name, scope);
    const strict = scope.owner.strict || ts.isClassLike(node.parent) || hasUseStrict(bodyStatements(node));
    this.enter(node, this.newFunction(node, scope.owner, functionKind(node), strict, outer, spanOf(node, this.source.file)));
  }

  private enter(node: ts.FunctionLikeDeclaration, info: FunctionInfo): void {
    for (const parameter of node.parameters) {
      this.bindingName(parameter.name, 'parameter', info.scope, parameter, null);
      this.visit(parameter.initializer, info.scope);
    }
    if (node.body === undefined) return;
    if (!ts.isBlock(node.body)) {
      this.visit(node.body, info.scope);
      return;
    }
    // The body shares the scope of its parameters, unless something is evaluated there: that must not see the body's names.
    const scope = hasParameterExpressions(node) ? this.newScope(node.body, info.scope, 'body') : info.scope;
    this.list(node.body.statements, scope);
    this.beginWithArguments(scope);
  }

  /** A `var` of the body that is called as a parameter, or `arguments`, is another variable that begins with its value. */
  private beginWithArguments(scope: Scope): void {
    if (scope.kind !== 'body') return;
    for (const variable of scope.names.values()) {
      if (variable.form !== 'var') continue;
      const argument =
        variable.name === 'arguments' ? argumentsAt(scope.parent ?? scope, this.bindings) : scope.parent?.names.get(variable.name);
      if (argument === undefined || argument === null || argument.owner !== variable.owner) continue;
      argument.used = true;
      variable.reassigned = true;
      variable.definitions = null;
      this.bindings.argumentCopies.set(variable, argument);
    }
  }

  private functionDeclaration(node: ts.FunctionDeclaration, name: ts.Identifier, scope: Scope): void {
    if (node.body === undefined) {
      if (isAmbient(node) && !scope.names.has(name.text)) this.declare(name, 'ambient', scope, node);
      return;
    }
    this.declare(name, 'function', declaringScope(node, scope), node);
    const target = varScope(scope);
    if (target === scope || scope.owner.strict) return;
    if (isBlocked(name.text, scope, target)) return;
    const copy = this.declareIn(target, name, 'var', node, null);
    copy.reassigned = true;
    copy.definitions = null;
    this.bindings.hoistedCopies.set(node, copy);
  }

  private classLike(node: ts.ClassLikeDeclaration, scope: Scope): void {
    const ambient = isAmbient(node);
    if (ts.isClassDeclaration(node)) {
      if (node.name !== undefined) this.declare(node.name, ambient ? 'ambient' : 'class', declaringScope(node, scope), node);
      else this.bindings.defaultExport ??= this.bindings.newVariable('default', scope.owner.id, 'local');
    }
    if (ambient) return;
    const inner = this.newScope(node, scope, 'block');
    if (ts.isClassExpression(node) && node.name !== undefined) this.declare(node.name, 'ownName', inner, node);
    const derived = node.heritageClauses?.some((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword) ?? false;
    const kind = derived ? 'derivedConstructor' : 'constructor';
    if (derived) {
      const superclass = this.bindings.newVariable('%super', scope.owner.id, 'local');
      superclass.captured = true;
      this.bindings.superclasses.set(node, superclass);
    }
    const written = constructorOf(node);
    const info = this.newFunction(written ?? node, scope.owner, kind, true, inner, spanOf(written ?? node, this.source.file));
    // `newFunction` has named the class's own scope after the constructor that stands for it.
    this.bindings.scopes.set(node, inner);
    this.bindings.functionOf.set(node, info);
    for (const clause of node.heritageClauses ?? []) {
      if (clause.token === ts.SyntaxKind.ExtendsKeyword) this.list(clause.types, inner);
    }
    if (node.modifiers !== undefined) this.list(node.modifiers, scope);
    for (const member of node.members) this.member(member, inner, info, written);
  }

  private member(member: ts.ClassElement, scope: Scope, info: FunctionInfo, written: ts.ConstructorDeclaration | null): void {
    if (member === written) {
      this.enter(written, info);
    } else if (ts.isClassStaticBlockDeclaration(member)) {
      const inner = new Scope(scope, scope.owner, 'static', spanOf(member, this.source.file));
      this.bindings.scopes.set(member, inner);
      this.list(member.body.statements, inner);
    } else if (ts.isPropertyDeclaration(member)) {
      if (isAmbient(member)) return;
      this.visit(member.name, scope);
      const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
      // Fields are initialised by the constructor, in the scope of the class.
      const inner = isStatic
        ? new Scope(scope, scope.owner, 'static', spanOf(member, this.source.file))
        : new Scope(scope, info, 'block', spanOf(member, this.source.file));
      this.bindings.scopes.set(member, inner);
      this.visit(member.initializer, inner);
      if (!isStatic && ts.isComputedPropertyName(member.name)) {
        const key = this.bindings.newVariable('%key', scope.owner.id, 'local');
        key.captured = true;
        this.bindings.fieldKeys.set(member, key);
      }
      if (member.modifiers !== undefined) this.list(member.modifiers, scope);
    } else {
      if (ts.isMethodDeclaration(member) && member.body !== undefined && isPrivateMethod(member)) {
        const method = this.bindings.newVariable('%method', scope.owner.id, 'local');
        method.captured = true;
        this.bindings.privateMethods.set(member, method);
      }
      this.visit(member, scope);
    }
  }

  private variables(node: ts.VariableDeclarationList, scope: Scope): void {
    const ambient = ts.isVariableStatement(node.parent) && isAmbient(node.parent);
    const flags = node.flags & ts.NodeFlags.BlockScoped;
    const form: Form = ambient ? 'ambient' : flags === 0 ? 'var' : flags === ts.NodeFlags.Let ? 'let' : 'const';
    const shared = ts.isVariableStatement(node.parent) && !ambient ? declaringScope(node.parent, scope) : scope;
    if (shared !== scope) {
      this.namespaceVariables(node, shared, scope);
      return;
    }
    const target = form === 'var' ? varScope(scope) : scope;
    const clause = scope.kind === 'switch' && form !== 'var' ? clauseOf(node) : null;
    for (const declaration of node.declarations) {
      this.bindingName(declaration.name, form, target, declaration, clause);
      this.visit(declaration.name, scope);
      this.visit(declaration.initializer, scope);
    }
  }

  /** Exported variables of a namespace are properties of its object: undefined until they have their values. */
  private namespaceVariables(node: ts.VariableDeclarationList, shared: Scope, scope: Scope): void {
    const object = this.namespaceObjects.get(shared);
    for (const declaration of node.declarations) {
      this.bindingName(declaration.name, 'var', shared, declaration, null);
      for (const { text } of declaredNames(declaration.name)) {
        const variable = shared.names.get(text);
        if (variable === undefined || object === undefined) continue;
        const isConstant = (node.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
        if (!isConstant) variable.definitions = null;
        this.bindings.namespaceMembers.set(variable, { object, isConstant });
      }
      this.visit(declaration.name, scope);
      this.visit(declaration.initializer, scope);
    }
  }

  private bindingName(name: ts.BindingName, form: Form, scope: Scope, declaration: ts.Node, clause: ts.Node | null): void {
    if (ts.isIdentifier(name)) {
      this.declareIn(scope, name, form, declaration, clause);
      return;
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      this.bindingName(element.name, form, scope, declaration, clause);
      // A parameter's pattern is not visited otherwise.
      if (form !== 'parameter' && form !== 'catch') continue;
      if (element.propertyName !== undefined) this.visit(element.propertyName, scope);
      this.visit(element.initializer, scope);
    }
  }

  private declare(name: ts.Identifier, form: Form, scope: Scope, declaration: ts.Node): VariableInfo {
    const clause = scope.kind === 'switch' ? clauseOf(declaration) : null;
    return this.declareIn(scope, name, form, declaration, clause);
  }

  private declareIn(scope: Scope, name: ts.Identifier, form: Form, declaration: ts.Node, clause: ts.Node | null): VariableInfo {
    const existing = scope.names.get(name.text);
    if (existing === undefined && form === 'var' && name.text === 'arguments' && scope.kind !== 'body') {
      // The variable has the arguments object until it is written.
      const own = argumentsAt(scope, this.bindings);
      if (own?.kind === 'arguments' && own.owner === scope.owner.id) return own;
    }
    if (existing !== undefined && existing.form !== 'ambient') {
      existing.declarations++;
      if (form === 'function') {
        existing.definitions = null;
        // It replaces the argument.
        if (existing.kind === 'parameter') existing.reassigned = true;
      }
      return existing;
    }
    const kind = form === 'parameter' ? 'parameter' : form === 'import' || form === 'ambient' ? 'import' : 'local';
    const variable = this.bindings.newVariable(name.text, scope.owner.id, kind, {
      form,
      declaration: spanOf(name, this.source.file),
      scope: scope.span,
      clause,
    });
    variable.declarations = 1;
    variable.initialisedFrom = initialisedFrom(declaration);
    if (form !== 'var' && form !== 'let' && form !== 'const') variable.definitions = null;
    scope.names.set(name.text, variable);
    return variable;
  }

  private imports(node: ts.ImportDeclaration | ts.ImportEqualsDeclaration, scope: Scope): undefined {
    for (const { local, node: declaration, specifier, name } of importedNames(node)) {
      const variable = this.declare(local, 'import', scope, declaration);
      // Bindings of another module: all code may see them.
      variable.captured = true;
      if (specifier !== null) this.bindings.imports.push({ variable, specifier, name });
    }
    return undefined;
  }

  private namespace(node: ts.ModuleDeclaration, scope: Scope): void {
    if (!ts.isIdentifier(node.name) || (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0) return;
    if (isAmbient(node)) {
      if (!scope.names.has(node.name.text)) this.declare(node.name, 'ambient', scope, node);
      return;
    }
    if (node.body === undefined || !isInstantiated(node)) return;
    const outer = declaringScope(node, scope);
    const object = outer.names.get(node.name.text) ?? this.declare(node.name, 'namespace', outer, node);
    // The parts of a merged namespace see each other's exported names, and no others.
    const shared = this.sharedScope(node, object, scope);
    const inner = this.newScope(node, shared, 'namespace');
    if (ts.isModuleBlock(node.body)) this.list(node.body.statements, inner);
    else if (ts.isModuleDeclaration(node.body)) this.namespace(node.body, inner);
  }

  private sharedScope(node: ts.ModuleDeclaration, object: VariableInfo, scope: Scope): Scope {
    const known = this.sharedScopes.get(object);
    if (known !== undefined) return known;
    const shared = new Scope(scope, scope.owner, 'namespace', spanOf(node, this.source.file));
    this.sharedScopes.set(object, shared);
    this.namespaceObjects.set(shared, object);
    this.bindings.sharedNames.set(node, shared);
    return shared;
  }

  private readonly sharedScopes = new Map<VariableInfo, Scope>();
  private readonly namespaceObjects = new Map<Scope, VariableInfo>();
}

/** Whether the name of a block's function is also one that a `var` of that name would clash with, or a parameter. */
function isBlocked(name: string, scope: Scope, target: Scope): boolean {
  const last = target.kind === 'body' ? target.parent : target;
  for (let at = scope.parent; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined && (found.lexical || found.kind === 'parameter')) return true;
    if (at === last) return false;
  }
  return false;
}

/** Where a statement declares its name: what a namespace exports is known to all of its parts. */
function declaringScope(node: ts.Statement | ts.ClassLikeDeclaration, scope: Scope): Scope {
  if (scope.kind !== 'namespace' || scope.parent === null) return scope;
  const isExported = hasModifier(node, ts.SyntaxKind.ExportKeyword) || ts.isModuleDeclaration(node.parent);
  return isExported ? scope.parent : scope;
}

/** All that a pattern, or a name, declares. */
export function declaredNames(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : declaredNames(element.name)));
}

function varScope(scope: Scope): Scope {
  let target = scope;
  while ((target.kind === 'block' || target.kind === 'switch') && target.parent !== null) target = target.parent;
  return target;
}

/** The names that the head of a loop declares are there, without values, while what it goes through is evaluated. */
function initialisedFrom(declaration: ts.Node): number {
  const list = declaration.parent;
  const loop = list !== undefined && ts.isVariableDeclarationList(list) ? list.parent : undefined;
  return loop !== undefined && (ts.isForInStatement(loop) || ts.isForOfStatement(loop)) ? loop.expression.end : declaration.end;
}

function clauseOf(node: ts.Node): ts.Node | null {
  let at: ts.Node = node;
  while (at.parent !== undefined && !ts.isCaseOrDefaultClause(at)) at = at.parent;
  return ts.isCaseOrDefaultClause(at) ? at : null;
}

function declaresLexically(statements: readonly ts.Statement[]): boolean {
  return statements.some(
    (statement) =>
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isModuleDeclaration(statement) ||
      (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.BlockScoped) !== 0),
  );
}

/** Functions without a body are overloads, abstract or declared elsewhere. */
export function isImplemented(node: ts.SignatureDeclaration): node is ts.FunctionLikeDeclaration {
  return 'body' in node && node.body !== undefined;
}

/** The constructor that a class declares with a body; null where it has none. */
export function constructorOf(node: ts.ClassLikeDeclaration): ts.ConstructorDeclaration | null {
  for (const member of node.members) if (ts.isConstructorDeclaration(member) && member.body !== undefined) return member;
  return null;
}

/** A namespace of types only does not exist at run time. */
export function isInstantiated(node: ts.ModuleDeclaration): boolean {
  const { body } = node;
  if (body === undefined) return false;
  if (ts.isModuleDeclaration(body)) return isInstantiated(body);
  if (!ts.isModuleBlock(body)) return false;
  return body.statements.some((statement) => {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || isAmbient(statement)) return false;
    return !ts.isModuleDeclaration(statement) || isInstantiated(statement);
  });
}
