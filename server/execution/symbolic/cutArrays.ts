import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import { mentionsOf } from '../../ir/mentions.js';
import type { FunctionIr, ModuleIr, NodeId, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';
import { Term } from '../concrete/concreteValue.js';
import { textOf } from './quantities.js';
import type { Held } from './scene.js';
import type { PathTerms } from './terms.js';

/** An array is what is behind a position of another: `list.slice(from)`. */
export interface Cut {
  readonly of: Expression;
  readonly from: Expression;
}

/** A loop, and the arrays of its own that it only puts something into. */
interface CuttingLoop {
  readonly body: FunctionIr;
  readonly module: ModuleIr;
  readonly inLoop: ReadonlySet<NodeId>;
  readonly filled: readonly VariableId[];
}

const nothing: Expression = { kind: 'constant', value: { kind: 'number', value: 0 } };

/** A condition under which an iteration leaves an array that it cuts with the same elements; null where it is not cut once. */
export function isKept(after: Held | undefined, before: Held | undefined, terms: PathTerms): Expression | null {
  if (!(after?.value instanceof Term) || !(before?.value instanceof Term)) return null;
  const cut = terms.cutOf(after.value.expression);
  if (cut === null || textOf(cut.of) !== textOf(before.value.expression)) return null;
  return { kind: 'binary', operator: '===', left: cut.from, right: nothing };
}

/** Methods that tell nothing but an array's elements, and change none. */
const looking: ReadonlySet<string> = new Set(['slice', 'at', 'includes', 'indexOf', 'lastIndexOf', 'join']);

/**
 * Whether all that the loop does with the variable is to look at the elements of the array that it holds, and to put another one in its place:
 * which of several equal arrays it is makes then no difference. Nor does the loop change any array but those that it fills.
 */
export function isOnlyCut(variable: VariableId, { body, module, inLoop, filled }: CuttingLoop): boolean {
  if (module.variables[variable]?.captured !== false) return false;
  const { writers, mentions } = mentionsOf(module);
  const loop = body.edges.filter(({ source, target }) => inLoop.has(source) && inLoop.has(target)).map(({ instruction }) => instruction);
  return loop.every((each) => changesNothing(each) && looksOnly(each));

  function changesNothing(instruction: Instruction): boolean {
    if (instruction.kind === 'store' || instruction.kind === 'delete' || instruction.kind === 'havoc') return false;
    if (instruction.kind !== 'call') return true;
    const { callee, receiver, mode } = instruction;
    if (mode !== 'call' || callee.kind !== 'variable' || receiver === null) return false;
    const names = (writers.get(callee.variable) ?? []).map((each) => (each.kind === 'load' ? nameOf(each.key) : null));
    const isFill = receiver.kind === 'variable' && filled.includes(receiver.variable);
    return names.length > 0 && names.every((name) => name !== null && (looking.has(name) || (isFill && name === 'push')));
  }

  function looksOnly(instruction: Instruction): boolean {
    if (targetsOf(instruction).includes(variable)) return isNew(instruction);
    const others = operandsOf(instruction).filter((operand) => !isThat(operand));
    if (others.some(reads)) return false;
    const whole = operandsOf(instruction).length - others.length;
    if (whole === 0) return true;
    const isObject = instruction.kind === 'load' && isThat(instruction.object);
    const isReceiver = instruction.kind === 'call' && instruction.receiver !== null && isThat(instruction.receiver);
    return whole === 1 && (isObject || isReceiver);
  }

  /** Whether it gives the variable what a call has just made, and nobody else has. */
  function isNew(instruction: Instruction): boolean {
    if (instruction.kind === 'call') return !operandsOf(instruction).some((operand) => !isThat(operand) && reads(operand));
    if (instruction.kind !== 'assign' || instruction.value.kind !== 'variable') return false;
    const made = instruction.value.variable;
    return (
      module.variables[made]?.kind === 'temporary' &&
      (mentions.get(made) ?? []).every((each) => each === instruction || isMaker(each, made))
    );
  }

  function isMaker(instruction: Instruction, made: VariableId): boolean {
    return instruction.kind === 'call' && instruction.target === made;
  }

  function isThat(operand: Expression): boolean {
    return operand.kind === 'variable' && operand.variable === variable;
  }

  function reads(operand: Expression): boolean {
    let found = false;
    forEachRead(operand, (read) => (found ||= read === variable));
    return found;
  }
}

const nameOf = (key: Expression): string | null => (key.kind === 'constant' && key.value.kind === 'string' ? key.value.value : null);
