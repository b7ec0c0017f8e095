import assert from 'node:assert/strict';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`the walkthrough (${version} VS Code)`, function () {
    this.timeout(testLimitMs);

    it('opens, and shows a picture for each step', async () => {
      const workspace = new Workspace();
      const window = await (await stageOf(version)).open(workspace);
      await window.openWalkthrough('Get started with Whence');
      const page = window.page.locator('.gettingStartedContainer');
      const steps = page.locator('.getting-started-step');
      assert.ok((await steps.count()) >= 4);
      for (let step = 0; step < (await steps.count()); step++) {
        await steps.nth(step).click();
        await window.page.locator('.getting-started-step.expanded').waitFor();
        await page.locator('.getting-started-media iframe, .getting-started-media img, .getting-started-media svg').first().waitFor();
        await window.screenshot(`walkthrough ${step + 1}`);
      }
      await window.page.setViewportSize({ width: 800, height: 700 });
      await window.screenshot('walkthrough in a narrow window');
      await window.close();
      workspace.remove();
    });
  });
}
