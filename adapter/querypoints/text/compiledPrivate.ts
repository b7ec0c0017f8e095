import { declaringClass, pathTo } from '../../instrument/tree.js';
import type { LoadedText } from './texts.js';

/** The variable of the WeakMap in which a compiler keeps a private field; null where there is none, or several may be meant. */
export function weakMapOf(text: LoadedText, name: string, offset: number): string | null {
  const [only, another] = weakMapsOf(text, name, offset);
  return another === undefined ? (only ?? null) : null;
}

/**
 * The variables that may hold the WeakMap of a private field, in language versions that have no such fields: TypeScript calls it `_Class_name`, esbuild
 * and Babel `_name`, or `_name2`. Empty where the text has the field itself.
 */
export function weakMapsOf(text: LoadedText, name: string, offset: number): readonly string[] {
  if (!text.isMapped || declaringClass(text.program, offset, name.slice(1)) !== null) return [];
  const called = new RegExp(`^_(?:.*_)?${escaped(name.slice(1))}\\d*$`);
  const found = new Set<string>();
  for (const { name: own, scope } of text.scopes.bindings)
    if (called.test(own) && scope.node.start <= offset && offset < scope.node.end && holdsWeakMap(text.text, own)) found.add(own);
  const all = [...found];
  if (all.length < 2) return all;
  for (const node of pathTo(text.program, offset).toReversed()) {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') continue;
    const written = text.text.slice(node.start, node.end);
    const own = all.filter((one) => new RegExp(`(?<![\\w$])${escaped(one)}(?![\\w$])`).test(written));
    if (own.length > 0) return own;
  }
  return all;
}

/** Every write of such a variable makes the map. */
function holdsWeakMap(text: string, name: string): boolean {
  const written = new RegExp(`(?<![\\w$.])${escaped(name)}\\s*=(?!=)\\s*(.{0,60})`, 'gs');
  const values = [...text.matchAll(written)].map(([, value = '']) => value);
  return values.length > 0 && values.every((value) => /^(\/\*.*?\*\/\s*)?new WeakMap\(\)/.test(value));
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}
