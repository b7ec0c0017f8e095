import { finishMessage, type DraftMessage } from '../findings/draft.js';
import type { Places } from '../findings/place.js';
import type { Finding, FindingCode, Reason } from '../findings/result.js';
import { ownFunctions } from '../ir/linked.js';
import type { ModuleIr, VariableId } from '../ir/program.js';
import { forEachVariable } from '../ir/visit.js';
import type { LoadStatement } from '../syntax/modules/loadStatements.js';

/** Why a module can't be loaded: whoever imports it fails, too. */
export interface LoadFailure {
  readonly code: FindingCode;
  /** The words behind "always fails", with places of files. */
  readonly why: string;
  readonly because: readonly Reason[];
}

/** A statement that loads a module which always fails. */
export interface FailingLoad {
  readonly statement: LoadStatement;
  readonly failure: LoadFailure;
  /** The failure is in the report of another file that is checked with this one. */
  readonly isToldElsewhere: boolean;
}

/** Exceptions end the loading of a module; an assertion, or a loop that does not end, is no reason that its importer is told. */
const exceptionCodes: ReadonlySet<FindingCode> = new Set<FindingCode>(['uncaught-exception', 'null-access', 'wrong-kind']);

/** The failure of a module's top level as its importers are told it; null where that is none of loading. */
export function loadFailureOf(finding: Finding, message: DraftMessage, places: Places): LoadFailure | null {
  if (!exceptionCodes.has(finding.code)) return null;
  // The first words are about the module as if it were run by itself.
  const words = message.slice(1).map((part) => (typeof part === 'string' ? part : { ...part, file: part.file ?? places.file }));
  return { code: finding.code, why: finishMessage(words, places), because: finding.because };
}

/** A finding at the statement. It is a hint where the failure is an error elsewhere: once is enough. */
export function failingLoadFinding({ statement, failure, isToldElsewhere }: FailingLoad, places: Places): Finding {
  return {
    ...places.at(statement.span, `Loading ${places.textOf(statement.underlined)} always fails${failure.why}`),
    underlined: places.spanOf(statement.underlined),
    code: failure.code,
    within: '',
    severity: isToldElsewhere ? 'hint' : 'error',
    condition: null,
    because: failure.because,
    alternatives: [],
    assumes: [],
  };
}

/** Whether the statement stays when the file is compiled: of names a compiler leaves those that are used as values. */
export function surelyStays({ specifier, stays }: LoadStatement, module: ModuleIr): boolean {
  if (stays === 'surely') return true;
  const names = new Set<VariableId>(module.imports.filter((each) => each.specifier === specifier).map(({ variable }) => variable));
  let isUsed = false;
  for (const { edges } of ownFunctions(module))
    for (const { instruction } of edges)
      forEachVariable(instruction, (id) => {
        isUsed ||= names.has(id);
      });
  return isUsed;
}
