import { commands } from 'vscode';
import type { Disposable, ExtensionContext, OutputChannel } from 'vscode';
import { commands as serverCommands } from '../server/lsp/protocol.js';
import type { PlaceParams, Position } from '../server/lsp/protocol.js';
import { analyseWorkspace } from './commands/analyseWorkspace.js';
import { copyConditionAt } from './commands/copyCondition.js';
import { Explanation } from './commands/explanation.js';
import { negateAssertion } from './commands/negateAssertion.js';
import { copy, showConditions } from './commands/showConditions.js';
import { Cursor } from './cursor.js';
import type { Server } from './languageServer.js';

/**
 * Registers what can be asked for, by people and by the server's code lenses and quick fixes. Those send the place along; without one
 * the cursor's place is meant.
 */
export function registerCommands(context: ExtensionContext, server: Server, output: OutputChannel): readonly Disposable[] {
  const explanation = new Explanation(server);
  const cursor = new Cursor();
  const atPlace = (id: string, run: (place: PlaceParams) => Promise<void>) =>
    commands.registerCommand(id, async (uri?: unknown, position?: Position) => {
      const place = typeof uri === 'string' && position !== undefined ? { textDocument: { uri }, position } : cursor.place();
      if (place !== null) await run(place);
    });
  return [
    explanation,
    cursor,
    atPlace(serverCommands.showConditions, (place) => showConditions(server, place)),
    atPlace(serverCommands.explainFinding, (place) => explanation.explain(place)),
    atPlace('whence.negateAssertion', (place) => negateAssertion(server, place)),
    commands.registerCommand(serverCommands.copyCondition, async (condition?: unknown) => {
      if (typeof condition === 'string') return copy(condition);
      const place = cursor.place();
      if (place !== null) await copyConditionAt(server, place);
    }),
    commands.registerCommand('whence.explainNext', () => explanation.next()),
    commands.registerCommand('whence.explainPrevious', () => explanation.previous()),
    commands.registerCommand('whence.explainEnd', () => explanation.end()),
    commands.registerCommand('whence.analyseWorkspace', () => analyseWorkspace(server, output)),
    commands.registerCommand('whence.restartServer', () => server.restart()),
    commands.registerCommand('whence.showOutput', () => output.show()),
    commands.registerCommand('whence.getStarted', () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#whence.getStarted`, false),
    ),
  ];
}
