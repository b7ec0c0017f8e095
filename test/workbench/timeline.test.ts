import assert from 'node:assert/strict';
import type { Debugging } from './driver/debugging.js';
import { faintTexts } from './driver/contrast.js';
import { faintMarks } from './driver/markContrast.js';
import { chooseEntry, statusEntry } from './driver/parts.js';
import { stopAtBlackLine } from './driver/painting.js';
import { Querypoints } from './driver/querypoints.js';
import { stageOf } from './driver/stages.js';
import { TimelineView } from './driver/timeline.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('the timeline of a chain', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;
  let querypoints: Querypoints;
  let timeline: TimelineView;

  before('stop where a blue line is painted black', async () => {
    workspace = new Workspace();
    window = await (await stageOf('newest')).open(workspace);
    querypoints = new Querypoints(window.page);
    debugging = await stopAtBlackLine(window);
    timeline = new TimelineView(window.page);
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  const ask = async (text: string) => {
    const input = window.page.locator('.quick-input-widget input.input');
    await input.waitFor();
    await input.fill(text);
    await window.press('Enter');
  };

  it('opens in the panel by a key, and says what there is to do', async () => {
    await window.press('Shift+Alt+w', 't');
    await timeline.page.getByText('No question has been asked yet.').waitFor();
  });

  it('shows the answer to a question as a circle, and the candidates beside it', async () => {
    const receiver = debugging.variable(/^this/).first();
    await debugging.expand(receiver);
    await querypoints.choose(debugging.variable(/^foregroundColor/), 'Last Change of This Value');
    await querypoints.allow();
    await timeline.circle('P2').waitFor();
    await timeline.lane('P2 last change of this.foregroundColor').waitFor();
    await timeline.page.locator('.plot .mark.candidate, .legend .candidate').first().waitFor();
    await window.screenshot('timeline-answer');
  });

  it('asks on from a circle by right-click and by key, until the chain is whole', async () => {
    await timeline.circle('P2').click({ button: 'right' });
    await chooseEntry(window.page, 'Ask from Here');
    await ask('Last Change');
    await ask('(1): this.color');
    await timeline.circle('P3').waitFor();
    await timeline.circle('P3').click();
    await window.press('Shift+F10');
    await ask('Last Change');
    await ask('(1): this.color');
    await timeline.circle('P4').waitFor();
    await statusEntry(window.page, 'Ln 59').waitFor();
    await window.screenshot('timeline-chain');
    const body = timeline.page.locator('body');
    assert.deepEqual(await faintMarks(body), []);
    assert.deepEqual(await faintTexts(body), []);
  });

  it('goes to the source of a circle', async () => {
    await timeline.circle('P2').click();
    await window.press('Enter');
    await statusEntry(window.page, 'Ln 27').waitFor();
  });

  it('is the same chain when the panel was closed and is opened again', async () => {
    await window.press('Control+j');
    await timeline.page.locator('.plot').waitFor({ state: 'detached' });
    await window.press('Control+j');
    await timeline.circle('P4').waitFor();
    assert.match(await timeline.details.innerText(), /P2 last change of this\.foregroundColor/);
  });

  it('has a twin that is a table', async () => {
    await timeline.circle('P4').click();
    await window.press('t');
    await timeline.page.locator('tr[aria-selected="true"]', { hasText: 'P4' }).waitFor();
    await window.screenshot('timeline-table');
    await window.press('t');
    await timeline.circle('P4').waitFor();
  });

  it('stops the program at a circle', async () => {
    await timeline.circle('P3').click();
    await timeline.page.getByRole('button', { name: 'Stop Here' }).click();
    await debugging.frame(/setColor.*42/).waitFor();
    await timeline.page.locator('.mark.current[aria-label^="P3"]').waitFor();
    await window.screenshot('timeline-stop-here');
  });
});
