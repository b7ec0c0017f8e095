import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { FunctionId, FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';
import { LaterCalls } from './laterCalls.js';
import { findWaits, type Waits } from './waits.js';

/** Names under which Node's `process` has what ends it. */
const endNames: ReadonlySet<string> = new Set(['exit', 'reallyExit', 'abort', 'kill']);
/** Other objects may have it, too: then it is taken for an end. */
const endOfAny = 'exit';

/** What of a module visibly ends the process, or is declared never to return. */
export interface Exits {
  /** Functions that do so themselves, or hold a loop without a way out, which goes on for ever on purpose. */
  readonly functions: ReadonlySet<FunctionId>;
  /** Variables that hold what ends the process. */
  readonly variables: ReadonlySet<VariableId>;
  /** Something that ends the process is stored or handed on: whoever has it may call it. */
  readonly areHandedOn: boolean;
  /** Something that ends the process is handed to timers or promises, which call it while the program waits. */
  readonly areCalledLater: boolean;
  /**
   * Functions that are handed on for later alone, when nothing of the program runs: to timers and promises (`waiting`), or to Node for
   * signals and its own events (`told`). A signal is no end of a run: it may come whatever the program does.
   */
  readonly calledLater: ReadonlyMap<FunctionId, 'waiting' | 'told'>;
  /** Functions that the module uses as values, and does not only call. */
  readonly usedAsValues: ReadonlySet<FunctionId>;
  /** The waits for promises that the module makes itself, and may leave open. */
  readonly waits: Waits;
}

/** Reads the instructions of the module once, and once more where what ends the process has a name of the program's. */
export function findExits(module: ModuleIr): Exits {
  const variables = new Set<VariableId>(
    module.imports.flatMap(({ name, variable }) => (name !== null && endNames.has(name) ? [variable] : [])),
  );
  const each = (visit: (instruction: Instruction, within: FunctionId) => void): void => {
    for (const { id, edges } of module.functions) for (const { instruction } of edges) visit(instruction, id);
  };
  const processes = new Set<VariableId>(
    module.imports.flatMap(({ specifier, variable }) => (/^(node:)?process$/.test(specifier) ? [variable] : [])),
  );
  for (let before = -1; before < variables.size + processes.size;) {
    before = variables.size + processes.size;
    each((instruction) => {
      if (givesProcess(instruction, processes)) for (const target of targetsOf(instruction)) processes.add(target);
      if (instruction.kind === 'load' && loadsEnd(instruction.object, instruction.key, processes)) variables.add(instruction.target);
      if (instruction.kind === 'assign' && holdsEnd(instruction.value, variables)) variables.add(instruction.target);
      if (instruction.kind === 'call' && looksAtProcess(instruction)) variables.add(instruction.target);
    });
  }
  const isEndless = ({ nodes }: FunctionIr): boolean => nodes.some(({ mark }) => mark?.kind === 'endless');
  const functions = new Set<FunctionId>(module.functions.filter(isEndless).map(({ id }) => id));
  const later = new LaterCalls(module);
  let areHandedOn = false;
  let areCalledLater = false;
  each((instruction, within) => {
    if (instruction.kind === 'call') {
      if (instruction.isNever === true || holdsEnd(instruction.callee, variables)) functions.add(within);
    }
    if (variables.size === 0 || instruction.kind === 'assign' || instruction.kind === 'assume') return;
    const called = instruction.kind === 'call' && holdsEnd(instruction.callee, variables) ? instruction.callee : null;
    for (const operand of operandsOf(instruction)) {
      if (operand === called) continue;
      forEachRead(operand, (variable) => {
        if (!variables.has(variable)) return;
        const when = later.whenGiven(instruction, variable);
        if (when === null) areHandedOn = true;
        else areCalledLater ||= when === 'waiting';
      });
    }
  });
  const calledLater = functions.size === 0 ? new Map<FunctionId, 'waiting' | 'told'>() : later.functions();
  const waits = findWaits(module);
  const usedAsValues = functions.size + waits.functions.size === 0 ? new Set<FunctionId>() : findUsedAsValues(module);
  return { functions, variables, areHandedOn, areCalledLater, calledLater, usedAsValues, waits };
}

function findUsedAsValues(module: ModuleIr): ReadonlySet<FunctionId> {
  const made = new Map<VariableId, FunctionId[]>();
  const read = new Set<VariableId>();
  for (const { edges } of module.functions) {
    for (const { instruction } of edges) {
      if (instruction.kind === 'closure') made.set(instruction.target, [...(made.get(instruction.target) ?? []), instruction.function]);
      const called = instruction.kind === 'call' && instruction.callee.kind === 'variable' ? instruction.callee : null;
      for (const operand of operandsOf(instruction)) if (operand !== called) forEachRead(operand, (variable) => read.add(variable));
    }
  }
  return new Set([...made].flatMap(([variable, functions]) => (read.has(variable) ? functions : [])));
}

/** Whether the call is of what ends the process, as far as its text says so. */
export function isExitCall(instruction: Instruction, { variables }: Exits): boolean {
  return instruction.kind === 'call' && (instruction.isNever === true || holdsEnd(instruction.callee, variables));
}

function holdsEnd(expression: Expression, variables: ReadonlySet<VariableId>): boolean {
  return expression.kind === 'variable' && variables.has(expression.variable);
}

/** `Reflect.get(process, …)`, `Object.values(process)`: what it gives may be, or hold, what ends the process. */
function looksAtProcess({ receiver, args }: Instruction & { readonly kind: 'call' }): boolean {
  const isLook = receiver?.kind === 'global' && (receiver.name === 'Reflect' || receiver.name === 'Object');
  return isLook && args.some((given) => given.kind === 'value' && given.value.kind === 'global' && given.value.name === 'process');
}

/** Under a key that is computed anything of `process` may be read. */
function loadsEnd(object: Expression, key: Expression, processes: ReadonlySet<VariableId>): boolean {
  const name = key.kind === 'constant' && key.value.kind === 'string' ? key.value.value : null;
  if (name === endOfAny) return true;
  return (key.kind !== 'constant' || (name !== null && endNames.has(name))) && isProcess(object, processes);
}

const isProcess = (expression: Expression, processes: ReadonlySet<VariableId>): boolean =>
  (expression.kind === 'global' && expression.name === 'process') || holdsEnd(expression, processes);

/** `process` under another name: assigned, read from the global object, copied or required. */
function givesProcess(instruction: Instruction, processes: ReadonlySet<VariableId>): boolean {
  switch (instruction.kind) {
    case 'assign':
      return isProcess(instruction.value, processes);
    case 'load': {
      const { key, object } = instruction;
      return isText(key, (text) => text === 'process' || (text === 'default' && isProcess(object, processes)));
    }
    case 'copyProperties':
      return false;
    case 'call':
      return instruction.args.some((given) => given.kind === 'value' && isText(given.value, (text) => /^(node:)?process$/.test(text)));
    default:
      return false;
  }
}

const isText = (expression: Expression, test: (text: string) => boolean): boolean =>
  expression.kind === 'constant' && expression.value.kind === 'string' && test(expression.value.value);
