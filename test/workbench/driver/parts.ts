import type { Locator, Page } from 'playwright-core';

/** The box that commands and files are chosen from. */
export class QuickInput {
  constructor(private readonly page: Page) {}

  readonly rows = (): Locator => this.page.locator('.quick-input-list .monaco-list-row');

  /** Runs a command by its title. */
  async run(command: string): Promise<void> {
    await this.choose('F1', `>${command}`, command);
  }

  /** Runs a command that lists something, and waits for a row of its list. A list that loses the focus closes: then it is asked for again. */
  async runToSee(command: string, row: Locator): Promise<void> {
    await repeated(this.page, async () => {
      await this.run(command);
      await row.waitFor({ timeout: 10_000 });
    });
  }

  /** Opens a file of the workspace by its name and waits until its editor is in front. */
  async openFile(name: string): Promise<void> {
    await this.choose('Control+p', name, name);
    await this.page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();
    await this.page.locator('.editor-group-container.active .editor-instance .view-line').first().waitFor();
  }

  readonly input = (): Locator => this.page.locator('.quick-input-widget input.input');

  /** Writes an answer into the box that is open, and waits until the box has taken it: it closes, or asks the next question. */
  async answer(text: string): Promise<void> {
    const input = this.input();
    await input.waitFor();
    await input.fill(text);
    for (let attempt = 1; attempt <= 4; attempt++) {
      await this.page.keyboard.press('Enter');
      for (let look = 0; look < 50; look++) {
        if (!(await input.isVisible()) || (await input.inputValue({ timeout: 1_000 }).catch(() => '')) !== text) return;
        await this.page.waitForTimeout(100);
      }
    }
    throw new Error(`The box does not take "${text}".`);
  }

  private async choose(key: string, text: string, row: string): Promise<void> {
    const input = this.input();
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

/**
 * Opens the menu of a row or a mark by a right click. What a busy workbench does late takes the focus from the menu, which closes it: then
 * it is opened again.
 */
export async function openMenu(page: Page, of: Locator): Promise<void> {
  await repeated(page, async () => {
    await of.click({ button: 'right', timeout: 10_000 });
    await page.locator('.monaco-menu .action-item').first().waitFor({ timeout: 5_000 });
  });
}

/** What is done with an open menu. */
export interface MenuUse {
  /** Opens the menu again, where it has closed. */
  reopen(): Promise<void>;
  /** Chooses the entry, which closes the menu. */
  take(entry: Locator): Promise<void>;
  /** What the entry brings. */
  readonly brings: Locator;
}

/**
 * Chooses an entry of a menu, and waits for what it brings. One that has just opened takes no click yet, one that is covered closes without
 * the entry being chosen: in both nothing comes, and it is chosen again.
 */
export async function chooseEntry(page: Page, text: string, { reopen, take, brings }: MenuUse): Promise<void> {
  const entry = page.locator('.monaco-menu .action-item', { hasText: text }).first();
  await repeated(page, async () => {
    if (!(await entry.isVisible())) await reopen();
    await take(entry);
    // The slowest that was seen on a machine with eight busy processes for each core took 9 seconds.
    await brings.first().waitFor({ timeout: 20_000 });
  });
}

/** Clicks an entry until the menu has closed. */
export async function clickEntry(entry: Locator): Promise<void> {
  await entry.waitFor({ timeout: 5_000 });
  for (let attempt = 1; attempt <= 5; attempt++) {
    await entry.click({ timeout: 5_000 }).catch(() => {}); // it has closed at last
    const isClosed = await entry.waitFor({ state: 'hidden', timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isClosed) return;
  }
}

/** Tries a gesture up to four times, as somebody does whom a busy workbench disturbs; what a failed one has left open is closed. */
export async function repeated(page: Page, gesture: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await gesture();
    } catch (error) {
      if (attempt === 4) throw error;
      await page.keyboard.press('Escape');
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

/** The icon of a view in the bar at the side. The `li`, because a badge may cover the link. */
export function activityIcon(page: Page, title: string): Locator {
  return page.locator(`.activitybar li.action-item:has(a[aria-label^="${title}"])`);
}

/** An entry of the status bar. */
export function statusEntry(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item', { hasText: text });
}
