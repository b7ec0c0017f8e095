import { window } from 'vscode';
import { requests } from '../../server/lsp/protocol.js';
import type { ConditionsResult, ExplainResult, PlaceParams } from '../../server/lsp/protocol.js';
import type { Server } from '../languageServer.js';
import { copy } from './showConditions.js';

/** Copies the condition of the finding at a place; where there is none, what the function around it requires. */
export async function copyConditionAt(server: Server, place: PlaceParams): Promise<void> {
  const finding = await server.request<ExplainResult>(requests.explain, place);
  const condition = finding?.condition ?? (await server.request<ConditionsResult>(requests.conditions, place))?.requires ?? null;
  if (condition === null) void window.showInformationMessage('There is no condition at the cursor.');
  else await copy(condition);
}
