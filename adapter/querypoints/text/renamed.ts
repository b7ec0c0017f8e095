import { parseExpressionAt, type AnyNode } from 'acorn';
import { walk } from '../../instrument/tree.js';
import { weakMapOf } from './compiledPrivate.js';
import type { LoadedText, RunTexts } from './texts.js';

/** An expression of the user's source, with the names that a compiler gave to its variables where it is evaluated. */
export function renamed(expression: string, text: LoadedText, offset: number, texts: RunTexts): string {
  const edits: Edit[] = [];
  const collect = (node: AnyNode): boolean => {
    if (node.type === 'Identifier') edits.push({ start: node.start, end: node.end, name: text.nameAt(node.name, offset, texts) });
    if (node.type !== 'MemberExpression' || node.computed) return true;
    const { property } = node;
    const map = property.type === 'PrivateIdentifier' ? weakMapOf(text, `#${property.name}`, offset) : null;
    if (map !== null) {
      edits.push({ start: node.start, end: node.start, name: `${map}.get(` }, { start: node.object.end, end: node.end, name: ')' });
    } else if (property.type === 'PrivateIdentifier')
      edits.push({ start: property.start, end: property.end, name: text.privateNameAt(`#${property.name}`, offset, texts) });
    walk(node.object, collect); // the property's name is no variable
    return false;
  };
  try {
    walk(parseExpressionAt(expression, 0, { ecmaVersion: 'latest', checkPrivateFields: false }) as AnyNode, collect);
  } catch {
    return expression; // what is wrong with it was said before
  }
  // At one place, what was found last is put in first: it is further inside.
  return edits
    .map((edit, number) => ({ ...edit, number }))
    .sort((a, b) => b.start - a.start || b.number - a.number)
    .reduce((changed, { start, end, name }) => changed.slice(0, start) + name + changed.slice(end), expression);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}
