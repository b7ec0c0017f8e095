import ts from 'typescript';
import { parse } from '../source.js';

/** Names of fields, and those that objects have beside them. */
export type FieldsBeside = ReadonlyMap<string, readonly string[]>;

/** Fields beside one that are tried. */
const mostBeside = 10;

/** What the objects that are written out in some texts (of tests, too) tell of fields where no type does: `{ id: 1, name: 'a' }`. */
export function fieldsBeside(texts: readonly { readonly path: string; readonly text: string }[]): FieldsBeside {
  const found = new Map<string, string[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.flatMap((property) => {
        const { name } = property;
        return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
      });
      for (const name of names) {
        const beside = found.get(name) ?? [];
        for (const other of names) if (other !== name && !beside.includes(other) && beside.length < mostBeside) beside.push(other);
        found.set(name, beside);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const { path, text } of texts) visit(parse(text, path).file);
  return found;
}
