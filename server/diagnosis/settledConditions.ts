import type { Span } from '../base/span.js';
import type { Component } from '../ir/component.js';
import type { Instruction } from '../ir/instruction.js';
import type { Edge, FunctionIr, ModuleIr, NodeId } from '../ir/program.js';

/** What each way of a fork says of the condition that the fork is a part of: that it holds, that it does not, or nothing yet. */
export interface Fork {
  readonly whenTrue: boolean | null;
  readonly whenFalse: boolean | null;
}

/** By the `assume` of each way. */
export type Settled = ReadonlyMap<Instruction, Fork>;

/**
 * The forks of conditions. In `if (!(x && y))` a false `x` leads past `y` into the block: the condition holds, although the fork went the
 * other way. A true `x` settles nothing. `whenTrue`: where a condition leads that holds.
 */
export function settledConditions(
  module: ModuleIr,
  componentOf: ReadonlyMap<Instruction, Component>,
  whenTrue: ReadonlyMap<Component, Span>,
): Settled {
  const settled = new Map<Instruction, Fork>();
  for (const fn of module.functions) {
    const outgoing = outgoingOf(fn);
    for (const edges of outgoing.values()) {
      const component = componentOfFork(edges, componentOf);
      const target = component === null ? undefined : whenTrue.get(component);
      if (component === null || target === undefined) continue;
      const ends = (truth: boolean): boolean | null => {
        const way = edges.find(({ instruction }) => instruction.kind === 'assume' && instruction.truth === truth);
        return way === undefined ? null : endOf(way.target, { fn, outgoing, componentOf, component, whenTrue: target });
      };
      const fork = { whenTrue: ends(true), whenFalse: ends(false) };
      for (const { instruction } of edges) settled.set(instruction, fork);
    }
  }
  return settled;
}

type Outgoing = ReadonlyMap<NodeId, readonly Edge[]>;

/** The edges by which each node is left, those of exceptions excepted. */
function outgoingOf({ edges }: FunctionIr): Outgoing {
  const outgoing = new Map<NodeId, Edge[]>();
  for (const edge of edges) {
    if (edge.outcome === 'throw') continue;
    const known = outgoing.get(edge.source);
    if (known === undefined) outgoing.set(edge.source, [edge]);
    else known.push(edge);
  }
  return outgoing;
}

function componentOfFork(edges: readonly Edge[], componentOf: ReadonlyMap<Instruction, Component>): Component | null {
  const test = edges.find(({ instruction }) => instruction.kind === 'assume');
  return test === undefined ? null : (componentOf.get(test.instruction) ?? null);
}

interface Condition {
  readonly fn: FunctionIr;
  readonly outgoing: Outgoing;
  readonly componentOf: ReadonlyMap<Instruction, Component>;
  readonly component: Component;
  readonly whenTrue: Span;
}

/** Whether the condition holds where control goes on at the node; null where another fork of it comes first. */
function endOf(start: NodeId, { fn, outgoing, componentOf, component, whenTrue }: Condition): boolean | null {
  const seen = new Set<NodeId>();
  for (let at = start; !seen.has(at);) {
    seen.add(at);
    const node = fn.nodes[at];
    const edges = outgoing.get(at) ?? [];
    const [edge] = edges;
    // A part of the condition that leads into a block: `c ? a : b` has some, too, and goes on in them.
    if (node?.point.kind === 'body' && overlap(node.span, whenTrue)) return true;
    if (node?.point.kind === 'after' || edge === undefined) return false;
    const own = edges.every(({ instruction }) => instruction.kind === 'nop' || componentOf.get(instruction) === component);
    if (!own) return false;
    if (edges.length > 1) return null;
    at = edge.target;
  }
  return null;
}

const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;
