import { boundNames, child, childList, isFunction, optionalChild, stringField, type SyntaxNode } from './syntaxTree.js';

export const nameOf = (node: SyntaxNode): string => {
  const id = optionalChild(node, 'id');
  return id === null ? '<anonymous>' : stringField(id, 'name');
};

export const keyName = (member: SyntaxNode): string => {
  const key = child(member, 'key');
  return key.type === 'Identifier'
    ? stringField(key, 'name')
    : key.type === 'PrivateIdentifier'
      ? `#${stringField(key, 'name')}`
      : String(key['value']);
};

export const isNamedFunction = (declarator: SyntaxNode): boolean => {
  const init = optionalChild(declarator, 'init');
  return init !== null && isFunction(init) && child(declarator, 'id').type === 'Identifier';
};

/** The declaration inside an export; null for an export of names or of types. */
export function declared(statement: SyntaxNode): SyntaxNode | null {
  if (statement.type !== 'ExportNamedDeclaration') {
    if (statement.type === 'ImportDeclaration' || statement.type.startsWith('Export'))
      throw new Error(`the harness cannot run ${statement.type}`);
    return statement;
  }
  return optionalChild(statement, 'declaration');
}

export function declaredNames(statement: SyntaxNode): string[] {
  if (statement.type === 'VariableDeclaration')
    return childList(statement, 'declarations').flatMap((declarator) => boundNames(child(declarator, 'id')));
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') return [nameOf(statement)];
  return [];
}
