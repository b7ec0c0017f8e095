import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Debugging } from './driver/debugging.js';
import { openMenu, statusEntry } from './driver/parts.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { story } from './driver/story.js';

for (const version of ['newest', 'oldest'] as const) {
  describe(`the debugger (${version} VS Code)`, function () {
    this.timeout(testLimitMs);
    let window: Workbench;
    let debugging: Debugging;

    windowOf(version, async (opened) => {
      window = opened.window;
      debugging = new Debugging(window.page);
      await window.quickInput.openFile('painting.cjs');
    });

    story('stops at a breakpoint, shows variables, steps, goes on and ends', (step) => {
      step('stops at a breakpoint after F5, without a launch.json', async () => {
        await window.editor.goTo(32);
        await debugging.toggleBreakpoint();
        await debugging.breakpointMark().waitFor();
        await debugging.start();
        await debugging.stoppedLine.first().waitFor();
        await statusEntry(window.page, 'Ln 32').waitFor();
        await debugging.openView();
        await debugging.frame('drawLine').first().waitFor();
        await window.screenshot('debug-stopped');
      });

      step('shows variables, and the fields of an object', async () => {
        await debugging.expand(debugging.variable(/^Local/).first());
        await debugging.variable(/^from/).first().waitFor();
        const receiver = debugging.variable(/^this/).first();
        await debugging.expand(receiver);
        await debugging.variable(/^foregroundColor/).waitFor();
        await debugging.variable(/^name.*border/).waitFor();
        await window.screenshot('debug-variables');
      });

      step('offers to ask where an object was created, not a text, and nothing about a failure where nothing has failed', async () => {
        const entry = (text: string) => window.page.locator('.monaco-menu .action-item', { hasText: text });
        const offered = async (row: Locator, text: string): Promise<boolean> => {
          await openMenu(window.page, row);
          const isThere = await entry(text).isVisible();
          await window.press('Escape');
          await entry(text).waitFor({ state: 'hidden' });
          return isThere;
        };
        const created = 'Where Was This Object Created';
        assert.ok(await offered(debugging.variable(/^this/).first(), created));
        assert.ok(!(await offered(debugging.variable(/^name.*border/), created)));
        assert.ok(!(await offered(debugging.frame('drawLine').first(), 'Inevitable')));
      });

      step('steps, and shows the frame that called', async () => {
        await window.press('F10');
        await statusEntry(window.page, 'Ln 33').waitFor();
        await debugging.frame(/drawLine.*33/).waitFor();
        await debugging.selectFrame(/repaint.*104/, /^border/);
        await statusEntry(window.page, 'Ln 104').waitFor();
        await window.screenshot('debug-frames');
      });

      step('goes on, prints what the program prints, and ends', async () => {
        await window.press('F5');
        await debugging.variable(/^from.*0,0/).waitFor();
        await window.editor.goTo(32);
        await debugging.toggleBreakpoint();
        await debugging.breakpointRow('painting.cjs').waitFor({ state: 'hidden' });
        await window.quickInput.run('Debug Console: Focus on Debug Console View');
        await window.press('F5');
        await debugging.ended();
        await window.page.locator('.repl .monaco-list-row', { hasText: 'canvas 2,2-7,7' }).waitFor();
        await window.screenshot('debug-console');
      });
    });
  });
}
