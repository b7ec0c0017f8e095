import ts from 'typescript';
import type { Offset } from '../../base/span.js';
import { parse, syntaxErrors } from '../source.js';
import { RuleScope, rulesModule } from './ruleScope.js';

/** What a rule that is added to a rules file needs of it. */
export interface NeededImports {
  /** Words of `whence/rules`. */
  readonly words: readonly string[];
  /** `isSame`: whether a module that the file imports is the class's own. */
  readonly of: { readonly from: string; readonly exported: string; readonly name: string; isSame(from: string): boolean };
}

/** How a rules file is to be changed so that a rule can be added at its end. */
export interface MergedImports {
  readonly edits: readonly { readonly offset: Offset; readonly text: string }[];
  /** The names that the words, and the class, have in the file. */
  readonly words: ReadonlyMap<string, string>;
  readonly className: string;
  /** All names that its top level declares. */
  readonly taken: ReadonlySet<string>;
}

/** Null: the file does not parse. */
export function mergedImports(text: string, path: string, { words, of }: NeededImports): MergedImports | null {
  const source = parse(text, path);
  if (syntaxErrors(source).length > 0) return null;
  const { file } = source;
  const scope = new RuleScope(file);
  const taken = new Set([
    ...scope.words.keys(),
    ...scope.library.keys(),
    ...scope.classes.keys(),
    ...scope.namespaces.keys(),
    ...scope.constants.keys(),
  ]);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const behind = imports.at(-1)?.end ?? file.statements[0]?.getStart(file) ?? text.length;
  const edits: { offset: Offset; text: string }[] = [];
  const named = new Map<string, string>();
  const missing: string[] = [];
  for (const word of words) {
    const known = [...scope.words].find(([, imported]) => imported === word)?.[0];
    named.set(word, known ?? word);
    if (known === undefined) missing.push(word);
  }
  const lines: string[] = [];
  const list = imports.map(({ importClause, moduleSpecifier }) => {
    const bindings = importClause?.namedBindings;
    const isOurs = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === rulesModule;
    return isOurs && bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : null;
  });
  const last = list.find((elements) => elements !== null)?.at(-1);
  if (missing.length > 0 && last !== undefined) edits.push({ offset: last.end, text: missing.map((word) => `, ${word}`).join('') });
  else if (missing.length > 0) lines.push(`import { ${missing.join(', ')} } from '${rulesModule}';`);
  const known = [...scope.classes].find(([, one]) => one.kind === 'imported' && one.name === of.exported && of.isSame(one.from))?.[0];
  const className = known ?? freeName(of.name, taken);
  if (known === undefined) lines.push(importOf(className, of.exported, of.from));
  if (lines.length > 0 && imports.length > 0) edits.push({ offset: behind, text: lines.map((line) => `\n${line}`).join('') });
  else if (lines.length > 0) edits.push({ offset: behind, text: lines.map((line) => `${line}\n`).join('') });
  taken.add(className);
  return { edits, words: named, className, taken };
}

/** A name that is not taken: with a number where it is. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  return free;
}

function importOf(name: string, exported: string, from: string): string {
  const named = exported === 'default' ? name : exported === name ? `{ ${name} }` : `{ ${exported} as ${name} }`;
  return `import ${named} from '${from}';`;
}
