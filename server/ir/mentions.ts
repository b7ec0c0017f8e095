import type { Instruction } from './instruction.js';
import type { Edge, FunctionId, ModuleIr, NodeId, VariableId } from './program.js';
import { forEachVariable, targetsOf } from './visit.js';

/** Where a module's variables are written and named, and what leads to its points: made once, linear in the size of the module. */
export interface Mentions {
  /** The instructions that give variables their values; declaring them is none. */
  readonly writers: ReadonlyMap<VariableId, readonly Instruction[]>;
  /** The variables that functions write which are not their own: closures. */
  readonly writtenByClosures: ReadonlySet<VariableId>;
  /** The instructions that name variables. */
  readonly mentions: ReadonlyMap<VariableId, readonly Instruction[]>;
  /** The edges of a function on which instructions complete, by what they lead to and what they leave. */
  edgesOf(body: FunctionId): EdgeIndex;
}

export interface EdgeIndex {
  readonly into: ReadonlyMap<NodeId, readonly Edge[]>;
  readonly from: ReadonlyMap<NodeId, readonly Edge[]>;
  readonly of: ReadonlyMap<Instruction, Edge>;
}

const known = new WeakMap<ModuleIr, Mentions>();

/** The mentions of the module, made when they are first asked for. */
export function mentionsOf(module: ModuleIr): Mentions {
  let index = known.get(module);
  if (index === undefined) known.set(module, (index = collectMentions(module)));
  return index;
}

function collectMentions(module: ModuleIr): Mentions {
  const writers = new Map<VariableId, Instruction[]>();
  const writtenByClosures = new Set<VariableId>();
  const mentions = new Map<VariableId, Set<Instruction>>();
  for (const body of module.functions) {
    for (const { instruction, outcome } of body.edges) {
      forEachVariable(instruction, (id) => void (mentions.get(id)?.add(instruction) ?? mentions.set(id, new Set([instruction]))));
      if (outcome === 'throw' || instruction.kind === 'enterScope') continue;
      for (const target of targetsOf(instruction)) {
        put(writers, target, instruction);
        if (module.variables[target]?.owner !== body.id) writtenByClosures.add(target);
      }
    }
  }
  const edges = new Map<FunctionId, EdgeIndex>();
  return {
    writers,
    writtenByClosures,
    mentions: new Map([...mentions].map(([id, instructions]) => [id, [...instructions]])),
    edgesOf(body) {
      let index = edges.get(body);
      if (index === undefined) edges.set(body, (index = indexEdges(module.functions[body]?.edges ?? [])));
      return index;
    },
  };
}

function indexEdges(edges: readonly Edge[]): EdgeIndex {
  const [into, from] = [new Map<NodeId, Edge[]>(), new Map<NodeId, Edge[]>()];
  const of = new Map<Instruction, Edge>();
  for (const edge of edges) {
    if (edge.outcome === 'throw') continue;
    put(into, edge.target, edge);
    put(from, edge.source, edge);
    of.set(edge.instruction, edge);
  }
  return { into, from, of };
}

function put<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
