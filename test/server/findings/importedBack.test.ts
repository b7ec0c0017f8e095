import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkText } from '../../support/checking.js';

interface Case {
  readonly what: string;
  readonly main: readonly string[];
  readonly plugin: readonly string[];
}

/** Each runs to its end, since the plugin imports the module that loads it. */
const cases: readonly Case[] = [
  {
    what: 'a field of an exported object',
    main: ['export const config = { ready: null };', "await import('./plugin.mjs');", 'config.ready.length;'],
    plugin: ["import { config } from './main.mjs';", "config.ready = 'yes';"],
  },
  {
    what: 'what an exported function keeps',
    main: [
      'let handler = null;',
      'export function register(given) {',
      '  handler = given;',
      '}',
      "await import('./plugin.mjs');",
      'handler.run();',
    ],
    plugin: ["import { register } from './main.mjs';", 'register({ run() {} });'],
  },
  {
    what: 'a field of what is exported under another name',
    main: ['const kept = { list: undefined };', 'export { kept as store };', "await import('./plugin.mjs');", 'kept.list.push(1);'],
    plugin: ["import { store } from './main.mjs';", 'store.list = [];'],
  },
];

describe('what a module exports, while it loads a module that imports it', () => {
  let root = '';
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'whence-'));
  });
  after(() => {
    rmSync(root, { recursive: true });
  });

  for (const { what, main, plugin } of cases) {
    it(`may change: ${what}`, () => {
      writeFileSync(join(root, 'main.mjs'), main.join('\n'));
      writeFileSync(join(root, 'plugin.mjs'), plugin.join('\n'));
      const { stderr } = spawnSync(process.execPath, [join(root, 'main.mjs')], { encoding: 'utf8' });
      assert.equal(stderr, '');
      assert.deepEqual(checkText(main.join('\n'), {}, [], 'main.mjs').findings, []);
    });
  }

  it('does not change where it is not exported', () => {
    const text = "const config = { ready: null };\nawait import('./plugin.mjs');\nconfig.ready.length;\nexport {};";
    const [finding] = checkText(text, {}, [], 'main.mjs').findings;
    assert.match(finding?.message ?? '', /always fails/);
  });
});
