import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openByKey, statusEntry } from './driver/parts.js';
import { Stage, testLimitMs, type Workbench } from './driver/workbench.js';
import { Workspace } from './driver/workspace.js';

describe('a folder that nobody trusts', function () {
  this.timeout(testLimitMs);
  let stage: Stage;
  let workspace: Workspace;
  let window: Workbench;

  before('open it in a VS Code that asks', async () => {
    workspace = new Workspace({
      'program.cjs': "require('node:fs').writeFileSync(__dirname + '/ran.txt', 'ran');\n",
      'x.rules.ts':
        "import { call, rule } from 'whence/rules';\nexport const written = rule({\n  at: call((x, a, b) => x.writeFileSync(a, b)),\n});\n",
    });
    stage = await Stage.set('newest', { trust: true });
    window = await stage.open(workspace);
    await statusEntry(window.page, 'Restricted Mode').waitFor();
  });

  after(async () => {
    await window.close();
    await stage.strike();
    workspace.remove();
  });

  it('is analysed all the same: nothing of it is ever run', async () => {
    await window.quickInput.openFile('orders.ts');
    await window.editor.codeLens('fails if quantity > 50').waitFor();
    await window.editor.squiggles('warning').first().waitFor();
    await window.screenshot('untrusted');
  });

  it('has no rule that could be run', async () => {
    await window.quickInput.openFile('x.rules.ts');
    await window.editor.codeLens(/^matches/).waitFor();
    assert.equal(await window.editor.codeLens('Run with this rule').count(), 0);
    await window.screenshot('untrusted rules');
  });

  it('is not debugged before somebody does', async () => {
    await window.quickInput.openFile('program.cjs');
    const question = window.page.locator('.monaco-dialog-box', { hasText: 'Debugging executes' });
    await openByKey(window.page, ['F5'], question);
    await window.screenshot('untrusted debugging');
    await question.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.ok(!existsSync(join(workspace.folder, 'ran.txt')));
  });
});
