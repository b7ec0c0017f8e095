import type { AnalyseWorkspaceResult, ConditionsResult } from '../../server/lsp/protocol.js';

/** The result of an analysis of the workspace, in a sentence or two. */
export function workspaceSummary({ files, findings, milliseconds, failures }: AnalyseWorkspaceResult): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  const done = `${count(files, 'file')} analysed in ${seconds} s: ${findings === 0 ? 'no findings' : count(findings, 'finding')}.`;
  return failures.length === 0 ? done : `${done} ${count(failures.length, 'file')} could not be analysed.`;
}

/** A fact about a function, as an entry of a list. `condition` is what is put on the clipboard. */
export interface ConditionEntry {
  readonly label: string;
  readonly description: string;
  /** In plain words. */
  readonly detail: string;
  readonly condition: string | null;
}

export function conditionEntries(conditions: ConditionsResult): readonly ConditionEntry[] {
  const { requires, inWords, inBounds, inBoundsInWords, accesses, complete } = conditions;
  if (!complete) {
    const detail = 'A budget ran out, so that nothing is claimed about this function.';
    return [{ label: 'Not analysed to the end', description: '', detail, condition: null }];
  }
  const entries = [requiresEntry(requires, inWords)];
  if (inBounds !== null) {
    const detail = inBoundsInWords ?? 'Otherwise an index is outside its array.';
    entries.push({ label: inBounds, description: 'keeps indices inside their arrays', detail, condition: inBounds });
  }
  if (accesses.total > 0) {
    const label = `${accesses.proven}/${accesses.total} accesses proven`;
    const detail =
      accesses.proven === accesses.total
        ? 'No element access can be outside its array.'
        : 'The others may be outside their arrays, or it is not known.';
    entries.push({ label, description: '', detail, condition: null });
  }
  return entries;
}

function requiresEntry(requires: string | null, inWords: string | null): ConditionEntry {
  if (requires === null) {
    const detail = 'No input is known with which every run fails.';
    return { label: 'Nothing is required', description: '', detail, condition: null };
  }
  if (requires === 'false') {
    return { label: 'No input succeeds', description: '', detail: inWords ?? 'Every run fails.', condition: null };
  }
  return { label: requires, description: 'required of the caller', detail: inWords ?? 'Otherwise every run fails.', condition: requires };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
