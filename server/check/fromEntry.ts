import { concreteBuiltins } from '../builtins/concreteModels.js';
import { followFrom } from '../execution/observed/observedRun.js';
import type { ObservedEntry } from '../execution/observed/observedEntry.js';
import { observedFailure, type ObservedFailure } from '../findings/observedFailure.js';
import type { ReportSpan } from '../findings/result.js';
import { ownFunctions } from '../ir/linked.js';
import type { FunctionIr, ModuleIr } from '../ir/program.js';
import { placesOf } from './checkFile.js';
import type { CheckedFiles } from './checkedFiles.js';

/** Calls of functions of one file that a run made. */
export interface FromEntryRequest {
  /** Absolute. */
  readonly file: string;
  readonly cwd: string;
  readonly entries: readonly ObservedEntry[];
}

/** What certainly becomes of an observed call. */
export interface EntryVerdict {
  /** The function's name, where it stands. */
  readonly span: ReportSpan;
  readonly name: string;
  /** Where it fails; null: it may succeed. */
  readonly failure: ObservedFailure | null;
  /** Why nothing is claimed of the call; null where it fails, and where it returns. */
  readonly open: string | null;
}

/** Of each observed call whether it certainly fails; null where the file has no such function. Throws when the file cannot be read. */
export function fromEntry({ file, entries }: FromEntryRequest, files: CheckedFiles): readonly (EntryVerdict | null)[] {
  const program = files.linked(file);
  const { module, shown } = program;
  const places = placesOf(module, shown);
  return entries.map((entry) => {
    const body = functionAt(module, places.lines.offsetOf(entry));
    if (body === null) return null;
    const where = { span: places.spanOf(body.nameSpan), name: body.name };
    const outcome = followFrom(program, body, entry, concreteBuiltins);
    if (outcome.kind !== 'fails') return { ...where, failure: null, open: outcome.kind === 'open' ? outcome.why : null };
    const failure = observedFailure(outcome.failure, module, places);
    return { ...where, failure, open: failure === null ? 'a failure without a place' : null };
  });
}

/** The innermost function of the file around an offset. */
function functionAt(module: ModuleIr, offset: number): FunctionIr | null {
  const around = ownFunctions(module).filter(({ kind, span }) => kind !== 'module' && span.start <= offset && offset < span.end);
  return around.toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0] ?? null;
}
