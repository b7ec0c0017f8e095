import type { Span } from '../base/span.js';
import type { FunctionIr, VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import type { Occurrence } from './cause.js';

/**
 * Where a variable got the value that turns out to be undefined or null: the one place that gives it one. Null where the failure is
 * another, the object has no name, or several places give it a value.
 */
export function givenBefore({ form, instance, node }: Occurrence): { readonly name: string; readonly span: Span } | null {
  if (form !== 'null') return null;
  const { indexed, activation } = instance;
  const failing = indexed.outgoing[node]?.find(({ instruction: { kind } }) => kind === 'load' || kind === 'store')?.instruction;
  if (failing?.kind !== 'load' && failing?.kind !== 'store') return null;
  const variable = failing.object.kind === 'variable' ? activation.program.module.variables[failing.object.variable] : undefined;
  if (variable?.kind !== 'local' || variable.reassigned) return null;
  const [only, ...others] = givingTo(variable.id, indexed.body);
  return only === undefined || others.length > 0 ? null : { name: variable.name, span: only };
}

/** The places in the function that give the variable a value. */
export function givingTo(variable: VariableId, body: FunctionIr): readonly Span[] {
  const places = new Map<string, Span>();
  for (const { instruction, outcome } of body.edges) {
    if (outcome === 'throw' || instruction.kind === 'enterScope' || instruction.kind === 'copyScope') continue;
    if (!targetsOf(instruction).includes(variable)) continue;
    const span = 'span' in instruction ? instruction.span : null;
    if (span !== null) places.set(`${span.start} ${span.end}`, span);
  }
  return [...places.values()];
}
