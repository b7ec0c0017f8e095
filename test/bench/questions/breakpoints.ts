import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InspectorClient } from '../../../adapter/inspector/client.js';
import { connectInspector } from '../../../adapter/inspector/socket.js';
import { table } from '../speed/table.js';
import type { QuestionCase } from './cases.js';
import { questionCost } from './measure.js';

const candidates = 100_000;
/** So often the program is paused; the rest takes as long each time. */
const paused = 2000;

/**
 * The same question answered by breakpoints: a pause at each write, over the inspector's socket without its delays (`inspector/socket.ts`),
 * and on again at once, nothing read. Extrapolated from the first pauses.
 */
export async function printBreakpoints(folder: string): Promise<void> {
  const wanted: QuestionCase = {
    name: 'field',
    program: 'candidates.cjs',
    args: ['field', `${candidates}`],
    stop: '; // field',
    hit: 1,
    question: 'lastChange(box.field)',
  };
  const rows: string[][] = [];
  for (let sample = 0; sample < 3; sample++) {
    const each = await millisecondsAPause(join(folder, wanted.program), wanted.args);
    const { elapsed, candidates: seen } = await questionCost(wanted, folder);
    const all = each * candidates;
    rows.push([`${sample + 1}`, each.toFixed(2), (all / 1000).toFixed(1), `${seen}`, elapsed.toFixed(0), (all / elapsed).toFixed(0)]);
  }
  const header = ['sample', 'ms a pause', 'pauses s', 'candidates', 'question ms', 'times faster'];
  process.stdout.write(`A question beside a breakpoint that pauses at each of ${candidates} writes:\n\n${table(header, rows)}\n`);
}

async function millisecondsAPause(path: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', path, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const client = new InspectorClient(await connectInspector(await addressOf(child.stderr)));
    const lineNumber = readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((text) => text.endsWith('; // written'));
    const url = pathToFileURL(path).href;
    const measured = new Promise<number>((resolve, reject) => {
      let [pauses, started] = [0, 0];
      client.on('Debugger.paused', () => {
        // The first is before the program.
        if (++pauses === 2) started = performance.now();
        if (pauses === paused + 2) resolve((performance.now() - started) / paused);
        else client.send('Debugger.resume', {}).catch(reject);
      });
    });
    await client.send('Runtime.enable', {});
    await client.send('Debugger.enable', {});
    await client.send('Debugger.setBreakpointByUrl', { lineNumber, columnNumber: 0, url });
    await client.send('Runtime.runIfWaitingForDebugger', {});
    return await measured;
  } finally {
    child.kill('SIGKILL');
  }
}

/** What Node says of where its inspector listens. */
function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    output.on('data', (part: Buffer) => {
      text += part.toString();
      const [address] = /ws:\/\/\S+/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}
