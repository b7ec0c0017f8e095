import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../tidy/files.js';
import { Debugging } from './driver/debugging.js';
import { statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
import { stageOf } from './driver/stages.js';
import { story } from './driver/story.js';
import { testLimitMs, type Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

const program = `class Row {
  constructor(id) {
    this.id = id;
    this.open = true;
  }
  close(why) {
    this.open = false;
    return why.length;
  }
}
const rows = [1, 2, 3].map((id) => new Row(id));
let total = 0;
for (const row of rows) {
  total += row.id;
  if (row.id === 2) total += row.close('late');
}
function check(row) {
  if (!row.open) throw new Error('row ' + row.id + ' is <b>closed</b>');
  return row.id;
}
check(rows[1]);
`;

describe('a recording (newest VS Code)', function () {
  this.timeout(testLimitMs);
  let workspace: Workspace;
  let window: Workbench;
  let debugging: Debugging;

  before('record a program that fails, and open its recording', async () => {
    workspace = new Workspace({ 'rows.cjs': program });
    const words = [join(root, 'dist/whence.js'), 'record', '--complete', '--out', 'run.trace', '--', 'rows.cjs'];
    execFileSync(process.execPath, words, { cwd: workspace.folder, stdio: 'ignore' });
    window = await (await stageOf('newest')).open(workspace);
    debugging = new Debugging(window.page);
  });

  after(async () => {
    await window.close();
    workspace.remove();
  });

  const pane = (name: string) => window.page.locator(`.pane:has(.pane-header[aria-label*="${name}"])`);
  const rowOf = (name: string, text: string | RegExp) => pane(name).locator('.monaco-list-row', { hasText: text }).first();

  story('is debugged, asked and looked through', (step) => {
    step('opens as a page and as a debug session, at the exception that ended the program', async () => {
      await window.press('Control+p');
      await window.quickInput.input().fill('run.trace');
      await window.quickInput.rows().filter({ hasText: 'run.trace' }).first().click();
      await debugging.stoppedLine.first().waitFor();
      await statusEntry(window.page, 'Ln 18').waitFor();
      await debugging.openView();
      await debugging.frame('check').first().waitFor();
      await debugging.expand(debugging.variable(/^Local/).first());
      await debugging.variable(/^row.*Row \{id: 2, open: false\}/).waitFor();
      await window.screenshot('recording-stopped');
    });

    step('steps back to before the failure', async () => {
      await window.page.locator('a.codicon-debug-step-back').click();
      await statusEntry(window.page, 'Ln 18').waitFor();
      await window.page.locator('a.codicon-debug-step-back').click();
      await statusEntry(window.page, 'Ln 21').waitFor();
      await window.screenshot('recording-step-back');
    });

    step('answers a question at once, without running anything', async () => {
      await window.page.locator('a.codicon-debug-continue').click();
      await window.quickInput.run('Whence: Go to Event');
      await window.quickInput.answer('0');
      await statusEntry(window.page, 'Ln 1,').waitFor();
      await window.page.locator('a.codicon-debug-restart, a.codicon-debug-restart-frame').first().click();
      await statusEntry(window.page, 'Ln 18').waitFor();
      await debugging.expand(debugging.variable(/^Local/).first());
      const row = debugging.variable(/^row.*Row \{/).first();
      await debugging.expand(row);
      const querypoints = new Querypoints(window.page);
      const answer = querypoints.row('last change of row.open');
      await querypoints.choose(debugging.variable(/^open/).first(), 'Last Change of This Value', answer);
      await statusEntry(window.page, 'Ln 7').waitFor();
      await window.screenshot('recording-last-change');
    });

    step('shows its calls, a level at a time', async () => {
      await window.quickInput.run('Whence: Focus on Call Tree View');
      const top = rowOf('Call Tree', 'top level');
      await top.waitFor();
      await debugging.expand(top);
      const close = rowOf('Call Tree', 'Row.close');
      await close.click();
      await statusEntry(window.page, 'Ln 15').waitFor();
      await window.screenshot('recording-call-tree');
    });

    step('answers queries with rows that lead to their lines', async () => {
      await window.quickInput.run('Whence: Ask the Recording');
      await window.quickInput.rows().filter({ hasText: 'exceptionHistory' }).first().click();
      await window.quickInput.answer('exceptionHistory()');
      const found = rowOf('Answers', /rows\.cjs:18/);
      await found.waitFor();
      await found.click();
      await statusEntry(window.page, 'Ln 18').waitFor();
      await window.screenshot('recording-answers');
    });

    step('shows what it is of on a page that is text alone', async () => {
      await window.page.locator('.tab', { hasText: 'run.trace' }).click();
      const page = window.page.frameLocator('iframe.webview.ready[src*="extensionId=whence"] >> nth=0').frameLocator('iframe#active-frame');
      await page.getByRole('link', { name: 'Debug This Recording' }).waitFor();
      await page.getByText('It ended with exit code 1.').waitFor();
      await window.screenshot('recording-page');
      assert.equal(await page.locator('script').count(), 0);
    });
  });
});
