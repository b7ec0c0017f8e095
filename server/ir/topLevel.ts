import type { FunctionId, ModuleIr } from './program.js';

/** The function of the module's top level. */
export function topOf(module: ModuleIr): FunctionId {
  return module.functions.findIndex(({ kind }) => kind === 'module');
}
