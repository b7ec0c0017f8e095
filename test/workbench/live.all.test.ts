import assert from 'node:assert/strict';
import { AbstractStateView } from './driver/abstractState.js';
import { faintTexts } from './driver/contrast.js';
import { Debugging } from './driver/debugging.js';
import { Wardrobe, calmSettings } from './driver/looks.js';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

const files = {
  'ship.mjs': `import { price } from './price.mjs';
for (const quantity of [3, 60].map(Number)) price(quantity);
`,
  'price.mjs': `export function price(quantity) {
  const discount = quantity * 2;
  if (quantity > 50) throw new Error('too many');
  return 100 - discount;
}
`,
};

describe('live beside abstract', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;

  before('open a program', async () => {
    workspace = new Workspace(files, calmSettings);
    window = await (await stageOf('newest')).open(workspace);
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('shows the values of a stop beside what they may be, and says from where the run certainly fails', async () => {
    const debugging = new Debugging(window.page);
    const view = new AbstractStateView(window.page);
    await window.quickInput.openFile('price.mjs');
    await window.editor.goTo(3);
    await debugging.toggleBreakpoint();
    await debugging.breakpointMark().waitFor();
    await window.quickInput.openFile('ship.mjs');
    await debugging.start();
    await debugging.stoppedLine.first().waitFor();
    await view.open();
    await view.paused.heading('price.mjs:3').waitFor();
    assert.deepEqual((await view.paused.cells('quantity')).slice(0, 2), ['quantity', '3']);
    await window.press('F5');
    const sentence = 'This run of price certainly fails: no good one has quantity = 60 here.';
    await window.editor.waitForNote('too many', sentence);
    await view.open();
    await view.paused.root.getByText(sentence).waitFor();
    assert.deepEqual((await view.paused.cells('quantity')).slice(0, 2), ['quantity', '60']);
    await new Wardrobe(window, workspace).each('live', async () => {
      assert.deepEqual(await faintTexts(view.page.locator('body')), []);
    });
    await window.press('F5');
    await debugging.ended();
    await view.paused.root.waitFor({ state: 'detached' });
  });
});
