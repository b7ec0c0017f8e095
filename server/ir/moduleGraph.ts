import type { FunctionId, ModuleIr, VariableId } from './program.js';

/** A lowered module, and where its specifiers lead. */
export interface LinkedSource {
  readonly module: ModuleIr;
  /** The source file of the program that the specifier names; null for everything else. */
  resolve(specifier: string): LinkedSource | null;
}

/** The meaning of a name of another module. */
export type Definition =
  | { readonly kind: 'variable'; readonly source: LinkedSource; readonly variable: VariableId }
  | { readonly kind: 'namespace'; readonly source: LinkedSource };

/** Chains of re-exports beyond this are not followed. */
const maxHops = 50;

/** The export of a module under a name; null if it is not known. */
export function exportOf(source: LinkedSource, name: string, hops = 0): Definition | null {
  if (hops > maxHops) return null;
  const own = source.module.exports.find((exported) => exported.name === name);
  if (own !== undefined) return own.variable === null ? null : definitionOf(source, own.variable, hops + 1);
  const named = source.module.reexports.find((reexport) => reexport.name === name);
  if (named !== undefined) return takenFrom(source.resolve(named.specifier), named.imported, hops);
  if (name === 'default') return null;
  let found: Definition | null = null;
  for (const reexport of source.module.reexports) {
    if (reexport.name !== null) continue;
    const definition = takenFrom(source.resolve(reexport.specifier), name, hops);
    if (definition === null) continue;
    // Two different ones of a name make it ambiguous.
    if (found !== null && !sameDefinition(found, definition)) return null;
    found = definition;
  }
  return found;
}

/** The definition that a module-level variable stands for: an import for what it imports. */
export function definitionOf(source: LinkedSource, variable: VariableId, hops = 0): Definition | null {
  if (source.module.variables[variable]?.kind !== 'import') return { kind: 'variable', source, variable };
  const imported = importsOf(source.module).get(variable);
  return imported === undefined ? null : takenFrom(source.resolve(imported.specifier), imported.name, hops);
}

function takenFrom(source: LinkedSource | null, name: string | null, hops: number): Definition | null {
  if (source === null) return null;
  return name === null ? { kind: 'namespace', source } : exportOf(source, name, hops + 1);
}

function sameDefinition(a: Definition, b: Definition): boolean {
  return a.source.module === b.source.module && (a.kind === 'variable' ? a.variable : null) === (b.kind === 'variable' ? b.variable : null);
}

type NamedImport = ModuleIr['imports'][number];
const importIndices = new WeakMap<ModuleIr, ReadonlyMap<VariableId, NamedImport>>();

function importsOf(module: ModuleIr): ReadonlyMap<VariableId, NamedImport> {
  let known = importIndices.get(module);
  if (known === undefined) {
    // A name that is imported twice is an error of the program: nothing is known of it.
    const counts = new Map<VariableId, number>();
    for (const { variable } of module.imports) counts.set(variable, (counts.get(variable) ?? 0) + 1);
    known = new Map(module.imports.filter(({ variable }) => counts.get(variable) === 1).map((each) => [each.variable, each]));
    importIndices.set(module, known);
  }
  return known;
}

/** The function of the module's top level. */
export function topOf(module: ModuleIr): FunctionId {
  return module.functions.findIndex(({ kind }) => kind === 'module');
}
