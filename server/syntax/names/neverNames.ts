import ts from 'typescript';

/**
 * The names of functions, methods, variables, parameters and properties that a file declares never to return, by types or in JSDoc.
 * Names, not declarations: another one of the same name is taken for it, which only says less.
 */
export function neverNamesOf(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  // Most files do not know the word.
  if (!/\bnever\b/.test(file.text)) return names;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && isNever(node)) {
      const named = nameOf(node) ?? nameOf(node.parent) ?? nameOf(node.parent.parent);
      if (named !== null) names.add(named);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function isNever(node: ts.SignatureDeclaration): boolean {
  const type = node.type ?? ts.getJSDocReturnType(node);
  if (type === undefined || type.kind === ts.SyntaxKind.NeverKeyword) return type !== undefined;
  const [promised] = ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Promise' ? (type.typeArguments ?? []) : [];
  return promised?.kind === ts.SyntaxKind.NeverKeyword;
}

function nameOf(node: ts.Node | undefined): string | null {
  const name = node === undefined ? undefined : ts.getNameOfDeclaration(node as ts.Declaration);
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : null;
}
