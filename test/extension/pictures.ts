import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../tidy/files.js';
import { AbstractStateView } from '../workbench/driver/abstractState.js';
import { stopAtBlackLine } from '../workbench/driver/painting.js';
import { Querypoints } from '../workbench/driver/querypoints.js';
import { TimelineView } from '../workbench/driver/timeline.js';
import { Stage } from '../workbench/driver/workbench.js';
import type { Workbench } from '../workbench/driver/workbench.js';
import { Workspace } from '../workbench/driver/workspace.js';
import { rulePictures } from './rulePictures.js';
import { storyPictures } from './storyPictures.js';

/** `npm run pictures`: takes the pictures of README.md and of examples/stories anew, from the workbench with the extension that was built. */
const folder = join(root, 'media/readme');
const settings = {
  'workbench.colorTheme': 'Default Dark Modern',
  'breadcrumbs.enabled': false,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.lineNumbersMinChars': 2,
  'editor.scrollbar.horizontal': 'hidden',
  'files.exclude': { '.vscode': true },
};

mkdirSync(folder, { recursive: true });
const workspace = new Workspace({}, settings);
const stage = await Stage.set('newest');
try {
  await storyPictures(stage, settings);
  await rulePictures(stage, settings);
  const window = await stage.open(workspace);
  await window.page.setViewportSize({ width: 1200, height: 660 });
  await window.quickInput.openFile('orders.ts');
  await window.editor.codeLens('fails if quantity > 50').waitFor();
  await findings(window);
  await abstractState(window);
  await window.close();
  await timeline(await stage.open(workspace, { size: { width: 1200, height: 760 } }));
} finally {
  await stage.strike();
  workspace.remove();
}

/** Squiggles at the origins, what the functions need above them, and what is said of one. */
async function findings(window: Workbench): Promise<void> {
  await window.page.getByText('Initializing').waitFor({ state: 'hidden' });
  await window.page.mouse.move(600, 655);
  await window.editor.goTo(4, 19);
  await window.press('Control+k', 'Control+i');
  await window.editor.hoverWidget().filter({ hasText: 'Fails if' }).first().waitFor();
  await picture(window.page, 'findings');
  await window.press('Escape');
}

/** A pinned statement beside the one at the cursor. */
async function abstractState(window: Workbench): Promise<void> {
  const view = new AbstractStateView(window.page);
  await window.editor.goTo(7, 3);
  await view.open();
  await view.current.heading('orders.ts:7').waitFor();
  await view.current.button('Pin').click();
  await view.pinned('orders.ts:7').root.waitFor();
  await widenSideBar(window.page, 640);
  await window.editor.goTo(15, 23);
  await view.current.heading('orders.ts:15').waitFor();
  await window.page.mouse.move(600, 655);
  await picture(window.page, 'abstractState');
}

/** A chain of two questions about a line that is painted black: in the editor, the Querypoints view and the Timeline. */
async function timeline(window: Workbench): Promise<void> {
  const debugging = await stopAtBlackLine(window);
  const querypoints = new Querypoints(window.page);
  const view = new TimelineView(window.page);
  await window.press('Shift+Alt+w', 't');
  await debugging.expand(debugging.variable(/^this/).first());
  await querypoints.choose(debugging.variable(/^foregroundColor/), 'Last Change of This Value', querypoints.consent);
  await querypoints.allow();
  await querypoints.choose(view.circle('P2'), 'Ask from Here', window.quickInput.input());
  for (const text of ['Last Change', '(1): this.color']) await window.quickInput.answer(text);
  await view.circle('P3').waitFor();
  await window.page.mouse.move(600, 755);
  await picture(window.page, 'timeline');
  await window.close();
}

async function widenSideBar(page: Page, x: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('There is no side bar.');
  await page.mouse.move(box.x + box.width, 300);
  await page.mouse.down();
  await page.mouse.move(x, 300, { steps: 5 });
  await page.mouse.up();
}

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1000); // what still fades in
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  console.log(`media/readme/${name}.png`);
}
