import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';

/**
 * Figure 1 of the paper on JavaTA (Girgis and Jayaraman), the travelling null, and the terms of its Figure 2. An implicit constructor has
 * the location of its class.
 */
const program = `class Example {
  constructor() {
    this.m1();
  }
  m1() {
    const o = new FarAwayClass();
    const result = o.doSomeThing();
    this.m2(result);
  }
  m2(o) {
    this.mN(o);
  }
  mN(o) {
    o.toString();
  }
  static main(args) {
    new Example();
  }
}
class FarAwayClass {
  doSomeThing() {
    return null;
  }
}
Example.main([]);
`;

/** Figure 2, with the file, the lines and the class names of the transcription; the numbers are those of the paper's events. */
const expected = [
  `threadstart(main)`,
  `methodcall(l('Example.js', 17), c('Example'), main, [o('Array', A)])`,
  `methodcall(l('Example.js', 2), o('Example', E), '<init>', [])`,
  `step(l('Example.js', 3), [])`,
  `methodcall(l('Example.js', 6), o('Example', E), m1, [])`,
  `methodcall(l('Example.js', 20), o('FarAwayClass', F), '<init>', [])`,
  `methodexit(5, l('Example.js', 20), o('FarAwayClass', F), '<init>', void)`,
  `step(l('Example.js', 6), [])`,
  `step(l('Example.js', 7), [lv(o, o('FarAwayClass', F))])`,
  `methodcall(l('Example.js', 22), o('FarAwayClass', F), doSomeThing, [])`,
  `methodexit(9, l('Example.js', 22), o('FarAwayClass', F), doSomeThing, null)`,
  `step(l('Example.js', 7), [lv(o, o('FarAwayClass', F))])`,
  `step(l('Example.js', 8), [lv(o, o('FarAwayClass', F)), lv(result, null)])`,
  `methodcall(l('Example.js', 11), o('Example', E), m2, [null])`,
  `methodcall(l('Example.js', 14), o('Example', E), mN, [null])`,
  `exception(l('Example.js', 14), o('TypeError', T), "Cannot read properties of null (reading 'toString')", uncaught)`,
  `threaddeath(main)`,
];

describe('Figure 1 of the paper, recorded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-figure-'));
  after(() => rmSync(folder, { recursive: true }));

  it('gives the terms of Figure 2', () => {
    writeFileSync(join(folder, 'Example.js'), program);
    const whence = (...words: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    };
    whence('record', '--out', 'run.trace', '--', 'Example.js');
    whence('export', 'run.trace', '--prolog', 'run.pl');
    const facts = readFileSync(join(folder, 'run.pl'), 'utf8').trim().split('\n');
    const terms = facts.map((fact) => /^event\(([\d.]+), main, (.*)\)\.$/.exec(fact) ?? assert.fail(fact));
    const own = terms.filter(([, , term = '']) => !/^(?:setlocal|branch|suspend|resume)\(/.test(term));
    // Numbers of objects and events are those of the recording: the same name stands for the same number.
    const names = new Map<string, string>();
    const named = own.map(([, , term = '']) =>
      term
        .replace(/o\('(\w+)', (\d+)\)/g, (_, type: string, number: string) => {
          const known = names.get(number) ?? (type.startsWith('Array') ? 'A' : type.startsWith('Example') ? 'E' : type.charAt(0));
          names.set(number, known);
          return `o('${type}', ${known})`;
        })
        .replace(/^methodexit\((\d+)/, (_, call: string) => `methodexit(${own.findIndex(([, id]) => id === call)}`),
    );
    assert.deepEqual(
      own.map(([, id]) => Number(id)),
      own.map(([, id]) => Number(id)).toSorted((a, b) => a - b),
    );
    assert.deepEqual(named, expected);
    assert.equal(names.size, 4);
  });
});
