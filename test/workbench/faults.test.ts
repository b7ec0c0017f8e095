import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('a language server that is killed', function () {
  this.timeout(testLimitMs);

  it('comes back by itself and goes on with what was typed meanwhile', async () => {
    const workspace = new Workspace();
    const stage = await stageOf('newest');
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
    await window.close();
    workspace.remove();
  });
});

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
