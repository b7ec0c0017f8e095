import assert from 'node:assert/strict';
import type { CodeLens } from 'vscode-languageserver';
import type { Location } from '../../../server/lsp/protocol.js';
import { LanguageClient, place, type ClientOptions } from '../../support/languageServer.js';

const bank = `export class Account {
  balance = 0;
  owner: Account | null = null;
}

/** Nobody makes one. */
export class Vault {}

const mine = new Account();
mine.balance = 3;
report(mine.balance, mine.owner);
declare function report(...values: unknown[]): void;
`;

const rules = `import { extent, match, rule } from 'whence/rules';
import { Account, Vault } from './bank.js';

export const notNegative = rule({
  foreach: { n: extent(Account) },
  where: ({ n }) => n.balance < 0,
});

export const locked = rule({
  foreach: { v: extent(Vault) },
  at: [
    match((x: Account) => x.balance),
    match((x) => x.owner),
    match((x) => x.key),
  ],
});
`;

async function withClient(options: ClientOptions, use: (client: LanguageClient) => Promise<void>): Promise<void> {
  const client = await LanguageClient.start(options);
  try {
    await client.initialize();
    await use(client);
  } finally {
    await client.stop();
  }
}

const editor: ClientOptions = { files: { 'bank.ts': bank, 'bank.rules.ts': rules }, initializationOptions: { commands: true } };

/** What is said of a version, or of what the program adds to it. */
async function said(client: LanguageClient, version: number): Promise<readonly string[]> {
  const { diagnostics } = await client.diagnostics('bank.rules.ts', version);
  return diagnostics.map(({ severity, code, message, range }) => `${severity} ${code} ${range.start.line}: ${message}`);
}

const unmade = '3 rule-class 9: No source of the workspace makes an object of Vault: the rule has nothing to look at.';

describe('rules files in the language server', () => {
  it('are checked with every edit, and not analysed as a program', () =>
    withClient(editor, async (client) => {
      await client.open('bank.rules.ts', rules);
      assert.deepEqual(await said(client, 1), []);
      const impure = rules.replace('n.balance < 0', 'n.balance++');
      assert.deepEqual(await said(client, await client.change('bank.rules.ts', impure)).then((all) => all.slice(0, 1)), [
        '1 rule-refused 5: where is not pure: n.balance++ (it may change something, or cannot be kept up to date).',
      ]);
      assert.equal(await client.ask('whence/stateAt', 'bank.rules.ts', { position: place(rules, 'n.|balance') }), null);
      const broken = impure.replace('at: [', 'at: [[');
      assert.equal((await said(client, await client.change('bank.rules.ts', broken))).length > 0, true);
      await client.until(() => (client.status().at(-1)?.reason === 'syntax' ? true : null));
    }));

  it('are answered within 150 ms of an edit', () =>
    withClient(editor, async (client) => {
      await client.open('bank.rules.ts', rules);
      await client.diagnostics('bank.rules.ts', 1);
      const times: number[] = [];
      for (let edit = 0; edit < 9; edit++) {
        const begun = performance.now();
        const version = await client.change('bank.rules.ts', rules.replace('n.balance < 0', `n.balance < ${edit} || n.balance++`));
        await client.diagnostics('bank.rules.ts', version);
        times.push(performance.now() - begun);
      }
      const median = times.sort((a, b) => a - b)[4] ?? Infinity;
      assert.ok(median < 150, `${median} ms`);
    }));

  it('say of which class the program makes no object, and take it back when it does', () =>
    withClient(editor, async (client) => {
      await client.open('bank.rules.ts', rules);
      await client.until(() => (client.diagnosticsSoFar('bank.rules.ts').at(-1)?.diagnostics.length === 1 ? true : null));
      assert.deepEqual(await said(client, 1), [unmade]);
      await client.open('bank.ts', bank);
      await client.change('bank.ts', `${bank}new Vault();\n`);
      await client.until(() => (client.diagnosticsSoFar('bank.rules.ts').at(-1)?.diagnostics.length === 0 ? true : null));
    }));

  it('say that another rules file of the workspace has a rule of the same name', () =>
    withClient(
      { ...editor, files: { 'bank.ts': `${bank}new Vault();\n`, 'bank.rules.ts': rules, 'more.rules.ts': rules } },
      async (client) => {
        await client.open('bank.rules.ts', rules);
        await client.until(() => (client.diagnosticsSoFar('bank.rules.ts').at(-1)?.diagnostics.length === 2 ? true : null));
        const sentence = (name: string) =>
          `more.rules.ts has a rule named ${name}, too: where both are held, findings and filters name their files.`;
        assert.deepEqual(await said(client, 1), [`3 rule-name 3: ${sentence('notNegative')}`, `3 rule-name 8: ${sentence('locked')}`]);
      },
    ));

  it('have lenses that run with a rule, and that count where a pattern matches', () =>
    withClient(editor, async (client) => {
      const lenses = (): Promise<readonly CodeLens[]> => client.ask('textDocument/codeLens', 'bank.rules.ts');
      await client.open('bank.rules.ts', rules);
      await client.until(() => (client.diagnosticsSoFar('bank.rules.ts').at(-1)?.diagnostics.length === 1 ? true : null));
      const all = await lenses();
      assert.deepEqual(
        all.map(({ range, command }) => `${range.start.line} ${command?.title} ${command?.command}`),
        [
          '3 Run with this rule whence.runWithRule',
          '8 Run with this rule whence.runWithRule',
          '11 may match 1 place whence.showMatches',
          '12 matches 1 place whence.showMatches',
          '13 matches no place ',
        ],
      );
      assert.deepEqual(all[0]?.command?.arguments, [client.uri('bank.rules.ts'), 'notNegative']);
      const locations = all[2]?.command?.arguments?.[2] as readonly Location[];
      assert.deepEqual(locations, [
        {
          uri: client.uri('bank.ts'),
          range: { start: place(bank, '|mine.balance, mine.owner'), end: place(bank, 'report(mine.balance|, mine') },
        },
      ]);
      await client.change('bank.rules.ts', rules.replace('n.balance < 0', 'n.balance++'));
      assert.deepEqual(
        (await lenses()).map(({ range }) => range.start.line),
        [8, 11, 12, 13],
      );
    }));
});
