import { randomUUID } from 'node:crypto';
import { ProgressLocation, commands, window } from 'vscode';
import type { OutputChannel } from 'vscode';
import { requests } from '../../server/lsp/protocol.js';
import type { AnalyseWorkspaceParams, AnalyseWorkspaceResult } from '../../server/lsp/protocol.js';
import type { Server } from '../languageServer.js';
import { workspaceSummary } from './texts.js';

/** Analyses every source file of the workspace folders, with progress, and says what came of it. */
export async function analyseWorkspace(server: Server, output: OutputChannel): Promise<void> {
  const result = await window.withProgress(
    { location: ProgressLocation.Notification, title: 'Whence: analysing the workspace', cancellable: true },
    async (progress, token) => {
      const workDoneToken = randomUUID();
      let percentage = 0;
      const listener = server.onProgress(workDoneToken, (step) => {
        const increment = Math.max(0, (step.percentage ?? percentage) - percentage);
        percentage += increment;
        progress.report(step.message === undefined ? { increment } : { increment, message: step.message });
      });
      try {
        const params: AnalyseWorkspaceParams = { workDoneToken };
        const answer = await server.request<AnalyseWorkspaceResult>(requests.analyseWorkspace, params, token);
        return token.isCancellationRequested ? 'cancelled' : answer;
      } finally {
        listener.dispose();
      }
    },
  );
  if (result === 'cancelled') return;
  if (result === null) {
    void window.showWarningMessage('The workspace was not analysed. The output of Whence says why.');
    return;
  }
  for (const { uri, message } of result.failures) output.appendLine(`${uri}: ${message}`);
  const showProblems = 'Show Problems';
  const showOutput = 'Show Output';
  const buttons = [...(result.findings > 0 ? [showProblems] : []), ...(result.failures.length > 0 ? [showOutput] : [])];
  const choice = await window.showInformationMessage(workspaceSummary(result), ...buttons);
  if (choice === showProblems) await commands.executeCommand('workbench.actions.view.problems');
  if (choice === showOutput) output.show();
}
