import assert from 'node:assert/strict';
import { checkRules } from '../../../server/check/rules/rulesCheck.js';
import { newRules } from '../../../server/syntax/rules/newRules.js';
import { runsByItself } from '../../../server/syntax/rules/runsByItself.js';
import { freeName, referenceTo } from '../../../extension/rules/rulesFileNames.js';

const lineOf = (text: string, begin: string): string =>
  text
    .split('\n')
    .find((line) => line.trim().startsWith(begin))
    ?.trim() ?? '';

/** What the example says of the class at the `|` of a text. */
function example(marked: string, path = '/w/bank.ts'): readonly string[] {
  const offset = marked.indexOf('|');
  const text = newRules(marked.replace('|', ''), path, offset < 0 ? null : offset);
  const problems = checkRules(text, '/w/x.rules.ts', () => undefined).problems.filter(({ message }) => !message.includes('is not there'));
  assert.deepEqual(problems, [], text);
  return ['import', 'foreach', 'where', 'export const'].map((begin) => lineOf(text.replace(/^import .*'whence\/rules';$/m, ''), begin));
}

describe('a new rules file', () => {
  it('has an example about the class at the cursor, that is no fault', () => {
    assert.deepEqual(example('export class Other { n = 1 }\nexport class Account { |name = "a"; balance: number; }\n'), [
      "import { Account } from './bank.js';",
      'foreach: { account: extent(Account) },',
      'where: ({ account }) => Number.isNaN(account.balance),',
      'export const accountBalance = rule({',
    ]);
  });

  it('is about the first class that is exported, in each way and of each field', () => {
    const where = (text: string, path?: string): readonly string[] => [example(text, path)[0] ?? '', example(text, path)[2] ?? ''];
    assert.deepEqual(where('class Hidden {}\nexport default class Account { #name = "a" }', '/w/a.tsx'), [
      "import Account from './a.js';",
      "where: ({ account }) => field(account, '#name') === '',",
    ]);
    assert.deepEqual(
      where('class Account { constructor(private readonly of: Other) {} }\nmodule.exports = { Konto: Account };', '/w/a.cjs'),
      ["import { Konto as Account } from './a.cjs';", "where: ({ account }) => account['of'] === undefined,"],
    );
    assert.deepEqual(where('export class New {}', '/w/a.mts'), ["import { New } from './a.mjs';", 'where: () => false,']);
    assert.deepEqual(where('export class lower { n = 1 }')[1], 'where: ({ aLower }) => Number.isNaN(aLower.n),');
  });

  it('has another example where there is no class', () => {
    assert.deepEqual(example('const a = 1;').slice(1, 3), [
      'foreach: { error: extent(Error) },',
      "where: ({ error }) => error.message === '',",
    ]);
    assert.match(newRules('class Hidden { n = 1 }', '/w/a.ts', 3), /Hidden is not exported by ".\/a.js"/);
  });

  it('has a name that is free, and refers to its types', () => {
    assert.equal(freeName('bank.ts', []), 'bank.rules.ts');
    assert.equal(freeName('bank.rules.ts', ['bank.rules.ts', 'bank2.rules.ts']), 'bank3.rules.ts');
    assert.equal(referenceTo('whence-rules.d.ts'), '/// <reference path="./whence-rules.d.ts" />');
    assert.equal(referenceTo('..\\types\\whence-rules.d.ts'), '/// <reference path="../types/whence-rules.d.ts" />');
  });
});

describe('what a rule is run with', () => {
  it('is a file that does something at its top level', () => {
    for (const text of ['main();', 'await new A().go();', 'for (const a of b) go(a);', 'if (require.main === module) main();', 'new A();'])
      assert.equal(runsByItself(text, '/a.mjs'), true, text);
    for (const text of [
      "'use strict';",
      'export class A {}',
      "import './b.js';",
      'module.exports = { A };',
      'const a = new A();',
      'declare const a: 1;',
    ])
      assert.equal(runsByItself(text, '/a.ts'), false, text);
  });
});
