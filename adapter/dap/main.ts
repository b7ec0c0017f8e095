import '../launch/watched.js';
import { dirname, join } from 'node:path';
import { writeSync } from 'node:fs';
import { AnalysisThread } from '../operations/analysisThread.js';
import { forecaster } from './querypoints/forecasts.js';
import type { QueryRuntime } from './querypoints/questions.js';
import { expectedLaunch } from './expectedLaunch.js';
import { DebugSession } from './session.js';
import { removeLeftovers } from '../launch/sessionFolder.js';

/** The debug adapter, over standard input and output: one process for each debug session. */
const output = process.stdout;
const here = dirname(__filename);
const thread = new AnalysisThread(join(here, 'conditionsWorker.js'));
/** Scripts wait for the first one before they run. */
const analysis = new AnalysisThread(join(here, 'conditionsWorker.js'));
const runtime: QueryRuntime = {
  path: join(here, 'runtime.cjs'),
  findConditions: async (request) => (await thread.ask('pauseConditions', request)) ?? [],
  analysis,
  forecast: forecaster(analysis),
};
const session = new DebugSession(
  join(here, 'attachHook.cjs'),
  runtime,
  () => output.end(() => process.exit()),
  expectedLaunch(process.argv),
);

const leave = () => {
  session.dispose();
  process.exit();
};
process.stdin.on('close', leave);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leave);
output.on('error', leave); // nobody listens any more
process.stderr.on('error', () => {});

// A fault of ours ends the session with a sentence, and leaves no process.
const fail = (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  session.fail(`Whence's debugger has failed: ${reason}`);
  try {
    writeSync(2, `${error instanceof Error ? (error.stack ?? reason) : reason}\n`);
  } catch {
    // nobody reads it
  }
  output.end(() => process.exit(1));
  setTimeout(() => process.exit(1), 1000);
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

session.server.start(process.stdin, output);
void removeLeftovers();
