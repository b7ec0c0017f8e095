import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.js';

/** One of the two views of the Recording panel. */
class RecordingView {
  constructor(private readonly pane: Locator) {}

  /** Rows of its tree with a text. */
  row(text: string | RegExp): Locator {
    return this.pane.locator('.monaco-list-row', { hasText: text });
  }

  /** A button of what is shown while it is empty. */
  button(name: string): Locator {
    return this.pane.getByRole('button', { name });
  }
}

/** The Recording panel, and the page of a recording in the editor. */
export class RecordingPanel {
  readonly calls: RecordingView;
  readonly answers: RecordingView;
  readonly page: FrameLocator;

  constructor(private readonly window: Workbench) {
    const { page } = window;
    const pane = (title: string) => page.locator(`.pane:has(.pane-header[aria-label^="${title}"])`);
    this.calls = new RecordingView(pane('Call Tree'));
    this.answers = new RecordingView(pane('Answers'));
    this.page = page.frameLocator('iframe.webview.ready[src*="extensionId=whence"] >> nth=-1').frameLocator('iframe#active-frame');
  }

  async open(): Promise<void> {
    await this.window.quickInput.run('Focus on Call Tree View');
  }
}
