import type { CodeLens } from 'vscode-languageserver';
import { failingSideOf } from '../findings/failingSide.js';
import type { FunctionReport } from '../findings/result.js';
import type { CheckedDocument } from './documentChecks.js';
import { commands } from './protocol.js';

/** What each function needs, above its name; a callback without one says only that it always fails, between the lines of others. */
export function codeLenses({ document, content, check }: CheckedDocument, hasCommands: boolean): CodeLens[] {
  return check.functions.flatMap((report) => {
    const range = content.rangeOfReport(report.span);
    const command = hasCommands ? commands.showConditions : '';
    return lensTitles(report).map((title) => ({
      range,
      command: hasCommands ? { title, command, arguments: [document.uri, range.start] } : { title, command },
    }));
  });
}

function lensTitles({ name, requires, inBounds, accesses: { total, proven }, complete }: FunctionReport): readonly string[] {
  const titles: string[] = [];
  if (requires === 'false') titles.push('always fails');
  if (name === '<anonymous>') return titles;
  if (requires !== null && requires !== 'false') titles.push(`fails if ${failingSideOf(requires)}`);
  if (total > 0) titles.push(`${proven}/${total} ${total === 1 ? 'access' : 'accesses'} proven`);
  if (inBounds !== null) titles.push(inBounds === 'false' ? 'never in bounds' : `in bounds only if ${inBounds}`);
  if (!complete) titles.push('not analysed completely');
  return titles;
}
