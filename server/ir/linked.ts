import type { FunctionId, FunctionIr, ModuleIr } from './program.js';

/** The functions that the module's own text has; the others were linked with it. */
export function ownFunctions({ functions, linked }: ModuleIr): readonly FunctionIr[] {
  return linked === undefined ? functions : functions.slice(0, linked.first);
}

/** Whether the function is the file's own: others were linked from modules that it imports. */
export function isOwnFunction({ linked }: ModuleIr, id: FunctionId): boolean {
  return linked === undefined || id < linked.first;
}

/** Whether a function is of another file. */
export function isImported(module: ModuleIr, body: FunctionIr): boolean {
  return !isOwnFunction(module, body.id) && body.parent !== null;
}

/** The description of a function of the language, which is in nothing; its instructions have the span of the call. */
export function isDescription(module: ModuleIr, body: FunctionIr): boolean {
  return !isOwnFunction(module, body.id) && body.parent === null;
}

/** The text that the function's spans are about. */
export function textOf(module: ModuleIr, { file }: FunctionIr): string {
  return file === module.file ? module.text : (module.linked?.texts.get(file) ?? '');
}
