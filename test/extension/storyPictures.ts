import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/files.js';
import { AbstractStateView } from '../workbench/driver/abstractState.js';
import { Debugging } from '../workbench/driver/debugging.js';
import { mouse } from '../workbench/driver/hands.js';
import { calmSettings } from '../workbench/driver/looks.js';
import { Querypoints } from '../workbench/driver/querypoints.js';
import { RecordingPanel } from '../workbench/driver/recordings.js';
import { TimelineView } from '../workbench/driver/timeline.js';
import type { Stage, Workbench } from '../workbench/driver/workbench.js';
import { Workspace } from '../workbench/driver/workspace.js';

/** Beside the pages that show them. */
const folder = join(root, 'examples/stories/pictures');

const ownDebugger = {
  version: '0.2.0',
  configurations: [
    { type: 'node', request: 'launch', name: 'Painting', program: '${workspaceFolder}/painting.cjs', skipFiles: ['<node_internals>/**'] },
  ],
};

/** The pictures of examples/stories, taken while the stories are gone through. */
export async function storyPictures(stage: Stage, settings: Readonly<Record<string, unknown>>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const all = { ...settings, ...calmSettings };
  const workspace = new Workspace({}, all);
  const other = new Workspace({}, all);
  const recorded = new Workspace({}, all);
  const joined = new Workspace({}, all);
  try {
    await wrongColour(await stage.open(workspace, { size: { width: 1120, height: 720 } }), workspace);
    await recordedRun(await stage.open(recorded, { size: { width: 1120, height: 820 } }), recorded);
    await findingAndRun(await stage.open(joined, { size: { width: 1120, height: 760 } }));
    await certainFailure(await stage.open(other, { size: { width: 1120, height: 520 } }));
  } finally {
    workspace.remove();
    other.remove();
    recorded.remove();
    joined.remove();
  }
}

async function wrongColour(window: Workbench, workspace: Workspace): Promise<void> {
  const hands = mouse(window);
  const debugging = new Debugging(window.page);
  const querypoints = new Querypoints(window.page);
  const timeline = new TimelineView(window.page);
  const take = pictureOf(window);
  const write = (text: string) => window.quickInput.answer(text);
  const goToBlackLine = async () => {
    for (const from of ['corner', '0,0', '1,1', '2,2']) {
      if (from !== 'corner') await hands.goOn();
      await hands.expand(debugging.variable(/^Local/).first());
      await debugging.variable(new RegExp(`^from.*${from}`)).waitFor();
    }
    await hands.expand(debugging.variable(/^this/).first());
  };
  await window.quickInput.openFile('painting.cjs');
  await window.editor.goTo(32);
  await debugging.toggleBreakpoint();
  await hands.launch();
  await goToBlackLine();
  await window.press('Control+j');
  await hands.openMenuOfVariable(debugging.variable(/^foregroundColor/));
  await take('lastChangeMenu');
  await hands.choose('Last Change of This Value', querypoints.consent);
  await hands.allow();
  await querypoints.row('P2 last change').waitFor();
  await take('lastChange');
  await hands.openMenuOfQuerypoint(querypoints.row('P2 last change'));
  await take('askAgainMenu');
  await hands.choose('Last Change of This Value', window.quickInput.input());
  await write('(1): this.color');
  await querypoints.row('P3 last change').waitFor();
  await take('askAgain');
  await window.press('Shift+Alt+w', 't');
  await hands.selectCircle('P3');
  await hands.ask();
  await write('Last Change');
  await write('(1): this.color');
  await timeline.circle('P4').waitFor();
  await take('timeline');
  await hands.toggleTable();
  await timeline.page.locator('tr[aria-selected="true"]').waitFor();
  await take('timelineTable');
  await hands.toggleTable();
  await hands.selectCircle('P3');
  await hands.stopHere();
  await debugging.frame(/setColor.*42/).waitFor();
  await take('stopHere');
  await hands.stepBack();
  await debugging.frame(/setColor.*59/).waitFor();
  await hands.expand(debugging.variable(/^this/).first());
  await hands.openMenuOfVariable(debugging.variable(/^temporaryObject/));
  await hands.choose('Break on Value Change', debugging.breakpointRow('temporaryObject'));
  await debugging.breakpointRow('temporaryObject').waitFor();
  await hands.goOn();
  await debugging.frame(/mousePressed.*6/).waitFor();
  await window.press('Control+j');
  await take('dataBreakpoint');
  await hands.end();
  workspace.write('.vscode/launch.json', JSON.stringify(ownDebugger));
  await hands.launch();
  await goToBlackLine();
  await hands.openMenuOfVariable(debugging.variable(/^foregroundColor/));
  await hands.choose('Last Change of This Value', querypoints.consent);
  await hands.allow();
  await querypoints.row(/P2 last change/).waitFor();
  await take('nodeDebugger');
  await hands.end();
  await window.close();
}

/** A run that is recorded, gone through by its calls, and held against a run of a mended program. */
async function recordedRun(window: Workbench, workspace: Workspace): Promise<void> {
  const debugging = new Debugging(window.page);
  const querypoints = new Querypoints(window.page);
  const panel = new RecordingPanel(window);
  const take = pictureOf(window);
  workspace.write('mended.cjs', workspace.read('records.cjs').replace("'west', tasks: null", "'west', tasks: []"));
  spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'record', '--out', 'mended.trace', '--', 'mended.cjs'], {
    cwd: workspace.folder,
  });
  await window.quickInput.openFile('records.cjs');
  await window.quickInput.run('Whence: Record and Debug');
  await debugging.stoppedLine.first().waitFor();
  await debugging.openRunView();
  await panel.open();
  await debugging.expand(panel.calls.row('handOut'));
  await window.quickInput.run('Whence: Filter Calls by Name');
  await window.quickInput.answer('report');
  await panel.calls.row('handOut').waitFor({ state: 'hidden' });
  await panel.calls.row('garden').click();
  await debugging.frame(/handOut.*31/).waitFor();
  await querypoints.choose(debugging.variable(/^assignee/), 'Last Change of This Value', querypoints.row('P2 last change of assignee'));
  await take('recording');
  await window.quickInput.run('Whence: Compare with Another Recording');
  await window.quickInput.answer('mended.trace');
  await debugging.expand(panel.answers.row(/^first write/));
  await take('compareRecordings');
  await mouse(window).end();
  await window.close();
}

/** A finding that predicted a point, the run that met it, and a call that is followed from its state. */
async function findingAndRun(window: Workbench): Promise<void> {
  const debugging = new Debugging(window.page);
  const querypoints = new Querypoints(window.page);
  const panel = new RecordingPanel(window);
  const take = pictureOf(window);
  await window.quickInput.openFile('parcel.cjs');
  await window.editor.goTo(10);
  await debugging.toggleBreakpoint();
  await debugging.breakpointMark().waitFor();
  await debugging.start();
  await debugging.stoppedLine.first().waitFor();
  await debugging.openView();
  await window.press('Control+j');
  await window.editor.goTo(10, 15);
  await window.press('Shift+Alt+w', 'l');
  await querypoints.allow();
  const change = querypoints.row('P2 last change of kilograms');
  await change.waitFor();
  await querypoints.open(change);
  await querypoints.row('predicted by').hover();
  await take('predictedBy');
  await window.problems.open();
  await window.problems.row('seen once, with kilograms = 45').waitFor();
  await take('seenInRun');
  await mouse(window).end();
  await window.quickInput.run('Whence: Record and Debug');
  await debugging.stoppedLine.first().waitFor();
  await panel.open();
  await querypoints.choose(panel.calls.row('postage'), 'Analyse From Here', querypoints.row('From postage, call 1'));
  await window.quickInput.run('Notifications: Clear All Notifications');
  await take('fromHere');
  await mouse(window).end();
  await window.close();
}

/** What the values of a stop are beside what they may be. */
async function certainFailure(window: Workbench): Promise<void> {
  const debugging = new Debugging(window.page);
  const view = new AbstractStateView(window.page);
  await window.quickInput.openFile('shipping.mjs');
  await window.editor.goTo(6);
  await debugging.toggleBreakpoint();
  await window.quickInput.openFile('ship.mjs');
  await debugging.start();
  await debugging.stoppedLine.first().waitFor();
  await window.press('F5');
  await window.editor.waitForNote('cost += 3', 'certainly fails');
  await view.open();
  await view.paused.root.getByText('certainly fails').waitFor();
  await pictureOf(window)('live');
  await window.close();
}

/** Takes a picture of the window for a story. */
export function pictureOf({ page }: Workbench): (name: string) => Promise<void> {
  return async (name) => {
    await page.waitForTimeout(1000); // what still fades in
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    console.log(`examples/stories/pictures/${name}.png`);
  };
}
