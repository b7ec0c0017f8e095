import { InternalError } from '../base/errors.js';
import { linkModules } from '../ir/link.js';
import type { ModuleIr } from '../ir/program.js';
import { preludeMembers, preludeText } from '../builtins/arrays/prelude.js';
import { lowerModule } from '../syntax/lower/lower.js';

let lowered: ModuleIr | null = null;

/** The module with descriptions of the built-ins that call back, where it calls them. */
export function withPrelude(module: ModuleIr): ModuleIr {
  return linkModules(module, (lowered ??= lowerPrelude()), preludeMembers);
}

function lowerPrelude(): ModuleIr {
  const result = lowerModule(preludeText, { file: 'prelude.js', assertions: false });
  if (result.kind === 'module') return result.module;
  throw new InternalError(`the prelude has a syntax error: ${result.errors[0]?.message ?? ''}`);
}
