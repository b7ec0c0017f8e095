import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';

/** Runs a program of `examples/rules` under its rules; its findings as `rule: message @ line`. */
function findings(name: string): readonly string[] {
  const words = ['watch', '--rules', `${name}.rules.ts`, '--json', '--', `${name}.cjs`];
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], {
    cwd: join(root, 'examples/rules'),
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  const { rules, findings: found } = JSON.parse(stdout) as {
    readonly rules: readonly { readonly fault: string | null }[];
    readonly findings: readonly { readonly rule: string; readonly message: string; readonly line: number }[];
  };
  assert.ok(rules.every(({ fault }) => fault === null));
  return found.map(({ rule, message, line }) => `${rule}: ${message} @ ${line}`);
}

describe('the studies of rules', () => {
  it('find a child without its parent, and one with two (Figure 2)', () =>
    assert.deepEqual(findings('document'), [
      'validParent: p names body as its parent, and is no child of it @ 17',
      'noSharedChild: p is a child of body and of section @ 24',
    ]));

  it('find a command while another is outstanding (Figure 3)', () =>
    assert.deepEqual(findings('transfer'), ['noListBeforeCwd: list and cwd at the same time on three @ 23']));

  it('find a key that is out of order', () => assert.deepEqual(findings('orderedTree'), ['rightIsNotSmaller: right of 50 is 40 @ 17']));

  it('find since when an exception was inevitable (Figure 4)', () =>
    assert.deepEqual(findings('cause'), ['inevitable: inevitable since cause.cjs:10 @ 17']));
});
