import { execFileSync } from 'node:child_process';
import { commands } from 'vscode';
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

  it('is started again when it is killed', async () => {
    const editor = await openText(source);
    await findings(editor, ({ length }) => length > 0);
    for (const bound of [8, 7]) {
      for (const pid of serverProcesses()) process.kill(pid, 'SIGKILL');
      await replace(editor, `n > ${bound + 1}`, `n > ${bound}`);
      await findings(editor, (found) => found.some(({ message }) => message.includes(`n > ${bound}`)));
    }
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
