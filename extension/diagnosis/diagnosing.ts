import { spawn } from 'node:child_process';
import { cancelMessage } from '../../adapter/diagnosis/protocol.js';
import type { DiagnosisMessage, DiagnosisRequest, DiagnosisResult } from '../../adapter/diagnosis/protocol.js';

/** How a diagnosis is run. */
export interface Diagnosing {
  /** The built program of its process. */
  readonly program: string;
  /** Its abort ends the search: what was found until then is the result. */
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
}

/** Runs a diagnosis in a process of its own, by the user's Node. Rejects with one sentence where there is no result. */
export function runDiagnosis(request: DiagnosisRequest, { program, signal, onProgress }: Diagnosing): Promise<DiagnosisResult> {
  return new Promise((resolve, reject) => {
    // What the tests print goes nowhere.
    const child = spawn('node', [program], { cwd: request.cwd, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const cancel = (): void => {
      if (child.connected) child.send(cancelMessage);
    };
    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', cancel);
      if (child.connected) child.disconnect();
      end();
    };
    child.on('message', (message: DiagnosisMessage) => {
      if (message.kind === 'progress') onProgress(message.what);
      else if (message.kind === 'result') settle(() => resolve(message.result));
      else settle(() => reject(new Error(message.sentence)));
    });
    child.on('error', () => settle(() => reject(new Error('Tests are run by Node, which was not found: `node` must be in the path.'))));
    child.on('exit', () => settle(() => reject(new Error('The process of the diagnosis has ended by itself.'))));
    signal.addEventListener('abort', cancel);
    child.send(request, () => {
      if (signal.aborted) cancel();
    });
  });
}
