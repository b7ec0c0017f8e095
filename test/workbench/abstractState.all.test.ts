import assert from 'node:assert/strict';
import { AbstractStateView } from './driver/abstractState.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { story } from './driver/story.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`the Abstract State view (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let window: Workbench;
    let view: AbstractStateView;

    windowOf(version, async (opened) => {
      window = opened.window;
      view = new AbstractStateView(window.page);
      await window.quickInput.openFile('orders.ts');
    });

    story('shows states, and keeps pins until they are let go', (step) => {
      step('shows beside what is reachable at the cursor what good runs have there', async () => {
        await window.editor.putCursorAt('return (unitPrice');
        await view.open();
        await view.current.heading('orders.ts:7').waitFor();
        assert.equal((await view.current.cells('discount'))[2], '-∞..100');
        await window.screenshot('state');
      });

      step('keeps a pinned state beside the one at the cursor', async () => {
        await view.current.button('Pin').click();
        await view.pinned('orders.ts:7').row('discount').waitFor();
        await window.editor.putCursorAt('gifts++');
        await view.current.heading('orders.ts:15').waitFor();
        assert.equal((await view.pinned('orders.ts:7').cells('discount'))[2], '-∞..100');
        await window.screenshot('pinned');
      });

      step('still has its pins when the window is loaded again', async () => {
        await window.reload();
        await view.open();
        await view.pinned('orders.ts:7').row('discount').waitFor();
        await window.screenshot('pins of an earlier window');
      });

      step('follows the pinned statement when lines are inserted above it', async () => {
        await window.editor.putCursorAt('/** Two percent');
        await window.page.keyboard.press('Enter');
        await view.pinned('orders.ts:8').row('discount').waitFor();
      });

      step('lets go of a pin', async () => {
        await view.pinned('orders.ts:8').button('Unpin').click();
        await view.pinned('orders.ts:8').root.waitFor({ state: 'detached' });
      });

      step('lists the unfoldings of a function that calls itself', async () => {
        await window.quickInput.openFile('mcCarthy.ts');
        await window.editor.putCursorAt('return n - 10');
        await view.current.heading('mcCarthy.ts').waitFor();
        await view.current.root.locator('legend', { hasText: 'Unfoldings' }).waitFor();
        await window.screenshot('unfoldings');
      });
    });
  });
}
