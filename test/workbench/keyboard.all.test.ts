import { AbstractStateView } from './driver/abstractState.js';
import { openByKey, statusEntry } from './driver/parts.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';

describe('by keyboard alone', function () {
  this.timeout(testLimitMs);
  let window: Workbench;

  windowOf('newest', async (opened) => {
    window = opened.window;
    await window.quickInput.openFile('orders.ts');
    await window.editor.codeLens('fails if quantity > 50').waitFor();
    await window.editor.squiggles('error').first().waitFor();
  });

  it('from finding to finding, each said in words', async () => {
    await window.editor.goTo(1);
    await window.press('F8');
    await statusEntry(window.page, 'Ln 21, Col 17').waitFor(); // errors come before warnings
    await window.page.locator('.marker-widget', { hasText: 'voucherLetters always fails' }).waitFor();
    await window.screenshot('next finding');
    await window.press('F8');
    await statusEntry(window.page, 'Ln 4, Col 17').waitFor();
    await window.press('Escape');
  });

  it('from the list of problems to the occurrence', async () => {
    await window.press('Control+Shift+m');
    await window.problems.row('price fails').waitFor();
    const occurrence = window.problems.row('@always discount <= 100 is violated here');
    await window.walkTo(occurrence, 'ArrowDown');
    await window.press('Enter');
    await statusEntry(window.page, 'Ln 6, Col').waitFor();
    await window.press('Control+j');
  });

  it('to what a variable may be', async () => {
    await window.editor.goTo(5, 20);
    const hover = window.editor.hoverWidget().filter({ hasText: 'in good runs' }).first();
    await openByKey(window.page, ['Control+k', 'Control+i'], hover);
    await window.press('Escape');
  });

  it('to the steps from an origin to its occurrence', async () => {
    await window.editor.goTo(4, 17);
    await window.press('Shift+Alt+w', 'e');
    const steps = window.quickInput.rows();
    await steps.first().waitFor();
    await window.screenshot('explanation');
    await window.press('Enter');
    await window.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await window.press('Shift+Alt+w', 'ArrowDown');
    await statusEntry(window.page, 'Ln 6, Col').waitFor();
    await window.screenshot('step of an explanation');
    await window.press('Escape');
  });

  it('to a state, which is pinned and gone to', async () => {
    const view = new AbstractStateView(window.page);
    await window.editor.goTo(7, 3);
    await window.press('Shift+Alt+w', 's');
    await view.current.heading('orders.ts:7').waitFor();
    await window.walkTo(view.current.button('Pin'), 'Tab');
    await window.press('Enter');
    await view.pinned('orders.ts:7').row('discount').waitFor();
    await window.walkTo(view.pinned('orders.ts:7').heading('orders.ts:7'), 'Tab');
    await window.screenshot('focus in the view');
    await window.press('Control+1');
    await window.editor.goTo(15, 23);
    await window.press('Shift+Alt+w', 's');
    await view.current.heading('orders.ts:15').waitFor();
    await window.walkTo(view.pinned('orders.ts:7').heading('orders.ts:7'), 'Tab');
    await window.press('Enter');
    await statusEntry(window.page, 'Ln 7, Col 3').waitFor();
  });

  it('to a guard that a quick fix inserts', async () => {
    await window.press('Control+1');
    await window.editor.goTo(4, 17);
    await window.editor.offerQuickFixes('Throw unless quantity <= 50');
    await window.editor.applyQuickFix('Throw unless quantity <= 50');
    await window.editor.line('throw new RangeError').waitFor();
  });
});
