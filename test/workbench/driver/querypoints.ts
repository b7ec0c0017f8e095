import type { Locator, Page } from 'playwright-core';
import { chooseEntry, clickEntry, openMenu, repeated } from './parts.js';

/** The Querypoints view, and the menus that questions are asked from. */
export class Querypoints {
  constructor(private readonly page: Page) {}

  /** A row of the view, such as `P2 last change of this.total`. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.pane:has(.pane-header[aria-label*="Querypoints"]) .monaco-list-row', { hasText: text }).first();
  }

  /** The row that is selected, if it has this text. */
  selected(text: string | RegExp): Locator {
    return this.page.locator('.pane:has(.pane-header[aria-label*="Querypoints"]) .monaco-list-row.selected', { hasText: text });
  }

  /** Shows what is below a row. */
  async open(row: Locator): Promise<void> {
    await repeated(this.page, async () => {
      if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
      await this.page
        .locator('.monaco-list-row[aria-expanded="true"]', { hasText: (await row.textContent()) ?? '' })
        .waitFor({ timeout: 2_000 });
    });
  }

  /** Opens the menu of a row, in whatever view, and chooses an entry, which brings something. */
  async choose(row: Locator, entry: string, brings: Locator): Promise<void> {
    const reopen = () => openMenu(this.page, row);
    await chooseEntry(this.page, entry, { reopen, take: clickEntry, brings });
  }

  /** Asks whether the program may be run again. */
  get consent(): Locator {
    return this.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Run Again' });
  }

  /** Answers the first question of a configuration: the program is run again. */
  async allow(): Promise<void> {
    await this.consent.click();
    await this.consent.waitFor({ state: 'hidden' });
  }
}
