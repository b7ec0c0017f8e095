import { spawn } from 'node:child_process';
import { cancelMessage } from '../../adapter/diagnosis/protocol.js';
import type {
  AnsweredCall,
  DiagnosisRequest,
  DiagnosisResult,
  RunnerName,
  TestLaunch,
  TestSpot,
  TestsMessage,
  TestsRequest,
} from '../../adapter/diagnosis/protocol.js';

/** How a diagnosis is run. */
export interface Diagnosing {
  /** The built program of its process. */
  readonly program: string;
  /** Its abort ends the search: what was found until then is the result. */
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
  /** Told of what is suspected while the search goes on. */
  readonly onSuspects?: (early: DiagnosisResult) => void;
}

/** Runs a diagnosis in a process of its own, by the user's Node. Rejects with one sentence where there is no result. */
export async function runDiagnosis(request: DiagnosisRequest, diagnosing: Diagnosing): Promise<DiagnosisResult> {
  const answer = await ask({ kind: 'diagnose', request }, request.cwd, diagnosing);
  if (answer.kind !== 'result') throw new Error('The process of the diagnosis has answered something else.');
  return answer.result;
}

/** How one test is run by its own runner. Rejects with one sentence where that is not known. */
export async function launchOf(spot: TestSpot, program: string): Promise<TestLaunch> {
  const answer = await ask({ kind: 'launch', spot }, spot.cwd, { program, signal: new AbortController().signal, onProgress: () => {} });
  if (answer.kind !== 'launch') throw new Error('How the test is run was not told.');
  return answer.launch;
}

/** How a test is written that says what a call gives; null where the tests there assert in no way that is known. */
export async function answerAsTest(
  answered: AnsweredCall,
  cwd: string,
  program: string,
): Promise<{ readonly offset: number; readonly text: string } | null> {
  const answer = await ask({ kind: 'answer', answered }, cwd, { program, signal: new AbortController().signal, onProgress: () => {} });
  return answer.kind === 'answer' ? answer.insertion : null;
}

function ask(request: TestsRequest, cwd: string, { program, signal, onProgress, onSuspects }: Diagnosing): Promise<TestsMessage> {
  return new Promise((resolve, reject) => {
    // What the tests print goes nowhere.
    const child = spawn('node', [program], { cwd, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const cancel = (): void => {
      if (child.connected) child.send(cancelMessage);
    };
    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', cancel);
      if (child.connected) child.disconnect();
      end();
    };
    child.on('message', (message: TestsMessage) => {
      if (message.kind === 'progress') onProgress(message.what);
      else if (message.kind === 'suspects') onSuspects?.(message.early);
      else if (message.kind === 'failed') settle(() => reject(failure(message)));
      else settle(() => resolve(message));
    });
    child.on('error', () => settle(() => reject(new Error('Tests are run by Node, which was not found: `node` must be in the path.'))));
    child.on('exit', () => settle(() => reject(new Error('The process of the tests has ended by itself.'))));
    signal.addEventListener('abort', cancel);
    child.send(request, () => {
      if (signal.aborted) cancel();
    });
  });
}

/** The runner of the tests is not known: the user may choose it. */
export class RunnerToChoose extends Error {
  constructor(
    sentence: string,
    readonly runners: readonly RunnerName[],
  ) {
    super(sentence);
  }
}

function failure({ sentence, runners }: TestsMessage & { readonly kind: 'failed' }): Error {
  return runners === undefined ? new Error(sentence) : new RunnerToChoose(sentence, runners);
}
