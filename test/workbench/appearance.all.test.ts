import assert from 'node:assert/strict';
import { AbstractStateView } from './driver/abstractState.js';
import { faintTexts } from './driver/contrast.js';
import { Wardrobe, looks } from './driver/looks.js';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('every kind of theme', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let view: AbstractStateView;

  /** A finding, a state at the cursor and one that is pinned. */
  const openWith = async (settings: Readonly<Record<string, unknown>>) => {
    workspace = new Workspace({}, settings);
    window = await (await stageOf('newest')).open(workspace);
    view = new AbstractStateView(window.page);
    await window.quickInput.openFile('orders.ts');
    await window.editor.putCursorAt('return (unitPrice');
    await view.open();
    await view.current.button('Pin').click();
    await view.pinned('orders.ts:7').row('discount').waitFor();
    await window.editor.putCursorAt('gifts++');
    await view.current.heading('orders.ts:15').waitFor();
    await window.editor.squiggles('warning').first().waitFor();
  };

  const isReadable = async () => {
    await window.editor.hover('firstLevel; level', 'in good runs');
    assert.deepEqual(await faintTexts(view.page.locator('body')), []);
  };

  afterEach(async () => {
    await window.close();
    workspace.remove();
  });

  it('shows findings and states, whichever is chosen while they are shown', async () => {
    await openWith({});
    await new Wardrobe(window, workspace).each('theme', async ({ name }) => {
      await isReadable();
      await window.screenshot(`theme ${name}`);
      await window.press('Escape');
    });
  });

  it('shows findings and states in light high contrast', async () => {
    const { name, setting, mark } = looks[3];
    await openWith({ 'workbench.colorTheme': setting });
    await window.page.locator(`.monaco-workbench.${mark}`).waitFor();
    await isReadable();
    await window.screenshot(`theme ${name}`);
  });
});
