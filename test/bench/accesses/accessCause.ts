import type { ReachableRoot } from '../../../server/analysis/rootSolution.js';
import type { Expression } from '../../../server/ir/expression.js';
import type { Instruction } from '../../../server/ir/instruction.js';
import type { FunctionIr, VariableId } from '../../../server/ir/program.js';
import * as values from '../../../server/lattice/value.js';
import type { Value } from '../../../server/lattice/value.js';
import { valueIn } from '../../../server/semantics/expression/evaluate.js';
import { objectAt } from '../../../server/semantics/heap/objectAt.js';
import { isGiven } from '../../../server/semantics/heap/locations.js';
import type { Activation } from '../../../server/semantics/scope.js';
import type { LiveState } from '../../../server/semantics/state.js';

export type Access = Instruction & { kind: 'load' | 'store' };
type Instance = ReachableRoot['analysis']['unfolding']['instances'][number];

/** What the base and the key of an access were in one state, and where they come from: why it is not proven. */
export function causeOf(access: Access, state: LiveState, instance: Instance): string {
  const { activation, indexed } = instance;
  const base = valueIn(access.object, state, activation);
  const key = valueIn(access.key, state, activation);
  const origin = (expression: Expression): string => originOf(expression, indexed.body, activation, 0);
  return `${baseState(base, state, activation)} (${origin(access.object)}) [${keyState(key)}: ${origin(access.key)}]`;
}

function baseState(base: Value, state: LiveState, activation: Activation): string {
  if ((base.bits & values.Bit.UnknownObject) !== 0 || values.hasNumber(base)) return 'unknown';
  if (values.hasText(base)) return base.objects.length === 0 ? 'string' : 'mixed';
  const objects = base.objects.map((location) => ({ location, object: objectAt(state, location, activation) }));
  if (objects.some(({ object }) => object === undefined)) return 'unknown';
  if (objects.some(({ object }) => object?.brand !== 'array')) {
    return objects.some(({ location }) => isGiven(location)) ? 'given' : 'object';
  }
  if (objects.some(({ object }) => object?.escaped === true)) return 'escaped array';
  return objects.some(({ location }) => isGiven(location)) ? 'given array' : 'array';
}

function keyState(key: Value): string {
  if (!values.isNumberOnly(key)) return 'no number';
  const { min, max, nan, integer } = key.number;
  if (min === max && !nan) return 'constant';
  return nan || !integer ? 'no integer' : min < 0 ? 'negative' : max === Infinity ? 'unbounded' : 'bounded';
}

/** How the expression came by its value, by its shape and, of a temporary, by the instruction that writes it. */
function originOf(expression: Expression, body: FunctionIr, activation: Activation, depth: number): string {
  if (expression.kind === 'constant') return 'constant';
  if (expression.kind === 'binary') return `x ${expression.operator} y`;
  if (expression.kind !== 'variable') return expression.kind === 'intrinsic' ? expression.name : expression.kind;
  const { variable } = expression;
  const declared = activation.program.module.variables[variable];
  if (declared === undefined) return '?';
  if (declared.owner !== body.id) return declared.reassigned ? 'captured, rewritten' : 'captured';
  if (declared.kind !== 'temporary' && declared.kind !== 'local') return declared.kind;
  const writes = writesOf(variable, body);
  const [only] = writes;
  if (only === undefined) return 'unwritten';
  if (new Set(writes.map((write) => write.kind)).size > 1 || writes.length > 2) return 'rewritten variable';
  return originOfWrite(only, body, activation, depth);
}

function originOfWrite(write: Instruction, body: FunctionIr, activation: Activation, depth: number): string {
  switch (write.kind) {
    case 'assign':
      return depth > 4 ? 'assigned' : originOf(write.value, body, activation, depth + 1);
    case 'load':
      if (write.access !== null || write.key.kind !== 'constant') return 'element';
      return write.key.value.kind === 'string' && write.key.value.value === 'length' ? 'length' : 'property';
    case 'call':
      return write.mode === 'new' ? `new ${write.text}` : `call ${/\.\w+$/.exec(write.text)?.[0] ?? ''}`;
    case 'step':
      return `for ${write.protocol}`;
    default:
      return write.kind;
  }
}

function writesOf(variable: VariableId, body: FunctionIr): readonly Instruction[] {
  const found = body.edges.map(({ instruction }) => instruction);
  return [...new Set(found.filter((instruction) => 'target' in instruction && instruction.target === variable))];
}
