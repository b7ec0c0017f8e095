import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { FunctionId, FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf } from '../ir/visit.js';

/** Names under which Node's `process` has what ends it. An object of the program's may have one, too: then it is taken for an end. */
const endNames: ReadonlySet<string> = new Set(['exit', 'reallyExit', 'abort', 'kill']);

/** What of a module visibly ends the process, or is declared never to return. */
export interface Exits {
  /** Functions that do so themselves, or hold a loop without a way out, which goes on for ever on purpose. */
  readonly functions: ReadonlySet<FunctionId>;
  /** Variables that hold what ends the process. */
  readonly variables: ReadonlySet<VariableId>;
  /** Something that ends the process is stored or handed on: whoever has it may call it. */
  readonly areHandedOn: boolean;
}

/** Reads the instructions of the module once, and once more where what ends the process has a name of the program's. */
export function findExits(module: ModuleIr): Exits {
  const variables = new Set<VariableId>(
    module.imports.flatMap(({ name, variable }) => (name !== null && endNames.has(name) ? [variable] : [])),
  );
  const each = (visit: (instruction: Instruction, within: FunctionId) => void): void => {
    for (const { id, edges } of module.functions) for (const { instruction } of edges) visit(instruction, id);
  };
  for (let before = -1; before < variables.size;) {
    before = variables.size;
    each((instruction) => {
      if (instruction.kind === 'load' && loadsEnd(instruction.object, instruction.key)) variables.add(instruction.target);
      if (instruction.kind === 'assign' && holdsEnd(instruction.value, variables)) variables.add(instruction.target);
    });
  }
  const isEndless = ({ nodes }: FunctionIr): boolean => nodes.some(({ mark }) => mark?.kind === 'endless');
  const functions = new Set<FunctionId>(module.functions.filter(isEndless).map(({ id }) => id));
  let areHandedOn = false;
  each((instruction, within) => {
    if (instruction.kind === 'call') {
      if (instruction.isNever === true || holdsEnd(instruction.callee, variables)) functions.add(within);
    }
    if (variables.size === 0 || instruction.kind === 'assign' || instruction.kind === 'assume') return;
    const called = instruction.kind === 'call' && holdsEnd(instruction.callee, variables) ? instruction.callee : null;
    for (const operand of operandsOf(instruction)) {
      if (operand === called) continue;
      forEachRead(operand, (variable) => (areHandedOn ||= variables.has(variable)));
    }
  });
  return { functions, variables, areHandedOn };
}

/** Whether the call is of what ends the process, as far as its text says so. */
export function isExitCall(instruction: Instruction, { variables }: Exits): boolean {
  return instruction.kind === 'call' && (instruction.isNever === true || holdsEnd(instruction.callee, variables));
}

function holdsEnd(expression: Expression, variables: ReadonlySet<VariableId>): boolean {
  return expression.kind === 'variable' && variables.has(expression.variable);
}

/** Under a key that is computed anything of `process` may be read. */
function loadsEnd(object: Expression, key: Expression): boolean {
  if (key.kind === 'constant') return key.value.kind === 'string' && endNames.has(key.value.value);
  return object.kind === 'global' && object.name === 'process';
}
