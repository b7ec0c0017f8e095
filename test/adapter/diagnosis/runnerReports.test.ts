import assert from 'node:assert/strict';
import { passing, readJestReport, readMochaReport, readTap } from '../../../adapter/diagnosis/runnerReport.js';
import { plainScript, specifiersOf, withMocksFirst } from '../../../server/syntax/diagnosis/plainScript.js';

describe('what runners write of their tests', () => {
  it('is read as the Test Anything Protocol, with suites and escaped names', () => {
    const text = `TAP version 13
# Subtest: outer
    # Subtest: inner
        # Subtest: a \\# b
        not ok 1 - a \\# b
          ---
          error: '# Subtest: no'
          ...
        1..1
    not ok 1 - inner
    # Subtest: left out
    not ok 2 - left out # TODO
    1..2
not ok 1 - outer
# Subtest: top
ok 2 - top
1..2
`;
    const report = readTap(text);
    assert.equal(report.get('outer > inner > a # b'), true);
    assert.equal(report.get('outer > left out'), false);
    assert.equal(report.get('top'), false);
    assert.deepEqual(passing(report, ['top', 'outer > left out']), ['top', 'outer > left out']);
    assert.deepEqual(passing(report, ['top', 'outer > inner > a # b']), ['top']);
    assert.deepEqual(passing(report, ['not there']), []);
  });

  it('is read from Mocha, which joins names by spaces', () => {
    const report = readMochaReport('{"passes": [{"fullTitle": "a b"}], "failures": [{"fullTitle": "a c"}]}');
    assert.deepEqual(passing(report, ['a > b', 'a > c']), ['a > b']);
  });

  it('is read from jest and vitest', () => {
    const [passed, failed, pending] = ['passed', 'failed', 'pending'].map((status) => ({ ancestorTitles: ['a'], title: status, status }));
    const report = readJestReport(JSON.stringify({ testResults: [{ assertionResults: [passed, failed, pending] }] }));
    assert.deepEqual(
      [...report],
      [
        ['a > passed', false],
        ['a > failed', true],
      ],
    );
  });
});

describe('a script with mocks', () => {
  const text = `import { a } from './a';
import { test, vi } from 'vitest';
const seen = vi.hoisted(() => []);
// vi.mock('./c') is none.
vi.mock('./b', () => ({ seen }));
vi.mock(import('./d'), () => ({}));
test('a', () => a(seen));
`;

  it('declares them before it imports what is tested', () => {
    const script = withMocksFirst(plainScript(text, '/t.ts'));
    const places = ['require("vitest")', 'vi.hoisted', "vi.mock('./b'", 'vi.mock(Promise', 'require("./a")', "test)('a'"];
    const found = places.map((place) => script.indexOf(place));
    assert.ok(
      found.every((place) => place >= 0),
      script,
    );
    assert.deepEqual(
      [...found].sort((a, b) => a - b),
      found,
    );
  });

  it('names the modules that it replaces', () => {
    for (const name of ['./a', './b', './d', 'vitest']) assert.ok(specifiersOf(text).includes(name), name);
    assert.ok(specifiersOf("jest.requireActual<typeof import('x')>('./e')").includes('./e'));
  });

  it('has `import.meta` as a name', () => {
    const script = plainScript("export const folder = new URL('.', import.meta.url); // import.meta", '/t.ts');
    assert.match(script, /new URL\('\.', __whenceMeta\.url\)/);
  });

  it('stays as it is without them', () => {
    const script = plainScript("import { a } from './a'; a();", '/t.ts');
    assert.equal(withMocksFirst(script), script);
  });
});
