import type { Locator, Page } from 'playwright-core';

/** The Rules view in the Run and Debug side bar. */
export class RulesViewDriver {
  constructor(private readonly page: Page) {}

  /** A row of the view, such as `childKnowsItsParent`. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.pane:has(.pane-header[aria-label*="Rules"]) .monaco-list-row', { hasText: text }).first();
  }

  /** Opens it: VS Code shows its header alone at first. */
  async open(): Promise<void> {
    const header = this.page.locator('.pane-header[aria-label*="Rules"]');
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  }

  /** Closes another view of the side bar, so that this one has room. */
  async close(view: string): Promise<void> {
    const header = this.page.locator(`.pane-header[aria-label^="${view}"]`);
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.locator('.title').click();
  }

  /** What the view says before any rule is watched. */
  welcome(text: string | RegExp): Locator {
    return this.page.locator('.pane:has(.pane-header[aria-label*="Rules"]) .welcome-view', { hasText: text });
  }
}
