import type { Locator, Page } from 'playwright-core';

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

  private async choose(key: string, text: string, row: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    const wanted = this.rows().filter({ hasText: row }).first();
    await openByKey(this.page, [key], input, async () => {
      await input.fill(text);
      await wanted.waitFor({ timeout: 10_000 });
      await wanted.click({ timeout: 5_000 });
    });
  }
}

/**
 * Presses keys that open something, and uses it. A workbench that is still busy with what came before takes the focus away, which
 * closes what is not finished: then it is opened again.
 */
export async function openByKey(
  page: Page,
  keys: readonly string[],
  opened: Locator,
  use: () => Promise<void> = async () => {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const key of keys) await page.keyboard.press(key);
      await opened.waitFor({ timeout: 10_000 });
      return await use();
    } catch (error) {
      if (attempt === 4) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Chooses an entry of the open menu. One that has just opened takes no click yet: then it is clicked again. */
export async function chooseEntry(page: Page, text: string): Promise<void> {
  const entry = page.locator('.monaco-menu .action-item', { hasText: text }).first();
  await entry.waitFor();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await entry.click({ timeout: 5_000 }).catch(() => {}); // it has closed at last
    const isClosed = await entry.waitFor({ state: 'hidden', timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isClosed) return;
  }
  throw new Error(`The menu does not take a click on "${text}".`);
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

/** The icon of a view in the bar at the side. The `li`, because a badge may cover the link. */
export function activityIcon(page: Page, title: string): Locator {
  return page.locator(`.activitybar li.action-item:has(a[aria-label^="${title}"])`);
}

/** An entry of the status bar. */
export function statusEntry(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item', { hasText: text });
}
