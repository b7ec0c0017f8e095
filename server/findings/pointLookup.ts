import { ownFunctions } from '../ir/linked.js';
import type { GraphNode, ModuleIr } from '../ir/program.js';
import type { Places } from './place.js';

/** `--at FILE:LINE[:COL]` of one module, 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number | null;
}

/**
 * The nodes of the control point that a place means. Without a column: after the last statement that ends on the line; with one:
 * the nearest control point at or before it. Null when there is none.
 */
export function nodesAt(place: Place, module: ModuleIr, places: Places): ReadonlySet<GraphNode> | null {
  const all = ownFunctions(module).flatMap((body) => {
    const entered = new Set(body.edges.map(({ target }) => target));
    // Nothing is just after a jump.
    return body.nodes
      .filter((node) => node.id === body.entry || entered.has(node.id))
      .map((node) => ({ node, position: positionOf(node) }));
  });
  let best: { node: GraphNode; position: number }[] = [];
  if (place.column === null) {
    const candidates = all.filter(({ node }) => node.point.kind === 'after' && places.lines.positionOf(node.span.end).line === place.line);
    const last = Math.max(...candidates.map(({ node }) => node.span.end));
    best = outermost(candidates.filter(({ node }) => node.span.end === last));
  } else {
    const offset = places.lines.offsetOf({ line: place.line, column: place.column });
    const before = all.filter(({ position, node }) => position <= offset && node.point.kind !== 'exit' && node.point.kind !== 'throw');
    const nearest = before.reduce((most, { position }) => Math.max(most, position), -Infinity);
    best = outermost(before.filter(({ position }) => position === nearest));
  }
  return best.length === 0 ? null : new Set(best.map(({ node }) => node));
}

/** Of statements that end together the outermost ends last. */
function outermost<T extends { readonly node: GraphNode }>(together: readonly T[]): T[] {
  const first = together.reduce((least, { node }) => (node.point.kind === 'after' ? Math.min(least, node.span.start) : least), Infinity);
  return together.filter(({ node }) => first === Infinity || (node.point.kind === 'after' && node.span.start === first));
}

/** Where in the text the state of a node holds. */
export function positionOf(node: GraphNode): number {
  return node.point.kind === 'after' ? node.span.end : node.point.offset;
}
