import type { LinkedSource } from './moduleGraph.js';
import type { ImportedType, ModuleIr, TypeAssumption, Variable } from './program.js';

/** A union of more members than this says `any`, to keep states small. */
const maximalMembers = 50;
/** Objects inside of objects deeper than this are not described. */
const deepestMembers = 4;
/** Chains of types of other modules beyond this are not followed. */
const maxHops = 20;

const any: TypeAssumption = { kind: 'any' };

/** Flattens nested unions; `any` swallows all, but for types that other modules declare. */
export function unionOf(members: readonly TypeAssumption[]): TypeAssumption {
  const flat = new Map<string, TypeAssumption>();
  for (const member of members.flatMap((each) => (each.kind === 'union' ? each.of : [each]))) {
    if (isAny(member)) return any;
    if (member.kind !== 'never') flat.set(JSON.stringify(member), member);
  }
  const [only] = flat.values();
  if (only === undefined) return { kind: 'never' };
  if (flat.size > maximalMembers) return any;
  return flat.size === 1 ? only : { kind: 'union', of: [...flat.values()] };
}

/** It promises nothing, whatever other modules declare. */
export const isAny = (type: TypeAssumption): boolean => type.kind === 'any' && type.imported === undefined;

/**
 * The module with what the types of its parameters promise that other modules of the program declare. A type that is not seen promises
 * nothing.
 */
export function withImportedTypes(source: LinkedSource): ModuleIr {
  const { module } = source;
  const closer = new TypeCloser();
  let isChanged = false;
  const variables = module.variables.map((variable): Variable => {
    const { assumption, kind } = variable;
    if (assumption === null || (kind !== 'parameter' && kind !== 'this') || !isOpen(assumption)) return variable;
    isChanged = true;
    const closed = closer.closed(assumption, source, 0, 0);
    const declaredTypes = isUnseen(closed) ? null : variable.declaredTypes;
    return { ...variable, assumption: closed, declaredTypes };
  });
  return isChanged ? { ...module, variables } : module;
}

/** The whole type is one that another module declares, and that is not seen. */
const isUnseen = (type: TypeAssumption): boolean => type.kind === 'any';

/** Whether it names a type of another module. */
function isOpen(type: TypeAssumption): boolean {
  switch (type.kind) {
    case 'any':
      return type.imported !== undefined;
    case 'array':
      return isOpen(type.element);
    case 'tuple':
      return type.elements.some(isOpen);
    case 'object':
      return Object.values(type.members ?? {}).some(isOpen);
    case 'union':
      return type.of.some(isOpen);
    default:
      return false;
  }
}

/** Puts types where their names are. */
class TypeCloser {
  /** Types of one module at one depth, by name. */
  private readonly known = new Map<ModuleIr, Map<string, TypeAssumption>>();

  closed(type: TypeAssumption, source: LinkedSource, depth: number, hops: number): TypeAssumption {
    switch (type.kind) {
      case 'any':
        return type.imported === undefined ? any : this.imported(type.imported, source, depth, hops);
      case 'array':
        return { kind: 'array', element: this.inner(type.element, source, depth, hops) };
      case 'tuple':
        return { kind: 'tuple', elements: type.elements.map((each) => this.inner(each, source, depth, hops)) };
      case 'union':
        return unionOf(type.of.map((each) => this.inner(each, source, depth, hops)));
      case 'object': {
        if (type.members === undefined || depth >= deepestMembers) return { kind: 'object' };
        const members = Object.entries(type.members).flatMap(([name, member]) => {
          const closed = this.inner(member, source, depth + 1, hops);
          return closed.kind === 'any' ? [] : [[name, closed] as const];
        });
        return members.length === 0 ? { kind: 'object' } : { kind: 'object', members: Object.fromEntries(members) };
      }
      default:
        return type;
    }
  }

  /** Within another type, a type that is not seen is any. */
  private inner(type: TypeAssumption, source: LinkedSource, depth: number, hops: number): TypeAssumption {
    const closed = this.closed(type, source, depth, hops);
    return closed.kind === 'any' ? any : closed;
  }

  private imported(wanted: ImportedType, source: LinkedSource, depth: number, hops: number): TypeAssumption {
    const from = hops >= maxHops ? null : source.resolve(wanted.specifier);
    // Its name is kept: a type is promised, but not seen.
    return (from === null ? null : this.exported(wanted.name, from, depth, hops + 1)) ?? { kind: 'any', imported: wanted };
  }

  /** The type that a module exports under a name; null when it is not known. */
  private exported(name: string, source: LinkedSource, depth: number, hops: number): TypeAssumption | null {
    const known = this.known.get(source.module) ?? new Map<string, TypeAssumption>();
    this.known.set(source.module, known);
    const key = `${depth} ${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = this.find(name, source, depth, hops);
    if (found !== null) known.set(key, found);
    return found;
  }

  private find(name: string, source: LinkedSource, depth: number, hops: number): TypeAssumption | null {
    const { declared, taken } = source.module.types;
    const own = declared.get(name);
    if (own !== undefined) return this.closed(own, source, depth, hops);
    if (hops >= maxHops) return null;
    const named = taken.find((each) => each.name === name);
    const ways = named === undefined ? taken.filter((each) => each.name === null) : [named];
    for (const { specifier, imported } of ways) {
      const from = source.resolve(specifier);
      const found = from === null ? null : this.exported(imported ?? name, from, depth, hops + 1);
      if (found !== null) return found;
    }
    return null;
  }
}
