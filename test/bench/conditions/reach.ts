import ts from 'typescript';
import type { Parameter } from './inputs.js';

/** How a function of a module's text is reached: by what is appended to the text, and then by a member of the class or none. */
export interface Way {
  /** What the module is to export besides, as a name. */
  readonly exported: string;
  /** The static method that is called; null where the export itself is called. */
  readonly member: string | null;
  readonly construct: boolean;
  readonly parameters: readonly Parameter[];
  readonly isModule: boolean;
}

/** The way to the function whose name stands on that line; null where it is inside of another one, or needs an object of its class. */
export function wayTo(text: string, fileName: string, line: number): Way | null {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const isModule = file.statements.some((each) => ts.isImportDeclaration(each) || ts.isExportDeclaration(each) || isExported(each));
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && lineOf(statement.name) === line)
      return way(statement.name.text, null, false, statement);
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer !== undefined && isFunction(initializer) && lineOf(initializer) === line)
          return way(name.text, null, false, initializer);
    if (ts.isClassDeclaration(statement) && statement.name !== undefined) {
      for (const member of statement.members) {
        if (ts.isConstructorDeclaration(member) && lineOf(member) === line) return way(statement.name.text, null, true, member);
        const isStatic = ts.isMethodDeclaration(member) && ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static;
        if (isStatic && ts.isIdentifier(member.name) && lineOf(member.name) === line)
          return way(statement.name.text, member.name.text, false, member);
      }
    }
    const assigned = ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression) ? statement.expression : null;
    if (
      assigned !== null &&
      isFunction(assigned.right) &&
      lineOf(assigned.right) === line &&
      /^(module\.)?exports\b/.test(assigned.left.getText(file))
    )
      return way(assigned.left.getText(file), null, false, assigned.right);
  }
  return null;

  function way(exported: string, member: string | null, construct: boolean, of: ts.SignatureDeclaration): Way | null {
    const parameters = of.parameters.map(({ name, type, dotDotDotToken }) =>
      ts.isIdentifier(name) && dotDotDotToken === undefined ? { name: name.text, type: keywordOf(type) } : null,
    );
    const known = parameters.filter((parameter) => parameter !== null);
    return known.length < parameters.length ? null : { exported, member, construct, parameters: known, isModule };
  }
}

const isFunction = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function keywordOf(type: ts.TypeNode | undefined): string | null {
  if (type === undefined || type.kind === ts.SyntaxKind.AnyKeyword || type.kind === ts.SyntaxKind.UnknownKeyword) return null;
  if (ts.isArrayTypeNode(type)) return 'array';
  const text = type.getText();
  return ['number', 'string', 'boolean', 'bigint'].includes(text) ? text : 'object';
}

/** The text that also exports what the way begins with, as `__tried`. */
export function exporting(text: string, { exported, isModule }: Way): string {
  return isModule ? `${text}\nexport { ${exported} as __tried };\n` : `${text}\n;module.exports = { __tried: ${exported} };\n`;
}
