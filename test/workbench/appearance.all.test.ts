import assert from 'node:assert/strict';
import { AbstractStateView } from './driver/abstractState.js';
import { faintTexts } from './driver/contrast.js';
import { looks } from './driver/looks.js';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('every kind of theme', function () {
  this.timeout(testLimitMs);

  for (const { name, setting, mark } of looks) {
    it(`shows findings and states in ${name}`, async () => {
      const workspace = new Workspace({}, { 'workbench.colorTheme': setting });
      const window = await (await stageOf('newest')).open(workspace);
      const view = new AbstractStateView(window.page);
      await window.page.locator(`.monaco-workbench.${mark}`).waitFor();
      await window.quickInput.openFile('orders.ts');
      await window.editor.putCursorAt('return (unitPrice');
      await view.open();
      await view.current.button('Pin').click();
      await view.pinned('orders.ts:7').row('discount').waitFor();
      await window.editor.putCursorAt('gifts++');
      await view.current.heading('orders.ts:15').waitFor();
      await window.editor.squiggles('warning').first().waitFor();
      await window.editor.hover('firstLevel; level');
      await window.editor.hoverWidget().filter({ hasText: 'in good runs' }).first().waitFor();
      await window.screenshot(`theme ${name}`);
      assert.deepEqual(await faintTexts(view.page.locator('body')), []);
      await window.close();
      workspace.remove();
    });
  }
});
