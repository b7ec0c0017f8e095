import type { Instance } from '../analysis/unfolding.js';
import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { FunctionIr, NodeId, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';
import type { OpenCall } from './callPath.js';

/**
 * Whether a call only asks a function for its `throw`: the caller says what is to be thrown (`fail('no such file')`), and not by an argument
 * that the function has a look at first. What decides is left out, or written as one of two: `invariant(false, 'not reached')`.
 *
 * @param node Where the called function throws.
 */
export function asksForThrow({ instruction, callee }: OpenCall, node: NodeId): boolean {
  if (instruction.kind !== 'call' || instruction.args.some(({ kind }) => kind !== 'value')) return false;
  const { said, deciding } = throwOf(callee, node);
  if (said.size === 0 || [...said].some((parameter) => deciding.has(parameter))) return false;
  return [...deciding].every((index) => {
    const given = instruction.args[index];
    return given === undefined || (given.kind === 'value' && isOneOfTwo(given.value));
  });
}

function isOneOfTwo(value: Expression): boolean {
  return value.kind === 'constant' && /^(boolean|undefined|null)$/.test(value.value.kind);
}

/** By position, the parameters of which a function makes what it throws at a node, and those that decide whether it comes there. */
function throwOf({ indexed }: Instance, node: NodeId): { readonly said: ReadonlySet<number>; readonly deciding: ReadonlySet<number> } {
  const { body, incoming, outgoing } = indexed;
  const thrown = outgoing[node]?.find(({ instruction }) => instruction.kind === 'throw')?.instruction;
  if (thrown === undefined) return { said: new Set(), deciding: new Set() };
  const before = new Set([node]);
  for (const at of before) for (const { source } of incoming[at] ?? []) before.add(source);
  const parts = partsOf(body);
  const said = parts(thrown);
  const deciding = new Set<number>();
  for (const at of before) {
    const ways = outgoing[at] ?? [];
    if (ways.every(({ target, outcome }) => outcome === 'throw' || before.has(target))) continue;
    for (const { instruction } of ways) for (const parameter of parts(instruction)) deciding.add(parameter);
  }
  return { said, deciding };
}

/** Tells of which parameters, by position, what an instruction reads is made. */
function partsOf({ edges, parameters }: FunctionIr): (instruction: Instruction) => ReadonlySet<number> {
  const parts = new Map<VariableId, Set<number>>(parameters.map((variable, index) => [variable, new Set([index])]));
  const read = (instruction: Instruction): Set<number> => {
    const found = new Set<number>();
    for (const operand of operandsOf(instruction))
      forEachRead(operand, (variable) => parts.get(variable)?.forEach((parameter) => found.add(parameter)));
    return found;
  };
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const { instruction } of edges) {
      const holder = instruction.kind === 'store' && instruction.object.kind === 'variable' ? [instruction.object.variable] : [];
      const own = read(instruction);
      for (const target of [...targetsOf(instruction), ...holder]) {
        const known = parts.get(target) ?? new Set<number>();
        for (const parameter of own) isNew ||= !known.has(parameter);
        parts.set(target, new Set([...known, ...own]));
      }
    }
  }
  return read;
}
