import ts from 'typescript';

/**
 * Whether a text has a comment that begins as in HTML, which V8 alone takes for one: to TypeScript it is `<`, `!` and `--`. In literals and in
 * comments it is none. One that ends as in HTML (`-->` at the beginning of a line) is a syntax error to TypeScript.
 */
export function holdsHtmlComment(text: string, fileName: string): boolean {
  if (!text.includes('<!--')) return false;
  const file = ts.createSourceFile(fileName, text, { languageVersion: ts.ScriptTarget.Latest });
  const visit = (node: ts.Node): boolean =>
    (node.kind === ts.SyntaxKind.LessThanToken && text.startsWith('<!--', node.getStart(file))) || ts.forEachChild(node, visit) === true;
  return visit(file);
}
