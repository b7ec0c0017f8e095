import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The Timeline in the panel: a page within a page within the page. */
export class TimelineView {
  readonly page: FrameLocator;

  constructor(private readonly window: Page) {
    // Other views have pages too: ours is the one in the panel.
    this.page = window.frameLocator('iframe.webview.ready[src*="extensionId=whence"] >> nth=-1').frameLocator('iframe#active-frame');
  }

  /** The big circle of a point. */
  circle(point: string): Locator {
    return this.page.locator(`.plot .mark.located[aria-label^="${point},"]`);
  }

  /** Selects the big circle of a point by keys, wherever the selection is; the picture has the focus. */
  async walkTo(point: string): Promise<void> {
    const wanted = Number(point.slice(1));
    for (let step = 0; step < 20; step++) {
      const label = await this.page.locator('.label.selected').getAttribute('title');
      const lane = Number(/^P(\d+)/.exec(label ?? '')?.[1] ?? Infinity);
      if (lane === wanted) break;
      await this.press(lane < wanted ? 'ArrowDown' : 'ArrowUp');
    }
    await this.press('Home');
    for (let step = 0; step < 40; step++) {
      if (await this.circle(point).and(this.page.locator('.selected')).isVisible()) return;
      await this.press('ArrowRight');
    }
    throw new Error(`No key leads to ${point}.`);
  }

  /** Presses a key and waits until something else is selected; where there is nothing that way it is the same as before. */
  private async press(key: string): Promise<void> {
    const selected = this.page.locator('.plot .mark.selected').first();
    const before = await selected.getAttribute('aria-label');
    await this.window.keyboard.press(key);
    for (let look = 0; look < 20 && (await selected.getAttribute('aria-label')) === before; look++) await this.window.waitForTimeout(20);
  }

  lane(text: string): Locator {
    return this.page.locator('.label', { hasText: text });
  }

  get details(): Locator {
    return this.page.locator('.details');
  }
}
