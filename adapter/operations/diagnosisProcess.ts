import { cancelMessage, type DiagnosisMessage, type DiagnosisRequest } from '../diagnosis/protocol.js';
import { builtFile } from './built.js';
import { diagnose } from './diagnose.js';

/** The process of one diagnosis for an editor: the request comes over the channel, messages go back. */
async function run(request: DiagnosisRequest): Promise<void> {
  const cancelling = new AbortController();
  process.on('message', (message) => {
    if (message === cancelMessage) cancelling.abort();
  });
  // Nobody waits any more.
  process.once('disconnect', () => cancelling.abort());
  const tell = (message: DiagnosisMessage): Promise<void> =>
    new Promise((resolve) => (process.connected ? process.send?.(message, () => resolve()) : resolve()));
  const tools = {
    worker: builtFile('testWorker.js'),
    signal: cancelling.signal,
    onProgress: (what: string) => void tell({ kind: 'progress', what }),
  };
  try {
    await tell({ kind: 'result', result: await diagnose(request, tools) });
  } catch (error) {
    const sentence = cancelling.signal.aborted ? 'Cancelled.' : error instanceof Error ? error.message : String(error);
    await tell({ kind: 'failed', sentence });
  }
  process.exit();
}

process.once('message', (request) => void run(request as DiagnosisRequest));
