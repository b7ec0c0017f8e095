import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`repairs in the editor (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let window: Workbench;

    windowOf(version, async (opened) => {
      window = opened.window;
      await window.quickInput.openFile('orders.ts');
      await window.editor.codeLens('fails if quantity > 50').waitFor();
    });

    it('a quick fix guards a function, and its finding is gone', async () => {
      await window.editor.putCursorAt('price(');
      await window.editor.offerQuickFixes('Throw unless quantity <= 50');
      await window.screenshot('quick fixes');
      await window.editor.applyQuickFix('Throw unless quantity <= 50');
      await window.editor.line('if (!(quantity <= 50)) throw new RangeError').waitFor();
      await window.problems.open();
      await window.problems.row('price fails').waitFor({ state: 'detached' });
      await window.problems.row('welcomeTour fails').waitFor();
      await window.screenshot('quick fix applied');
      await window.press('Control+j');
    });

    it('completes assertions: their tags, and the names in scope', async () => {
      await window.editor.putCursorAt('let gifts');
      await window.press('End', 'Enter');
      await window.page.keyboard.type('// @');
      const tag = window.editor.suggestion('@always');
      await tag.waitFor();
      await window.screenshot('completion of a tag');
      await window.page.keyboard.type('alw');
      await window.editor.suggestion('@always').waitFor();
      await window.press('Enter');
      await window.page.keyboard.type(' ');
      await window.editor.suggestion('firstLevel').waitFor();
      await window.page.keyboard.type('first');
      await window.editor.suggestion('firstLevel').waitFor();
      await window.screenshot('completion of a name');
      await window.press('Enter');
      await window.page.keyboard.type(' <= 5');
      await window.editor.codeLens('fails if firstLevel > 5').waitFor();
      await window.screenshot('assertion written');
    });
  });
}
