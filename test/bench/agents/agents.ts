import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { McpClient } from '../../adapter/mcp/mcpClient.js';
import { growingTable } from '../speed/table.js';
import type { CallResult } from './callResult.js';
import { agentCases, type AgentCase, type Call } from './cases.js';
import { printConnecting } from './connecting.js';
import { StepDebugger } from './stepDebugger.js';

const programs = fileURLToPath(new URL('../../programs/agents', import.meta.url));

/** Of what a step debugger takes, Whence may take so much. */
const wanted = { calls: 0.1, bytes: 0.2 };

interface Taken {
  readonly calls: number;
  readonly bytes: number;
}

/** What an agent must ask for twelve answers, of `whence mcp` and of a step debugger; then what connecting takes. Throws when an answer is wrong. */
export async function printAgents(print: (text: string) => void): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-bench-')));
  cpSync(programs, folder, { recursive: true });
  const server = await McpClient.open(folder);
  try {
    print(
      `Calls and bytes of results until the answer. Wanted in all: ${wanted.calls} of the calls, ${wanted.bytes} of the bytes of a step debugger.\n\n`,
    );
    const header = ['answer', 'calls', 'step debugger', 'ratio', 'bytes', 'step debugger', 'ratio'];
    const row = growingTable(
      header,
      agentCases.map(({ name }) => name),
      print,
    );
    const all: (readonly [Taken, Taken])[] = [];
    for (const one of agentCases) {
      const both = [await ofWhence(server, one), await ofSteps(folder, one)] as const;
      all.push(both);
      row(rowOf(one.name, both));
    }
    row(rowOf('in all', [sum(all.map(([whence]) => whence)), sum(all.map(([, steps]) => steps))]));
    print('\n');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  await printConnecting(print);
}

const rowOf = (name: string, [whence, steps]: readonly [Taken, Taken]): readonly string[] => [
  name,
  ...[whence.calls, steps.calls].map(String),
  (whence.calls / steps.calls).toFixed(2),
  ...[whence.bytes, steps.bytes].map(String),
  (whence.bytes / steps.bytes).toFixed(2),
];

const sum = (all: readonly Taken[]): Taken => ({
  calls: all.reduce((total, { calls }) => total + calls, 0),
  bytes: all.reduce((total, { bytes }) => total + bytes, 0),
});

async function ofWhence(server: McpClient, { name, whence, whenceSays }: AgentCase): Promise<Taken> {
  const results = await inTurn(whence, async (tool, given) => {
    const { text, sent } = await server.call(tool, given);
    return { text, bytes: sent };
  });
  const last = results.at(-1)?.text ?? '';
  for (const part of whenceSays) if (!part.test(last)) throw new Error(`${name}: ${part} is not in the answer of Whence:\n${last}`);
  return taken(results);
}

async function ofSteps(folder: string, { name, program, steps, stepsSay }: AgentCase): Promise<Taken> {
  const failure = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });
  const debugging = new StepDebugger(folder, failure.stdout + failure.stderr);
  try {
    const results = await inTurn(steps, (tool, given) => debugging.call(tool, given));
    const said = results.map(({ text }) => text).join('\n');
    for (const part of stepsSay) if (!part.test(said)) throw new Error(`${name}: ${part} is in no answer of the step debugger:\n${said}`);
    return taken(results);
  } finally {
    debugging.close();
  }
}

async function inTurn(calls: readonly Call[], call: (...one: Call) => Promise<CallResult>): Promise<readonly CallResult[]> {
  const results: CallResult[] = [];
  for (const one of calls) results.push(await call(...one));
  return results;
}

const taken = (results: readonly CallResult[]): Taken => ({
  calls: results.length,
  bytes: results.reduce((total, { bytes }) => total + bytes, 0),
});
