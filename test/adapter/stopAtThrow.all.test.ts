import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whence } from '../support/command.js';

const program = `const assert = require('node:assert/strict');
const test = require('node:test');
class Cart {
  total = 0;
  add(price) {
    this.total += price;
  }
}
const read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
test('reads', () => assert.equal(read('{'), null));
test('adds', () => {
  const cart = new Cart();
  cart.add(2);
  cart.add('3');
  assert.equal(cart.total, 5);
});
test('reads again', () => assert.equal(read('['), 1));
`;

describe('a stop at a throw', () => {
  let cwd = '';

  before(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'whence-throws-')));
    writeFileSync(join(cwd, 'cart.test.js'), program);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts: { test: 'node --test cart.test.js' } }));
  });

  after(() => rmSync(cwd, { recursive: true, force: true }));

  const points = (
    ...words: readonly string[]
  ): readonly {
    file: string;
    line: number;
    hit: number;
    status: string;
    reason: string;
    exception: { class: string; caught: boolean | null };
  }[] => JSON.parse(whence(cwd, 'why', '--json', ...words).out).points;

  it('of the first failed assertion leads to the value that it is about', () => {
    const [stop, write] = points('--stop', 'failure', '--ask', 'lastChange(cart.total)', '--', 'cart.test.js');

    assert.deepEqual([stop?.line, stop?.exception.class], [21, 'AssertionError']);
    assert.deepEqual([write?.line, write?.status], [6, 'located']);
  });

  describe('of a test whose runner has asserted before', () => {
    const test = `const check = require('checked');
let sum = 0, seen;
for (const price of [2, 3]) sum += price;
try {
  JSON.parse('{');
} catch (error) {
  seen = error;
}
check(sum === 6 && seen);
`;
    const asserting = (value: string) => `try {\n  check(${value});\n} catch {}\n`;

    beforeEach(() => {
      const library = 'class AssertionError extends Error {}\nmodule.exports = (is) => {\n  if (!is) throw new AssertionError();\n};\n';
      const runner = `const check = require('checked');\n${asserting('false').repeat(3)}require(require('node:path').resolve(process.argv[2]));\n`;
      const texts = { 'checked/index.js': library, 'runner/index.js': runner, 'checked/checked.test.js': test };
      for (const [name, text] of Object.entries(texts)) {
        const path = join(cwd, 'node_modules', name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      writeFileSync(join(cwd, 'sum.test.js'), test);
    });

    for (const [question, line] of [
      ['lastChange(sum)', 3],
      ['created(seen)', 5],
    ] as const)
      it(`is that of the test (${question})`, () => {
        const run = ['--', 'node_modules/runner/index.js', 'sum.test.js'];
        const [stop, answer] = points('--stop', 'failure', '--ask', question, ...run);

        assert.deepEqual([stop?.file, stop?.line, stop?.hit], ['sum.test.js', 9, 1]);
        assert.deepEqual([answer?.status, answer?.line], ['located', line], answer?.reason);
      });

    it('has no second one in what its runner asserts', () => {
      const run = ['--', 'node_modules/runner/index.js', 'sum.test.js'];
      const [stop] = points('--stop', 'failure', '--hit', '2', '--ask', 'lastChange(sum)', ...run);

      assert.deepEqual([stop?.status, stop?.reason], ['not-reached', 'The program ended before failed assertion number 2.']);
    });

    it('is the first of all where the test is of a package', () => {
      const [stop] = points(
        '--stop',
        'failure',
        '--ask',
        'lastChange(sum)',
        '--',
        'node_modules/runner/index.js',
        'node_modules/checked/checked.test.js',
      );

      assert.equal(stop?.status, 'located', stop?.reason);
    });
  });

  it('of an assertion of a library is in the test that calls it', () => {
    const folder = join(cwd, 'node_modules/checks');
    mkdirSync(folder, { recursive: true });
    const library = 'class AssertionError extends Error {}\nfunction fail(text) {\n  throw new AssertionError(text);\n}\n';
    writeFileSync(join(folder, 'index.js'), `${library}exports.expect = (x) => ({ toBe: (y) => x === y || fail(x + ' is not ' + y) });\n`);
    const lines = ["const { expect } = require('checks');", 'const cart = { total: 0 };', 'function add(x) {', '  cart.total += x;', '}'];
    writeFileSync(
      join(cwd, 'checked.js'),
      [...lines, 'add(2);', "add('3');", 'if (cart.total > 1)', '  expect(cart.total).toBe(5);', ''].join('\n'),
    );
    const asks = ['--ask', 'W = lastChange(cart.total)', '--ask', 'lastCondition(P1)', '--ask', 'inevitable(P1)'];
    const [stop, write, condition] = points('--stop', 'failure', ...asks, '--show', 'cart.total', '--', 'checked.js');
    assert.deepEqual([stop?.line, stop?.exception.class], [9, 'AssertionError']);
    assert.deepEqual([write?.line, write?.status, condition?.line], [4, 'located', 8]);
  });

  describe('of a library that throws for its tests', () => {
    const library = `class AssertionError extends Error {}
const held = (x, y) => {
  if (x === y) return;
  throw new AssertionError(x + ' is not ' + y);
};
exports.again = (x, y) => {
  try {
    held(x, y);
  } catch (error) {
    throw error;
  }
};
exports.waits = async (promise, y) => held(await promise, y);
exports.asks = (promise, y) => {
  const asked = promise.then((x) => held(x, y));
  return { then: (done, failed) => asked.then(done, failed) };
};
exports.snapshot = (actual, expected) => {
  if (actual !== expected) throw Object.assign(new Error('mismatch'), { actual, expected });
};
`;
    const test = `import checks from 'throwing';
const check = checks[process.argv[2]];
async function sums() {
  let left = 0;
  for (const x of [1, 2, 3]) {
    left += x;
    try {
      await check(process.argv[2].endsWith('s') ? Promise.resolve(left) : left, 1);
    } catch {}
  }
}
await sums();
`;

    before(() => {
      mkdirSync(join(cwd, 'node_modules/throwing'), { recursive: true });
      writeFileSync(join(cwd, 'node_modules/throwing/index.js'), library);
      writeFileSync(join(cwd, 'sums.mjs'), test);
    });

    const failed = (check: string, hit: string) =>
      points('--stop', 'failure', '--hit', hit, '--ask', 'lastChange(left)', '--', 'sums.mjs', check);

    it('counts what it throws again once, and at its place in the test', () => {
      const [second, write] = failed('again', '2');
      assert.deepEqual([second?.file, second?.line, second?.hit], ['sums.mjs', 8, 2]);
      assert.deepEqual([write?.line, write?.hit], [6, 3]);
      assert.equal(failed('again', '3')[0]?.status, 'not-reached');
    });

    for (const check of ['waits', 'asks'])
      it(`is before the statement that waits for it (${check})`, () => {
        const [stop, write] = failed(check, '1');
        assert.deepEqual([stop?.file, stop?.line, stop?.hit], ['sums.mjs', 8, 2]);
        assert.deepEqual([stop?.exception.class, stop?.exception.caught], ['AssertionError', null]);
        assert.deepEqual([write?.line, write?.hit], [6, 2]);
      });

    it('is what holds two values against each other, as a snapshot', () => {
      const [stop, write] = failed('snapshot', '1');
      assert.deepEqual([stop?.line, stop?.exception.class], [8, 'Error']);
      assert.equal(write?.line, 6);
    });
  });

  it('of a later one is its own', () => {
    const [stop] = points('--stop', 'failure', '--hit', '2', '--ask', 'lastCondition(P1)', '--', 'cart.test.js');

    assert.equal(stop?.line, 23);
  });

  it('of an exception that the program catches', () => {
    const [first, second] = [1, 2].map(
      (hit) => points('--stop', 'caught', '--hit', String(hit), '--ask', 'lastChange(text)', '--', 'cart.test.js')[0],
    );

    assert.deepEqual([first?.line, first?.exception.class, first?.exception.caught], [11, 'SyntaxError', true]);
    assert.deepEqual([second?.line, second?.exception.class], [21, 'AssertionError']); // the runner catches it
  });

  for (const words of [
    ['node', '--test', 'cart.test.js'],
    ['npm', 'test'],
  ])
    it(`of an assertion in a process that a command starts (${words.join(' ')})`, () => {
      const told = JSON.parse(whence(cwd, 'why', '--json', '--stop', 'failure', '--ask', 'lastChange(cart.total)', '--', ...words).out);

      const [stop, write] = told.points;
      assert.deepEqual([stop.line, stop.exception.class], [21, 'AssertionError']);
      assert.deepEqual([write.line, write.status], [6, 'located']);
      assert.match(told.notes[0], /^The stop is in the process node cart\.test\.js/);
    });

  it('is found although what watches the program waits for changes of it', () => {
    writeFileSync(join(cwd, 'watched.js'), "const box = { n: 1 };\nbox.n = 2;\nif (box.n > 1) throw new Error('n');\n");

    const [stop, write] = points(
      ...['--stop', 'uncaught', '--ask', 'lastChange(box.n)', '--timeout', '40'],
      ...['--', 'node', '--watch', 'watched.js'],
    );

    assert.deepEqual([stop?.line, write?.line, write?.status], [3, 2, 'located']);
  });

  it('is found although the program waits for requests behind it', () => {
    const text = "const { createServer } = require('node:http');\nlet n = 1;\ntry { n = 2; null.x; } catch {}\ncreateServer().listen(0);\n";
    writeFileSync(join(cwd, 'waiting.js'), text);

    const [stop, write] = points('--stop', 'caught', '--ask', 'lastChange(n)', '--timeout', '40', '--', 'waiting.js');

    assert.deepEqual([stop?.line, write?.line, write?.status], [3, 3, 'located']);
  });

  it('of a command says when none of its processes comes there', () => {
    const [stop] = points('--stop', 'cart.test.js:24', '--ask', 'lastChange(cart)', '--', 'node', '--test', 'cart.test.js');

    assert.equal(stop?.status, 'not-reached');
    assert.match(stop?.reason ?? '', /starts on line 24; the nearest one starts on line 23\.$/);
  });

  it('of a command says with which exit code that ended', () => {
    writeFileSync(
      join(cwd, 'failing.js'),
      "process.on('exit', () => {\n  process.exitCode = 4;\n});\nif (process.argv.length > 9)\n  console.log(1);\n",
    );
    const [stop] = points('--stop', 'failing.js:5', '--ask', 'lastCondition(P1)', '--', 'node', 'failing.js');

    assert.equal(stop?.reason, 'The program ended with exit code 4 before it was there.');
  });

  it('at a line of the program is found in threads that it starts', () => {
    const text = `import { Worker, isMainThread } from 'node:worker_threads';
let sum = 0;
if (isMainThread) new Worker(new URL(import.meta.url));
else {
  sum += 2;
  console.log(sum);
}
`;
    writeFileSync(join(cwd, 'pool.mjs'), text);
    const [stop, write] = points('--stop', 'pool.mjs:6', '--ask', 'lastChange(sum)', '--', 'pool.mjs');

    assert.deepEqual([stop?.status, write?.line, write?.status], ['located', 5, 'located'], stop?.reason);
  });

  it('says when a command starts no process of Node', () => {
    const { code, err } = whence(cwd, 'why', '--stop', 'failure', '--ask', 'lastChange(x)', '--', 'true');

    assert.deepEqual([code, err], [2, 'whence: true has started no Node process that could be followed.\n']);
  });

  it('says when there is none', () => {
    const [stop] = points('--stop', 'failure', '--hit', '3', '--ask', 'lastCondition(P1)', '--', 'cart.test.js');

    assert.deepEqual([stop?.status, stop?.reason], ['not-reached', 'The program ended before failed assertion number 3.']);
  });

  it('is found in a recording, too', () => {
    whence(cwd, 'record', '--force', '--out', 'cart.trace', '--', 'cart.test.js');
    const [stop] = points('--stop', 'caught', '--ask', 'lastChange(text)', '--recording', 'cart.trace');

    assert.deepEqual([stop?.line, stop?.exception.caught], [11, true]);
  });
});
