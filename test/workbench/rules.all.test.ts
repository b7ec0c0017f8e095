import assert from 'node:assert/strict';
import { Debugging } from './driver/debugging.js';
import { calmSettings } from './driver/looks.js';
import { Querypoints } from './driver/querypoints.js';
import { RulesViewDriver } from './driver/rulesView.js';
import { stageOf } from './driver/stages.js';
import { TimelineView } from './driver/timeline.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

const launch = {
  version: '0.2.0',
  configurations: [
    {
      type: 'whence',
      request: 'launch',
      name: 'Document under rules',
      program: '${workspaceFolder}/rules/document.cjs',
      rules: ['${workspaceFolder}/rules/document.rules.ts'],
      cwd: '${workspaceFolder}/rules',
    },
  ],
};

describe('rules in the workbench', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;

  before('open a program with rules', async () => {
    workspace = new Workspace({ '.vscode/launch.json': JSON.stringify(launch) }, calmSettings);
    window = await (await stageOf('newest')).open(workspace, { size: { width: 1400, height: 1400 } });
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('say what to do before a session, and are listed with what they find; the last change of a field is one click away', async () => {
    const debugging = new Debugging(window.page);
    const view = new RulesViewDriver(window.page);
    const querypoints = new Querypoints(window.page);
    await window.quickInput.openFile('document.cjs');
    await debugging.openRunView();
    await view.open();
    await view.welcome('Name rules files as "rules"').waitFor();
    await window.screenshot('rulesWelcome');
    await window.press('F5');
    await debugging.stoppedLine.first().waitFor();
    await view.row('validParent').waitFor();
    await window.screenshot('rulesStopped');
    assert.match((await view.row('validParent').getAttribute('aria-label')) ?? '', /^validParent, broken once/);
    const finding = view.row('p names body as its parent');
    await finding.waitFor();
    await debugging.expand(view.row(/^m/));
    await view.row(/^parent/).waitFor();
    await window.screenshot('rulesFinding');
    await querypoints.choose(view.row(/^parent/), 'Last Change of This Value', querypoints.consent);
    await querypoints.allow();
    await querypoints.row('P2').waitFor();
    await window.screenshot('rulesLastChange');
    await window.press('Shift+Alt+w', 't');
    const timeline = new TimelineView(window.page);
    await timeline.lane('Rules').waitFor();
    await timeline.page.locator('.plot .mark.finding[aria-label^="Rule validParent, p names body"]').waitFor();
    await window.screenshot('rulesTimeline');
    await window.press('F5');
    await view.row(/p is a child of body and of section.*the program waits here/).waitFor();
    await window.press('F5');
    await debugging.ended();
    assert.match((await view.row('noSharedChild').getAttribute('aria-label')) ?? '', /^noSharedChild, broken once/);
    await window.screenshot('rulesEnded');
  });

  it('are asked by keys, too, and a rules file is added to the session', async () => {
    const debugging = new Debugging(window.page);
    const view = new RulesViewDriver(window.page);
    const querypoints = new Querypoints(window.page);
    await window.quickInput.openFile('document.cjs');
    await window.press('F5');
    await view.row(/p names body.*the program waits here/).waitFor();
    await window.quickInput.run('Debug: Focus on Rules View');
    await window.press('Shift+Alt+w', 'g');
    await window.screenshot('rulesByKeys');
    await window.quickInput.answer('m.parent');
    await querypoints.row(/Stop at document.cjs:17.*\d runs?/).waitFor();
    await window.quickInput.run('Whence: Add Rules File to This Session');
    await window.quickInput.answer('transfer.rules.ts');
    await window.page.locator('.notification-list-item', { hasText: 'must be started again' }).getByText('Start Again').click();
    await view.row('noListBeforeCwd').waitFor();
    await window.screenshot('rulesAdded');
    await debugging.stop();
  });
});
