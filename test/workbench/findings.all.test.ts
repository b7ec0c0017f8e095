import assert from 'node:assert/strict';
import { statusEntry } from './driver/parts.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`findings in the editor (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let window: Workbench;

    windowOf(version, async (opened) => {
      window = opened.window;
      await window.quickInput.openFile('orders.ts');
    });

    it('underlines the origin of each, by how certain it is', async () => {
      await window.editor.squiggles('error').first().waitFor();
      assert.equal(await window.editor.squiggles('error').count(), 1);
      assert.equal(await window.editor.squiggles('warning').count(), 2);
      await window.screenshot('squiggles');
    });

    it('says above each function what it needs', async () => {
      await window.editor.codeLens('fails if quantity > 50').waitFor();
      await window.editor.codeLens('fails if firstLevel > 10').waitFor();
      await window.editor.codeLens(/^always fails/).waitFor();
    });

    it('says on hover what a variable may be, and what it is in good runs', async () => {
      await window.editor.hover('quantity * 2', 'in good runs -∞..50');
      await window.screenshot('hover');
    });

    it('lists each with its occurrence, and leads there', async () => {
      await window.problems.open();
      await window.problems.row('price fails if quantity > 50').waitFor();
      const occurrence = window.problems.row('@always discount <= 100 is violated here');
      await occurrence.waitFor();
      await window.screenshot('problems');
      await occurrence.dblclick();
      await statusEntry(window.page, 'Ln 6, Col').waitFor();
    });
  });
}
