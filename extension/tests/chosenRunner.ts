import { window } from 'vscode';
import type { RunnerName } from '../../adapter/diagnosis/protocol.js';
import { RunnerToChoose } from './testsProcess.js';

/** Does what needs the runner of tests; where that is not known, the user is asked for it. */
export async function withRunner<T>(action: (runner: RunnerName | null) => Promise<T>): Promise<T> {
  try {
    return await action(null);
  } catch (error) {
    if (!(error instanceof RunnerToChoose)) throw error;
    const runner = await window.showQuickPick([...error.runners], {
      title: 'Which runner runs this file?',
      placeHolder: 'The scripts of package.json do not tell',
    });
    if (runner === undefined) throw new Error('Cancelled.', { cause: error });
    return action(runner as RunnerName);
  }
}
