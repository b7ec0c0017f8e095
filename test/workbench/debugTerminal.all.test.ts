import { Debugging } from './driver/debugging.js';
import { statusEntry } from './driver/parts.js';
import { Querypoints } from './driver/querypoints.js';
import { windowOf } from './driver/window.js';
import { testLimitMs } from './driver/workbench.js';
import type { Workbench } from './driver/workbench.js';
import { story } from './driver/story.js';

describe('the debug terminal (newest VS Code)', function () {
  this.timeout(testLimitMs);
  let window: Workbench;
  let debugging: Debugging;

  windowOf('newest', async (opened) => {
    window = opened.window;
    debugging = new Debugging(window.page);
    await window.quickInput.openFile('painting.cjs');
  });

  story('debugs what is typed in it', (step) => {
    step('opens by its command', async () => {
      await window.editor.goTo(32);
      await debugging.toggleBreakpoint();
      await debugging.breakpointMark().waitFor();
      await window.quickInput.run('Whence: New Debug Terminal');
      await window.page.locator('.terminal-wrapper.active .xterm').waitFor();
      await window.screenshot('debug-terminal-open');
    });

    step('stops where a program that is started there comes to a breakpoint', async () => {
      await window.page.keyboard.type('node painting.cjs\n');
      await debugging.stoppedLine.first().waitFor();
      await statusEntry(window.page, 'Ln 32').waitFor();
      await debugging.openView();
      await debugging.frame('drawLine').first().waitFor();
      await window.screenshot('debug-terminal-stopped');
    });

    step('answers there by another run, which is not in the terminal', async () => {
      const querypoints = new Querypoints(window.page);
      await debugging.expand(debugging.variable(/^Local/).first());
      const receiver = debugging.variable(/^this/).first();
      await debugging.expand(receiver);
      await querypoints.choose(debugging.variable(/^foregroundColor/).first(), 'Last Change of This Value', querypoints.consent);
      await querypoints.allow();
      await statusEntry(window.page, 'Ln 27').waitFor();
      await window.screenshot('debug-terminal-answer');
      await window.editor.goTo(32);
      await debugging.toggleBreakpoint();
      await debugging.breakpointRow('painting.cjs').waitFor({ state: 'hidden' });
      await debugging.stop();
    });
  });
});
