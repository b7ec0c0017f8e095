import * as vscode from 'vscode';
import type { ExtensionContext } from 'vscode';
import { AbstractStateView } from './abstractState.js';
import { registerAgentServer } from './agentServer.js';
import { registerCommands } from './commands.js';
import { registerDebugger } from './debugger.js';
import { DebugTerminals } from './debugTerminal.js';
import { Diagnoses } from './diagnosis.js';
import { registerQuerypoints } from './querypoints.js';
import { FailedStop } from './failedStop.js';
import { FollowedCalls } from './fromHere.js';
import { FindingRuns, registerFindingRuns } from './findingRuns.js';
import { ChainStore } from './querypoints/chainStore.js';
import { Questions } from './querypoints/questions.js';
import { LanguageModelTools } from './languageModelTools.js';
import { Server } from './languageServer.js';
import { registerRecordings } from './recording.js';
import { registerNewRulesFile } from './rules/newRulesFile.js';
import { RulesView } from './rules/rulesView.js';
import { RuleLenses } from './rules/runWithRule.js';
import { StatusItem } from './statusItem.js';
import { Tests } from './tests.js';
import { TimelineView } from './timeline.js';

let server: Server | null = null;

/** Called by VS Code when the first file of one of our languages is opened, or one of our commands is asked for. */
export function activate(context: ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Whence');
  const runs = new FindingRuns();
  const started = new Server(context.asAbsolutePath('dist/server.js'), output, runs);
  server = started;
  const chains = new ChainStore(context.workspaceState);
  const followed = new FollowedCalls();
  const questions = new Questions(context.workspaceState, chains, runs, followed);
  context.subscriptions.push(
    output,
    new StatusItem(started),
    new AbstractStateView(started, context.extensionUri, context.workspaceState, output),
    ...registerCommands(context, started, output),
    ...registerDebugger(),
    new FailedStop(),
    new DebugTerminals(context),
    new Diagnoses(context),
    chains,
    ...registerQuerypoints(questions),
    ...registerFindingRuns(runs, questions),
    new Tests(context, started, questions),
    registerNewRulesFile(context, started),
    new RuleLenses(started),
    new TimelineView(context.extensionUri, chains),
    new RulesView(),
    followed,
    ...registerRecordings(context, followed, output),
    ...registerAgentServer(context, vscode),
    new LanguageModelTools(started),
  );
  void started.start();
}

/** VS Code waits for the promise before it ends the process that we live in. */
export async function deactivate(): Promise<void> {
  await server?.dispose();
  server = null;
}
