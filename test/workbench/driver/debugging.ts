import type { Locator, Page } from 'playwright-core';
import { activityIcon, openByKey, repeated } from './parts.js';

/** The Run and Debug view, the debug toolbar and the line where a program is stopped. */
export class Debugging {
  /** The line of the innermost frame, in the editor that shows it. */
  readonly stoppedLine: Locator;

  constructor(private readonly page: Page) {
    this.stoppedLine = page.locator('.debug-top-stack-frame-line');
  }

  /** Puts a breakpoint at the line of the cursor, or takes it away. */
  async toggleBreakpoint(): Promise<void> {
    await this.page.keyboard.press('F9');
  }

  /** A row of the list of breakpoints, by its file. */
  breakpointRow(file: string): Locator {
    return this.page.locator('.debug-breakpoints .monaco-list-row', { hasText: file });
  }

  /** The mark beside a line. */
  breakpointMark(): Locator {
    return this.page.locator('.editor-instance .codicon-debug-breakpoint').first();
  }

  /** Starts debugging the file in front without a launch.json, and chooses our debugger where VS Code asks. */
  async start(): Promise<void> {
    const choice = this.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Whence' }).first();
    const toolbar = this.page.locator('.debug-toolbar');
    await openByKey(this.page, ['F5'], choice.or(toolbar).first());
    if (await choice.isVisible()) await choice.click();
    await toolbar.waitFor();
  }

  /** Whatever it shows: before a program runs, how to start one. */
  async openRunView(): Promise<void> {
    const icon = activityIcon(this.page, 'Run and Debug');
    if (!/\bchecked\b/.test((await icon.getAttribute('class')) ?? '')) await icon.click();
  }

  async openView(): Promise<void> {
    if (!(await this.page.locator('.debug-variables').isVisible())) await activityIcon(this.page, 'Run and Debug').click();
    await this.page.locator('.debug-variables').waitFor();
  }

  /** A row of the variables, such as `this: Surface {…}`. */
  variable(text: string | RegExp): Locator {
    return this.page.locator('.debug-variables .monaco-list-row', { hasText: text });
  }

  frame(text: string | RegExp): Locator {
    return this.page.locator('.debug-call-stack .monaco-list-row', { hasText: text });
  }

  /** What the header of the call stack says of the stop. */
  callStackLabel(text: string | RegExp): Locator {
    return this.page.locator('.pane-header[aria-label^="Call Stack"]').filter({ hasText: text });
  }

  /** Writes an expression into the debug console, and waits for what it says. */
  async evaluate(expression: string, says: string): Promise<void> {
    await openByKey(this.page, ['Control+Shift+y'], this.page.locator('.repl-input-wrapper .monaco-editor').first());
    await this.page.locator('.repl-input-wrapper .monaco-editor').first().click();
    await this.page.keyboard.insertText(expression);
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Enter');
    await this.page.locator('.repl .monaco-list-row', { hasText: says }).first().waitFor();
  }

  /**
   * Selects a frame, and waits until one of its variables is shown. After a step VS Code shows the outer frames of the stop before until
   * it has the new ones: whoever clicks one of those is told so, and clicks again. Beside other sessions, the frame's own is named.
   */
  async selectFrame(text: string | RegExp, variable: string | RegExp, session?: string): Promise<void> {
    // VS Code may expand it meanwhile: only what is still collapsed is clicked.
    const scope = this.page.locator('.debug-variables .monaco-list-row', { hasText: /^Local/ }).first();
    const local = this.collapsed(scope);
    for (let attempt = 1; attempt <= 10; attempt++) {
      await this.bringIntoSight(this.frame(text), session);
      await this.frame(text).click();
      const isShown = await this.variable(variable)
        .or(local)
        .first()
        .waitFor({ timeout: 4_000 })
        .then(
          () => true,
          () => false,
        );
      if (isShown && (await local.isVisible())) await this.expand(scope);
      // What is expanded above may hold it below the edge of the view.
      if (await this.isListed(this.variable(variable).first())) return;
      // On its name: the middle of a session's row is where its button to go on appears.
      await this.frame(/./)
        .first()
        .click({ position: { x: 50, y: 8 } });
    }
    throw new Error(`The frame ${text} cannot be selected.`);
  }

  /** Whether the Variables view has a row, wherever: rows beyond an edge are not in the page. */
  private async isListed(row: Locator): Promise<boolean> {
    for (let turn = 0; turn <= 8 && !(await row.isVisible()); turn++) {
      await this.page.locator('.debug-variables .monaco-list').first().hover();
      // From the top on: it may have been scrolled for another frame.
      await this.page.mouse.wheel(0, turn === 0 ? -10_000 : 66);
      await this.page.waitForTimeout(200);
    }
    return row.isVisible();
  }

  /**
   * Brings a row of the call stack into sight: rows beyond the edge are not in the page, and a session whose rows VS Code reads anew
   * while it is expanded is collapsed again, or stays without rows until somebody collapses it.
   */
  private async bringIntoSight(row: Locator, session?: string): Promise<void> {
    const isInSight = (): Promise<boolean> => row.first().isVisible();
    for (let turn = 1; turn <= 50 && !(await isInSight()); turn++) {
      if (session !== undefined && (await this.collapsed(this.frame(session)).first().isVisible())) {
        await this.expand(this.frame(session).first());
      } else if (session !== undefined && turn % 20 === 0) {
        await this.frame(session).first().locator('.monaco-tl-twistie').click();
      } else {
        await this.page.locator('.debug-call-stack .monaco-list').first().hover();
        // By two rows; every tenth time to the top.
        await this.page.mouse.wheel(0, turn % 10 === 0 ? -10_000 : 44);
      }
      await this.page.waitForTimeout(300);
    }
    if (await isInSight()) return;
    const rows = await this.frame(/./).allTextContents();
    throw new Error(`The call stack does not show the row that is looked for, only: ${rows.join(' / ')}.`);
  }

  /** Expands a row of a tree that is collapsed. */
  async expand(row: Locator): Promise<void> {
    await row.waitFor();
    const collapsed = this.collapsed(row);
    await repeated(this.page, async () => {
      if (await collapsed.isVisible()) await row.locator('.monaco-tl-twistie').click({ timeout: 10_000 });
      await collapsed.waitFor({ state: 'hidden', timeout: 10_000 });
    });
  }

  /** The row as long as it is collapsed. */
  collapsed(row: Locator): Locator {
    return row.and(this.page.locator('[aria-expanded="false"]'));
  }

  /** Waits until a session has ended and its toolbar is gone. */
  async ended(): Promise<void> {
    await this.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  }

  /** Ends the session. */
  async stop(): Promise<void> {
    await this.page.keyboard.press('Shift+F5');
    await this.ended();
  }
}
