import type { Locator, Page } from 'playwright-core';
import { Debugging } from './debugging.js';
import { chooseEntry, clickEntry, openByKey, openMenu, repeated } from './parts.js';
import { Querypoints } from './querypoints.js';
import { TimelineView } from './timeline.js';
import type { Workbench } from './workbench.js';

/** How somebody uses the debugger: with the mouse, or without one. What has to be written is written. */
export interface Hands {
  readonly name: 'mouse' | 'keyboard';
  /** A breakpoint at a line of the file in front. */
  setBreakpoint(line: number): Promise<void>;
  /** Starts debugging, and chooses ours where VS Code asks. */
  launch(): Promise<void>;
  goOn(): Promise<void>;
  stepBack(): Promise<void>;
  end(): Promise<void>;
  expand(row: Locator): Promise<void>;
  /** Opens the menu of a row of the Variables view. */
  openMenuOfVariable(row: Locator): Promise<void>;
  openMenuOfQuerypoint(row: Locator): Promise<void>;
  /** Of the menu that was opened last, which is opened again where it has closed; waits for what the entry brings. */
  choose(entry: string, brings: Locator): Promise<void>;
  /** The program is run again. */
  allow(): Promise<void>;
  openTimeline(): Promise<void>;
  selectCircle(point: string): Promise<void>;
  /** Of the circle that is selected. */
  ask(): Promise<void>;
  goToSource(): Promise<void>;
  toggleTable(): Promise<void>;
  stopHere(): Promise<void>;
}

const nothingOpened = (): Promise<void> => Promise.reject(new Error('No menu has been opened.'));

const toolbarButton = (page: Page, name: string): Locator =>
  page.locator('.debug-toolbar .action-item a.action-label.' + `codicon-debug-${name}`);

export function mouse(window: Workbench): Hands {
  const { page } = window;
  const debugging = new Debugging(page);
  const querypoints = new Querypoints(page);
  const timeline = new TimelineView(page);
  let reopen = nothingOpened;
  const openMenuOf = (row: Locator): Promise<void> => {
    reopen = () => openMenu(page, row);
    return reopen();
  };
  return {
    name: 'mouse',
    async setBreakpoint(line) {
      const number = page.locator('.margin-view-overlays .line-numbers', { hasText: new RegExp(`^${line}$`) });
      await number.waitFor();
      const box = await number.boundingBox();
      if (box === null) throw new Error(`Line ${line} is not on the screen.`);
      await page.mouse.click(box.x - 12, box.y + box.height / 2);
    },
    async launch() {
      await debugging.openRunView();
      const start = page.locator(
        '.start-debug-action-item .codicon-debug-start, .welcome-view-content .monaco-button:has-text("Run and Debug")',
      );
      const isBeside = await page.locator('.debug-toolbar').isVisible();
      await start.first().click();
      const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Whence' }).first();
      const toolbar = page.locator('.debug-toolbar');
      // Beside another session it is there already.
      await (isBeside ? choice : choice.or(toolbar).first()).waitFor();
      if (await choice.isVisible()) await choice.click();
      await toolbar.waitFor();
    },
    goOn: () => toolbarButton(page, 'continue').click(),
    stepBack: () => toolbarButton(page, 'step-back').click(),
    end: async () => {
      await toolbarButton(page, 'stop').click();
      await debugging.ended();
    },
    expand: (row) => debugging.expand(row),
    openMenuOfVariable: openMenuOf,
    // No click before it, which opens the line of the row: the editor takes the focus, late where the machine is busy, and the menu closes.
    openMenuOfQuerypoint: openMenuOf,
    choose: (entry, brings) => chooseEntry(page, entry, { reopen, take: clickEntry, brings }),
    allow: () => querypoints.allow(),
    async openTimeline() {
      const tab = page.locator('.part.panel .composite-bar .action-item', { hasText: 'Timeline' });
      if (!(await tab.isVisible()))
        await page.locator('.part.titlebar .codicon-panel-bottom, .part.titlebar .codicon-panel-layout-icon').first().click();
      await tab.click();
    },
    selectCircle: (point) => timeline.circle(point).click(),
    async ask() {
      await timeline.page.locator('.details').getByRole('button', { name: 'Ask…' }).click();
    },
    goToSource: () => timeline.page.locator('.details .place button').click(),
    toggleTable: () => timeline.page.getByRole('button', { name: 'Show as a table' }).click(),
    stopHere: () => timeline.page.getByRole('button', { name: 'Stop Here' }).click(),
  };
}

export function keyboard(window: Workbench): Hands {
  const { page } = window;
  const debugging = new Debugging(page);
  const timeline = new TimelineView(page);
  const menu = page.locator('.monaco-menu .action-item');
  const walkTo = async (row: Locator, focusView: () => Promise<void>): Promise<void> => {
    await row.waitFor();
    // A view that is filled anew meanwhile puts the focus elsewhere.
    await repeated(page, async () => {
      await focusView();
      await window.press('Home');
      await window.walkTo(row, 'ArrowDown');
    });
  };
  const variables = () => window.quickInput.run('Run and Debug: Focus on Variables View');
  let reopen = nothingOpened;
  const openMenuOf = (row: Locator, focusView: () => Promise<void>): Promise<void> => {
    reopen = async () => {
      await walkTo(row, focusView);
      await openByKey(page, ['Shift+F10'], menu.first());
    };
    return reopen();
  };
  return {
    name: 'keyboard',
    async setBreakpoint(line) {
      await window.editor.goTo(line);
      await window.press('F9');
    },
    async launch() {
      const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Whence' }).first();
      const toolbar = page.locator('.debug-toolbar');
      await openByKey(page, ['F5'], choice.or(toolbar).first());
      if (await choice.isVisible()) {
        await window.walkTo(choice, 'ArrowDown');
        await window.press('Enter');
      }
      await toolbar.waitFor();
    },
    goOn: () => window.press('F5'),
    stepBack: () => window.press('Shift+Alt+w', 'ArrowLeft'),
    async end() {
      await window.press('Shift+F5');
      await debugging.ended();
    },
    async expand(row) {
      await row.waitFor();
      const collapsed = debugging.collapsed(row);
      await repeated(page, async () => {
        if (!(await collapsed.isVisible())) return;
        await walkTo(row, variables);
        await window.press('ArrowRight');
        await collapsed.waitFor({ state: 'hidden', timeout: 10_000 });
      });
    },
    openMenuOfVariable: (row) => openMenuOf(row, variables),
    openMenuOfQuerypoint: (row) => openMenuOf(row, () => window.press('Shift+Alt+w', 'q')),
    async choose(text, brings) {
      const take = async (entry: Locator) => {
        await window.walkTo(entry, 'ArrowDown');
        await window.press('Enter');
      };
      await chooseEntry(page, text, { reopen, take, brings });
    },
    async allow() {
      const button = page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Run Again' });
      await button.waitFor();
      await window.press('Enter');
      await button.waitFor({ state: 'hidden' });
    },
    openTimeline: () => window.press('Shift+Alt+w', 't'),
    async selectCircle(point) {
      await window.press('Shift+Alt+w', 't');
      await timeline.walkTo(point);
    },
    ask: () => window.press('Shift+F10'),
    goToSource: () => window.press('Enter'),
    toggleTable: () => window.press('t'),
    stopHere: () => window.press('p'),
  };
}
