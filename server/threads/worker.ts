import { parentPort, workerData } from 'node:worker_threads';
import { present, unreachable } from '../base/errors.js';
import { check, type CheckHost } from '../check/check.js';
import { keepCode } from '../files/keptCode.js';
import { readIfThere, readRegularFile } from '../files/regularFile.js';
import { reportPath } from '../findings/reportPath.js';
import { showGraphs } from '../check/graph.js';
import type { CheckResult } from '../findings/result.js';
import type { Message, Task, Tasks } from './thread.js';

/** The thread that `runInThread` starts: does its one task, with all the input and output that the analysis itself has not. */
const port = present(parentPort, 'the thread that started this one');

function run(task: Task): Message {
  switch (task.kind) {
    case 'check':
      return { kind: 'answer', answer: check(task.request, task.request.tellsFiles === true ? { ...host, checked } : host) };
    case 'cfg':
      return graphs(task.request);
    default:
      return unreachable(task);
  }
}

function graphs({ file, cwd }: Tasks['cfg']['request']): Message {
  try {
    return { kind: 'answer', answer: showGraphs(reportPath(cwd, file), readRegularFile(file)) };
  } catch (error) {
    return { kind: 'failure', message: error instanceof Error ? error.message : String(error) };
  }
}

const host: CheckHost = {
  readFile: (file) => readRegularFile(file),
  readIfPresent: (file) => readIfThere(file),
  progress(file, done, total) {
    if (done > 0) keepCode(); // behind many files V8 has dropped the code of the first
    const message: Message = { kind: 'progress', progress: { file, done, total } };
    port.postMessage(message);
  },
};

function checked(result: CheckResult): void {
  const message: Message = { kind: 'checked', result };
  port.postMessage(message);
}

const message = run(workerData as Task);
keepCode(); // before the answer: with it the thread may be ended
port.postMessage(message);
