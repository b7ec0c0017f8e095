import { Debugging } from './driver/debugging.js';
import { DiagnosisView } from './driver/diagnosis.js';
import { chooseEntry, clickEntry, openMenu, statusEntry } from './driver/parts.js';
import { story } from './driver/story.js';
import { testLimitMs } from './driver/workbench.js';
import { windowOf } from './driver/window.js';
import type { Workbench } from './driver/workbench.js';
import type { Workspace } from './driver/workspace.js';

const clamp = `export function clamp(value, least, most) {
  if (value < least) return least;
  if (value > most) return least;
  return value;
}
`;

const tests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from './clamp.mjs';

test('below', () => assert.equal(clamp(0, 1, 9), 1));

test('above', () => {
  assert.equal(clamp(12, 1, 9), 9);
});

test('inside', () => assert.equal(clamp(5, 1, 9), 5));
`;

for (const version of ['newest', 'oldest'] as const) {
  describe(`a diagnosis in the editor (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let workspace: Workspace;
    let window: Workbench;
    let diagnosis: DiagnosisView;

    windowOf(
      version,
      async (opened) => {
        ({ window, workspace } = opened);
        diagnosis = new DiagnosisView(window.page);
        await window.quickInput.openFile('clamp.test.mjs');
      },
      { 'clamp.mjs': clamp, 'clamp.test.mjs': tests },
    );

    story('goes from the lens at a test to a repair with which all tests pass', (step) => {
      step('a click on the lens asks once, runs the tests and shows suspects', async () => {
        await window.editor.lensLink('diagnose this failure').nth(1).click();
        await diagnosis.allow();
        await diagnosis.row('1 test fails').waitFor();
        await diagnosis.row('1. clamp.mjs:3 what is returned in clamp').waitFor();
        await diagnosis.row('if (value > most) return most;').waitFor();
        await window.editor.waitForNote('if (value > most)', 'could be wrong');
        await window.screenshot('diagnosis');
      });

      step('of another line it is said why it is not to blame', async () => {
        await window.editor.goTo(2);
        await window.quickInput.run('Whence: Why Not This Line?');
        await window.page
          .locator('.notification-list-item-message', { hasText: /a test fails: that is certain|It is suspect/ })
          .first()
          .waitFor();
        await window.screenshot('diagnosis-why-not');
      });

      step('a session of the test goes to the passage that the reason names', async () => {
        const debugging = new Debugging(window.page);
        const row = diagnosis.row('1. clamp.mjs:3 what is returned in clamp');
        const reopen = () => openMenu(window.page, row);
        await chooseEntry(window.page, 'Go There in the Run', { reopen, take: clickEntry, brings: debugging.stoppedLine.first() });
        await statusEntry(window.page, 'Ln 3').waitFor();
        await debugging.openView();
        await debugging.expand(debugging.variable(/^Local/).first());
        await debugging.variable(/^value.*12/).waitFor();
        await window.screenshot('diagnosis-in-the-run');
        await debugging.stop();
        await window.quickInput.run('Whence: Focus on Diagnosis View');
        await row.waitFor();
      });

      step('what tells two repairs apart is asked, and the answer becomes a test', async () => {
        const row = diagnosis.row(/^2\. clamp\.mjs:2/);
        await row.click();
        await window.press('ArrowRight');
        const repair = diagnosis.rows('if (value > most) return most;').nth(1);
        const reopen = () => openMenu(window.page, repair);
        const brings = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'as with the best repair' });
        await chooseEntry(window.page, 'Which Value Is Right?', { reopen, take: clickEntry, brings });
        await window.screenshot('diagnosis-which-is-right');
        await brings.click();
        await diagnosis.row('3 pass').waitFor();
        await window.screenshot('diagnosis-answered');
        if (!workspace.read('clamp.test.mjs').includes("test('clamp(")) throw new Error('No test was written.');
      });

      step('a click on a repair shows it beside the text', async () => {
        await diagnosis.row('if (value > most) return most;').click();
        await window.page.locator('.monaco-diff-editor .view-line', { hasText: 'return most' }).first().waitFor();
        await window.screenshot('diagnosis-preview');
      });

      step('its menu applies it and runs the tests', async () => {
        const row = diagnosis.row('if (value > most) return most;');
        const reopen = () => openMenu(window.page, row);
        await chooseEntry(window.page, 'Apply Repair and Run Tests', { reopen, take: clickEntry, brings: diagnosis.row('No test fails') });
        await window.screenshot('diagnosis-repaired');
        if (!workspace.read('clamp.mjs').includes('return most;')) throw new Error('The file is not repaired.');
      });
    });
  });
}
