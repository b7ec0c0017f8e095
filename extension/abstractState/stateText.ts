import type { StateRow } from '../../server/lsp/protocol.js';
import { verdictOf } from './live.js';
import type { Statement } from './stateMessages.js';

/** A state as text: where it holds, and a line for each variable. */
export function stateText(statement: Statement): string {
  const { file, line, functionName, text, side, unfoldings, selected, live } = statement;
  const label = unfoldings.length > 1 ? unfoldings.find(({ id }) => id === selected.id)?.label : undefined;
  const where = [`${file}:${line}`, ...(functionName === '' ? [] : [`in ${functionName}`]), ...(label === undefined ? [] : [label])];
  const lines = [`${where.join(', ')}: ${side} ${text}`];
  if (!selected.isReachable) lines.push('  control never gets here');
  else if (!selected.isGood) lines.push('  no good run passes here');
  if (!selected.completes) lines.push('  control never gets past this statement');
  if (selected.isReachable) lines.push(...selected.rows.map((row) => `  ${rowText(row, selected.isGood, live?.values[row.name])}`));
  const verdict = verdictOf(statement);
  if (verdict !== null) lines.push(`  ${verdict.text}`);
  return lines.join('\n') + '\n';
}

function rowText({ name, reachable, good, changed, after }: StateRow, isGood: boolean, live: string | undefined): string {
  const now = `${live === undefined ? '' : `is ${live}; `}${valueText(reachable, good, isGood)}`;
  if (after !== null) return `${name}: ${now}; after it ${valueText(after.reachable, after.good, isGood)}`;
  return changed ? `${name}: ${now} (differs from before)` : `${name}: ${now}`;
}

function valueText(reachable: string, good: string, isGood: boolean): string {
  const shown = reachable === '' ? 'not set' : reachable;
  return !isGood || good === reachable ? shown : `${shown}, in good runs ${good === '' ? 'none' : good}`;
}
