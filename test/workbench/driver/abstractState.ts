import type { FrameLocator, Locator, Page } from 'playwright-core';
import { activityIcon } from './parts.js';

/** Our view of abstract states: a page within a page within the page. */
export class AbstractStateView {
  readonly page: FrameLocator;

  constructor(private readonly window: Page) {
    this.page = window.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  async open(): Promise<void> {
    const icon = activityIcon(this.window, 'Whence');
    // A window that is loaded again opens its side bar by itself, and a click on the icon of the view in front closes it.
    for (let attempt = 1; attempt <= 4; attempt++) {
      if (!/\bchecked\b/.test((await icon.getAttribute('class')) ?? '')) await icon.click();
      const isOpen = await this.page
        .locator('.card')
        .first()
        .waitFor({ timeout: 30_000 })
        .then(
          () => true,
          () => false,
        );
      if (isOpen) return;
    }
    throw new Error('The Abstract State view does not open.');
  }

  /** What the view shows of the statement at the cursor. */
  get current(): Card {
    return new Card(this.page.locator('.card').filter({ has: this.page.locator('.kind', { hasText: 'At the cursor' }) }));
  }

  /** What it shows of the statement that the program waits at. */
  get paused(): Card {
    return new Card(this.page.locator('.card').filter({ has: this.page.locator('.kind', { hasText: 'Paused at' }) }));
  }

  pinned(place: string): Card {
    return new Card(this.page.locator('.card').filter({ has: this.page.locator('.heading', { hasText: `Pinned ${place}` }) }));
  }
}

/** A statement and its state. */
class Card {
  constructor(readonly root: Locator) {}

  heading(text: string): Locator {
    return this.root.locator('.heading', { hasText: text });
  }

  button(name: string): Locator {
    return this.root.locator('button', { hasText: new RegExp(`^${name}$`) });
  }

  /** The row of a variable: its name, what it may be, what it is in good runs. */
  row(variable: string): Locator {
    return this.root.locator('tbody tr').filter({ has: this.root.page().locator(`th code:text-is("${variable}")`) });
  }

  /** Its cells as they read. */
  async cells(variable: string): Promise<readonly string[]> {
    const row = this.row(variable);
    await row.waitFor();
    return row.locator('code').allInnerTexts();
  }
}
