import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';
import { installedRunners } from './installedRunners.js';

const leftOut = 'skip';

/** The same program and tests for both; `mocks` stands for the object that has mocks. */
const files = (runner: 'vitest' | 'jest'): Readonly<Record<string, string>> => {
  const isJest = runner === 'jest';
  const [mocks, actual] = isJest ? ['jest', 'jest.requireActual'] : ['vi', 'await vi.importActual'];
  const load = (names: string, from: string): string =>
    isJest ? `const { ${names} } = require('${from}');` : `import { ${names} } from '${from}.js';`;
  const give = (name: string): string => (isJest ? `module.exports = { ${name} };` : `export { ${name} };`);
  return {
    'package.json': JSON.stringify({
      ...(isJest ? {} : { type: 'module' }),
      devDependencies: { [runner]: '*' },
      scripts: { test: runner },
    }),
    'rate.js': `const rate = () => 0.2;\nconst name = 'tax';\n${give('rate, name')}\n`,
    'price.js': `${load('rate, name', './rate')}
function price(net) {
  return { name, gross: net * rate() - net };
}
${give('price')}
`,
    'clamp.js': `function clamp(value, least, most) {
  if (value < least) return least;
  if (value > most) return least;
  return value;
}
${give('clamp')}
`,
    'test/price.test.js': `${load('price', '../price')}
${isJest ? '' : "import { beforeEach, describe, expect, it, test, vi } from 'vitest';"}
${mocks}.mock('../rate${isJest ? '' : '.js'}', ${isJest ? '' : 'async '}() => ({ ...(${actual}('../rate${isJest ? '' : '.js'}')), rate: ${mocks}.fn(() => 0.5) }));
test('price', () => expect(price(100)).toEqual({ name: 'tax', gross: 150 }));
test('of nothing', () => expect(price(0).gross).toBe(0));
`,
    'test/clamp.test.js': `${load('clamp', '../clamp')}
${isJest ? '' : "import { beforeEach, describe, expect, it, test, vi } from 'vitest';"}
describe('clamp', () => {
  let most;
  beforeEach(() => {
    most = 9;
  });
  it('above', () => expect(clamp(15, 1, most)).toBe(9));
  it.each([
    [1, 1], [-4, 1], [20, 9],
  ])('of %i is %i', (given, wanted) => expect(clamp(given, 1, most)).toBe(wanted));
  it('at the end', async () => {
    expect.assertions(1);
    await expect(Promise.resolve(clamp(9, 1, most))).resolves.toBe(9);
  });
  it('later', () => {
    ${mocks}.useFakeTimers();
    const told = ${mocks}.fn();
    setTimeout(() => told(clamp(3, 1, most)), 60_000);
    ${mocks}.advanceTimersByTime(60_000);
    expect(told).toHaveBeenCalledWith(3);
    ${mocks}.useRealTimers();
  });
  it.${leftOut}('never', () => expect(1).toBe(2));
});
`,
  };
};

describe('runners with expect', function () {
  this.timeout(600_000);
  const results: DiagnosisResult[] = [];

  for (const runner of ['vitest', 'jest'] as const)
    it(`${runner}: mocks, tables and clocks are there, and both faults are repaired under it`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'whence-expect-'));
      try {
        for (const [name, text] of Object.entries(files(runner))) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
        symlinkSync(join(installedRunners(), 'node_modules'), join(folder, 'node_modules'), 'junction');
        const words = ['diagnose', '--json', '--timeout', '300', '--', 'npm', 'test'];
        const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], {
          cwd: folder,
          encoding: 'utf8',
        });
        assert.equal(status, 1, stderr);
        const result = JSON.parse(stdout) as DiagnosisResult;
        assert.equal(result.runner.name, runner);
        assert.deepEqual(
          result.tests.failing.map(({ name, line }) => `${line} ${name}`),
          ['8 clamp > above', '9 clamp > of 20 is 9', '4 price'],
        );
        assert.equal(result.tests.passing, 5);
        const repairs = result.diagnoses.flatMap(({ repairs: [first] }) => (first?.cold === true ? first.diff : [])).join('');
        assert.match(repairs, /^\+ {2}if \(value > most\) return most;$/m);
        assert.match(repairs, /^\+ {2}return { name, gross: net \* rate\(\) \+ net };$/m);
        results.push(result);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

  it('give the same suspects', () => {
    // Imports and exports of CommonJS are statements, too.
    const inFunctions = ({ diagnoses }: DiagnosisResult) => diagnoses.filter(({ components: [first] }) => first?.function !== '');
    const [first, second] = results.map((result) => inFunctions(result).map(({ components, status }) => ({ components, status })));
    assert.deepEqual(second, first);
  });
});
