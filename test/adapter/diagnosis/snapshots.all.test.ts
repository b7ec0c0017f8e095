import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';
import { installedRunners } from './installedRunners.js';

const program = `function cart(items) {
  const total = items.reduce((sum, item) => sum + item.price + item.count, 0);
  return { names: items.map(({ name }) => name), total };
}
function check(count) {
  if (count < 0) throw new RangeError('bad: ' + count);
  return count;
}
`;

const tests = (error: string): string => `
test('cart', () => {
  expect(cart([{ name: 'a', price: 4, count: 3 }, { name: 'b', price: 5, count: 1 }])).toMatchInlineSnapshot(\`
    {
      "names": [
        "a",
        "b",
      ],
      "total": 17,
    }
  \`);
});
test('text', () => expect(\`\${cart([]).total} "x" \\\\\`).toMatchInlineSnapshot(\`"0 "x" \\\\"\`));
test('error', async () => {
  expect(() => check(-1)).toThrowErrorMatchingInlineSnapshot(\`${error}\`);
  await expect(Promise.reject(new RangeError('bad: -1'))).rejects.toThrowErrorMatchingInlineSnapshot(\`${error}\`);
});
test('parts', () => expect({ at: 5 }).toMatchInlineSnapshot({ at: expect.any(Number) }, \`
  {
    "at": Any<Number>,
  }
\`));
`;

const files: Readonly<Record<'vitest' | 'jest', readonly [program: string, tests: string]>> = {
  vitest: [
    program.replaceAll(/^function/gm, 'export function'),
    `import { expect, test } from 'vitest';\nimport { cart, check } from './cart.js';${tests('[RangeError: bad: -1]')}`,
  ],
  jest: [`${program}module.exports = { cart, check };\n`, `const { cart, check } = require('./cart');\n${tests('"bad: -1"')}`],
};

describe('snapshots in the text of a test', function () {
  this.timeout(600_000);

  for (const runner of ['vitest', 'jest'] as const)
    it(`are compared as ${runner} does`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'whence-snapshots-'));
      try {
        const [own, asked] = files[runner];
        const manifest = {
          ...(runner === 'jest' ? {} : { type: 'module' }),
          devDependencies: { [runner]: '*' },
          scripts: { test: runner },
        };
        writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
        writeFileSync(join(folder, 'cart.js'), own);
        writeFileSync(join(folder, 'cart.test.js'), asked);
        symlinkSync(join(installedRunners(), 'node_modules'), join(folder, 'node_modules'), 'junction');
        const words = [join(root, 'dist/whence.js'), 'diagnose', '--json', '--timeout', '300', '--', 'npm', 'test'];
        const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
        assert.notEqual(stdout, '', stderr);
        const { tests: ran, diagnoses, notes } = JSON.parse(stdout) as DiagnosisResult;
        assert.deepEqual(
          ran.failing.map(({ name }) => name),
          ['cart'],
        );
        assert.deepEqual([ran.passing, notes], [3, []]);
        assert.match(ran.failing[0]?.message ?? '', /"total": 17.*"total": 13/);
        const [repair] = diagnoses[0]?.repairs ?? [];
        assert.match(repair?.diff ?? '', /^\+.*sum \+ item\.price \* item\.count/m);
        assert.equal(repair?.cold, true);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});
