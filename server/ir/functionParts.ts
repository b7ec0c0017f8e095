import { present } from '../base/errors.js';
import { isMethodOfProtocol } from './instruction.js';
import { constantName } from './prototypes.js';
import type { FunctionId, FunctionIr, ModuleIr, Site, Variable } from './program.js';

/** A function with all functions inside it, and what they own: what a copy needs. */
export interface FunctionParts {
  readonly root: FunctionId;
  /** The root first. */
  readonly bodies: readonly FunctionIr[];
  readonly variables: readonly Variable[];
  readonly sites: readonly Site[];
  /** Control points of all bodies, without those that ask whether an object has the methods of its class. */
  readonly points: number;
}

interface PartsIndex {
  readonly inside: ReadonlyMap<FunctionId, readonly FunctionIr[]>;
  readonly variables: ReadonlyMap<FunctionId, readonly Variable[]>;
  readonly sites: ReadonlyMap<FunctionId, readonly Site[]>;
  readonly parts: Map<FunctionId, FunctionParts>;
}

const indices = new WeakMap<ModuleIr, PartsIndex>();

/** Linear in the size of the parts, once the module has been indexed. */
export function partsOf(module: ModuleIr, root: FunctionId): FunctionParts {
  let index = indices.get(module);
  if (index === undefined) indices.set(module, (index = indexParts(module)));
  let parts = index.parts.get(root);
  if (parts === undefined) index.parts.set(root, (parts = collect(index, present(module.functions[root], `function ${root}`))));
  return parts;
}

function indexParts(module: ModuleIr): PartsIndex {
  return {
    inside: grouped(module.functions, ({ parent }) => parent),
    variables: grouped(module.variables, ({ owner }) => owner),
    sites: grouped(module.sites, ({ owner }) => owner),
    parts: new Map(),
  };
}

function grouped<T>(all: readonly T[], ownerOf: (each: T) => FunctionId | null): ReadonlyMap<FunctionId, readonly T[]> {
  const groups = new Map<FunctionId, T[]>();
  for (const each of all) {
    const owner = ownerOf(each);
    if (owner === null) continue;
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [each]);
    else group.push(each);
  }
  return groups;
}

function collect({ inside, variables, sites }: PartsIndex, root: FunctionIr): FunctionParts {
  const bodies = [root];
  for (let next = 0; next < bodies.length; next++) bodies.push(...(inside.get(present(bodies[next], 'a body').id) ?? []));
  return {
    root: root.id,
    bodies,
    variables: bodies.flatMap(({ id }) => variables.get(id) ?? []),
    sites: bodies.flatMap(({ id }) => sites.get(id) ?? []),
    points: bodies.reduce((sum, body) => sum + pointsOf(body), 0),
  };
}

/** Of each method the protocol of a class loads what an object has and what it should have, and compares. */
const pointsOf = ({ nodes, edges }: FunctionIr): number =>
  nodes.length -
  3 * edges.filter(({ instruction }) => instruction.kind === 'load' && isMethodOfProtocol(constantName(instruction.key) ?? '')).length;
