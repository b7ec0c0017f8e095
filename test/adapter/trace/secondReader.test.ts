import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Tag } from '../../../adapter/runtime/rows/tags.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { headerSize, magic } from '../../../adapter/trace/format/frameBytes.js';
import { TraceFile } from '../../../adapter/trace/format/traceFile.js';
import { recorded } from '../../support/recorded.js';
import { traceRows, type ShownRow } from '../../support/traceRows.js';
import { root } from '../../tidy/files.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;

type PythonRow = readonly [number, number, string, string, number, number, string | number | null, unknown, number];

const programs: Readonly<Record<string, string>> = {
  'callbacks of promises that exceptions have ended': `
    function check(v) { throw new TypeError('big ' + v); }
    function other(v) { return { v }; }
    for (let i = 0; i < 3; i++) Promise.resolve(i).then((v) => { check(v); }).catch((e) => e.message).then(other).then(other);
    Promise.resolve(2).then(other).then(other).then(other);
  `,
  'calls, writes and tests': `
    class Row { #open = true; constructor(name) { this.name = name; } close(by) { this.#open = false; return by ?? this.name; } }
    class Special extends Row {}
    const rows = [new Row('a'), new Special('b')];
    for (const row of rows) if (row.close(row.name === 'a' ? null : 'me') === 'a') rows.push({ [row.name]: -0, big: 10n, u: undefined });
    const map = new Map([[rows[0], NaN]]); map.set('k', Infinity); rows.length = 1;
    console.log(rows.map(({ name }, index) => name + index), 'x'.repeat(50));
  `,
  'two threads at once': `
    const { Worker } = require('node:worker_threads');
    function count(n) { let sum = 0; for (let i = 0; i < n; i++) sum += i; return { sum }; }
    new Worker(count + 'count(50); setTimeout(() => count(50), 60);', { eval: true });
    for (let i = 0; i < 4; i++) setTimeout(() => count(20), i * 60);
  `,
  'exceptions, generators and waits': `
    function* counts(n) { try { while (true) { if (n > 3) throw new RangeError('n'); yield n++; } } finally { n = 0; } }
    async function waits(v) { try { await null; return await Promise.reject(v); } catch (e) { return e; } finally { v = 0; } }
    try { for (const each of counts(1)) each.x; } catch (e) { e.seen = 1; }
    function deep(n) { return n === 0 ? null.x : deep(n - 1); }
    try { try { deep(3); } finally { JSON.stringify({ a: [1] }); } } catch {}
    Promise.all([waits(1), waits(2)]).then((all) => { all.push(3); });
    function* plain(n) { yield n; n = 0; }
    for (const each of plain(1)) if (each) break;
    const it = counts(2); it.next(); try { it.throw(1); } catch {}
    const other = plain(3); other.next(); other.return(4);
  `,
};

// Without Python there is nobody to compare with: then this is not listed.
if (hasPython)
  describe('a second reader of traces, written from docs/traceFormat.md', () => {
    for (const [name, text] of Object.entries(programs))
      it(`reads the same rows: ${name}`, async () => {
        const run = await recorded({ 'a.js': text }, { strings: 20 });
        try {
          const copy = join(run.folder, 'copy.trace');
          writeFileSync(copy, unpacked(run.file));
          const python = spawnSync('python3', [join(root, 'test/support/readTrace.py'), copy], { encoding: 'utf8', maxBuffer: 1 << 28 });
          assert.equal(python.status, 0, python.stderr);
          const read = python.stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as PythonRow);
          const ours = traceRows(run.file).rows.filter(({ kind }) => kind !== 'callerOf' && kind !== 'passed');
          assert.ok(ours.length > 60);
          assert.deepEqual(
            read.map(([event, , kind, , , subject, key]) => [event, kind, subject, key]),
            ours.map(({ event, kind, subject, key }) => [event, kind, subject, key]),
          );
          assert.deepEqual(
            read.map((row) => pythonValue(row[7])),
            ours.map(ourValue),
          );
          const { reader, close } = openRecording(run.file, (path) => path);
          for (const [event, , kind, path, offset, , , , activation] of read) {
            const row = reader.store.row(event);
            const site = reader.store.source.site(row?.site ?? -1);
            assert.deepEqual([site?.path, site?.site.offset, row?.activation], [path, offset, activation], `event ${event}, ${kind}`);
          }
          close();
        } finally {
          run.dispose();
        }
      });
  });

/** The same file with its frames as they are: Python may not have the codec. */
function unpacked(path: string): Buffer {
  const file = new TraceFile(path);
  const parts: Buffer[] = [magic];
  for (const place of file.frames) {
    const content = file.content(place) ?? assert.fail('a frame is damaged');
    const header = Buffer.alloc(headerSize);
    header[0] = place.kind;
    header.writeUInt32LE(content.length, 4);
    header.writeUInt32LE(content.length, 8);
    header.writeUInt32LE(crc32(content), 12);
    header.writeUInt32LE(crc32(header.subarray(0, 16)), 16);
    parts.push(header, content);
  }
  file.close();
  return Buffer.concat(parts);
}

function ourValue({ tag, value }: ShownRow): unknown {
  const [, , payload = ''] = String(value).split(' ');
  if (tag === Tag.untold) return 'not recorded';
  if (tag === Tag.symbol) return 'symbol';
  if (tag === Tag.longString) return `length ${payload}`;
  return value;
}

/** A value of the Python reader as `traceRows` shows it. */
function pythonValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, text, length, number] = value as unknown as readonly [string, string, number | string | null | undefined, number];
  switch (kind) {
    case 'object':
      return `#${number}`;
    case 'undefined':
      return undefined;
    case 'nan':
      return NaN;
    case 'inf':
      return Infinity;
    case '-inf':
      return -Infinity;
    case 'absent':
      return 'absent';
    case 'string':
      return JSON.stringify(typeof length !== 'number' ? text : `${text}… (${length})`);
    case 'bigint':
      return `${text}n`;
    case 'length':
      return `length ${text}`;
    default:
      return kind;
  }
}
