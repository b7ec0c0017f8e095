import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';
import { installedRunners } from './installedRunners.js';

const clamp = `export function clamp(value: number, least: number, most: number): number {
  if (value < least) return least;
  if (value > most) return least;
  return value;
}
`;

/** Runs a diagnosis of a project that has settings. */
function diagnosed(files: Readonly<Record<string, string>>, script: string, packages = installedRunners()): DiagnosisResult {
  const folder = mkdtempSync(join(tmpdir(), 'whence-configured-'));
  try {
    const all = { 'package.json': JSON.stringify({ scripts: { test: script } }), ...files };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const words = ['diagnose', '--json', '--timeout', '120', '--', 'npm', 'test'];
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], options);
    assert.equal(status, 1, stderr);
    return JSON.parse(stdout) as DiagnosisResult;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const firstRepair = ({ diagnoses: [first] }: DiagnosisResult): string => {
  const [repair] = first?.repairs ?? [];
  assert.equal(repair?.cold, true);
  return repair.diff;
};

const failing = ({ tests }: DiagnosisResult): readonly string[] => tests.failing.map(({ name, line }) => `${line} ${name}`);

describe('the settings of runners', function () {
  this.timeout(600_000);

  it('vitest: aliases, set-up files, documents, fixtures and written mocks', () => {
    const result = diagnosed(
      {
        'vitest.config.ts': `import { fileURLToPath } from 'node:url';
export default {
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: { globals: true, environment: 'happy-dom', setupFiles: ['./spec/setup.ts'], include: ['spec/*.check.ts'], env: { REGION: 'eu' } },
};
`,
        'spec/setup.ts': `import { beforeEach, expect } from 'vitest';
expect.extend({ toBeWithin: (v: number, a: number, b: number) => ({ pass: v >= a && v <= b, message: () => 'not within' }) });
beforeEach(() => { document.body.innerHTML = '<p data-most="9"></p>'; });
`,
        'src/clamp.ts': clamp,
        'src/far.ts': "export const far = (): number => { throw new Error('far'); };\n",
        'src/__mocks__/far.ts': 'export const far = (): number => 3;\n',
        'src/shown.ts': `import { clamp } from '@/clamp';
import { far } from './far';
export const shown = (n: number): string => process.env.REGION + clamp(n, 0, Number(document.querySelector('p')!.dataset.most)) + far();
`,
        'spec/shown.check.ts': `import { test as base } from 'vitest';
import { clamp } from '@/clamp';
import { shown } from '@/shown';
vi.mock('@/far');
const test = base.extend<{ one: number; two: number }>({
  one: async ({}, use) => { await use(1); },
  two: async ({ one }, use) => { await use(one + one); },
});
test('inside', ({ two }) => expect(shown(two)).toBe('eu23'));
test('above', () => expect(shown(12)).toBe('eu93'));
test('within', ({ one }) => expect(clamp(one, 1, 5)).toBeWithin(1, 5));
`,
      },
      'vitest run',
    );
    assert.deepEqual(failing(result), ['10 above']);
    assert.equal(result.tests.passing, 2);
    assert.match(firstRepair(result), /^\+ {2}if \(value > most\) return most;$/m);
    assert.deepEqual(result.notes, []);
  });

  it('jest: mapped names, set-up files, documents, a transformer and written mocks', () => {
    const result = diagnosed(
      {
        'jest.config.js': `module.exports = {
  moduleNameMapper: { '^~/(.*)$': '<rootDir>/src/$1', '\\\\.css$': '<rootDir>/test/style.js' },
  transform: { '\\\\.[jt]s$': '<rootDir>/transform.js' },
  setupFilesAfterEnv: ['<rootDir>/test/setup.js'], testEnvironment: 'jsdom', clearMocks: true,
};
`,
        'transform.js': `const { transformSync } = require('@babel/core');
module.exports = { process: (text, path) => {
  const lines = '// It is made.\\n' + text.replace(/^import \\{ (\\w+) \\} from ('.*');$/gm, 'const { $1 } = require($2);').replace(/^export function (\\w+)/gm, 'exports.$1 = $1;\\nfunction $1').replace(/: number/g, '');
  return { code: path.endsWith('.ts') ? lines : transformSync(text, { filename: path, configFile: false, babelrc: false, plugins: ['jest-hoist'] }).code };
} };
`,
        'test/style.js': 'module.exports = {};\n',
        'test/setup.js': "beforeEach(() => localStorage.setItem('most', '9'));\n",
        'src/clamp.ts': clamp,
        'src/far.js': "module.exports = { far: () => { throw new Error('far'); } };\n",
        'src/__mocks__/far.js': 'module.exports = { far: jest.fn(() => 3) };\n',
        'src/shown.js': `require('./page.css');
const { clamp } = require('~/clamp');
const { far } = require('./far');
exports.shown = (n) => 'v' + clamp(n, 0, Number(localStorage.getItem('most'))) + far();
`,
        'src/page.css': 'i {}',
        'test/shown.test.js': `jest.mock('~/far');
const { far } = require('~/far');
const { shown } = require('~/shown');
test('inside', () => expect(shown(2)).toBe('v23'));
test('above', () => expect(shown(12)).toBe('v93'));
test('once', () => { shown(1); expect(far).toHaveBeenCalledTimes(1); });
`,
      },
      'jest',
    );
    assert.deepEqual(
      result.tests.failing.map(({ name }) => name),
      ['above'],
    );
    assert.equal(result.tests.passing, 2);
    assert.match(firstRepair(result), /^\+ {2}if \(value > most\) return most;$/m);
    assert.deepEqual(result.notes, []);
  });

  it('Mocha: what is required, and the hooks that it gives', () => {
    const result = diagnosed(
      {
        'package.json': JSON.stringify({ type: 'module', scripts: { test: 'mocha' } }),
        '.mocharc.json': JSON.stringify({ require: './test/setup.js', spec: 'test/*.spec.js' }),
        'test/setup.js': 'export const mochaHooks = { beforeEach() { globalThis.most = 9; } };\n',
        'src/clamp.js': clamp.replaceAll(': number', ''),
        'test/clamp.spec.js': `import assert from 'node:assert';
import { clamp } from '../src/clamp.js';
it('inside', () => assert.equal(clamp(5, 1, most), 5));
it('above', () => assert.equal(clamp(12, 1, most), 9));
`,
      },
      'mocha',
      root,
    );
    assert.deepEqual(failing(result), ['4 above']);
    assert.match(firstRepair(result), /^\+ {2}if \(value > most\) return most;$/m);
  });
});
