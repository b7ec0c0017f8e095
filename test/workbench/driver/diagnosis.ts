import type { Locator, Page } from 'playwright-core';

/** The Diagnosis view. */
export class DiagnosisView {
  constructor(private readonly page: Page) {}

  row(text: string | RegExp): Locator {
    return this.rows(text).first();
  }

  rows(text: string | RegExp): Locator {
    return this.page.locator('.pane:has(.pane-header[aria-label*="Diagnosis"]) .monaco-list-row', { hasText: text });
  }

  /** Answers the first question of a workspace: tests run many times. */
  async allow(): Promise<void> {
    const consent = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Diagnose' });
    await consent.click();
    await consent.waitFor({ state: 'hidden' });
  }
}
