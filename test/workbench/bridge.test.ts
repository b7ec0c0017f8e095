import { Debugging } from './driver/debugging.js';
import { statusEntry } from './driver/parts.js';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

const launch = {
  version: '0.2.0',
  configurations: [
    { type: 'node', request: 'launch', name: 'Painting', program: '${workspaceFolder}/painting.cjs', skipFiles: ['<node_internals>/**'] },
  ],
};

describe('a stop of VS Code’s own debugger', function () {
  this.timeout(2 * testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;

  before('stop in painting.cjs, the second time', async () => {
    workspace = new Workspace({ '.vscode/launch.json': JSON.stringify(launch) });
    window = await (await stageOf('newest')).open(workspace);
    debugging = new Debugging(window.page);
    await window.quickInput.openFile('painting.cjs');
    await window.editor.goTo(32);
    await debugging.toggleBreakpoint();
    await debugging.start();
    await debugging.stoppedLine.first().waitFor();
    await debugging.openView();
    await debugging.expand(debugging.variable(/^Local/).first());
    await debugging.variable(/^from.*corner/).waitFor();
    await window.press('F5');
    await debugging.expand(debugging.variable(/^Local/).first());
    await debugging.variable(/^from.*0,0/).waitFor();
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('is reached again by ours, which is asked there', async () => {
    await debugging.expand(debugging.variable(/^this/).first());
    await debugging.chooseFor(debugging.variable(/^foregroundColor/), 'Last Change of This Value');
    await window.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Run Again' }).click();
    await statusEntry(window.page, 'Ln 27').waitFor();
    await debugging.frame('Painting (Whence)').first().waitFor();
    await window.screenshot('bridge');
  });
});
