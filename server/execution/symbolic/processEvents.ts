import type { Expression } from '../../ir/expression.js';
import type { ModuleIr } from '../../ir/program.js';
import { operandsOf } from '../../ir/visit.js';

/**
 * Listeners that save a program from an exception, or a rejection, that nobody handles, as texts have them; listeners whose event is
 * computed; modules that are loaded for their effects.
 */
const patterns: readonly RegExp[] = [
  /unhandledRejection|uncaughtException|node:domain|['"]domain['"]/i,
  /\bprocess\s*!?\s*(?:\?\.|\.)\s*(?:on|once|addListener|prependListener|prependOnceListener)\s*\(\s*[^'"\s]/,
  /^\s*import\s*['"]/m,
  /^\s*(?:void\s+)?(?:await\s+)?(?:import|require)\s*\(/m,
];

const known = new WeakMap<ModuleIr, boolean>();

/**
 * Whether the program may listen to rejections that nobody handles, or load a module that does. Code that is not seen, and that is loaded for
 * what it exports, is assumed to leave the process as it is (docs/semantics.md, "Assumptions about unknown code").
 */
export function hearsOfFailures(module: ModuleIr): boolean {
  let hears = known.get(module);
  if (hears === undefined) {
    const texts = [module.text, ...(module.linked?.texts.values() ?? [])];
    hears = texts.some((text) => patterns.some((pattern) => pattern.test(text))) || handsOnProcess(module);
    known.set(module, hears);
  }
  return hears;
}

/** Whether something else is handed the process than who reads a member of it, or calls one. */
function handsOnProcess({ functions }: ModuleIr): boolean {
  const isProcess = (expression: Expression): boolean => expression.kind === 'global' && expression.name === 'process';
  return functions.some(({ edges }) =>
    edges.some(({ instruction }) => {
      if (instruction.kind === 'load') return isProcess(instruction.key);
      if (instruction.kind === 'call') return instruction.args.some((argument) => argument.kind !== 'hole' && isProcess(argument.value));
      return operandsOf(instruction).some(isProcess);
    }),
  );
}
