import { dirname, resolve } from 'node:path';
import type { ExportSpecifier, ImportDeclaration } from 'acorn';
import { declarationOf } from '../../instrument/scopes.js';
import type { LoadedText, RunTexts } from './texts.js';

/** A variable of a module, by where its name is declared. */
export interface ExportedVariable {
  readonly path: string;
  readonly declaration: number;
}

/** The variable of another module that an imported name stands for; null where it is exported in a way that is not followed. */
export function exportedBy(text: LoadedText, local: string, texts: RunTexts): ExportedVariable | null {
  return importedAs(text, local, texts, mostModules);
}

/** The variable that a name of an imported namespace stands for; null as above, and where `local` is no namespace. */
export function exportedIn(text: LoadedText, local: string, name: string, texts: RunTexts): ExportedVariable | null {
  for (const { source, specifiers } of importsOf(text))
    if (specifiers.some((one) => one.type === 'ImportNamespaceSpecifier' && one.local.name === local))
      return exportOf(text, source.value, name, texts, mostModules);
  return null;
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
      // The value of an expression is kept in no variable.
      local = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration' ? (declaration.id?.name ?? null) : null;
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
