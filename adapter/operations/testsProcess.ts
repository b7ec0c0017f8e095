import { cancelMessage, type DiagnosisRequest, type DiagnosisResult, type TestsMessage, type TestsRequest } from '../diagnosis/protocol.js';
import { answerAsTest } from '../diagnosis/answerAsTest.js';
import { RunnerUnknown } from '../diagnosis/request.js';
import { testLaunch } from '../diagnosis/testLaunch.js';
import { builtFile } from './built.js';
import { diagnose } from './diagnose.js';

/** The process that answers one question of an editor about tests: it comes over the channel, messages go back. */
async function answer(asked: TestsRequest): Promise<void> {
  const cancelling = new AbortController();
  process.on('message', (message) => {
    if (message === cancelMessage) cancelling.abort();
  });
  // Nobody waits any more.
  process.once('disconnect', () => cancelling.abort());
  try {
    await tell(await answerTo(asked, cancelling.signal));
  } catch (error) {
    const sentence = cancelling.signal.aborted ? 'Cancelled.' : error instanceof Error ? error.message : String(error);
    await tell({ kind: 'failed', sentence, ...(error instanceof RunnerUnknown ? { runners: error.runners } : {}) });
  }
  process.exit();
}

function answerTo(asked: TestsRequest, signal: AbortSignal): TestsMessage | Promise<TestsMessage> {
  switch (asked.kind) {
    case 'launch':
      return { kind: 'launch', launch: testLaunch(asked.spot) };
    case 'answer':
      return { kind: 'answer', insertion: answerAsTest(asked.answered) };
    case 'diagnose':
      return result(asked.request, signal);
  }
}

async function result(request: DiagnosisRequest, signal: AbortSignal): Promise<TestsMessage> {
  const onProgress = (what: string): void => void tell({ kind: 'progress', what });
  const onSuspects = (early: DiagnosisResult): void => void tell({ kind: 'suspects', early });
  return { kind: 'result', result: await diagnose(request, { worker: builtFile('testWorker.js'), signal, onProgress, onSuspects }) };
}

function tell(message: TestsMessage): Promise<void> {
  return new Promise((resolve) => (process.connected ? process.send?.(message, () => resolve()) : resolve()));
}

process.once('message', (asked) => void answer(asked as TestsRequest));
