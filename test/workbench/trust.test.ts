import { statusEntry } from './driver/parts.js';
import { Stage, testLimitMs } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('a folder that nobody trusts', function () {
  this.timeout(testLimitMs);

  it('is analysed all the same: nothing of it is ever run', async () => {
    const workspace = new Workspace();
    const stage = await Stage.set('newest', { trust: true });
    try {
      const window = await stage.open(workspace);
      await statusEntry(window.page, 'Restricted Mode').waitFor();
      await window.quickInput.openFile('orders.ts');
      await window.editor.codeLens('fails if quantity > 50').waitFor();
      await window.editor.squiggles('warning').first().waitFor();
      await window.screenshot('untrusted');
      await window.close();
    } finally {
      await stage.strike();
      workspace.remove();
    }
  });
});
