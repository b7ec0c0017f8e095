import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../tidy/files.js';
import { tryAll } from './orphans.js';
import { fuzzSession } from './protocolFuzz.js';
import { fuzzServer } from './serverFuzz.js';

/**
 * `npm run faults`: ends Whence at random moments of every kind of start, and counts what it leaves; then sends the debug adapter and the
 * language server messages that are none, or not right. `-- orphans` and `-- messages` name one of them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    dist: { type: 'string', default: join(root, 'dist') },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
});
const perSession = 250;
const { dist } = values;
const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part);
let failures = 0;
if (isWanted('orphans')) failures += await orphans(Number(values.count ?? 300));
if (isWanted('messages')) {
  failures += await messages(Number(values.count ?? 10_000), 'debug adapter', fuzzSession);
  failures += await messages(Number(values.count ?? 10_000), 'language server', fuzzServer);
}
process.exit(failures === 0 ? 0 : 1);

async function orphans(count: number): Promise<number> {
  let [done, processes, folders] = [0, 0, 0];
  await tryAll(count, dist, Number(values.jobs), ({ start, moment, left }) => {
    done++;
    const isFolder = (what: string) => what.startsWith('folder ');
    if (left.some(isFolder)) folders++;
    if (left.some((what) => !isFolder(what))) processes++;
    if (left.length > 0) console.log(`${start}, ${moment}: ${left.join('; ')}`);
  });
  console.log(`${done} killed: ${processes} left processes, ${folders} left folders`);
  return processes + folders;
}

async function messages(count: number, to: string, fuzz: typeof fuzzSession): Promise<number> {
  let [sent, wrong] = [0, 0];
  for (let seed = Number(values.seed); sent < count; seed++, sent += perSession) {
    const faults = await fuzz(seed, perSession, dist);
    if (faults.length > 0) wrong++;
    for (const fault of faults) console.log(`seed ${seed}: ${fault}`);
  }
  console.log(`${sent} messages to the ${to}: ${wrong} of ${sent / perSession} sessions went wrong`);
  return wrong;
}
