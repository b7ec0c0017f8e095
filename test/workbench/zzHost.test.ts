import { bundleHostTests } from '../extension/hostBundle.js';
import { automationFlags, runInExtensionHost } from './driver/extensionHost.js';
import { Stage } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';
import { root } from '../tidy/files.js';
for (const v of (process.env['V'] ?? 'newest').split(',') as ('newest'|'oldest')[])
it('runs ' + v, async function () {
  this.timeout(300000);
  const file = await bundleHostTests();
  const stage = await Stage.set(v, { flags: automationFlags } as never);
  try { const r = await runInExtensionHost(stage, new Workspace(), root, file); console.log(r.output); console.log(r.code); } finally { await stage.strike(); }
});
