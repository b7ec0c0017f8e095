import assert from 'node:assert/strict';
import { bundleHostTests } from '../extension/hostBundle.js';
import { root } from '../tidy/files.js';
import { automationFlags, runInExtensionHost } from './driver/extensionHost.js';
import { Stage, testLimitMs } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`inside the extension host (${version} VS Code)`, function () {
    this.timeout(2 * testLimitMs);

    it('the tests of test/extension/host pass', async () => {
      const testsFile = await bundleHostTests();
      const workspace = new Workspace();
      const stage = await Stage.set(version, { extension: false, flags: automationFlags });
      try {
        const { code, output } = await runInExtensionHost(stage, workspace, root, testsFile);
        assert.equal(code, 0, output);
      } finally {
        await stage.strike();
        workspace.remove();
      }
    });
  });
}
