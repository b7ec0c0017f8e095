import type { TypeAssumption, VariableId } from '../ir/program.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { argumentsValue } from '../semantics/heap/argumentsObject.js';
import { assumedRest, assumedValue } from '../semantics/expression/assumption.js';
import { bindParameters } from '../semantics/call.js';
import { areToldApart, givenValue } from '../semantics/heap/given.js';
import { fresh } from '../semantics/relational/relations.js';
import * as states from '../semantics/state.js';
import type { LiveState } from '../semantics/state.js';
import type { RootAnalysis } from './root.js';

/** The entry state of a root: parameters as declared, or as they are restricted, everything else as the module invariant leaves it. */
export function entryStateOf(analysis: RootAnalysis, restrictions: ReadonlyMap<VariableId, Value>): LiveState {
  const { context, body, unfolding, isOpaquelyCalled } = analysis;
  const { program, invariant } = context;
  // The top level runs once, before everything else.
  const state = body.kind === 'module' ? states.emptyState : states.makeState(null, invariant.cells, invariant.heap, fresh);
  const givenArgument = argumentsGiven(analysis);
  const parameter = (variable: VariableId): Value => (isOpaquelyCalled ? values.top : givenArgument(variable));
  const bound: [VariableId, Value][] = body.parameters.map((variable) => [variable, restrictions.get(variable) ?? parameter(variable)]);
  // A method is called on an instance; a plain function may be called on anything.
  const isMethod = body.kind !== 'function' && body.kind !== 'module';
  if (body.thisVariable !== null)
    bound.push([body.thisVariable, isMethod ? instanceGiven(body.thisVariable, givenArgument, analysis) : values.top]);
  if (body.newTargetVariable !== null) bound.push([body.newTargetVariable, values.top]);
  if (body.instanceVariable !== null) bound.push([body.instanceVariable, values.unknownObject]);
  if (body.argumentsVariable !== null) bound.push([body.argumentsVariable, argumentsValue(body, program)]);
  // A rest parameter is an array that nobody else has.
  const declaredRest = body.rest === null || isOpaquelyCalled ? null : (program.module.variables[body.rest]?.assumption ?? null);
  const rest = body.rest === null ? null : assumedRest(declaredRest, program.policy);
  return bindParameters(body, bound, rest, state, unfolding.root.activation);
}

/** The receiver that a method is called on. */
function instanceGiven(
  variable: VariableId,
  givenArgument: (variable: VariableId) => Value,
  { context, isOpaquelyCalled }: RootAnalysis,
): Value {
  const declared = context.program.module.variables[variable]?.assumption ?? null;
  return declared === null || isOpaquelyCalled ? values.unknownObject : givenArgument(variable);
}

/** Declared parameters by their types: arrays are distinguished from each other where their types differ so much that no array has both. */
function argumentsGiven({ context, body }: RootAnalysis): (variable: VariableId) => Value {
  const { program } = context;
  const { module, policy } = program;
  const assumptionOf = (variable: VariableId): TypeAssumption | null => module.variables[variable]?.assumption ?? null;
  const { parameters, thisVariable } = body;
  const assumptions = [...parameters, ...(thisVariable === null ? [] : [thisVariable])].map(assumptionOf);
  const areTold = areToldApart(assumptions.filter((assumption) => assumption !== null));
  return (variable) => (areTold ? givenValue(assumptionOf(variable), policy, program) : assumedValue(assumptionOf(variable), policy));
}
