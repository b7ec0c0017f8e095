import type { ModuleIr } from '../ir/program.js';
import type { FailingLoad } from './failingLoads.js';
import type { Project, ProjectLoad } from './project.js';

/**
 * The statements of a file that take a name which the other module does not export: linking them is a SyntaxError, whatever runs before.
 * Only files that Node certainly loads as ES modules are asked about, on both sides, and only where all that they hand on is seen.
 */
export function missingExportsOf(project: Project, file: string, module: ModuleIr): readonly FailingLoad[] {
  if (!isEsModule(file)) return [];
  const taken = [...module.imports, ...module.reexports.map(({ specifier, imported }) => ({ specifier, name: imported }))];
  return project.loadsOf(file).flatMap(({ statement, target }): readonly FailingLoad[] => {
    if (target === null || !isEsModule(target)) return [];
    const names = taken.flatMap(({ specifier, name }) => (specifier === statement.specifier && name !== null ? [name] : []));
    const exported = names.length === 0 ? null : exportedNames(project, target, new Set());
    const missing = exported === null ? undefined : names.find((name) => !exported.has(name));
    if (missing === undefined) return [];
    const why = `: ${statement.specifier} has no ${missing === 'default' ? 'default export' : `export named ${missing}`}.`;
    return [{ statement, failure: { code: 'uncaught-exception', why, because: [] }, isToldElsewhere: false }];
  });
}

/** Whatever the package says. */
const isEsModule = (file: string): boolean => file.endsWith('.mjs');

/** The names that a module exports, or might; null where not all are seen. */
function exportedNames(project: Project, file: string, seen: Set<string>): ReadonlySet<string> | null {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const module = project.moduleOf(file);
  if (module === null) return null;
  const names = new Set([...module.exports.map(({ name }) => name), ...module.reexports.flatMap(({ name }) => name ?? [])]);
  for (const { specifier, name } of module.reexports) {
    if (name !== null) continue;
    const target = project.loadsOf(file).find((load: ProjectLoad) => load.statement.specifier === specifier)?.target ?? null;
    const handedOn = target === null || !isEsModule(target) ? null : exportedNames(project, target, seen);
    if (handedOn === null) return null;
    for (const each of handedOn) if (each !== 'default') names.add(each);
  }
  return names;
}
