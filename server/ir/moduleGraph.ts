import { commonExportsOf, requiredBy } from './commonJs.js';
import type { ModuleIr, VariableId } from './program.js';

/** A lowered module, and where its specifiers lead. */
export interface LinkedSource {
  readonly module: ModuleIr;
  /** The source file of the program that the specifier names; null for everything else. */
  resolve(specifier: string): LinkedSource | null;
  /**
   * The source that `require` of the specifier gives with all its exports, as its own text makes them: it has been loaded by then, and no
   * module that is loaded with the program writes to them. Null for everything else.
   */
  required(specifier: string): LinkedSource | null;
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
  if (commonExportsOf(source.module) !== null) return commonExport(source, name, hops);
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

/** A name of a CommonJS module, for one that imports it. */
function commonExport(source: LinkedSource, name: string, hops: number): Definition | null {
  const exports = commonExportsOf(source.module);
  if (exports === null) return null;
  if (name === 'export=') return requiredFrom(source, null, hops);
  if (name === 'default') return exports.isCompiled ? null : requiredFrom(source, null, hops);
  const value = exports.members.get(name);
  if (value?.kind === 'variable') return definitionOf(source, value.variable, hops + 1);
  const whole = exports.whole === null ? null : definitionOf(source, exports.whole, hops + 1);
  return whole?.kind === 'namespace' ? exportOf(whole.source, name, hops + 1) : null;
}

/** What `require` gives of a module, or a member of that. */
function requiredFrom(source: LinkedSource | null, name: string | null, hops: number): Definition | null {
  if (source === null || hops > maxHops) return null;
  if (name !== null) return exportOf(source, name, hops + 1);
  const whole = commonExportsOf(source.module)?.whole ?? null;
  return whole === null ? { kind: 'namespace', source } : definitionOf(source, whole, hops + 1);
}

/** The definition that a variable stands for: an import, and what holds something required, for what that is in its module. */
export function definitionOf(source: LinkedSource, variable: VariableId, hops = 0): Definition | null {
  if (hops > maxHops) return null;
  if (source.module.variables[variable]?.kind !== 'import') {
    const required = requiredBy(source.module).get(variable);
    const found = required === undefined ? null : requiredFrom(source.required(required.specifier), required.name, hops);
    return found ?? { kind: 'variable', source, variable };
  }
  const imported = importsOf(source.module).get(variable);
  if (imported === undefined) return null;
  const from = source.resolve(imported.specifier);
  const isCommon = from !== null && commonExportsOf(from.module) !== null;
  return takenFrom(isCommon ? source.required(imported.specifier) : from, imported.name, hops);
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
