import type { Workbench } from './workbench.js';
import type { Workspace } from './workspace.js';

/** One theme of each kind; the last is shown only where a window is opened with it. */
export const looks = [
  { name: 'dark', setting: 'Default Dark Modern', mark: 'vs-dark' },
  { name: 'light', setting: 'Default Light Modern', mark: 'vs' },
  { name: 'dark high contrast', setting: 'Default High Contrast', mark: 'hc-black' },
  { name: 'light high contrast', setting: 'Default High Contrast Light', mark: 'hc-light' },
] as const;
export type Look = (typeof looks)[number];

/** A stop leaves the focus where it is: what is written goes where it belongs, however late the stop is told. */
export const calmSettings = { 'debug.focusEditorOnBreak': false };

/**
 * What the window shows, seen in one theme after the other: as when somebody changes the theme with everything as it is. `atOnce`: in how
 * many each time; if not in all, the next time begins where this one ended.
 */
export class Wardrobe {
  private order: readonly Look[] = looks.filter(({ mark }) => mark !== 'hc-light');

  constructor(
    private readonly window: Workbench,
    private readonly workspace: Workspace,
    private readonly atOnce = Infinity,
  ) {}

  /** Keeps a picture of each, and holds the check against each. */
  async each(picture: string, check: (look: Look) => Promise<void> = async () => {}): Promise<void> {
    for (const look of this.order.slice(0, this.atOnce)) {
      await this.wear(look);
      await this.window.screenshot(`${picture} ${look.name}`);
      await check(look);
    }
    // The last of all is the first of the next time: one change less.
    const isWhole = this.atOnce >= this.order.length;
    this.order = isWhole ? this.order.toReversed() : [...this.order.slice(this.atOnce), ...this.order.slice(0, this.atOnce)];
  }

  private async wear({ setting, mark }: Look): Promise<void> {
    this.workspace.write('.vscode/settings.json', JSON.stringify({ ...calmSettings, 'workbench.colorTheme': setting }));
    await this.window.page.locator(`.monaco-workbench.${mark}`).waitFor();
  }
}
