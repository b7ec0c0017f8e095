import { stageOf } from './driver/stages.js';
import { testLimitMs, type Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('the server for agents in VS Code', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;

  before('open a folder', async () => {
    workspace = new Workspace({}, { 'chat.disableAIFeatures': false });
    window = await (await stageOf('newest')).open(workspace);
    await window.quickInput.openFile('orders.ts');
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('is among those that VS Code lists, and starts', async () => {
    const { quickInput } = window;
    const row = (text: string) => quickInput.rows().filter({ hasText: text }).first();
    await quickInput.runToSee('MCP: List Servers', row('Stopped'));
    await window.screenshot('servers');
    await row('Whence').click();
    await row('Start Server').click();
    await quickInput.runToSee('MCP: List Servers', row('Running'));
    await window.screenshot('server that runs');
  });
});
