import ts from 'typescript';

/** The type that a type name in a file stands for. */
export type NamedType =
  | { readonly kind: 'declared'; readonly declarations: readonly TypeDeclaration[] }
  /** Exported by another module under that name. */
  | { readonly kind: 'imported'; readonly specifier: string; readonly name: string }
  /** A type parameter, or declared by something that is not followed. */
  | { readonly kind: 'opaque' }
  /** Declared nowhere in the file. */
  | { readonly kind: 'global' };

export type TypeDeclaration = ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration | ts.EnumDeclaration;

/** Finds the type declarations of one file by name, scope by scope. Each scope's statements are visited once, when first asked. */
export class TypeDeclarations {
  private readonly scopes = new Map<ts.Node, ReadonlyMap<string, NamedType>>();

  /** The meaning of a type name where it is written. O(depth of the tree). */
  resolve(name: ts.Identifier): NamedType {
    for (let node: ts.Node = name; ; node = node.parent) {
      if (declaresTypeParameter(node, name.text)) return opaque;
      const found = this.scopeOf(node)?.get(name.text);
      if (found !== undefined) return found;
      if (ts.isSourceFile(node)) return { kind: 'global' };
    }
  }

  /** The meaning of a name at the top level of a file. */
  ofFile(file: ts.SourceFile, name: string): NamedType {
    return this.scopeOf(file)?.get(name) ?? { kind: 'global' };
  }

  private scopeOf(node: ts.Node): ReadonlyMap<string, NamedType> | null {
    const statements = statementsOf(node);
    if (statements === null) return null;
    const known = this.scopes.get(node);
    if (known !== undefined) return known;
    const scope = new Map<string, NamedType>();
    for (const statement of statements) addNames(scope, statement);
    this.scopes.set(node, scope);
    return scope;
  }
}

const opaque: NamedType = { kind: 'opaque' };

function statementsOf(node: ts.Node): readonly ts.Statement[] | null {
  if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) return node.statements;
  return ts.isCaseBlock(node) ? node.clauses.flatMap((clause) => [...clause.statements]) : null;
}

function addNames(scope: Map<string, NamedType>, statement: ts.Statement): void {
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    addDeclaration(scope, statement.name.text, statement);
  } else if (ts.isClassDeclaration(statement)) {
    if (statement.name !== undefined) addDeclaration(scope, statement.name.text, statement);
  } else if (ts.isImportDeclaration(statement)) {
    const bindings = statement.importClause?.namedBindings;
    const { moduleSpecifier } = statement;
    const specifier = ts.isStringLiteralLike(moduleSpecifier) ? moduleSpecifier.text : null;
    const take = (local: string, name: string): void =>
      void scope.set(local, specifier === null ? opaque : { kind: 'imported', specifier, name });
    if (statement.importClause?.name !== undefined) take(statement.importClause.name.text, 'default');
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) scope.set(bindings.name.text, opaque);
    if (bindings !== undefined && ts.isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements) take(name.text, (propertyName ?? name).text);
  } else if (ts.isImportEqualsDeclaration(statement) || ts.isModuleDeclaration(statement)) {
    if (!scope.has(statement.name.text)) scope.set(statement.name.text, opaque);
  }
}

function addDeclaration(scope: Map<string, NamedType>, name: string, declaration: TypeDeclaration): void {
  const before = scope.get(name);
  const declarations = before?.kind === 'declared' ? [...before.declarations, declaration] : [declaration];
  scope.set(name, { kind: 'declared', declarations });
}

function declaresTypeParameter(node: ts.Node, name: string): boolean {
  if (ts.isMappedTypeNode(node)) return node.typeParameter.name.text === name;
  if (ts.isInferTypeNode(node)) return node.typeParameter.name.text === name;
  const hasParameters =
    ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  if (!hasParameters) return false;
  return node.typeParameters?.some((parameter) => parameter.name.text === name) === true;
}
