import assert from 'node:assert/strict';
import type { CodeAction, TextDocumentEdit } from 'vscode-languageserver';
import { LanguageClient, place, type ClientOptions } from '../../support/languageServer.js';

const bank = `export class Account {
  balance = 0;
  // @range 0..10
  level = 1;
  // @invariant this !== null
  #owner = '';
}
class Hidden {
  // @range 1..2
  n = 1;
}
const sum = new Account();
// @always sum !== null
`;

const rules = `import { extent, rule as that } from 'whence/rules';
import { Account } from './bank.js';

export const notNegative = that({ foreach: { n: extent(Account) }, where: ({ n }) => n.balance < 0, check: 'change' });

export const late = that({ foreach: { n: extent(Account) }, where: ({ n }) => n.balance < 0 });
`;

const editor: ClientOptions = {
  files: { 'bank.ts': bank },
  capabilities: {
    textDocument: { codeAction: { disabledSupport: true } },
    workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
  },
};

async function withClient(files: Readonly<Record<string, string>>, use: (client: LanguageClient) => Promise<void>): Promise<void> {
  const client = await LanguageClient.start({ ...editor, files: { ...editor.files, ...files } });
  try {
    await client.initialize();
    await use(client);
  } finally {
    await client.stop();
  }
}

async function actions(client: LanguageClient, name: string, text: string, marked: string): Promise<readonly CodeAction[]> {
  const at = place(text, marked);
  const asked = { range: { start: at, end: at }, context: { diagnostics: [], only: ['refactor'] } };
  return client.ask('textDocument/codeAction', name, asked);
}

/** What is put where by the edits of an action, and the files that it makes. */
function edits(client: LanguageClient, [action]: readonly CodeAction[]): readonly string[] {
  return (action?.edit?.documentChanges ?? []).flatMap((change) => {
    if ('kind' in change) return [`make ${change.kind === 'create' ? change.uri.replace(client.uri(''), '') : ''}`];
    const { textDocument, edits: all } = change as TextDocumentEdit;
    const name = textDocument.uri.split('/').at(-1) ?? '';
    return all.flatMap((edit) =>
      'newText' in edit ? [`${name} ${edit.range.start.line}:${edit.range.start.character} ${edit.newText}`] : [],
    );
  });
}

describe('rules and assertions in the language server', () => {
  it('make of a rule the assertion that says it, at the field; why others stay is told', () =>
    withClient({}, async (client) => {
      await client.open('bank.rules.ts', rules);
      const found = await actions(client, 'bank.rules.ts', rules, '|notNegative');
      assert.deepEqual(found, []);
      const of = await actions(
        client,
        'bank.rules.ts',
        rules,
        '|that({ foreach: { n: extent(Account) }, where: ({ n }) => n.balance < 0, ch',
      );
      assert.deepEqual(
        of.map(({ title, disabled }) => [title, disabled]),
        [['Add @invariant !(this < 0) to Account.balance', undefined]],
      );
      assert.deepEqual(edits(client, of), ['bank.ts 1:2 // @invariant !(this < 0)\n  ']);
      const [late] = await actions(client, 'bank.rules.ts', rules, 'late = |that');
      assert.match(late?.disabled?.reason ?? '', /^late stays a rule: it allows what methods do before they return/);
    }));

  it('make of an assertion a rule in a new file beside, with the types', () =>
    withClient({}, async (client) => {
      await client.open('bank.ts', bank);
      const found = await actions(client, 'bank.ts', bank, '|@range 0..10');
      assert.deepEqual(
        found.map(({ title }) => title),
        ['Add a rule that says this to bank.rules.ts'],
      );
      const all = edits(client, found);
      assert.deepEqual(
        all.map((one) => one.split('\n')[0]),
        [
          'make /whence-rules.d.ts',
          'whence-rules.d.ts 0:0 /** The words of rules files. They are read by Whence and checked by your own TypeScript; a rules file is never imported by your program. */',
          'make /bank.rules.ts',
          'bank.rules.ts 0:0 /// <reference path="./whence-rules.d.ts" />',
          "bank.rules.ts 0:0 import { extent, rule } from 'whence/rules';",
        ],
      );
      assert.match(all.at(-1) ?? '', /where: \(\{ n \}\) => !\(n\.level >= 0 && n\.level <= 10\),/);
      for (const [marked, reason] of [
        ['|@range 1..2', '@invariant stays an assertion: the class Hidden is not exported.'],
        ['|@always', '@always stays an assertion: it speaks of variables, and not of the objects of a class.'],
      ] as const)
        assert.equal((await actions(client, 'bank.ts', bank, marked))[0]?.disabled?.reason, reason);
    }));

  it('add to the rules file that is there what it lacks', () =>
    withClient({ 'bank.rules.ts': rules }, async (client) => {
      await client.open('bank.ts', bank);
      assert.deepEqual(edits(client, await actions(client, 'bank.ts', bank, '|@invariant')), [
        'bank.rules.ts 0:29 , field',
        "bank.rules.ts 6:0 \nexport const accountOwner = that({\n  foreach: { n: extent(Account) },\n  where: ({ n }) => !(field(n, '#owner') !== null),\n  check: 'change',\n});\n",
      ]);
    }));
});
