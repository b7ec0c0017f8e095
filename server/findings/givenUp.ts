import { ownFunctions } from '../ir/linked.js';
import type { ModuleIr } from '../ir/program.js';
import type { Places } from './place.js';
import type { Finding, FunctionReport } from './result.js';

/** The note about a file for which a budget ran out. `message` says which, and of what nothing is claimed. */
export function fileNote(places: Places, message: string): Finding {
  return {
    ...places.at({ start: 0, end: 0 }, `The file is too large: ${message}`),
    code: 'incomplete',
    within: '',
    severity: 'hint',
    condition: null,
    because: [],
    alternatives: [],
    assumes: [],
  };
}

/** The functions of a file whose budget ran out before anything was known. Nothing is claimed about any of them. */
export function unknownFunctions(program: ModuleIr, places: Places): readonly FunctionReport[] {
  return ownFunctions(program).flatMap((body): FunctionReport[] => {
    const total = body.accesses.length;
    if (body.kind === 'module' && total === 0) return [];
    return [
      {
        name: body.name,
        file: places.file,
        span: places.spanOf(body.nameSpan),
        root: false,
        requires: null,
        inBounds: null,
        assumes: [],
        accesses: { total, proven: 0 },
        complete: false,
      },
    ];
  });
}
