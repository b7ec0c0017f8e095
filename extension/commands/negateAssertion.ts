import { window } from 'vscode';
import { label, requests } from '../../server/lsp/protocol.js';
import type { NegateAssertionResult, PlaceParams } from '../../server/lsp/protocol.js';
import { reveal } from '../reveal.js';
import type { Server } from '../languageServer.js';
import { copy } from './showConditions.js';

/** Asks when the assertion at a place is surely violated. */
export async function negateAssertion(server: Server, place: PlaceParams): Promise<void> {
  const answer = await server.request<NegateAssertionResult>(requests.negateAssertion, place);
  if (answer === null) {
    void window.showInformationMessage('There is no assertion at the cursor. Put it on a comment such as // @always i < 10.');
    return;
  }
  const { message, condition, location } = answer;
  const goThere = 'Go There';
  const copyCondition = 'Copy Condition';
  const buttons = [...(location === null ? [] : [goThere]), ...(condition === null ? [] : [copyCondition])];
  const choice = await window.showInformationMessage(label(message), ...buttons);
  if (choice === goThere && location !== null) await reveal(location);
  if (choice === copyCondition && condition !== null) await copy(condition);
}
