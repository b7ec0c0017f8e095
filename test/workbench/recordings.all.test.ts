import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Debugging } from './driver/debugging.js';
import { mouse } from './driver/hands.js';
import { Wardrobe, calmSettings } from './driver/looks.js';
import { openByKey, statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
import { RecordingPanel } from './driver/recordings.js';
import { stageOf } from './driver/stages.js';
import { story } from './driver/story.js';
import { Stage, testLimitMs, type Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';
import { root } from '../tidy/files.js';

/** A recording of a program of the workspace, made on the command line. */
function record(workspace: Workspace, program: string, out: string): void {
  const words = [join(root, 'dist/whence.js'), 'record', '--out', out, '--', program];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: workspace.folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** Chooses a recording by its name, as a file of the workspace. */
async function openRecording(window: Workbench, name: string): Promise<void> {
  await openByKey(window.page, ['Control+p'], window.quickInput.input(), async () => {
    await window.quickInput.input().fill(name);
    await window.quickInput.rows().filter({ hasText: name }).first().waitFor();
    await window.press('Enter');
    await window.quickInput.input().waitFor({ state: 'hidden' });
    // A list that loses the focus to a busy workbench closes too.
    await window.page.locator('.tab', { hasText: name }).first().waitFor({ timeout: 20_000 });
  });
}

/** High enough for the rows of the Call Tree: what is not on the screen is in no list. */
const size = { width: 1400, height: 1200 };

/** The program of records.cjs whose third record has tasks. */
const mended = (text: string): string => text.replace("'west', tasks: null", "'west', tasks: []");

describe('recordings in VS Code', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;
  let panel: RecordingPanel;
  let wardrobe: Wardrobe;

  before('record two runs', async () => {
    workspace = new Workspace({}, calmSettings);
    workspace.write('mended.cjs', mended(workspace.read('records.cjs')));
    record(workspace, 'mended.cjs', 'mended.trace');
    window = await (await stageOf('newest')).open(workspace, { size });
    debugging = new Debugging(window.page);
    panel = new RecordingPanel(window);
    wardrobe = new Wardrobe(window, workspace);
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  story('are made, gone through, asked and compared', (step) => {
    step('invite to record before there is one', async () => {
      await window.quickInput.openFile('records.cjs');
      await panel.open();
      await panel.calls.button('Open a Recording').waitFor();
      await wardrobe.each('recording 1 empty');
    });

    step('are made of the file in front by one command, and opened', async () => {
      await window.quickInput.run('Whence: Record and Debug');
      await debugging.stoppedLine.first().waitFor();
      await debugging.openRunView();
      await panel.open();
      await panel.calls.row('handOut').waitFor();
      await debugging.callStackLabel('At event').waitFor();
    });

    step('show their calls, each of which leads to its statement and its time', async () => {
      await debugging.expand(panel.calls.row('handOut'));
      await panel.calls.row('report').nth(2).click();
      await debugging.frame(/handOut.*31/).waitFor();
      await debugging.variable(/^assignee.*null/).waitFor();
      await wardrobe.each('recording 2 calls');
    });

    step('answer where a value comes from at once, and nothing is run', async () => {
      const querypoints = new Querypoints(window.page);
      await querypoints.choose(debugging.variable(/^assignee/), 'Last Change of This Value', querypoints.row('P2 last change of assignee'));
      await querypoints.row('in the recording').waitFor();
      await statusEntry(window.page, 'Ln 27').waitFor();
      await window.screenshot('recording 3 last change');
    });

    step('list every change of a place', async () => {
      const querypoints = new Querypoints(window.page);
      await querypoints.choose(debugging.variable(/^assignee/), 'History of This Place', panel.answers.row('history of assignee'));
      await panel.answers.row("'archive' → null").click();
      await debugging.frame(/handOut.*27/).waitFor();
      await window.screenshot('recording 4 history');
    });

    step('go back and on, to a breakpoint of the user', async () => {
      const hands = mouse(window);
      await hands.stepBack();
      await debugging.frame(/handOut.*26/).waitFor();
      await window.quickInput.openFile('records.cjs');
      await window.editor.goTo(36);
      await debugging.toggleBreakpoint();
      await window.page.locator('.debug-toolbar .codicon-debug-reverse-continue').click();
      await debugging.frame(/check.*36/).waitFor();
      await debugging.variable(/^record.*cellar/).waitFor();
      await hands.goOn();
      await debugging.callStackLabel('The recording ends here').waitFor();
    });

    step('evaluate expressions at their time', async () => {
      await panel.calls.row('report').nth(2).click();
      await debugging.frame(/handOut.*31/).waitFor();
      await debugging.evaluate('record.region + assignee', "'westnull'");
      await debugging.evaluate('report(record)', 'It was not recorded; a recording calls nothing of the program.');
    });

    step('are asked questions by name, from where the session is', async () => {
      await window.quickInput.run('Whence: Ask the Recording');
      await window.quickInput.answer('Which values variables had before');
      await openByKey(window.page, [], window.quickInput.input());
      const written = await window.quickInput.input().inputValue();
      assert.match(written, /^localsBefore\(event: \d+\)$/);
      await window.quickInput.answer(written);
      await panel.open();
      await panel.answers.row('assignee = null').waitFor();
      await wardrobe.each('recording 5 answers');
    });

    step('are asked in SQL, with completion of relations, and errors stand at their place', async () => {
      workspace.write('mine.sql', 'select c.functon from call c\n');
      await window.quickInput.openFile('mine.sql');
      await window.quickInput.run('Whence: Run Query on the Recording');
      await window.editor.squiggles('error').first().waitFor();
      await window.editor.goTo(1, 17);
      for (let letter = 0; letter < 'functon'.length; letter++) await window.page.keyboard.press('Backspace');
      await openByKey(window.page, ['Control+Space'], window.editor.suggestion('function'));
      await window.screenshot('recording 6 completion');
      await window.page.keyboard.type('func');
      await window.editor.suggestion('function').click();
      await window.quickInput.run('Whence: Run Query on the Recording');
      await panel.answers.row('mine.sql').waitFor();
      await panel.answers.row('estimate').first().waitFor();
      await window.editor.squiggles('error').first().waitFor({ state: 'hidden' });
    });

    step('are asked in Prolog, which has colours of its own', async () => {
      await window.quickInput.openFile('nullReturned.pl');
      await statusEntry(window.page, 'Prolog').waitFor();
      await window.quickInput.run('Whence: Run Query on the Recording');
      await panel.answers.row('nullReturned.pl').waitFor();
      await window.screenshot('recording 7 prolog');
    });

    step('are held against another run: the tree of differences leads into both', async () => {
      await window.quickInput.run('Whence: Compare with Another Recording');
      await window.quickInput.answer('mended.trace');
      await panel.answers.row('against mended.trace').waitFor();
      await panel.answers.row(/^first write/).click();
      await statusEntry(window.page, 'Ln 51').waitFor();
      await debugging.expand(panel.answers.row(/^first write/));
      await panel.answers.row(/^mended.trace.*at mended.cjs:51/).click();
      await window.page.locator('.tab.active', { hasText: 'mended.cjs' }).waitFor();
      await wardrobe.each('recording 8 comparison');
      await mouse(window).end();
    });
  });
});

describe('recordings by keys alone', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;

  before(async () => {
    workspace = new Workspace({}, calmSettings);
    record(workspace, 'records.cjs', 'run.trace');
    window = await (await stageOf('newest')).open(workspace, { size });
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('are opened, gone through and filtered', async () => {
    const debugging = new Debugging(window.page);
    const panel = new RecordingPanel(window);
    await openRecording(window, 'run.trace');
    await debugging.stoppedLine.first().waitFor();
    await window.press('Control+Shift+d');
    await window.quickInput.run('Focus on Call Tree View');
    await window.walkTo(panel.calls.row('handOut'), 'ArrowDown');
    await window.press('ArrowRight', 'Enter');
    await debugging.callStackLabel(/At event [1-9]/).waitFor();
    await window.quickInput.run('Whence: Filter Calls by Name');
    await window.quickInput.answer('estimate');
    await panel.calls.row('handOut').waitFor({ state: 'hidden' });
    await panel.calls.row('ended by an exception').waitFor();
    assert.equal(await panel.calls.row('').count(), 4);
    await window.quickInput.run('Focus on Call Tree View');
    await window.walkTo(panel.calls.row('ended by an exception'), 'ArrowDown');
    await window.press('Enter');
    await debugging.frame(/handOut.*17/).waitFor();
    await window.press('Shift+Alt+w', 'ArrowLeft');
    await debugging.frame(/handOut.*16/).waitFor({ state: 'attached' });
    await window.screenshot('recording keys');
  });
});

describe('a recording from now on in VS Code', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;

  before('open a workspace', async () => {
    workspace = new Workspace({}, calmSettings);
    window = await (await stageOf('newest')).open(workspace, { size });
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  it('is shown from where the session waits, and says that the program ran once more', async () => {
    const debugging = new Debugging(window.page);
    await window.quickInput.openFile('records.cjs');
    await window.editor.goTo(16);
    await debugging.toggleBreakpoint();
    await debugging.start();
    await debugging.frame(/handOut.*16/).waitFor();
    await window.quickInput.run('Debug: Continue');
    await debugging.openView();
    await debugging.frame(/handOut.*16/).waitFor();
    await window.quickInput.run('Whence: Record From Now On');
    await debugging.callStackLabel(/At event [1-9]/).waitFor();
    await window.quickInput.run('Debug Console: Focus on Debug Console View');
    await window.page.getByText('It is shown from where the other session waited').first().waitFor();
    await window.screenshot('recording from now on');
  });
});

describe('a recording in a folder that nobody trusts', function () {
  this.timeout(testLimitMs);
  let stage: Stage;
  let workspace: Workspace;
  let window: Workbench;

  before('open it in a VS Code that asks', async () => {
    workspace = new Workspace({
      'program.cjs': "require('node:fs').appendFileSync(__dirname + '/ran.txt', 'ran');\nfunction inner() { return 7; }\ninner();\n",
    });
    record(workspace, 'program.cjs', 'run.trace');
    stage = await Stage.set('newest', { trust: true });
    window = await stage.open(workspace);
    await statusEntry(window.page, 'Restricted Mode').waitFor();
  });

  after(async () => {
    await window.close();
    await stage.strike();
    workspace.remove();
  });

  it('opens, and its calls can be read; nothing is run', async () => {
    const panel = new RecordingPanel(window);
    workspace.write('ran.txt', '');
    await openRecording(window, 'run.trace');
    await panel.page.getByText('It ended well.').waitFor();
    await new Wardrobe(window, workspace).each('recording page');
    await panel.open();
    await panel.calls.row('inner').waitFor();
    await window.screenshot('recording untrusted');
    assert.ok(existsSync(join(workspace.folder, 'ran.txt')));
    assert.equal(workspace.read('ran.txt'), '');
    assert.ok(!(await window.page.locator('.debug-toolbar').isVisible()));
  });
});
