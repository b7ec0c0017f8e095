import ts from 'typescript';

/** A name that an import declares in the module. */
export interface ImportedName {
  readonly local: ts.Identifier;
  /** What declares it. */
  readonly node: ts.Node;
  /** The module that it comes from; null: it names a namespace of this file. */
  readonly specifier: string | null;
  /** Its name there (`Import.name`). */
  readonly name: string | null;
}

/** The names that an import declares at run time: those of types are none. */
export function importedNames(node: ts.ImportDeclaration | ts.ImportEqualsDeclaration): readonly ImportedName[] {
  if (ts.isImportEqualsDeclaration(node)) {
    if (node.isTypeOnly) return [];
    const { moduleReference } = node;
    const specifier = ts.isExternalModuleReference(moduleReference) ? textOf(moduleReference.expression) : null;
    return [{ local: node.name, node, specifier, name: 'export=' }];
  }
  const clause = node.importClause;
  if (clause === undefined || clause.isTypeOnly) return [];
  const specifier = textOf(node.moduleSpecifier);
  const names: ImportedName[] = [];
  if (clause.name !== undefined) names.push({ local: clause.name, node: clause, specifier, name: 'default' });
  const bindings = clause.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, { local: bindings.name, node: bindings, specifier, name: null }];
  for (const element of bindings.elements) {
    if (!element.isTypeOnly)
      names.push({ local: element.name, node: element, specifier, name: (element.propertyName ?? element.name).text });
  }
  return names;
}

function textOf(specifier: ts.Expression): string | null {
  return ts.isStringLiteralLike(specifier) ? specifier.text : null;
}
