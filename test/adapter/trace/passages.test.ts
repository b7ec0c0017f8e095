import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '../../../adapter/query/openReader.js';
import { passagesOf, statementsAt } from '../../../adapter/trace/steps/recordedPassages.js';
import { recorded } from '../../support/recorded.js';

/** Each `0;` is a statement that leaves no event. Exceptions, rejections and ends of generators pass by many of them. */
const program = `
let a = null;
const fails = () => { throw new Error('own'); };
const rejects = async () => { await null; throw new Error('late'); };
const outside = () => JSON.parse('{');
function handler() {
  try { 0;
    fails(); 0;
  } catch { 0; } finally { 0; }
  0;
}
function through() {
  try { 0;
    try { 0;
      outside(); 0;
    } finally { 0; }
    0;
  } catch { 0; }
  0;
}
function leaves() {
  try { 0;
    a.b; 0;
  } finally { 0; }
  0;
}
function normal() {
  try { 0;
    try { 0; } finally { 0; }
    0;
  } catch { 0; } finally { 0; }
  0;
}
function replaced() {
  for (const one of [1, 2]) {
    try { 0;
      fails(); 0;
    } finally { 0;
      continue;
    }
    0;
  }
  0;
}
function* yields() {
  try { 0;
    yield 1; 0;
    yield 2; 0;
  } finally { 0; }
  0;
}
function* caught() {
  try { 0;
    yield 1; 0;
  } catch { 0; }
  0;
}
async function waits() {
  try { 0;
    await rejects(); 0;
  } catch { 0; }
  try { 0;
    await Promise.reject(1); 0;
  } catch (one) { 0; } finally { 0; }
  for (let i = 0; i < 2; i++) {
    try { 0;
      if (i === 1) await rejects();
      0;
    } finally { 0;
      if (i === 1) break;
    }
    0;
  }
  0;
  try { 0;
    try { 0;
      await Promise.reject(2); 0;
    } finally { 0; await null; 0; }
    0;
  } catch { 0; }
  0;
  await Promise.reject(3); 0;
}
function returns(n) {
  try { 0;
    try { 0;
      if (n === 1) return fails;
      if (n === 2) return;
      fails(); 0;
    } catch { 0;
      return fails.name; 0;
    } finally { 0; n++; 0; }
    0;
  } finally { 0; n++; 0; }
  0;
}
function returnsAgain() {
  for (const one of [1, 2, 3]) {
    try { 0;
      return fails.name;
    } finally { 0;
      if (one === 1) continue;
      try { 0;
        if (one === 2) return one;
      } finally { 0; if (one === 2) break; 0; }
    }
    0;
  }
  0;
  try { return 1; } finally { 0; try { fails(); } catch { 0; } 0; }
}
function throwsAgain() {
  try { 0;
    try { return 1; } finally { 0; fails(); 0; }
  } catch { 0; }
  0;
}
function* returnsAtEnd(n) {
  try { 0;
    if (n === 1) return yield 1;
    yield 2; 0;
    return 3;
  } finally { 0; yield 4; 0; }
}
async function awaitsAtEnd(n) {
  try { 0;
    try { 0;
      if (n === 1) return await n;
      if (n === 2) return await rejects();
      return rejects();
    } finally { 0; await null; 0; n++; 0; }
  } catch { 0; return; } finally { 0; }
}
async function endsLoop() {
  async function* values() { try { yield 1; yield 2; return 3; } finally { 0; await null; 0; } }
  for await (const one of values()) {
    try { 0; return one; } finally { 0; await null; 0; }
  }
  0;
}
function chains(o) {
  o.p?.q?.r; 0;
  o?.[o.p?.q?.r?.s]?.t; 0;
  if (o.p?.q?.r) { 0; }
  0;
  const a = o.p?.q.r?.s || (o.p?.['q']?.r?.() ?? o.p?.q()?.r); 0;
  while (a?.b?.c.d?.e) { 0; return; }
  (o.p?.q)?.r?.[o.f?.()]?.s; 0;
  delete o.p?.q?.r; 0;
  o.f?.(o.p?.q?.r)?.p?.q?.(o.p?.q?.r)?.r.s?.t; 0;
  o.p?.q.r?.[o.p?.q?.r]?.(...[o.p?.q?.r]); 0;
}
handler();
through();
chains({});  chains({ f: () => ({}) }); chains({ f: () => ({ p: null }) });
returns(1); returns(2); returns(3);
returnsAgain();
throwsAgain();
[...returnsAtEnd(1)]; [...returnsAtEnd(2)];
const r = returnsAtEnd(2); r.next(); r.return(5); r.next();
awaitsAtEnd(1); awaitsAtEnd(2); awaitsAtEnd(3).catch(() => { 0; });
endsLoop();
try { leaves(); } catch { 0; }
normal();
replaced();
for (const one of yields()) { 0; break; }
[...yields()];
const g = caught();
g.next(); g.throw(new Error('given'));
const h = yields();
h.next();
try { h.throw(1); } catch { 0; }
waits().catch(() => { 0; });
`;

/** How often each line came to its \`0;\`, by line, as a program tells that counts. */
function counted(): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'whence-passages-'));
  try {
    const text = program.split('\n').map((line, index) => line.replaceAll(' 0;', ` counts[${index}]++;`));
    writeFileSync(
      join(folder, 'counting.js'),
      `const counts = Array(${text.length}).fill(0);${text.join('\n')}\nprocess.on('exit', () => console.log(JSON.stringify(counts)));`,
    );
    return JSON.parse(spawnSync(process.execPath, [join(folder, 'counting.js')], { encoding: 'utf8' }).stdout) as number[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('passages of statements that leave no event', () => {
  it('are those that the run had, whatever exceptions passed by', async () => {
    const run = await recorded({ 'program.js': program });
    const { reader, close } = openRecording(run.file, (path) => path);
    try {
      const expected = counted();
      const lines = program.split('\n');
      const told = lines.map((line, index) => {
        let [certain, perhaps] = [0, 0];
        for (const match of line.matchAll(/ 0;/g)) {
          const place = { isFile: () => true, line: index + 1, column: match.index + 2 };
          for (const statement of statementsAt(reader.texts, reader.paths, place))
            for (const { isCertain } of passagesOf(reader.store, statement)) {
              if (isCertain) certain++;
              else perhaps++;
            }
        }
        return { certain, perhaps };
      });
      const wrong = told.flatMap(({ certain, perhaps }, index) => {
        const real = expected[index] ?? 0;
        return certain <= real && real <= certain + perhaps && (perhaps === 0 || /fails|outside|a\.b/.test(lines[index] ?? ''))
          ? []
          : [`${index + 1}: ${lines[index] ?? ''}: ${real}, and the recording says ${certain} (+ ${perhaps})`];
      });
      assert.deepEqual(wrong, []);
      assert.ok(expected.reduce((sum, one) => sum + one, 0) > 50);
    } finally {
      close();
      run.dispose();
    }
  });
});
