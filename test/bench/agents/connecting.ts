import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../median.js';

const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));
const bareSource = fileURLToPath(new URL('bareServer.ts', import.meta.url));

/** How much longer than a bare server ours may take, and how large its list of tools may be. */
const wanted = { ratio: 1.6, listBytes: 6144 };

/** From the start of a process to its list of tools, ours and a bare server of the same package by turns; medians. */
export async function printConnecting(print: (text: string) => void, samples = 15): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-'));
  try {
    const bare = join(folder, 'bare.mjs');
    await build({
      entryPoints: [bareSource],
      outfile: bare,
      bundle: true,
      platform: 'node',
      format: 'esm',
      minify: true,
      logLevel: 'error',
    });
    const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    let bytes = 0;
    for (let sample = 0; sample < samples; sample++) {
      times.bare.push((await connected([bare])).milliseconds);
      const ours = await connected([whence, 'mcp', '--root', folder]);
      times.ours.push(ours.milliseconds);
      bytes = ours.bytes;
    }
    const ratio = median(times.ours) / median(times.bare);
    print(`Connect and list, cold: ${median(times.ours).toFixed(0)} ms, a bare server ${median(times.bare).toFixed(0)} ms: `);
    print(`${ratio.toFixed(2)} times (wanted: ${wanted.ratio}). The list of tools: ${bytes} bytes (wanted: ${wanted.listBytes}).\n\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function connected(args: readonly string[]): Promise<{ readonly milliseconds: number; readonly bytes: number }> {
  const client = new Client({ name: 'bench', version: '1' });
  const began = performance.now();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }));
  const { tools } = await client.listTools();
  const milliseconds = performance.now() - began;
  await client.close();
  return { milliseconds, bytes: Buffer.byteLength(JSON.stringify(tools)) };
}
