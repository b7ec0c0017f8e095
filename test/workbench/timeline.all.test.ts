import assert from 'node:assert/strict';
import { Debugging } from './driver/debugging.js';
import { faintTexts } from './driver/contrast.js';
import { mouse } from './driver/hands.js';
import { calmSettings } from './driver/looks.js';
import { faintMarks } from './driver/markContrast.js';
import { statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
import { stageOf } from './driver/stages.js';
import { TimelineView } from './driver/timeline.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';
import { story } from './driver/story.js';

/** No two runs of it are the same, and each takes long enough to be looked at. */
const dice = `const until = Date.now() + 1500;
while (Date.now() < until);
const cup = {};
function throwDice() {
  cup.eyes = Math.random();
}
throwDice();
throwDice();
console.log(cup.eyes);
`;

describe('the timeline in VS Code', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;
  let querypoints: Querypoints;
  let timeline: TimelineView;

  before('stop where the dice are read', async () => {
    workspace = new Workspace({ 'dice.cjs': dice }, calmSettings);
    window = await (await stageOf('newest')).open(workspace);
    debugging = new Debugging(window.page);
    querypoints = new Querypoints(window.page);
    timeline = new TimelineView(window.page);
    await window.quickInput.openFile('dice.cjs');
    await window.editor.goTo(9, 17);
    await debugging.toggleBreakpoint();
    await debugging.start();
    await debugging.stoppedLine.first().waitFor();
    await debugging.openView();
    await debugging
      .frame(/dice\.cjs.*9/)
      .first()
      .waitFor();
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  const write = (text: string) => window.quickInput.answer(text);
  const isClear = async () => {
    const body = timeline.page.locator('body');
    assert.deepEqual([await faintMarks(body), await faintTexts(body)], [[], []]);
  };

  story('shows questions about dice, and about another program', (step) => {
    step('opens in the panel by a key, and says what there is to do', async () => {
      await window.press('Shift+Alt+w', 't');
      await timeline.page.getByText('No question has been asked in this session.').waitFor();
    });

    step('is asked by keys about what the cursor is on', async () => {
      await window.editor.goTo(9, 17);
      await window.press('Shift+Alt+w', 'l');
      await querypoints.allow();
      await timeline.circle('P2').waitFor();
      await timeline.lane('P2 last change of cup.eyes').waitFor();
      await statusEntry(window.page, 'Ln 5').waitFor();
    });

    step('goes on with a question that is on when the panel was closed and is opened again', async () => {
      await debugging
        .frame(/dice\.cjs.*9/)
        .first()
        .click();
      await window.editor.goTo(9, 17);
      await window.press('Shift+Alt+w', 'o');
      await timeline.page.getByText('the program is run again…').waitFor();
      await window.press('Control+j');
      await timeline.page.locator('.plot').waitFor({ state: 'detached' });
      await window.press('Control+j');
      await timeline.page.getByText('the program is run again…').waitFor();
      await timeline.circle('P2').waitFor();
      await window.screenshot('timeline pending');
      await timeline.page.getByText('the program is run again…').waitFor({ state: 'detached' });
      await timeline.lane('P3 origin of cup.eyes').waitFor();
    });

    step('shows runs that differ side by side', async () => {
      await timeline.page.getByText('These runs differ').waitFor();
      const first = timeline.page.getByRole('radio', { name: 'Run 1, differs' });
      await timeline.circle('P2').click();
      const last = await timeline.details.innerText();
      await first.click();
      await timeline.details.getByText('Run 1', { exact: true }).waitFor();
      const [told] = /0\.\d+$/m.exec(await timeline.details.innerText()) ?? [];
      assert.ok(told !== undefined && last.includes('Run 1 differs'), 'the first run threw other dice');
      await window.screenshot('timeline runs');
      await isClear();
    });

    step('has the chains of two sessions, and lets each be chosen', async () => {
      const hands = mouse(window);
      await window.quickInput.openFile('painting.cjs');
      await window.editor.goTo(32);
      await debugging.toggleBreakpoint();
      await hands.launch();
      // VS Code stays with the session that waited before.
      await debugging.frame(/Run painting.*Paused/).waitFor();
      await debugging.selectFrame(/drawLine.*32/, /^from.*corner/, 'Run painting');
      await hands.goOn();
      await debugging.variable(/^from.*0,0/).waitFor();
      await window.editor.goTo(31, 60);
      await window.press('Shift+Alt+w', 'l');
      await querypoints.allow();
      await timeline.lane('P2 last change of this.foregroundColor').waitFor();
      const choice = timeline.page.getByRole('combobox', { name: 'Chain' });
      assert.deepEqual(await choice.locator('option').allInnerTexts(), [
        'Run dice.cjs: Stop at dice.cjs:9',
        'Run painting.cjs: Stop at painting.cjs:32',
      ]);
      await choice.selectOption('Run dice.cjs: Stop at dice.cjs:9');
      await timeline.lane('P2 last change of cup.eyes').waitFor();
      await window.screenshot('timeline sessions');
      await choice.selectOption('Run painting.cjs: Stop at painting.cjs:32');
      await timeline.lane('P2 last change of this.foregroundColor').waitFor();
    });

    step('asks from a candidate that failed a constraint, which becomes a point of the chain', async () => {
      const candidate = timeline.page.locator('.plot .mark.candidate.failed-sameness').nth(1);
      await candidate.click();
      await timeline.details.getByText('of another object').waitFor();
      await querypoints.choose(candidate, 'Ask from Here', window.quickInput.input());
      await write('Last Change');
      await write('color');
      await timeline.lane('P3 candidate of P2').waitFor();
      await timeline.lane('P4 last change of color').waitFor();
      await timeline.circle('P3').waitFor();
      await timeline.circle('P4').waitFor();
      await statusEntry(window.page, 'Ln 26').waitFor();
      await window.screenshot('timeline candidate');
      await isClear();
    });

    step('goes back to the chain of the other session when one ends', async () => {
      await window.page.locator('.debug-toolbar a.codicon-debug-stop').click();
      await timeline.page.getByRole('combobox', { name: 'Chain' }).waitFor({ state: 'detached' });
      await timeline.lane('P2 last change of cup.eyes').waitFor();
    });
  });
});
