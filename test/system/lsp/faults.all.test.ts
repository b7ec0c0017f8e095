import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CompletionItem, Hover } from 'vscode-languageserver';
import type { AnalyseWorkspaceResult } from '../../../server/lsp/protocol.js';
import { LanguageClient, type ClientOptions } from '../../support/languageServer.js';

const failing = 'export function f(n: number) {\n  // @always n < 3\n  return n;\n}\n';

async function withClient(options: ClientOptions, use: (client: LanguageClient) => Promise<void>): Promise<void> {
  const client = await LanguageClient.start(options);
  try {
    await client.initialize();
    await use(client);
  } finally {
    await client.stop();
  }
}

/** Whatever happens, the editor stays responsive and there is one clear message at most. */
describe('faults around the language server', () => {
  it('twenty edits a second: what is said in the end is about the last version', () =>
    withClient({}, async (client) => {
      const name = 'typed.ts';
      await client.open(name, '');
      let version = 1;
      for (let length = 1; length <= failing.length; length += 2) {
        version = await client.change(name, failing.slice(0, length));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      version = await client.change(name, failing);
      const { diagnostics } = await client.diagnostics(name, version);
      assert.deepEqual(
        diagnostics.map(({ message }) => message),
        ['f fails if n >= 3: @always n < 3 is violated (line 2).'],
      );
      const versions = client.said<{ readonly version: number }>('textDocument/publishDiagnostics').map((pushed) => pushed.version);
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      );
      assert.deepEqual(client.messages(), []);
    }));

  it('a document that is opened twice and closed once: everything that was asked of it is answered', () =>
    withClient({}, async (client) => {
      const asked: Promise<unknown>[] = [];
      for (let time = 0; time < 2; time++) {
        await client.open('twice.ts', failing);
        for (const method of ['whence/conditions', 'textDocument/codeLens'])
          asked.push(client.ask(method, 'twice.ts', { position: { line: 2, character: 9 } }));
      }
      await client.close('twice.ts');
      await Promise.all(asked);
      await client.open('twice.ts', failing);
      assert.equal((await client.diagnostics('twice.ts', 1)).diagnostics.length, 1);
    }));

  it('a file of 50,000 lines: other documents are answered meanwhile, and it can be closed', () =>
    withClient({}, async (client) => {
      const part =
        'export function NAME(n: number, items: number[]) {\n  let sum = 0;\n  for (const item of items) sum += item * n;\n  return sum;\n}\n';
      const large = Array.from({ length: 10_000 }, (_, index) => part.replace('NAME', `f${index}`)).join('');
      await client.open('large.ts', large);
      await client.open('small.ts', failing);
      const { diagnostics } = await client.diagnostics('small.ts', 1);
      assert.equal(diagnostics.length, 1);
      const hover = await client.ask<Hover | null>('textDocument/hover', 'small.ts', { position: { line: 2, character: 9 } });
      assert.match(JSON.stringify(hover), /n/);
      const version = await client.change('small.ts', failing.replace('n < 3', 'n.'));
      const completions = await client.ask<CompletionItem[]>('textDocument/completion', 'small.ts', {
        position: { line: 1, character: 15 },
      });
      assert.equal(completions[0]?.label, 'length');
      await client.diagnostics('small.ts', version);
      await client.close('large.ts');
      assert.deepEqual((await client.diagnostics('large.ts')).diagnostics, []);
      assert.deepEqual(client.messages(), []);
    }));

  it('a file that kills the analysis: one message, and other documents go on', () =>
    withClient({}, async (client) => {
      await client.open('small.ts', failing);
      await client.diagnostics('small.ts', 1);
      const deep = (depth: number): string => `export const x = ${'['.repeat(depth)}${']'.repeat(depth)};\n`;
      await client.open('deep.ts', deep(400_000));
      await client.until(() => client.messages()[0] ?? null);
      assert.match(client.messages()[0] ?? '', /^Whence cannot analyse deep\.ts\. .+\.$/);
      await client.change('deep.ts', deep(400_001));
      const version = await client.change('small.ts', `\n${failing}`);
      const { diagnostics } = await client.diagnostics('small.ts', version);
      assert.equal(diagnostics.length, 1);
      assert.equal(client.messages().length, 1);
      await client.change('deep.ts', failing);
      assert.equal((await client.diagnostics('deep.ts', 3)).diagnostics.length, 1);
    }));

  it('files that are deleted while they are analysed', () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${String(index).padStart(2, '0')}.ts`, failing]));
    return withClient({ files }, async (client) => {
      const request = client.connection.sendRequest<AnalyseWorkspaceResult>('whence/analyseWorkspace', {});
      await client.until(() => (client.said('textDocument/publishDiagnostics').length > 0 ? true : null));
      rmSync(join(client.folder, 'f29.ts'));
      const { failures } = await request;
      assert.deepEqual(failures, [{ uri: client.uri('f29.ts'), message: 'There is no such file or folder.' }]);
      await client.open('f00.ts', failing);
      rmSync(join(client.folder, 'f00.ts'));
      const version = await client.change('f00.ts', `\n${failing}`);
      assert.equal((await client.diagnostics('f00.ts', version)).diagnostics.length, 1);
      assert.deepEqual(client.messages(), []);
    });
  });

  it('tsconfigs that are broken, go round in circles, or contradict each other', () => {
    const files = {
      'broken/tsconfig.json': '{ "compilerOptions": { "strict": tru',
      'circle/tsconfig.json': '{ "extends": "./other.json" }',
      'circle/other.json': '{ "extends": "./tsconfig.json" }',
      'contrary/tsconfig.json': '{ "compilerOptions": { "module": "nonsense", "noEmit": true, "declaration": 3 } }',
      'missing/tsconfig.json': '{ "extends": "./nothing.json", "references": [{ "path": "../nowhere" }] }',
    };
    return withClient({ files }, async (client) => {
      for (const folder of ['broken', 'circle', 'contrary', 'missing']) {
        await client.open(`${folder}/a.ts`, failing);
        assert.equal((await client.diagnostics(`${folder}/a.ts`, 1)).diagnostics.length, 1, folder);
      }
      assert.deepEqual(client.messages(), []);
      const logged = await client.until(() => {
        const lines = client.said<{ readonly message: string }>('window/logMessage').map(({ message }) => message);
        return lines.length >= 4 ? lines : null;
      });
      assert.match(logged[0] ?? '', /broken.tsconfig\.json: The tsconfig cannot be used: /);
    });
  });

  it('requests about documents that are not open, or not ours', () =>
    withClient({}, async (client) => {
      const position = { line: 0, character: 0 };
      for (const method of ['hover', 'completion', 'definition', 'prepareRename'])
        assert.equal(await client.ask(`textDocument/${method}`, 'closed.ts', { position }), null, method);
      for (const method of ['stateAt', 'conditions', 'explain', 'negateAssertion'])
        assert.equal(await client.ask(`whence/${method}`, 'closed.ts', { position }), null, method);
      await client.change('closed.ts', 'x');
      await client.close('closed.ts');
    }));

  it('ends when it is asked to, in the middle of work', async () => {
    const client = await LanguageClient.start();
    await client.initialize();
    await client.open('a.ts', failing.repeat(1));
    assert.equal(await client.stop(), 0);
  });
});
