import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { commands, Position } from 'vscode';
import { findings, openText, replace } from './support.js';

const source = 'export function first(n: number): void {\n  // @always !(n > 9)\n}\n';

describe('the language server', () => {
  it('is started again when someone asks for it', async () => {
    const editor = await openText(source);
    await findings(editor, ({ length }) => length > 0);
    await commands.executeCommand('whence.restartServer');
    await findings(editor, ({ length }) => length > 0);
    await replace(editor, 'n > 9', 'n > 8');
    await findings(editor, (found) => found.some(({ message }) => message.includes('n > 8')));
  });

  it('is started again when it is killed, and what was meant for it is no fault of the extension', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    process.on('uncaughtException', note);
    const editor = await openText(source);
    await findings(editor, ({ length }) => length > 0);
    for (const bound of [8, 7]) {
      for (const pid of serverProcesses()) process.kill(pid, 'SIGKILL');
      const asked = Array.from({ length: 20 }, () =>
        commands.executeCommand('vscode.executeHoverProvider', editor.document.uri, new Position(0, 22)),
      );
      await replace(editor, `n > ${bound + 1}`, `n > ${bound}`);
      await findings(editor, (found) => found.some(({ message }) => message.includes(`n > ${bound}`)));
      await Promise.all(asked);
    }
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
    assert.deepEqual(unhandled.map(String), []);
  });
});

/** The language servers that this extension host has started. */
function serverProcesses(): readonly number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().trim().split('\n');
  return processes.flatMap((line) => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && /dist\/server\.js/.test(args ?? '') ? [Number(pid)] : [];
  });
}
