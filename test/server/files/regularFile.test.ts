import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIfThere, readRegularFile, UnreadableFile } from '../../../server/files/regularFile.js';

describe('reading a file', () => {
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'whence-files-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name: string): string => join(folder, name);
  const refuses = (path: string, sentence: RegExp, maxBytes?: number): void => {
    const isRefused = (error: unknown): boolean => error instanceof UnreadableFile && sentence.test(error.message);
    assert.throws(() => readRegularFile(path, maxBytes), isRefused);
  };

  it('gives the text of a regular file, also through a link', () => {
    writeFileSync(at('a.ts'), 'export {};\n');
    symlinkSync('a.ts', at('link.ts'));
    assert.equal(readRegularFile(at('link.ts')), 'export {};\n');
  });

  it('obeys byte order marks, which are no part of the text', () => {
    writeFileSync(at('8.ts'), '\ufefflet ä;');
    writeFileSync(at('little.ts'), '\ufefflet ä;', 'utf16le');
    writeFileSync(at('big.ts'), Buffer.from('\ufefflet ä;', 'utf16le').swap16());
    writeFileSync(at('odd.ts'), Buffer.concat([Buffer.from('\ufefflet ä;', 'utf16le').swap16(), Buffer.from([0])]));
    for (const name of ['8.ts', 'little.ts', 'big.ts', 'odd.ts']) assert.equal(readRegularFile(at(name)), 'let ä;', name);
  });

  it('refuses what is no regular file, without opening it', async () => {
    mkdirSync(at('folder.ts'));
    refuses(at('folder.ts'), /^It is a folder, not a file\.$/);
    refuses(at('gone.ts'), /^There is no such file or folder\.$/);
    symlinkSync('loop.ts', at('loop.ts'));
    refuses(at('loop.ts'), /^It is a link that leads back to itself\.$/);
    if (process.platform === 'win32') return;
    refuses('/dev/zero', /^It is a device: only regular files are read\.$/);
    symlinkSync('/dev/zero', at('zero.ts'));
    refuses(at('zero.ts'), /^It is a device/);
    execFileSync('mkfifo', [at('pipe.ts')]);
    refuses(at('pipe.ts'), /^It is a pipe: only regular files are read\.$/);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket.ts'), resolve));
    refuses(at('socket.ts'), /^It is a socket/);
    server.close();
  });

  it('has a limit that is said, and reads nothing of a larger file', () => {
    writeFileSync(at('sparse.ts'), '');
    truncateSync(at('sparse.ts'), 10_000_000_000);
    const before = process.resourceUsage().maxRSS;
    refuses(at('sparse.ts'), /^It is larger than 20 MB: no larger file is read\.$/);
    assert.ok(process.resourceUsage().maxRSS - before < 50_000);
    writeFileSync(at('exact.ts'), 'x'.repeat(1_000_000));
    assert.equal(readRegularFile(at('exact.ts'), 1_000_000).length, 1_000_000);
    refuses(at('exact.ts'), /^It is larger than 0.999999 MB/, 999_999);
  });

  it('reads files of the system, whose size is said to be 0, to their end or the limit', () => {
    if (process.platform !== 'linux') return;
    assert.match(readRegularFile('/proc/self/status'), /^Name:[^]*\bThreads:/);
    refuses('/proc/self/status', /^It is larger than 0.0001 MB/, 100);
  });

  it('tells a file that is not there from one that cannot be read', () => {
    assert.equal(readIfThere(at('gone.ts')), undefined);
    assert.equal(readIfThere(at('gone/below.ts')), undefined);
    mkdirSync(at('folder.ts'));
    assert.equal(readIfThere(at('folder.ts')), undefined);
    symlinkSync('loop.ts', at('loop.ts'));
    assert.throws(() => readIfThere(at('loop.ts')), UnreadableFile);
    symlinkSync('/dev/zero', at('zero.ts'));
    assert.throws(() => readIfThere(at('zero.ts')), UnreadableFile);
  });
});
