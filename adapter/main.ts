import { dirname, join } from 'node:path';
import { DebugSession } from './dap/session.js';

/** The debug adapter, over standard input and output: one process for each debug session. */
const output = process.stdout;
const session = new DebugSession(join(dirname(__filename), 'attachHook.cjs'), () => output.end(() => process.exit()));

const leave = () => {
  session.dispose();
  process.exit();
};
process.stdin.on('close', leave);
process.on('SIGTERM', leave);
process.on('SIGINT', leave);
output.on('error', leave); // nobody listens any more
session.server.start(process.stdin, output);
