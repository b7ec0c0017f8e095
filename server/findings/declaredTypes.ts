import type { Instance } from '../analysis/unfolding.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { Expression } from '../ir/expression.js';
import type { Span } from '../base/span.js';
import type { DeclaredTypes, Edge, ModuleIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf } from '../ir/visit.js';
import { assume } from '../semantics/expression/assume.js';
import type { ConditionTree } from './conditionTree.js';
import type { DraftPlace } from './draft.js';
import { printCondition } from './printCondition.js';
import { handedOn, sourceNamed, ValueFlow, type Source } from './valueFlow.js';

/**
 * The declared types that what is said of one root may rest on: those of its parameters, and of members of `this`, whose values take part
 * in a condition, or in a decision that has only one way because of what values may be there. With other values such a decision could go
 * where a run succeeds. More may be named than is needed: values are followed through all functions that the root is made of, whatever
 * their order.
 */
export class TypesRestedOn {
  private readonly known = new Map<ConditionTree, readonly DraftPlace[]>();
  private flow: Flow | null = null;

  constructor(private readonly solution: RootSolution) {}

  /** The types that a condition rests on, over names in scope of the root's function. */
  of(condition: ConditionTree): readonly DraftPlace[] {
    const known = this.known.get(condition) ?? this.find(condition);
    this.known.set(condition, known);
    return known;
  }

  private find(condition: ConditionTree): readonly DraftPlace[] {
    const { analysis } = this.solution;
    const { module } = analysis.context.program;
    const declared = believed(this.solution);
    if (declared.size === 0) return [];
    const { values, calls, decisive } = (this.flow ??= flowOf(this.solution));
    const seeds = [...decisive, ...variablesNamed(condition, analysis.unfolding.root, module)];
    const behind = values.behind(seeds, calls);
    const spans = new Map<number, Span>();
    const add = (span: Span | null | undefined): void => {
      if (span !== null && span !== undefined) spans.set(span.start, span);
    };
    for (const [variable, { own, members }] of declared) {
      if (!behind.has(variable)) continue;
      add(own);
      for (const [name, span] of Object.entries(members)) if (behind.has(sourceNamed(name))) add(span);
    }
    return [...spans.values()].sort((a, b) => a.start - b.start).map((span) => ({ span, file: null }));
  }
}

/** The ways in which values come to where they decide. */
interface Flow {
  readonly values: ValueFlow;
  readonly calls: ReadonlyMap<Source, readonly Source[]>;
  readonly decisive: readonly VariableId[];
}

/** The values that the root is given, with the types that promise them. All other values are seen. */
function believed({ analysis }: RootSolution): ReadonlyMap<VariableId, DeclaredTypes> {
  const { body, context, isOpaquelyCalled } = analysis;
  const { parameters, rest, thisVariable } = body;
  const found = new Map<VariableId, DeclaredTypes>();
  if (isOpaquelyCalled) return found;
  for (const id of [...parameters, rest, thisVariable]) {
    const declared = id === null ? null : context.program.module.variables[id]?.declaredTypes;
    if (id !== null && declared !== null && declared !== undefined) found.set(id, declared);
  }
  return found;
}

function flowOf(solution: RootSolution): Flow {
  const { instances } = solution.analysis.unfolding;
  return {
    values: new ValueFlow(new Set(instances.map(({ indexed }) => indexed.body))),
    calls: handedOn(instances.flatMap(({ callers }) => callers)),
    decisive: instances.flatMap((instance) => decisiveIn(instance, solution)),
  };
}

/** What is read where only one way is left: by tests with one outcome, by what never completes, by what never throws into a handler. */
function decisiveIn(instance: Instance, { reachable }: RootSolution): readonly VariableId[] {
  const found: VariableId[] = [];
  const { body, outgoing } = instance.indexed;
  const isReached = (node: number): boolean => (reachable[instance.base + node] ?? null) !== null;
  for (const node of body.nodes) {
    const state = reachable[instance.base + node.id] ?? null;
    if (state === null) continue;
    for (const edge of outgoing[node.id] ?? []) {
      const { instruction } = edge;
      const isOneWay =
        instruction.kind === 'assume'
          ? assume(instruction.condition, instruction.truth, state, instance.activation) === null
          : !isReached(edge.target) && isDecision(edge);
      if (isOneWay) for (const operand of operandsOf(instruction)) readInto(found, operand);
    }
  }
  return found;

  /** Where an exception goes that leaves the function, it fails whatever it is. */
  function isDecision({ instruction, outcome, target }: Edge): boolean {
    return instruction.kind !== 'throw' && (outcome === 'normal' || target !== body.throwExit);
  }
}

function readInto(found: VariableId[], operand: Expression): void {
  forEachRead(operand, (variable) => found.push(variable));
}

/** The variables that a condition's names may mean. */
function variablesNamed(condition: ConditionTree, { indexed }: Instance, module: ModuleIr): readonly VariableId[] {
  const names = new Set(printCondition(condition).match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []);
  return module.variables.filter(({ name, owner }) => owner === indexed.body.id && names.has(name)).map(({ id }) => id);
}
