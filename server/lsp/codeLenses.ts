import type { CodeLens } from 'vscode-languageserver';
import { isNever } from '../findings/conditionTree.js';
import { failingSideOf } from '../findings/failingSide.js';
import { printShown } from '../findings/shown.js';
import type { FunctionReport } from '../findings/result.js';
import type { CheckedDocument } from './documentChecks.js';
import { commands, label } from './protocol.js';

export interface LensOptions {
  /** The client knows our commands. */
  readonly hasCommands: boolean;
  /** Proven element accesses are counted, also where nothing else is said. */
  readonly counts: boolean;
}

/** The lenses above functions, with what each needs; a callback without one says only that it always fails, between the lines of others. */
export function codeLenses({ document, content, check }: CheckedDocument, { hasCommands, counts }: LensOptions): CodeLens[] {
  return check.functions.flatMap((report) => {
    const range = content.rangeOfReport(report.span);
    const command = hasCommands ? commands.showConditions : '';
    return lensTitles(report, counts)
      .map(label)
      .map((title) => ({
        range,
        command: hasCommands ? { title, command, arguments: [document.uri, range.start] } : { title, command },
      }));
  });
}

function lensTitles(
  { name, requires, inBounds, accesses: { total, proven }, complete }: FunctionReport,
  counts: boolean,
): readonly string[] {
  const titles: string[] = [];
  if (requires !== null && isNever(requires)) titles.push('always fails');
  if (name === '<anonymous>') return titles;
  if (requires !== null && !isNever(requires)) titles.push(`fails if ${printShown(failingSideOf(requires))}`);
  if (counts && total > 0) titles.push(`${proven}/${total} ${total === 1 ? 'access' : 'accesses'} proven`);
  if (inBounds !== null) titles.push(isNever(inBounds) ? 'never in bounds' : `in bounds only if ${printShown(inBounds)}`);
  if (!complete) titles.push('not analysed completely');
  return titles;
}
