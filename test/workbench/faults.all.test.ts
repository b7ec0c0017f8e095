import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { Stage, testLimitMs } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`a language server that is killed (${version} VS Code)`, function () {
    this.timeout(testLimitMs);

    it('comes back by itself and goes on with what was typed meanwhile', async () => {
      const workspace = new Workspace();
      // One of its own: the oldest server keeps the processes of windows that are closed.
      const stage = await Stage.set(version);
      try {
        const window = await stage.open(workspace);
        await window.quickInput.openFile('orders.ts');
        await window.editor.codeLens('fails if quantity > 50').waitFor();
        const killed = languageServers(stage.server.folder);
        assert.equal(killed.length, 1);
        for (const pid of killed) process.kill(pid, 'SIGKILL');
        await window.editor.putCursorAt('// @always discount');
        await window.press('End', 'Backspace', 'Backspace', 'Backspace');
        await window.page.keyboard.type('80');
        await window.editor.codeLens('fails if quantity > 40').waitFor();
        assert.equal(await window.page.locator('.notifications-toasts .notification-list-item').count(), 0);
        assert.deepEqual(
          languageServers(stage.server.folder).filter((pid) => killed.includes(pid)),
          [],
        );
        await window.screenshot('after the server was killed');
        assert.deepEqual(
          window.console.filter((line) => /EPIPE|stream was destroyed|not running/i.test(line)),
          [],
        );
        await window.close();
      } finally {
        await stage.strike();
        workspace.remove();
      }
    });
  });
}

/** The processes that run our language server out of the extensions of one workbench. */
function languageServers(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const words = commandLine(pid).split('\0');
      return words.some((word) => word.startsWith(folder) && word.endsWith('/dist/server.js'));
    })
    .map(Number);
}

/** Empty when the process has ended meanwhile. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
