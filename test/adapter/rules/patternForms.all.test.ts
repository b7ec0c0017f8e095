import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watched } from '../../support/watching.js';
import { everyForm, patternsOfEveryForm as patterns } from './everyForm.js';

const rulesOf = (given: readonly string[], actions: string): string =>
  `import { match, rule } from 'whence/rules';
let count = 0;
const count_ = () => { count++; };
${given.map((pattern, at) => `export const r${at} = rule({ at: match(${pattern}, { ${actions} }) });`).join('\n')}
`;

const listening = 'before: count_, after: count_, settled: count_';

describe('patterns of every form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-forms-'));
  const out = join(folder, 'out.txt');
  let plain: readonly string[] = [];

  before(() => {
    writeFileSync(join(folder, 'prog.mjs'), everyForm);
    execFileSync(process.execPath, [join(folder, 'prog.mjs'), out]);
    plain = readFileSync(out, 'utf8').split('\n');
    assert.ok(plain.length > 100);
  });

  after(() => rmSync(folder, { recursive: true }));

  async function differences(given: readonly string[], actions = listening): Promise<readonly string[]> {
    rmSync(out, { force: true });
    const program = everyForm.replace('process.env.EVERY_FORM ?? process.argv[2]', () => JSON.stringify(out));
    const { rules } = await watched(program, rulesOf(given, actions), { name: 'prog.mjs' });
    const got = readFileSync(out, 'utf8').split('\n');
    const different = plain.flatMap((line, at) =>
      line === got[at] ? [] : [`${given.join('; ')}: ${line} became ${got[at] ?? 'nothing'}`],
    );
    return [...different, ...rules.flatMap(({ fault }) => (fault === null ? [] : [`${given.join('; ')}: ${fault}`]))];
  }

  for (const pattern of patterns)
    it(`leave a program as it is: ${pattern}`, async () => {
      assert.deepEqual(await differences([pattern]), []);
    }).timeout(60_000);

  it('leave a program as it is, all at once', async () => {
    assert.deepEqual(await differences(patterns), []);
  }).timeout(60_000);

  for (const pattern of [
    '(f, a) => f(a)',
    '(o, x) => o.m(x)',
    '(C, ...r) => new C(...r)',
    '(x) => x.p',
    '(x, k) => x[k]',
    '(a, b) => a + b',
  ])
    it(`leave a program as it is where \`instead\` does the operation: ${pattern}`, async () => {
      assert.deepEqual(await differences([pattern], 'instead: (proceed) => proceed()'), []);
    }).timeout(60_000);
});
