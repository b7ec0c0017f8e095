import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The Timeline in the panel: a page within a page within the page. */
export class TimelineView {
  readonly page: FrameLocator;

  constructor(window: Page) {
    // Other views have pages too: ours is the one in the panel.
    this.page = window.frameLocator('iframe.webview.ready[src*="extensionId=whence"] >> nth=-1').frameLocator('iframe#active-frame');
  }

  /** The big circle of a point. */
  circle(point: string): Locator {
    return this.page.locator(`.plot .mark.located[aria-label^="${point},"]`);
  }

  lane(text: string): Locator {
    return this.page.locator('.label', { hasText: text });
  }

  get details(): Locator {
    return this.page.locator('.details');
  }
}
