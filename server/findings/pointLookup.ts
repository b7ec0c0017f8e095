import { ownFunctions } from '../ir/linked.js';
import type { Offset, Span } from '../base/span.js';
import type { Edge, FunctionIr, GraphNode, ModuleIr } from '../ir/program.js';
import type { Places } from './place.js';

/** `--at FILE:LINE[:COL]` of one module, 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number | null;
}

/**
 * The nodes of the control point that a place means. Without a column: after the last statement that ends on the line; where none does, and with
 * a column, the nearest control point at or before the place. Null when there is none: nothing is behind a jump.
 */
export function nodesAt(place: Place, module: ModuleIr, places: Places): ReadonlySet<GraphNode> | null {
  const all = ownFunctions(module).flatMap((body) => {
    const entered = new Set(body.edges.map(({ target }) => target));
    return body.nodes.map((node) => {
      const isEntry = node.id === body.entry;
      return { node, body, position: positionOf(node), isEntry, isEntered: isEntry || entered.has(node.id) };
    });
  });
  const passed = all.filter(({ isEntered }) => isEntered);
  const { lines } = places;
  const endsHere = ({ node }: { readonly node: GraphNode }): boolean =>
    node.point.kind === 'after' && lines.positionOf(node.span.end).line === place.line;
  let best: readonly BodyNode[] = [];
  if (place.column === null && all.some(endsHere)) {
    const candidates = passed.filter(endsHere);
    const last = Math.max(...candidates.map(({ node }) => node.span.end));
    best = outermost(candidates.filter(({ node }) => node.span.end === last));
  } else {
    const { line, column } = place;
    const offset = column === null ? lines.offsetOf({ line: line + 1, column: 1 }) - 1 : lines.offsetOf({ line, column });
    const isBefore = ({ position, node }: (typeof all)[number]): boolean =>
      position <= offset && node.point.kind !== 'exit' && node.point.kind !== 'throw';
    const before = passed.filter(isBefore);
    const latest = (some: typeof all): number => some.reduce((most, { position }) => Math.max(most, position), -Infinity);
    const nearest = latest(before);
    // Behind a jump, lines without statements have no state either.
    const jumped = column === null ? latest(all.filter((each) => isBefore(each) && each.node.point.kind === 'after')) : nearest;
    const last = jumped > nearest ? [] : outermost(before.filter(({ position }) => position === nearest));
    best = column === null ? entriesOr(last) : last;
  }
  return best.length === 0 ? null : new Set(best.map(({ node }) => node));
}

interface BodyNode {
  readonly node: GraphNode;
  readonly body: FunctionIr;
  readonly position: number;
  readonly isEntry: boolean;
}

/** Behind a function's header control is in it. A class that is written without a constructor has one that begins with it. */
function entriesOr(together: readonly BodyNode[]): readonly BodyNode[] {
  const entries = together.filter(
    ({ isEntry, body }) =>
      isEntry && body.kind !== 'module' && (!/onstructor$/.test(body.kind) || together.every((each) => each.body === body)),
  );
  return entries.length > 0 ? entries : together;
}

/** The nodes of a statement's two states. */
export interface StatementNodes {
  /** The state in which control comes to the statement. */
  readonly before: readonly GraphNode[];
  /** The same where the statement itself begins, its assertions behind it. */
  readonly start: readonly GraphNode[];
  /** Empty for a jump, and for what is no statement: the test of a loop. */
  readonly after: readonly GraphNode[];
}

/** A statement, or what is evaluated like one, by where it is written. */
export interface StatementPlace {
  readonly span: Span;
  /** `test`: of a loop, which is evaluated before each of its rounds; `body`: the expression that is all of a function. */
  readonly form: 'statement' | 'test' | 'body';
}

/** The nodes of what is executed in a span of the source; null when it is not of this module. */
export function nodesOf({ span, form }: StatementPlace, module: ModuleIr): StatementNodes | null {
  const body = functionAround(span, module);
  if (body === null) return null;
  const tested = form === 'test' ? evaluatedFrom(span, body) : [];
  if (tested.length > 0) return { before: tested, start: tested, after: [] };
  // Parts of the expression begin where it begins.
  const entry = body.nodes.filter(({ id }) => form === 'body' && id === body.entry);
  if (entry.length > 0) return { before: entry, start: entry, after: [] };
  const entered = new Set(body.edges.map(({ target }) => target));
  const isPassed = (node: GraphNode): boolean => node.id === body.entry || entered.has(node.id) || node.point.kind === 'after';
  const all = body.nodes
    .filter((node) => isPassed(node) && node.mark?.kind !== 'violation' && node.point.kind !== 'exit' && node.point.kind !== 'throw')
    .map((node) => ({ node, position: positionOf(node) }));
  const nearest = (offset: Offset): GraphNode[] => {
    const position = all.reduce((most, each) => (each.position <= offset ? Math.max(most, each.position) : most), -Infinity);
    return outermost(all.filter((each) => each.position === position)).map(({ node }) => node);
  };
  const before = nearest(span.start);
  // Assertions before the statement are nodes of their own, which end with the statement's beginning.
  const isAsserted = before.some(({ point }) => point.kind === 'before' && point.offset === span.start);
  const asserted = all.filter(({ node, position }) => node.point.kind === 'before' && position < span.start).at(-1);
  const start = isAsserted && asserted !== undefined ? [asserted.node] : before;
  const after = body.nodes.filter(({ point, span: of }) => point.kind === 'after' && of.start === span.start && of.end === span.end);
  return before.length === 0 ? null : { before, start, after: after.filter(({ id }) => entered.has(id)) };
}

/** The nodes where the evaluation of an expression begins: on the way into a loop, and at the end of each round. */
function evaluatedFrom(span: Span, body: FunctionIr): readonly GraphNode[] {
  const isInside = ({ instruction }: Edge): boolean =>
    'span' in instruction && span.start <= instruction.span.start && instruction.span.end <= span.end;
  const from = new Set(body.edges.filter(isInside).map(({ source }) => source));
  const within = new Set(body.edges.filter(isInside).map(({ target }) => target));
  const outside = new Set(body.edges.filter((edge) => !isInside(edge)).map(({ target }) => target));
  return body.nodes.filter(({ id }) => from.has(id) && (outside.has(id) || !within.has(id)));
}

/** The innermost function that is more than the span: an arrow function may be nothing but its expression. */
function functionAround({ start, end }: Span, module: ModuleIr): FunctionIr | null {
  const size = (body: FunctionIr): number => (body.kind === 'module' ? Infinity : body.span.end - body.span.start);
  const around = ownFunctions(module).filter(
    (body) => body.kind === 'module' || (body.span.start <= start && end <= body.span.end && size(body) > end - start),
  );
  return around.reduce<FunctionIr | null>((best, body) => (best === null || size(body) < size(best) ? body : best), null);
}

/** The outermost of statements that end together: it ends last. */
function outermost<T extends { readonly node: GraphNode }>(together: readonly T[]): T[] {
  const first = together.reduce((least, { node }) => (node.point.kind === 'after' ? Math.min(least, node.span.start) : least), Infinity);
  return together.filter(({ node }) => first === Infinity || (node.point.kind === 'after' && node.span.start === first));
}

/** The offset at which the state of a node holds. */
export function positionOf(node: GraphNode): number {
  return node.point.kind === 'after' ? node.span.end : node.point.offset;
}
