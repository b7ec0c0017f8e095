import type { DebugProtocol } from '@vscode/debugprotocol';
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DapClient } from '../support/dapClient.js';
import { table } from './speed/table.js';

const adapter = fileURLToPath(new URL('../../dist/adapter.cjs', import.meta.url));

/** A loop that calls, on a stack of fifty frames, with values of every kind in scope. */
const program = `interface Row { id: number; name: string; tags: string[]; parent: Row | null }
const rows: Row[] = Array.from({ length: 1000 }, (_, id) => ({ id, name: 'row ' + id, tags: ['a', 'b'], parent: null }));
for (const row of rows) row.parent = rows[row.id >> 1]!;
const wide = Object.fromEntries(rows.slice(0, 100).map((row) => [row.name, row]));
Object.assign(globalThis, { wide, rows });
let total = 0;
function weigh(row: Row, factor: number): number {
  const weight = row.id * factor;
  const named = row.name.length + weight;
  return named;
}
function work(depth: number): number {
  if (depth > 0) return work(depth - 1) + 1;
  debugger;
  for (let index = 0; index < 100000; index++) {
    const row = rows[index % rows.length]!;
    total += weigh(row, 2);
    wide['row 1'] = row;
  }
  return total;
}
console.log(work(50));
`;

const kinds = {
  'ES module with source map': { minify: false, bundle: false, format: 'esm' },
  'bundled and minified': { minify: true, bundle: true, format: 'cjs' },
} as const;

/** What a person waits for at a stop: medians and the slowest of a hundred, with the way to each stop noted down as for questions. */
export async function printDebugger(samples = 100): Promise<void> {
  const rows: string[][] = [];
  for (const [kind, options] of Object.entries(kinds)) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-bench-')));
    try {
      writeFileSync(join(folder, 'main.ts'), program);
      const outfile = join(folder, options.format === 'esm' ? 'main.mjs' : 'main.cjs');
      await build({ entryPoints: [join(folder, 'main.ts')], outfile, sourcemap: true, platform: 'node', ...options });
      rows.push(...(await measure(outfile, samples)).map(([name, times]) => [kind, name, ...summary(times)]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  process.stdout.write(
    `The debugger: milliseconds from the request to the last answer\n\n${table(['program', '', 'median', 'p95', 'slowest'], rows)}\n`,
  );
}

async function measure(program: string, samples: number): Promise<readonly (readonly [string, readonly number[]])[]> {
  const child = spawn(process.execPath, [adapter], { stdio: ['pipe', 'pipe', 'inherit'] });
  const client = new DapClient(child.stdout, child.stdin);
  try {
    await client.request('initialize', { adapterID: 'whence' });
    const launched = client.request('launch', { program, skipFiles: ['<node_internals>/**'] });
    await client.event('initialized');
    await client.request('configurationDone', {});
    await launched;
    let stop = await stopped(client);
    const step = (command: string) => async () => {
      await client.request(command, { threadId: stop.threadId });
      stop = await stopped(client);
    };
    const open = (variablesReference: number, args: object = {}) =>
      client.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference, ...args });
    const scopes = async () =>
      (await client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: stop.frameId })).scopes.map(
        ({ variablesReference }) => variablesReference,
      );
    const locals = async () => open((await scopes())[0] ?? 0);
    const nothing = await times(samples, () => client.request('threads', {}));
    const over = await times(samples, step('next'));
    const into = await times(samples, step('stepIn'));
    const scope = await times(samples, locals);
    const [wide, array] = await Promise.all(['wide', 'rows'].map((expression) => evaluated(client, expression, stop.frameId)));
    return [
      ['what the adapter knows by itself', nothing],
      ['step over, and the stack', over],
      ['step in, and the stack', into],
      ['the variables of a frame', scope],
      ['an object of 100 properties', await times(samples, () => open(wide ?? 0))],
      ['100 elements of an array of 1,000', await times(samples, () => open(array ?? 0, { filter: 'indexed', start: 300, count: 100 }))],
    ];
  } finally {
    child.kill();
  }
}

async function evaluated(client: DapClient, expression: string, frameId: number): Promise<number> {
  const args = { expression: `globalThis.${expression}`, frameId, context: 'watch' };
  return (await client.request<DebugProtocol.EvaluateResponse['body']>('evaluate', args)).variablesReference;
}

async function stopped(client: DapClient): Promise<{ readonly threadId: number; readonly frameId: number }> {
  const { threadId = 0 } = (await client.event('stopped')).body as DebugProtocol.StoppedEvent['body'];
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
    threadId,
    startFrame: 0,
    levels: 20,
  });
  return { threadId, frameId: stackFrames[0]?.id ?? 0 };
}

async function times(samples: number, action: () => Promise<unknown>): Promise<readonly number[]> {
  const found: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const started = performance.now();
    await action();
    found.push(performance.now() - started);
  }
  return found;
}

function summary(times: readonly number[]): readonly string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.95, 1].map((part) => (sorted[Math.ceil(part * sorted.length) - 1] ?? NaN).toFixed(1));
}
