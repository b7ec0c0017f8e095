import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { FunctionIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';
import type { CallLink } from '../analysis/unfolding.js';
import { argumentsOf, resultOf } from '../analysis/unfolding.js';

/** A source of values: a variable, or the properties of any object under that name (`*`: a name that is computed). */
export type Source = VariableId | string;

/**
 * Which values are computed of which in some functions, whatever the order in which they run. Objects are not distinguished: what is read
 * under a name may be whatever is stored under it.
 */
export class ValueFlow {
  private readonly sources = new Map<Source, Set<Source>>();

  constructor(bodies: Iterable<FunctionIr>) {
    for (const body of bodies) for (const { instruction } of body.edges) this.add(instruction);
  }

  /** All that the values of these may be computed of, themselves included. */
  behind(seeds: Iterable<Source>, calls: ReadonlyMap<Source, readonly Source[]>): ReadonlySet<Source> {
    const seen = new Set<Source>(seeds);
    for (const source of seen) {
      for (const further of this.sources.get(source) ?? []) seen.add(further);
      for (const further of calls.get(source) ?? []) seen.add(further);
    }
    return seen;
  }

  private add(instruction: Instruction): void {
    switch (instruction.kind) {
      case 'store':
        for (const key of [nameOf(instruction.key), variableIn(instruction.object)]) if (key !== null) this.flows(key, instruction.value);
        return;
      case 'load': {
        const { target, object, key } = instruction;
        this.from(target, nameOf(key));
        this.from(target, computed);
        this.flows(target, object);
        return;
      }
      case 'step':
      case 'collect':
        if (instruction.kind === 'collect' || instruction.found) this.from(instruction.target, instruction.iterator);
        this.from(instruction.target, computed);
        return;
      case 'allocate':
        for (const element of instruction.elements)
          if (element.kind !== 'hole') for (const into of [instruction.target, computed]) this.flows(into, element.value);
        return;
      default:
        for (const target of targetsOf(instruction)) for (const operand of operandsOf(instruction)) this.flows(target, operand);
    }
  }

  private flows(target: Source, value: Expression): void {
    forEachRead(value, (variable) => this.from(target, variable));
  }

  private from(target: Source, source: Source): void {
    const known = this.sources.get(target);
    if (known === undefined) this.sources.set(target, new Set([source]));
    else known.add(source);
  }
}

const computed = '*';

/** The name of the property, where it is written out. */
function nameOf(key: Expression): string {
  return key.kind === 'constant' && key.value.kind === 'string' ? sourceNamed(key.value.value) : computed;
}

/** The properties of that name. */
export const sourceNamed = (name: string): Source & string => `.${name}`;

const variableIn = (object: Expression): VariableId | null => (object.kind === 'variable' ? object.variable : null);

/** The copies that calls of these links make: arguments to parameters, the receiver to `this`, results back. */
export function handedOn(links: Iterable<CallLink>): ReadonlyMap<Source, readonly Source[]> {
  const handed = new Map<Source, Source[]>();
  const add = (target: VariableId | null, of: readonly VariableId[]): void => {
    if (target !== null) handed.set(target, [...(handed.get(target) ?? []), ...of]);
  };
  for (const { callee, instruction } of links) {
    const { body } = callee.indexed;
    const given = argumentsOf(instruction);
    const all = given.flatMap(readBy);
    const isPositional = given.every(({ kind }) => kind === 'value');
    body.parameters.forEach((parameter, index) => add(parameter, isPositional ? readBy(given[index]) : all));
    add(body.rest, all);
    add(body.thisVariable, receiverOf(instruction));
    add(resultOf(instruction), [resultVariable(body)]);
  }
  return handed;
}

const resultVariable = ({ result }: FunctionIr): VariableId => result;

function receiverOf(instruction: CallLink['instruction']): readonly VariableId[] {
  const receiver = instruction.kind === 'call' ? instruction.receiver : instruction.object;
  return receiver === null ? [] : readsOf(receiver);
}

const readBy = (argument: Argument | undefined): readonly VariableId[] =>
  argument === undefined || argument.kind === 'hole' ? [] : readsOf(argument.value);

function readsOf(expression: Expression): readonly VariableId[] {
  const found: VariableId[] = [];
  forEachRead(expression, (variable) => found.push(variable));
  return found;
}
