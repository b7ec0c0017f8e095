import { dirname, join } from 'node:path';
import { ConditionThread } from './conditionThread.js';
import type { QueryRuntime } from './dap/querypoints/questions.js';
import { eraseTypes } from '../server/syntax/eraseTypes.js';
import { DebugSession } from './dap/session.js';

/** The debug adapter, over standard input and output: one process for each debug session. */
const output = process.stdout;
const here = dirname(__filename);
const thread = new ConditionThread(join(here, 'conditionsWorker.js'));
const runtime: QueryRuntime = {
  path: join(here, 'runtime.cjs'),
  eraseTypes,
  findConditions: (request) => thread.find(request),
};
const session = new DebugSession(join(here, 'attachHook.cjs'), runtime, () => output.end(() => process.exit()));

const leave = () => {
  session.dispose();
  process.exit();
};
process.stdin.on('close', leave);
process.on('SIGTERM', leave);
process.on('SIGINT', leave);
output.on('error', leave); // nobody listens any more
session.server.start(process.stdin, output);
