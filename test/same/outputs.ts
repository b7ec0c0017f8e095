import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Build } from './builds.js';
import type { Input } from './inputs.js';

/** What a build prints for the input, as text that can be compared; kept when `isKept`, since the build does not change. */
export async function outputOf(build: Build, input: Input, isKept: boolean): Promise<string> {
  const file = join(build.outputs, `${input.name}-${input.key}.json`);
  if (isKept && existsSync(file)) return readFileSync(file, 'utf8');
  const text = await run(join(build.folder, 'dist/whence.js'), input);
  mkdirSync(build.outputs, { recursive: true });
  writeFileSync(file, text);
  return text;
}

async function run(whence: string, { name, args, place }: Input): Promise<string> {
  if (typeof place === 'string') return start(whence, args, place);
  // The same folder for both builds: its name is in what is printed.
  const folder = join(tmpdir(), `whence-same-${process.pid}`, name);
  try {
    for (const [path, text] of Object.entries(place)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return (await start(whence, args, folder)).replaceAll(folder, '<folder>');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(whence: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [whence, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = { out: '', err: '' };
    child.stdout.on('data', (text: Buffer) => (printed.out += text.toString('latin1')));
    child.stderr.on('data', (text: Buffer) => (printed.err += text.toString('latin1')));
    child.once('error', reject);
    child.once('close', (code) => {
      const out = Buffer.from(printed.out, 'latin1').toString('utf8');
      resolve(`exit ${code ?? 'by a signal'}\n${comparable(out) ?? `${out}\n${Buffer.from(printed.err, 'latin1').toString('utf8')}`}`);
    });
  });
}

/** The report without what every run measures anew; null for what is no JSON. */
function comparable(json: string): string | null {
  const measured = new Set(['milliseconds', 'peakMegabytes']);
  try {
    return `${JSON.stringify(JSON.parse(json), (key, value: unknown) => (measured.has(key) ? undefined : value), 1)}\n`;
  } catch {
    return null;
  }
}
