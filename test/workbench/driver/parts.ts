import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The box that commands and files are chosen from. */
export class QuickInput {
  constructor(private readonly page: Page) {}

  readonly rows = (): Locator => this.page.locator('.quick-input-list .monaco-list-row');

  /** Runs a command by its title. */
  async run(command: string): Promise<void> {
    await this.choose('F1', `>${command}`, command);
  }

  /** Opens a file of the workspace by its name and waits until its editor is in front. */
  async openFile(name: string): Promise<void> {
    await this.choose('Control+p', name, name);
    await this.page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();
    await this.page.locator('.editor-group-container.active .editor-instance .view-line').first().waitFor();
  }

  /**
   * A workbench that still opens its first editor takes the focus away, which closes the box: it is opened again until the
   * row is there.
   */
  private async choose(key: string, text: string, row: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    const wanted = this.rows().filter({ hasText: row }).first();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.page.keyboard.press(key);
        await input.waitFor({ timeout: 10_000 });
        await input.fill(text);
        await wanted.waitFor({ timeout: 10_000 });
        await wanted.click({ timeout: 5_000 });
        return;
      } catch (error) {
        if (attempt === 4) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }
}

/** The list of problems below the editor. */
export class Problems {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    if (!(await this.page.locator('.markers-panel').isVisible())) await this.page.keyboard.press('Control+Shift+m');
    await this.page.locator('.markers-panel .monaco-list').waitFor();
  }

  row(text: string | RegExp): Locator {
    return this.page.locator('.markers-panel .monaco-list-row', { hasText: text });
  }
}

/** What a view of ours shows: a page within a page within the page. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** The icon of a view in the bar at the side. The `li`, because a badge may cover the link. */
export function activityIcon(page: Page, title: string): Locator {
  return page.locator(`.activitybar li.action-item:has(a[aria-label^="${title}"])`);
}

/** An entry of the status bar. */
export function statusEntry(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item', { hasText: text });
}

/** A message in the corner. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.notifications-toasts .notification-list-item-message', { hasText: text });
}
