import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalyseWorkspaceResult } from '../../../server/lsp/protocol.js';
import { LanguageClient } from '../../support/languageServer.js';

const failing = 'export function f(n: number) {\n  // @always n < 3\n  return n;\n}\n';

describe('files that the language server must not read', () => {
  it('are named by the analysis of the workspace, which does the rest', async () => {
    const client = await LanguageClient.start({
      files: { 'a.ts': failing, 'left/b.ts': failing },
      settings: () => ({ exclude: ['left'] }),
    });
    try {
      symlinkSync('loop.ts', join(client.folder, 'loop.ts'));
      symlinkSync('/dev/zero', join(client.folder, 'zero.ts'));
      symlinkSync('/dev/zero', join(client.folder, 'left/zero.ts'));
      await client.initialize();
      const result = await client.connection.sendRequest<AnalyseWorkspaceResult>('whence/analyseWorkspace', {});
      assert.deepEqual([result.files, result.findings], [1, 1]);
      assert.deepEqual(result.failures, [
        { uri: client.uri('loop.ts'), message: 'It is a link that leads back to itself.' },
        { uri: client.uri('zero.ts'), message: 'It is a device: only regular files are read.' },
      ]);
    } finally {
      await client.stop();
    }
  });

  it('are unknown where they are imported, and named in the output once', async () => {
    const client = await LanguageClient.start();
    try {
      symlinkSync('/dev/zero', join(client.folder, 'zero.ts'));
      execFileSync('mkfifo', [join(client.folder, 'pipe.ts')]);
      await client.initialize();
      const text = `import { a } from './zero';\nimport { b } from './pipe';\na(); b();\n${failing}`;
      await client.open('a.ts', text);
      assert.equal((await client.diagnostics('a.ts', 1)).diagnostics.length, 1);
      const version = await client.change('a.ts', `${text}\n`);
      await client.diagnostics('a.ts', version);
      const said = client.said<{ readonly message: string }>('window/logMessage').map(({ message }) => message);
      assert.deepEqual(said.toSorted(), [
        `${join(client.folder, 'pipe.ts')}: It is a pipe: only regular files are read.`,
        `${join(client.folder, 'zero.ts')}: It is a device: only regular files are read.`,
      ]);
    } finally {
      await client.stop();
    }
  });
});
