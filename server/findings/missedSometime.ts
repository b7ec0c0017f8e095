import type { ForwardEquations } from '../analysis/forwardEquations.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import type { AssertionId, Edge, GraphNode } from '../ir/program.js';
import * as states from '../semantics/state.js';
import { isNever, type ConditionTree } from './conditionTree.js';
import type { DraftLocated } from './draft.js';
import { otherFile } from './place.js';
import { askedByValues } from './requires.js';

/** Places that are named for one assertion at most, besides its own. */
const maxPlaces = 3;

/** Whether runs from `origin` that fail may do so without having passed an intermittent assertion that binds the root. */
export function mayMiss(solution: RootSolution, origin: PointId, condition: ConditionTree): boolean {
  const { sometimes, passing, reachable, paths } = solution;
  if (sometimes.length === 0) return false;
  const here = reachable[origin] ?? null;
  const passed = passing()[origin] ?? null;
  if (here === null || passed === null || isNever(condition)) return true;
  const isStateMissing = !states.leq(states.withRelations(here, passed.relations), passed);
  const isByPaths = origin === solution.analysis.unfolding.root.entry && askedByValues(solution, here).condition === null;
  return isByPaths && paths !== null ? paths.misses : isStateMissing;
}

/**
 * Why runs from `start` may miss an intermittent assertion: the places where they take a way from which it cannot be passed any more,
 * the nearest first, and the assertion itself.
 */
export function missedFrom(solution: RootSolution, start: PointId, forward: ForwardEquations): readonly DraftLocated[] {
  const { program } = solution.analysis.context;
  return solution.sometimes.flatMap((id) => {
    const assertion = program.module.assertions[id];
    if (assertion === undefined) return [];
    const ways = new Ways(solution, forward, id, start);
    const owner = solution.analysis.unfolding.instances.find(({ indexed }) => indexed.body.id === assertion.owner);
    const file = owner === undefined ? null : otherFile(owner);
    const leaving = ways.leaving().filter(({ span }) => span.start !== assertion.span.start);
    const itself = {
      span: assertion.span,
      file,
      message: [`runs end without passing this${assertion.text === 'true' ? '' : ' while it is true'}`],
    };
    return [...leaving.slice(0, maxPlaces), itself];
  });
}

/** The ways from a point, as far as the assertion. */
class Ways {
  private readonly ahead: readonly PointId[];
  /** From these the assertion can be passed. */
  private readonly passing: ReadonlySet<PointId>;

  constructor(
    private readonly solution: RootSolution,
    private readonly forward: ForwardEquations,
    private readonly assertion: AssertionId,
    start: PointId,
  ) {
    const seen = new Set([start]);
    const sources = new Map<PointId, PointId[]>();
    for (const point of seen) {
      if (this.isPassed(point)) continue;
      for (const next of this.nexts(point)) {
        seen.add(next);
        sources.set(next, [...(sources.get(next) ?? []), point]);
      }
    }
    this.ahead = [...seen];
    const passing = new Set(this.ahead.filter((point) => this.isPassed(point)));
    for (const point of passing) for (const source of sources.get(point) ?? []) passing.add(source);
    this.passing = passing;
  }

  leaving(): readonly DraftLocated[] {
    const places = new Map<string, DraftLocated & { readonly isThrown: boolean }>();
    for (const point of this.ahead) {
      if (!this.passing.has(point) || this.isPassed(point)) continue;
      const instance = this.solution.analysis.unfolding.instanceAt[point];
      for (const next of instance === undefined ? [] : this.nexts(point)) {
        if (this.passing.has(next) || (this.solution.good[next] ?? null) !== null) continue;
        const edge = instance?.indexed.outgoing[point - instance.base]?.find(({ target }) => instance.base + target === next);
        if (instance === undefined || edge === undefined) continue;
        const place = placeOf(edge, instance);
        const key = `${place.file ?? ''}:${place.span.start}`;
        const isThrown = edge.outcome === 'throw';
        if (places.get(key)?.isThrown ?? true) places.set(key, { ...place, isThrown });
      }
    }
    const all = [...places.values()];
    // Nearly everything may throw.
    const normal = all.filter(({ isThrown }) => !isThrown);
    return (normal.length > 0 ? normal : all).map(({ span, file, message }) => ({ span, file, message }));
  }

  private nexts(point: PointId): readonly PointId[] {
    return this.forward.dependents(point).filter((next) => (this.solution.reachable[next] ?? null) !== null);
  }

  private isPassed(point: PointId): boolean {
    const instance = this.solution.analysis.unfolding.instanceAt[point];
    const mark = instance?.indexed.body.nodes[point - instance.base]?.mark ?? null;
    return mark?.kind === 'sometime' && mark.assertion === this.assertion;
  }
}

function placeOf({ instruction, outcome, target }: Edge, instance: Instance): DraftLocated {
  const file = otherFile(instance);
  const node: GraphNode | undefined = instance.indexed.body.nodes[target];
  const span = 'span' in instruction ? instruction.span : (node?.span ?? instance.indexed.body.nameSpan);
  if (outcome === 'throw') return { span, file, message: ['what this throws leads past the @sometime'] };
  if (instruction.kind === 'assume')
    return { span, file, message: [`where this is ${String(instruction.truth)}, the @sometime is not passed any more`] };
  return { span, file, message: ['from here on the @sometime is not passed any more'] };
}
