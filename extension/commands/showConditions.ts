import { env, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { label, requests } from '../../server/lsp/protocol.js';
import type { ConditionsResult, PlaceParams } from '../../server/lsp/protocol.js';
import type { Server } from '../languageServer.js';
import { conditionEntries } from './texts.js';
import type { ConditionEntry } from './texts.js';

/** Lists what the function around a place needs; choosing a condition copies it. */
export async function showConditions(server: Server, place: PlaceParams): Promise<void> {
  const conditions = await server.request<ConditionsResult>(requests.conditions, place);
  if (conditions === null) {
    void window.showInformationMessage('There is no analysed function around the cursor.');
    return;
  }
  const items = conditionEntries(conditions).map((entry): QuickPickItem & { readonly entry: ConditionEntry } => ({
    label: label(entry.label),
    description: label(entry.description),
    detail: label(entry.detail),
    entry,
  }));
  const title = conditions.functionName === '' ? 'What the top level needs' : `What ${label(conditions.functionName)} needs`;
  const canCopy = items.some(({ entry }) => entry.condition !== null);
  const choice = await window.showQuickPick(items, { title, placeHolder: canCopy ? 'Choose a condition to copy it' : title });
  const condition = choice?.entry.condition ?? null;
  if (condition !== null) await copy(condition);
}

/** Puts a condition on the clipboard, and says so. */
export async function copy(condition: string): Promise<void> {
  await env.clipboard.writeText(condition);
  window.setStatusBarMessage(`Copied: ${label(condition)}`, 4000);
}
