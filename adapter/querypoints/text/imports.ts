import { dirname, resolve } from 'node:path';
import type { ExportSpecifier, ImportDeclaration } from 'acorn';
import { declarationOf, type Binding } from '../../instrument/scopes.js';
import { pathTo } from '../../instrument/tree.js';
import type { CodePlace, LoadedText, RunTexts } from './texts.js';

/** A variable of a module, by where its name is declared. */
export interface ExportedVariable {
  readonly path: string;
  readonly declaration: number;
}

/** The variable of another module that an imported name stands for; null where it is exported in a way that is not followed. */
export function exportedBy(text: LoadedText, local: string, texts: RunTexts): ExportedVariable | null {
  return importedAs(text, local, texts, mostModules);
}

/** The variable that a name of a module's namespace stands for; null as above, and where `local` is no namespace at an offset. */
export function exportedIn({ text, offset }: CodePlace, local: string, name: string, texts: RunTexts): ExportedVariable | null {
  const source = namespaceSource(text, text.scopes.lookUp(local, offset));
  return source === null ? null : exportOf(text, source, name, texts, mostModules);
}

/** The module whose namespace a variable holds: by `import * as`, or as it is declared as `await import(…)` and nothing else is written to it. */
function namespaceSource(text: LoadedText, binding: Binding | undefined): unknown {
  const [name, another] = binding?.declarations ?? [];
  if (binding === undefined || name === undefined || another !== undefined) return null;
  if (binding.kind === 'import')
    return (
      importsOf(text).find(({ specifiers }) =>
        specifiers.some((one) => one.type === 'ImportNamespaceSpecifier' && one.local.start === name.start),
      )?.source.value ?? null
    );
  if (binding.references.some(({ node, isWrite }) => isWrite && node.start !== name.start)) return null;
  const declarator = pathTo(text.program, name.start).findLast((node) => node.type === 'VariableDeclarator');
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.start !== name.start || declarator.id.type !== 'Identifier') return null;
  const { init } = declarator;
  if (init?.type !== 'AwaitExpression' || init.argument.type !== 'ImportExpression') return null;
  return init.argument.source.type === 'Literal' ? init.argument.source.value : null;
}

/** The module that a name is imported from, as the text says it; null where it is not imported. */
export function moduleOfImport(text: LoadedText, local: string): string | null {
  const from = importsOf(text).find(({ specifiers }) => specifiers.some((one) => one.local.name === local))?.source.value;
  return typeof from === 'string' ? from : null;
}

/** Modules may export what others export, in a circle. */
const mostModules = 30;

function importsOf({ program }: LoadedText): readonly ImportDeclaration[] {
  return program.body.filter((statement) => statement.type === 'ImportDeclaration');
}

function importedAs(text: LoadedText, local: string, texts: RunTexts, most: number): ExportedVariable | null {
  for (const { source, specifiers } of importsOf(text)) {
    const specifier = specifiers.find((one) => one.local.name === local);
    if (specifier?.type === 'ImportSpecifier') return exportOf(text, source.value, nameOf(specifier.imported), texts, most);
    if (specifier?.type === 'ImportDefaultSpecifier') return exportOf(text, source.value, 'default', texts, most);
  }
  return null;
}

function exportOf(from: LoadedText, source: unknown, name: string, texts: RunTexts, most: number): ExportedVariable | null {
  if (typeof source !== 'string' || !/^\.\.?\//.test(source) || most === 0) return null;
  const exporter = texts.text(resolve(dirname(from.path), source));
  return exporter === undefined ? null : declarationIn(exporter, name, texts, most - 1);
}

function declarationIn(text: LoadedText, exported: string, texts: RunTexts, most: number): ExportedVariable | null {
  let local = exported === 'default' ? null : exported;
  for (const statement of text.program.body) {
    if (statement.type === 'ExportDefaultDeclaration' && exported === 'default') {
      const { declaration } = statement;
      const isDeclared = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
      if (!isDeclared) return { path: text.path, declaration: statement.start };
      local = declaration.id?.name ?? null;
    }
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const specifier = statement.specifiers.find((one) => nameOf(one.exported) === exported);
    if (specifier === undefined) continue;
    if (statement.source) return exportOf(text, statement.source.value, nameOf(specifier.local), texts, most);
    local = nameOf(specifier.local);
  }
  const binding = local === null ? undefined : text.scopes.lookUp(local, text.program.end - 1);
  if (local !== null && binding?.kind === 'import') return importedAs(text, local, texts, most);
  if (binding?.scope.node === text.program) return { path: text.path, declaration: declarationOf(binding) };
  for (const statement of text.program.body) {
    if (statement.type !== 'ExportAllDeclaration' || statement.exported) continue;
    const found = exportOf(text, statement.source.value, exported, texts, most);
    if (found !== null) return found;
  }
  return null;
}

function nameOf(name: ExportSpecifier['exported']): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}
