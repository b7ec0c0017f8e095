import type { Debugging } from './driver/debugging.js';
import { statusEntry } from './driver/parts.js';
import { stopAtBlackLine } from './driver/painting.js';
import { Querypoints } from './driver/querypoints.js';
import { stageOf } from './driver/stages.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('questions at a stop', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;
  let querypoints: Querypoints;

  before('stop where a blue line is painted black', async () => {
    workspace = new Workspace();
    window = await (await stageOf('newest')).open(workspace);
    querypoints = new Querypoints(window.page);
    debugging = await stopAtBlackLine(window);
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('a right-click on a value asks for its last change; the answer opens its line, with what it was and is', async () => {
    const receiver = debugging.variable(/^this/).first();
    await debugging.expand(receiver);
    const value = debugging.variable(/^foregroundColor/);
    await querypoints.openMenu(value, 'Last Change of This Value');
    await window.screenshot('querypoint-menu');
    await window.press('Escape');
    await querypoints.choose(value, 'Last Change of This Value');
    await querypoints.allow();
    await statusEntry(window.page, 'Ln 27').waitFor();
    await querypoints.row('P2 last change of this.foregroundColor').waitFor();
    await window.screenshot('querypoint-answer');
  });

  it('the same by keys: the condition that led to the stop', async () => {
    await debugging.frame('drawLine').first().click();
    await statusEntry(window.page, 'Ln 32').waitFor();
    await window.press('Shift+Alt+w');
    await window.press('i');
    await querypoints.row('P3 last condition that led there').waitFor();
    await statusEntry(window.page, 'Ln 47').waitFor();
    await window.screenshot('querypoint-condition');
  });

  it('a row of the view asks on, and the program stops there', async () => {
    const input = window.page.locator('.quick-input-widget input.input');
    await querypoints.choose(querypoints.row('P2 last change'), 'Last Change of This Value');
    await input.fill('(1): this.color');
    await window.press('Enter');
    const answer = querypoints.row('P4 last change of this.color');
    await answer.waitFor();
    await statusEntry(window.page, 'Ln 42').waitFor();
    await querypoints.choose(answer, 'Stop Here');
    await debugging.frame(/setColor.*42/).waitFor();
    await debugging.variable(/^color/).waitFor();
    await window.screenshot('querypoint-stop-here');
  });
});
