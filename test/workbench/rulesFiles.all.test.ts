import assert from 'node:assert/strict';
import { Debugging } from './driver/debugging.js';
import { openByKey, repeated, statusEntry } from './driver/parts.js';
import { story } from './driver/story.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import type { Workspace } from './driver/workspace.js';

const bank = `export class Account {
  balance = 0;
  withdraw(sum) {
    this.balance -= sum;
  }
  // @range 0..9
  limit = 3;
}
`;

const program = `import { Account } from './bank.mjs';

const mine = new Account();
mine.withdraw(3);
console.log(mine.balance);
`;

for (const version of ['newest', 'oldest'] as const) {
  describe(`rules files in the editor (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let window: Workbench;
    let workspace: Workspace;
    let debugging: Debugging;

    windowOf(
      version,
      async (opened) => {
        ({ window, workspace } = opened);
        debugging = new Debugging(window.page);
        await window.quickInput.openFile('bank.mjs');
      },
      { 'bank.mjs': bank, 'pay.mjs': program, '.vscode/settings.json': JSON.stringify({ 'typescript.validate.enable': true }) },
    );

    /** Brings a file to the front by its tab. */
    const show = async (name: string): Promise<void> => {
      await window.page.locator('.tabs-container .tab', { hasText: name }).first().click();
      await window.page.locator('.tab.active', { hasText: name }).waitFor();
    };

    const type = (text: string): Promise<void> => window.page.keyboard.insertText(text);

    story('a rule is written, checked, counted, renamed with the program, and run', (step) => {
      step('a command writes an example about the class at the cursor, with its types', async () => {
        await window.editor.putCursorAt('balance = 0');
        await window.quickInput.run('Whence: New Rules File');
        await window.page.locator('.tab.active', { hasText: 'bank.rules.ts' }).waitFor();
        await window.editor.codeLens('Run with this rule').waitFor();
        assert.match(workspace.read('bank.rules.ts'), /foreach: \{ account: extent\(Account\) \}/);
        assert.match(workspace.read('whence-rules.d.ts'), /whence\/rules/);
        // TypeScript knows the types of the words, and of the class.
        await window.editor.hover('balance),', 'Account.balance: number');
        await window.page.keyboard.press('Escape');
        await window.screenshot('rules-new');
      });

      step('what is refused is underlined while it is written', async () => {
        await window.editor.putCursorAt('Number.isNaN(account.balance)');
        await window.press('Shift+End');
        await type('account.balance++,');
        await window.editor.squiggles('error').first().waitFor();
        await window.problems.open();
        await window.problems.row('where is not pure: account.balance++').waitFor();
        await window.screenshot('rules-refused');
        await window.press('Control+1');
        await window.editor.putCursorAt('account.balance++');
        await window.press('Shift+End');
        await type('account.balance < 0,');
        await window.editor.squiggles('error').first().waitFor({ state: 'detached' });
      });

      step('a pattern says how often it matches, and shows where', async () => {
        await window.editor.putCursorAt("check: 'return'");
        await type('at: call((x: Account, sum: number) => x.withdraw(sum), {}),\n  ');
        await window.press('Control+Home');
        const first = window.editor.line('import { extent, report, rule }');
        await first.waitFor();
        await window.editor.putCursorAt('extent, report, rule }');
        await type('call, ');
        await window.editor.lensLink('may match 1 place').click();
        await window.page
          .locator('.peekview-widget .monaco-list-row', { hasText: 'withdraw' })
          .or(window.page.locator('.zone-widget .peekview-title', { hasText: 'pay.mjs' }))
          .first()
          .waitFor();
        await window.screenshot('rules-matches');
        await window.press('Escape');
        await window.press('Control+s');
      });

      step('renaming the field in the program renames it in the rule', async () => {
        await show('bank.mjs');
        await window.editor.putCursorAt('balance = 0');
        const box = window.page.locator('.rename-box input');
        await openByKey(window.page, ['F2'], box, async () => {
          await box.fill('amount');
          await window.page.keyboard.press('Enter');
        });
        await show('bank.rules.ts');
        await window.editor.line('account.amount < 0').waitFor();
        await window.screenshot('rules-renamed');
        await window.quickInput.run('File: Save All');
        await repeated(window.page, async () => {
          assert.match(workspace.read('bank.rules.ts'), /account\.amount < 0/);
          assert.match(workspace.read('bank.mjs'), /this\.amount -= sum/);
        });
      });

      step('a click on its lens runs a program with the rule, which stops where it breaks', async () => {
        await window.editor.goTo(1);
        await window.editor.lensLink('Run with this rule').click();
        await window.quickInput.rows().filter({ hasText: 'pay.mjs' }).first().click();
        await debugging.stoppedLine.first().waitFor();
        await statusEntry(window.page, 'Ln 5').waitFor();
        await window.screenshot('rules-run');
        await debugging.stop();
      });

      step('an assertion at a field is added to the rules', async () => {
        await show('bank.mjs');
        await window.editor.putCursorAt('@range 0..9');
        const title = 'Add a rule that says this to bank.rules.ts';
        await window.editor.offerQuickFixes(title);
        await window.screenshot('rules-from-assertion');
        await window.editor.applyQuickFix(title);
        await show('bank.rules.ts');
        await window.editor.goTo(24);
        await window.editor.line('export const accountLimit = rule({').waitFor();
      });

      step('by keys it runs what was run last', async () => {
        await show('bank.rules.ts');
        await window.editor.goTo(12);
        await window.quickInput.run('Whence: Run with This Rule');
        await debugging.stoppedLine.first().waitFor();
        await statusEntry(window.page, 'Ln 5').waitFor();
        await debugging.stop();
      });
    });
  });
}
