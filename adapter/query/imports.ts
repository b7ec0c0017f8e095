import { dirname, resolve } from 'node:path';
import { declarationOf } from '../instrument/variables.js';
import type { LoadedText, RunTexts } from './texts.js';

/** The variable of another module that an imported name stands for; null where it is exported in a way that is not followed. */
export function exportedBy(
  text: LoadedText,
  local: string,
  texts: RunTexts,
): { readonly path: string; readonly declaration: number } | null {
  for (const statement of text.program.body) {
    if (statement.type !== 'ImportDeclaration' || typeof statement.source.value !== 'string' || !/^\.\.?\//.test(statement.source.value))
      continue;
    const specifier = statement.specifiers.find((one) => one.local.name === local);
    if (specifier?.type !== 'ImportSpecifier') continue;
    const path = resolve(dirname(text.path), statement.source.value);
    const exporter = texts.text(path);
    return exporter === undefined
      ? null
      : declarationIn(exporter, specifier.imported.type === 'Identifier' ? specifier.imported.name : String(specifier.imported.value));
  }
  return null;
}

function declarationIn(text: LoadedText, exported: string): { readonly path: string; readonly declaration: number } | null {
  const renamed = text.program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && !statement.source ? statement.specifiers : [],
  );
  const specifier = renamed.find((one) => one.exported.type === 'Identifier' && one.exported.name === exported);
  const name = specifier?.local.type === 'Identifier' ? specifier.local.name : exported;
  const binding = text.scopes.lookUp(name, text.program.end - 1);
  if (binding === undefined || binding.kind === 'import' || binding.scope.node !== text.program) return null;
  return { path: text.path, declaration: declarationOf(binding) };
}
