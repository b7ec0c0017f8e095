import type { Locator, Page } from 'playwright-core';
import { chooseEntry } from './parts.js';

/** The Querypoints view, and the menus that questions are asked from. */
export class Querypoints {
  constructor(private readonly page: Page) {}

  /** A row of the view, such as `P2 last change of this.total`. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.pane:has(.pane-header[aria-label*="Querypoints"]) .monaco-list-row', { hasText: text }).first();
  }

  /** Opens the menu of a row, in whatever view, and chooses an entry. */
  async choose(row: Locator, entry: string): Promise<void> {
    await this.openMenu(row, entry);
    await chooseEntry(this.page, entry);
  }

  /** Opens the menu of a row and waits for an entry of it. */
  async openMenu(row: Locator, entry: string): Promise<void> {
    await row.click();
    await row.click({ button: 'right' });
    await this.entry(entry).waitFor();
  }

  /** Answers the first question of a configuration: the program is run again. */
  async allow(): Promise<void> {
    await this.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Run Again' }).click();
  }

  private entry(text: string): Locator {
    return this.page.locator('.monaco-menu .action-item', { hasText: text }).first();
  }
}
