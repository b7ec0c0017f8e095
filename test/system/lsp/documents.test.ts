import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalyseWorkspaceResult } from '../../../server/lsp/protocol.js';
import { LanguageClient, type ClientOptions } from '../../support/languageServer.js';

const failing = 'export function f(n: number) {\n  // @always n < 3\n  return n;\n}\n';
const untyped = 'export function f(n) {\n  // @always typeof n !== "number" || n < 3\n  return n;\n}\n';

/** A client for as long as `use` runs. */
async function withClient(options: ClientOptions, use: (client: LanguageClient) => Promise<void>): Promise<void> {
  const client = await LanguageClient.start(options);
  try {
    await client.initialize();
    await use(client);
  } finally {
    await client.stop();
  }
}

async function codes(client: LanguageClient, name: string, version?: number): Promise<readonly (string | number | undefined)[]> {
  return (await client.diagnostics(name, version)).diagnostics.map(({ code }) => code);
}

describe('documents of the language server', () => {
  it('of every language, in files or not, saved or not', () =>
    withClient({}, async (client) => {
      const documents: readonly (readonly [string, string, string])[] = [
        ['a.ts', 'typescript', failing],
        ['a.mts', 'typescript', failing],
        ['view.tsx', 'typescriptreact', `${failing}export const view = <div title="t">{f(1)}</div>;\n`],
        ['view.jsx', 'javascriptreact', `${untyped}export const view = <div title="t">{f(1)}</div>;\n`],
        ['script.js', 'javascript', untyped],
        ['script', 'javascript', untyped],
        ['untitled:Untitled-1', 'typescript', failing],
        ['untitled:Untitled-2', 'javascriptreact', `${untyped}export const view = <br />;\n`],
        ['vscode-notebook-cell:/note.ipynb#cell', 'typescript', failing],
        ['file:///no/such/folder/x.ts', 'typescript', failing],
      ];
      for (const [name, language, text] of documents) {
        await client.open(name, text, language);
        assert.deepEqual(await codes(client, name), ['assertion-conditional'], name);
      }
      assert.deepEqual(client.messages(), []);
    }));

  it('with every kind of line break, in UTF-16 units', () =>
    withClient({}, async (client) => {
      await client.open('a.ts', '/* 😀\u2028 */ export function f(n: number) {\r\n  // @always n < 3\r  return n;\n}\n');
      const { diagnostics } = await client.diagnostics('a.ts');
      assert.deepEqual(
        diagnostics.map(({ range, relatedInformation }) => [range, relatedInformation?.[0]?.location.range]),
        [
          [
            { start: { line: 0, character: 26 }, end: { line: 0, character: 27 } },
            { start: { line: 1, character: 13 }, end: { line: 1, character: 18 } },
          ],
        ],
      );
    }));

  it('lose their diagnostics when they are closed', () =>
    withClient({}, async (client) => {
      await client.open('a.ts', failing);
      assert.deepEqual(await codes(client, 'a.ts', 1), ['assertion-conditional']);
      await client.close('a.ts');
      await client.until(() => (client.said('textDocument/publishDiagnostics').length === 2 ? true : null));
      assert.deepEqual(await codes(client, 'a.ts'), []);
    }));

  it('have no findings while their text has errors of syntax, and the status says why', () =>
    withClient({}, async (client) => {
      await client.open('a.ts', failing);
      const version = await client.change('a.ts', failing + 'let = = 1;');
      assert.deepEqual(await codes(client, 'a.ts', version), []);
      const limited = await client.until(() => client.status().find(({ state }) => state === 'limited') ?? null);
      assert.equal(limited.file, client.uri('a.ts'));
      assert.match(limited.message ?? '', /syntax error at 5:/);
      await client.change('a.ts', failing);
      await client.until(() => (client.status().at(-1)?.state === 'idle' ? true : null));
    }));

  it('follow the settings of their folder, as soon as these change', () => {
    let settings: Readonly<Record<string, unknown>> = { exclude: ['generated'], numbers: 'integers' };
    const options = { settings: () => settings, workspaceFolders: ['one', 'two'] };
    return withClient(options, async (client) => {
      await client.open('one/generated/a.ts', failing);
      assert.deepEqual(await codes(client, 'one/generated/a.ts'), []);
      await client.open('two/a.ts', 'export function f(n: number) {\n  // @always n <= 2.5\n  return n;\n}\n');
      assert.match((await client.diagnostics('two/a.ts')).diagnostics[0]?.message ?? '', /fails if n > 2:/);
      settings = {};
      client.heard.length = 0;
      await client.notify('workspace/didChangeConfiguration', { settings: null });
      assert.deepEqual(await codes(client, 'one/generated/a.ts'), ['assertion-conditional']);
      assert.match((await client.diagnostics('two/a.ts')).diagnostics[0]?.message ?? '', /fails if n > 2.5:/);
    });
  });

  it('that are declarations have no code to check', () =>
    withClient({}, async (client) => {
      await client.open('a.d.ts', 'export declare function f(n: number): number;\n');
      assert.deepEqual(await codes(client, 'a.d.ts'), []);
    }));
});

describe('documents that import each other', () => {
  const table = 'export function entry(index: number): number {\n  if (index > 9) throw new RangeError("none");\n  return index;\n}\n';
  const user = "import { entry } from './table.js';\n\nexport function last(): number {\n  return entry(12);\n}\n";

  it('are checked again when what they import is edited, unsaved', () =>
    withClient({ files: { 'table.ts': table } }, async (client) => {
      await client.open('user.ts', user);
      assert.deepEqual(await codes(client, 'user.ts', 1), ['uncaught-exception']);
      await client.open('table.ts', table);
      await client.change('table.ts', table.replace('index > 9', 'index > 20'));
      await client.until(() => (client.diagnosticsSoFar('user.ts').at(-1)?.diagnostics.length === 0 ? true : null));
      await client.close('table.ts');
      await client.until(() => (client.diagnosticsSoFar('user.ts').at(-1)?.diagnostics.length === 1 ? true : null));
    }));

  it('are checked again when what they import appears, changes or goes on the disk', () =>
    withClient({}, async (client) => {
      const tell = (type: number): Promise<void> =>
        client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('table.ts'), type }] });
      const count = (): number | undefined => client.diagnosticsSoFar('user.ts').at(-1)?.diagnostics.length;
      await client.open('user.ts', user);
      assert.deepEqual(await codes(client, 'user.ts', 1), []);
      client.write('table.ts', table);
      await tell(1);
      await client.until(() => (count() === 1 ? true : null));
      client.write('table.ts', table.replace('> 9', '> 99'));
      await tell(2);
      await client.until(() => (count() === 0 ? true : null));
      client.write('table.ts', table);
      await tell(2);
      await client.until(() => (count() === 1 ? true : null));
      rmSync(join(client.folder, 'table.ts'));
      await tell(3);
      await client.until(() => (count() === 0 ? true : null));
    }));
});

describe('the workspace', () => {
  const files = {
    'one/a.ts': failing,
    'one/fine.js': 'module.exports = 1;\n',
    'one/broken.ts': 'let = = 1;\n',
    'one/node_modules/x/index.js': 'null.x;\n',
    'two/b.js': 'null.x;\n',
    'two/open.ts': 'export const saved = 1;\n',
  };

  it('is analysed folder by folder; open documents as they are', () =>
    withClient({ files, workspaceFolders: ['one', 'two', 'missing'] }, async (client) => {
      await client.open('two/open.ts', failing);
      const { milliseconds, ...result } = await client.connection.sendRequest<AnalyseWorkspaceResult>('whence/analyseWorkspace', {});
      assert.equal(typeof milliseconds, 'number');
      assert.deepEqual(
        { ...result, failures: result.failures.map(({ uri }) => uri) },
        { files: 5, findings: 3, failures: [client.uri('one/broken.ts')] },
      );
      assert.deepEqual(await codes(client, 'one/a.ts'), ['assertion-conditional']);
      assert.deepEqual(await codes(client, 'two/b.js'), ['null-access']);
    }));

  it('is kept up to date: deleted files, files written by others, files that are opened', () =>
    withClient({ files, workspaceFolders: ['two'] }, async (client) => {
      await client.connection.sendRequest('whence/analyseWorkspace', {});
      assert.deepEqual(await codes(client, 'two/b.js'), ['null-access']);
      client.write('two/b.js', 'undefined.x;\nexports.y = 1;\n');
      client.heard.length = 0;
      await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('two/b.js'), type: 2 }] });
      assert.deepEqual(await codes(client, 'two/b.js'), ['null-access']);
      rmSync(join(client.folder, 'two/b.js'));
      client.heard.length = 0;
      await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('two/b.js'), type: 3 }] });
      assert.deepEqual(await codes(client, 'two/b.js'), []);
    }));

  it('shows progress, and can be cancelled', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.ts`, failing]));
    return withClient({ files: many, capabilities: { window: { workDoneProgress: true } } }, async (client) => {
      const request = client.connection.sendRequest<AnalyseWorkspaceResult>('whence/analyseWorkspace', {});
      const { token } = await client.until(() => client.said<{ token: string | number }>('$/progress').at(2) ?? null);
      await client.notify('window/workDoneProgress/cancel', { token });
      const { files: analysed } = await request;
      assert.ok(analysed < 60, `${analysed} files were analysed`);
      const kinds = client.said<{ value: { kind: string } }>('$/progress').map(({ value }) => value.kind);
      assert.deepEqual([kinds[0], kinds.at(-1)], ['begin', 'end']);
    });
  });

  it('may be no folder at all', () =>
    withClient({ workspaceFolders: [] }, async (client) => {
      const { files: analysed } = await client.connection.sendRequest<AnalyseWorkspaceResult>('whence/analyseWorkspace', {});
      assert.equal(analysed, 0);
    }));
});
