import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { present } from '../../../server/base/errors.js';
import { evaluateKept, keepCode, requireKept } from '../../../server/files/keptCode.js';
import { keptFolder } from '../../../server/files/keptFiles.js';

describe('code that is kept from one process to the next', () => {
  const usual = process.env['TMPDIR'];
  let folder: string;
  let file: string;
  const kept = (): readonly string[] => readdirSync(present(keptFolder(), 'the folder'));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whence-kept-'));
    process.env['TMPDIR'] = folder; // what others keep is elsewhere
    file = join(folder, 'module.js');
  });

  afterEach(() => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
    rmSync(folder, { recursive: true });
  });

  it('is kept once, and gives the same again', () => {
    writeFileSync(
      file,
      'exports.file = __filename; exports.join = require("node:path").join("a", "b"); exports.same = module.exports === exports;',
    );
    const first = requireKept(file);
    assert.deepEqual(first, { file, join: join('a', 'b'), same: true });
    assert.equal(kept().length, 0); // what is called next is compiled in it, too
    keepCode();
    const after = kept();
    assert.equal(after.length, 1);
    assert.deepEqual(requireKept(file), first);
    keepCode();
    assert.deepEqual(kept(), after);
  });

  it('is not that of an earlier text of equal length', () => {
    writeFileSync(file, 'exports.n = 1;');
    assert.deepEqual(requireKept(file), { n: 1 });
    keepCode();
    writeFileSync(file, 'exports.n = 2;');
    const { atime, mtime } = statSync(file);
    utimesSync(file, atime, new Date(mtime.getTime() + 1000));
    assert.deepEqual(requireKept(file), { n: 2 });
  });

  it('is another for each program', () => {
    writeFileSync(file, 'exports.n = 1;');
    for (const user of ['one', 'other']) assert.deepEqual(requireKept(file, user), { n: 1 });
    keepCode();
    assert.equal(kept().length, 2);
  });

  it('is compiled anew where what was kept is damaged', () => {
    writeFileSync(file, '');
    evaluateKept(file, '40 + 2', file).keep();
    const [name = ''] = kept();
    const path = join(present(keptFolder(), 'the folder'), name);
    writeFileSync(path, 'something else');
    const again = evaluateKept(file, '40 + 2', file);
    assert.equal(again.value, 42);
    again.keep();
    assert.ok(statSync(path).size > 'something else'.length);
  });

  it('is another for another user, kept once for each', () => {
    writeFileSync(file, '');
    evaluateKept(file, '40 + 2', file).keep();
    const before = kept();
    const other = evaluateKept(file, '40 + 2', file, 'others');
    other.keep();
    assert.equal(kept().length, before.length + 1);
    evaluateKept(file, '40 + 2', file, 'others').keep();
    assert.equal(kept().length, before.length + 1);
  });

  it('is another where V8 runs with other flags, and is not kept with flags that came later', () => {
    writeFileSync(file, '');
    const setFlag = (size: number): void => setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${size}`);
    try {
      setFlag(401);
      const first = evaluateKept(file, '40 + 2', file);
      setFlag(402);
      first.keep();
      assert.equal(kept().length, 0);
      for (const size of [402, 401, 402]) {
        setFlag(size);
        evaluateKept(file, '40 + 2', file).keep();
      }
      assert.equal(kept().length, 2);
    } finally {
      setFlag(400); // as `prepareEngine` sets it
    }
  });
});
