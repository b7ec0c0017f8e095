import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests, type CallsTold } from '../../../adapter/dap/querypoints/protocol.js';
import { AdapterConnection } from '../../../extension/recording/adapterConnection.js';
import { root } from '../../tidy/files.js';

/** A million calls, some fourteen events each. */
const program = `function work(n) {
  let a = n;
  a += 1;
  if (a & 1) a *= 2;
  return a;
}
let sum = 0;
for (let i = 0; i < 1_000_000; i++) {
  sum += work(i);
}
console.log(sum);
`;

const steps = 15;

/** Steps, variables and calls of a recording of more than ten million events, asked of the built debug adapter as VS Code asks it. */
export async function printReplaying(print: (text: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-replaying-'));
  try {
    writeFileSync(join(folder, 'program.js'), program);
    const words = [join(root, 'dist/whence.js'), 'record', '--complete', '--out', 'run.trace', '--', 'program.js'];
    execFileSync(process.execPath, words, { cwd: folder, stdio: 'ignore' });
    const connection = await AdapterConnection.open(join(root, 'dist/adapter.cjs'), join(folder, 'run.trace'), folder);
    print('Going through a recording: milliseconds of a request, at the median and at worst.\n\n');
    print('| what | requests | median | worst |\n|---|---|---|---|\n');
    const row = (what: string, times: readonly number[]) => {
      const sorted = times.toSorted((a, b) => a - b);
      print(`| ${what} | ${times.length} | ${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} | ${(sorted.at(-1) ?? 0).toFixed(1)} |\n`);
    };
    const timed = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work();
      times.push(performance.now() - began);
      return result;
    };
    const [first, next, later] = [[], [], []] as readonly [number[], number[], number[]];
    const { calls } = await timed(first, () => connection.request<CallsTold>(requests.calls, { count: 100 }));
    const parent = calls[0]?.event ?? 0;
    const page = await timed(next, () => connection.request<CallsTold>(requests.calls, { parent, count: 100 }));
    await timed(later, () => connection.request<CallsTold>(requests.calls, { parent, from: page.next ?? 0, count: 100 }));
    row('the first row of the Call Tree of a million calls', first);
    row('the first hundred calls below it', next);
    row('the next hundred', later);
    await connection.request('configurationDone', {});
    for (const [where, share] of [
      ['the end', 0.999],
      ['the middle', 0.5],
    ] as const) {
      const { events } = await connection.request<{ readonly events: number }>(requests.recording, {});
      const [gone, back, into, shown] = [[], [], [], []] as readonly [number[], number[], number[], number[]];
      await timed(gone, () => connection.request(requests.goTo, { event: Math.floor(events * share) }));
      for (let count = 0; count < steps; count++) {
        await timed(back, () => connection.request('stepBack', { threadId: 1 }));
        await timed(into, () => connection.request(requests.step, { threadId: 1, direction: 'back', kind: 'in' }));
        await timed(shown, () => look(connection));
      }
      row(`going to an event near ${where}`, gone);
      row(`a step back near ${where} (${events.toLocaleString('en')} events)`, back);
      row(`a step back into a call near ${where}`, into);
      row(`the stack, scopes and variables near ${where}`, shown);
    }
    connection.dispose();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What VS Code asks for at each stop. */
async function look(connection: AdapterConnection): Promise<void> {
  const { stackFrames } = await connection.request<{ readonly stackFrames: readonly { readonly id: number }[] }>('stackTrace', {
    threadId: 1,
    startFrame: 0,
    levels: 20,
  });
  const { scopes } = await connection.request<{
    readonly scopes: readonly { readonly variablesReference: number; readonly expensive: boolean }[];
  }>('scopes', {
    frameId: stackFrames[0]?.id ?? 0,
  });
  for (const { variablesReference, expensive } of scopes) if (!expensive) await connection.request('variables', { variablesReference });
}
