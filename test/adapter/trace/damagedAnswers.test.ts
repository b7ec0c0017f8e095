import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { compare } from '../../../adapter/operations/compare.js';
import { exportChrome } from '../../../adapter/operations/exportChrome.js';
import { exportParquet } from '../../../adapter/operations/exportParquet.js';
import { exportProlog } from '../../../adapter/operations/exportProlog.js';
import { fromObservedEntry } from '../../../adapter/operations/fromObservedEntry.js';
import { query } from '../../../adapter/operations/query.js';
import { whyRecorded, type RecordedWhere } from '../../../adapter/operations/whyRecorded.js';
import { jsonPoint } from '../../../adapter/querypoints/report/reportJson.js';
import { FrameKind } from '../../../adapter/trace/format/frameBytes.js';
import { TraceFile } from '../../../adapter/trace/format/traceFile.js';
import { ReplayedInput } from '../../../adapter/launch/input.js';
import { Random } from '../../soundness/random.js';
import { countOf, seedOf } from '../../support/counts.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `class Row { open = true; constructor(name) { this.name = name; } close() { this.open = false; return null; } }
const rows = ['a', 'b', 'c'].map((name) => new Row(name));
function settle(list) {
  for (const row of list) {
    try { if (row.name === 'b') null.x; row.close(); } catch (e) { row.failed = e.message; }
  }
}
settle(rows);
const map = new Map([['k', rows]]);
let total = 0;
for (let i = 0; i < 40; i++) { total += i % 7; rows[i % 3].seen = total; }
function last(list) { list.length = 1; return map.get('k').extra.boom; }
last(rows);
`;

const line = (at: number): RecordedWhere => ({ kind: 'line', file: 'a.js', line: at, column: null, hit: 1, when: null });

const asked: readonly (readonly [RecordedWhere, readonly string[]])[] = [
  [line(9), ['lastChange(P1:rows[1].failed)', 'lastCondition(P2)', 'created(P1:rows)']],
  [{ kind: 'uncaught' }, ['lastCondition(P1)', 'lastChange(P1:rows.length)', 'lastChange(P1:total)', 'origin(P1:rows[0].seen)']],
  [line(12), ['lastChange(P1:list)', 'lastChange(P1:rows[2].seen)[-2]', 'lastCondition(P1)']],
];

type Point = Readonly<Record<string, unknown>>;

async function answers({ folder }: RecordedProgram, file: string, [stop, ask]: (typeof asked)[number]): Promise<readonly Point[]> {
  const result = await whyRecorded({ recording: file, cwd: folder, stop, ...readQuestions(ask, []) });
  return result.points.map((point) => jsonPoint(point, result, folder) as Point);
}

/** One sentence that a user is told, or what a reader gave. */
async function told<T>(read: () => T | Promise<T>): Promise<T | string> {
  try {
    return await read();
  } catch (error) {
    assert.ok(error instanceof Error && !/^(Type|Range|Reference|Assertion|Internal)Error$/.test(error.name), String(error));
    assert.match(error.message, /^[^\n]+\.$/);
    return error.message;
  }
}

describe('answers of damaged recordings', function () {
  this.timeout(600_000);
  let run: RecordedProgram;
  let file: string;
  before(async () => {
    run = await recorded({ 'a.js': program });
    file = join(run.folder, 'damaged.trace');
  });
  after(() => run.dispose());

  it('are those of the whole one, or say that something is missing', async () => {
    const whole = readFileSync(run.file);
    const wanted = await Promise.all(asked.map((one) => answers(run, run.file, one)));
    const random = new Random(seedOf(20));
    let answered = 0;
    for (let round = 0; round < countOf('damagedAnswers'); round++) {
      const bytes = Buffer.from(whole);
      const at = random.below(bytes.length);
      const isCut = round % 2 === 0;
      if (!isCut) for (let to = at + random.below(300); to >= at; to--) bytes[Math.min(to, bytes.length - 1)] = random.below(256);
      writeFileSync(file, isCut ? bytes.subarray(0, at) : bytes);
      for (const [index, one] of asked.entries()) {
        const points = await told(() => answers(run, file, one));
        if (typeof points === 'string') continue;
        for (const [number, point] of points.entries()) {
          if (point['status'] === 'not-recorded') continue;
          assert.deepEqual(point, wanted[index]?.[number], `round ${round}, ${isCut ? 'cut' : 'overwritten'} at ${at}`);
          answered++;
        }
      }
    }
    assert.ok(answered > 0, 'no file could be asked');
  });

  it('are none where rows are damaged that were looked for, and what lists rows says so', async () => {
    const bytes = readFileSync(run.file);
    const trace = new TraceFile(run.file);
    const rows = trace.frames.find(({ kind }) => kind === FrameKind.events) ?? assert.fail('there are no rows');
    trace.close();
    bytes.fill(7, rows.offset, rows.offset + rows.stored);
    writeFileSync(file, bytes);
    const outs = ['out.json', 'out.pl', 'out'].map((name) => join(run.folder, name));
    const [chrome = '', prolog = '', parquet = ''] = outs;
    for (const out of outs) rmSync(out, { recursive: true, force: true });
    assert.match(String(await told(() => answers(run, file, asked[0] ?? assert.fail()))), /is damaged/);
    assert.equal(exportChrome(file, chrome, run.folder).isDamaged, true);
    assert.equal(exportProlog(file, prolog, run.folder).isDamaged, true);
    assert.equal(exportParquet([{ run: 'one', file }], parquet, run.folder).isDamaged, true);
    const compared = compare({ recordings: [run.file, file], limit: 10, cwd: run.folder });
    assert.ok(compared.equal !== true && compared.missing.length > 0, JSON.stringify(compared));
    const [tree] = query({ recording: file, questions: ['callTree()'], limit: 10, cwd: run.folder });
    assert.deepEqual([tree?.complete, tree?.missing.at(-1)], [false, { reason: 'damaged' }]);
  });

  it('do not say that there is no such thing where its text is damaged', async () => {
    const bytes = readFileSync(run.file);
    const trace = new TraceFile(run.file);
    const text = trace.frames.find(({ kind }) => kind === FrameKind.text) ?? assert.fail('there is no text');
    trace.close();
    bytes.fill(7, text.offset, text.offset + text.stored);
    writeFileSync(file, bytes);
    const question = 'localVariableHistory(function: "settle", variable: "row")';
    const said = await told(() => query({ recording: file, questions: [question], limit: 10, cwd: run.folder })[0]?.total ?? 0);
    assert.match(String(said), /a part of the recording is damaged/);
  });

  it('never say how a run ended of which the end is not there', async () => {
    const bytes = readFileSync(run.file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 10));
    const [stop, ...others] = await answers(run, file, [{ kind: 'uncaught' }, ['lastCondition(P1)']]);
    assert.deepEqual([stop?.['status'], others.length], ['not-recorded', 1]);
    const context = {
      signal: new AbortController().signal,
      output: 'ignore',
      input: new ReplayedInput(null),
      onProgress: () => {},
    } as const;
    const place = { kind: 'failure', recording: file } as const;
    assert.match(String(await told(() => fromObservedEntry({ place, program: null, cwd: run.folder }, context))), /has no end/);
  });
});
