import assert from 'node:assert/strict';
import { windowOf } from './driver/window.js';
import { testLimitMs, usualSize } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`the walkthrough (${version} VS Code)`, function () {
    this.timeout(testLimitMs);

    let window: Workbench;

    windowOf(version, async (opened) => {
      window = opened.window;
      await window.openWalkthrough('Get started with Whence');
    });

    it('opens, and shows a picture for each step', async () => {
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
      await window.page.setViewportSize(usualSize);
    });
  });
}
