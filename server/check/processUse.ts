import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { ModuleIr } from '../ir/program.js';
import { operandsOf } from '../ir/visit.js';

/** The members of `process` that neither end it nor hear of what ends it. */
const harmless: ReadonlySet<string> = new Set([
  ...['arch', 'argv', 'argv0', 'cwd', 'emitWarning', 'env', 'execArgv', 'execPath', 'exitCode', 'hrtime', 'memoryUsage', 'nextTick'],
  ...['pid', 'platform', 'ppid', 'release', 'stderr', 'stdin', 'stdout', 'title', 'uptime', 'version', 'versions'],
]);

const moduleNames = /['"](?:node:)?(?:process|domain|cluster|repl|vm|worker_threads)['"]/;

const known = new WeakMap<ModuleIr, boolean>();

/**
 * Whether loading the module may change how other modules are loaded: it may end the process, listen to exceptions that nobody handles, or
 * change globals or built-ins.
 */
export function mayChangeLoading(module: ModuleIr): boolean {
  let may = known.get(module);
  if (may === undefined) {
    may =
      module.tampersWithBuiltins ||
      moduleNames.test(module.text) ||
      module.functions.some(({ opaque, edges }) => opaque || edges.some(({ instruction }) => reachesGlobals(instruction)));
    known.set(module, may);
  }
  return may;
}

function reachesGlobals(instruction: Instruction): boolean {
  if (instruction.kind === 'load') {
    const { object, key } = instruction;
    const name = key.kind === 'constant' && key.value.kind === 'string' ? key.value.value : null;
    if (isNamed(object, 'process')) return name === null || !harmless.has(name);
    if (object.kind === 'global' && (name === null || name === 'prototype' || name === '__proto__')) return true;
    return isGlobalObject(object) && (name === null || name === 'process' || isGlobalName(name));
  }
  const operands = operandsOf(instruction);
  // What is called was read before.
  const handed =
    instruction.kind === 'call'
      ? operands.filter((operand) => operand !== instruction.receiver && operand !== instruction.callee)
      : operands;
  return handed.some((operand) => operand.kind === 'global' && !plainFunctions.has(operand.name));
}

/** Globals that are handed to others to be called. */
const plainFunctions: ReadonlySet<string> = new Set([
  'BigInt',
  'Boolean',
  'NaN',
  'Number',
  'Infinity',
  'String',
  'isNaN',
  'parseFloat',
  'parseInt',
]);

const isNamed = (expression: Expression, name: string): boolean => expression.kind === 'global' && expression.name === name;

const isGlobalName = (name: string): boolean => name === 'globalThis' || name === 'global';

const isGlobalObject = (expression: Expression): boolean => expression.kind === 'global' && isGlobalName(expression.name);
