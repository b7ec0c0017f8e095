import { Debugging } from './driver/debugging.js';
import { statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
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

  before('open painting.cjs', async () => {
    workspace = new Workspace({ '.vscode/launch.json': JSON.stringify(launch) });
    window = await (await stageOf('newest')).open(workspace);
    await window.quickInput.openFile('painting.cjs');
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('is reached again by ours, which is asked there', async () => {
    const debugging = new Debugging(window.page);
    const querypoints = new Querypoints(window.page);
    await window.editor.goTo(32);
    await debugging.toggleBreakpoint();
    await debugging.breakpointMark().waitFor();
    await window.press('F5');
    await window.page.locator('.debug-toolbar').waitFor();
    await debugging.openView();
    await debugging.frame(/drawLine.*32/).waitFor();
    await debugging.expand(debugging.variable(/^Local/).first());
    await debugging.variable(/^from.*corner/).waitFor();
    await window.press('F5');
    await debugging.variable(/^from.*0,0/).waitFor();
    await debugging.expand(debugging.variable(/^this/).first());
    await querypoints.choose(debugging.variable(/^foregroundColor/), 'Last Change of This Value');
    await querypoints.allow();
    await querypoints.row(/P2 last change of this.foregroundColor/).waitFor();
    await statusEntry(window.page, 'Ln 27').waitFor();
    await window.screenshot('bridge');
  });
});
