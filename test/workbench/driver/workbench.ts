import type { BrowserContext, Locator, Page } from 'playwright-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWorkbench } from '../../../scripts/workbench/install.mjs';
import { workbenchFolder } from '../../../scripts/workbench/pins.mjs';
import { addressOf, serve } from '../../../scripts/workbench/server.mjs';
import type { ServeOptions, WorkbenchServer } from '../../../scripts/workbench/server.mjs';
import { quietSettings } from '../../../scripts/workbench/settings.mjs';
import { launchBrowser } from './browser.js';
import type { OpenBrowser } from './browser.js';
import { Editor } from './editor.js';
import { Problems, QuickInput } from './parts.js';
import type { Workspace } from './workspace.js';

/** On a loaded machine everything takes longer; a test that fails takes this long once. */
const patience = 80_000;

/** Of a whole test, which waits more than once. */
export const testLimitMs = 3 * patience;

/** Nothing that moves by itself, nothing beside the code: a screenshot shows what the test is about. */
const testSettings = {
  ...quietSettings,
  'git.enabled': false,
  'editor.minimap.enabled': false,
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  'window.restoreWindows': 'none',
  'security.workspace.trust.startupPrompt': 'never',
  // What else is there when a window opens: a second server of TypeScript's, and its errors.
  'typescript.tsserver.useSyntaxServer': 'never',
  'typescript.validate.enable': false,
  'javascript.validate.enable': false,
};

/** Two seconds after a page has closed nothing of it is left on the server; the oldest server does not know the flag. */
const flags = ['--reconnection-grace-time', '1'];

export const usualSize = { width: 1400, height: 900 };

export interface OpenOptions {
  /** Pairs that the workbench reads from its address. */
  readonly payload?: readonly (readonly [string, string])[];
  /** In pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Called before anything is loaded. */
  prepare?(page: Page): Promise<void>;
}

/** The windows that are open, in the order of their opening. */
export const openWindows = new Set<Workbench>();

/** A version of VS Code that is served and looked at. */
export class Stage {
  private constructor(
    readonly version: 'newest' | 'oldest',
    readonly server: WorkbenchServer,
    private readonly browser: OpenBrowser,
  ) {}

  static async set(version: 'newest' | 'oldest', options: ServeOptions = {}): Promise<Stage> {
    const installed = ensureWorkbench(version);
    const browser = await launchBrowser();
    try {
      return new Stage(version, await serve(installed, testSettings, { ...options, flags: [...flags, ...(options.flags ?? [])] }), browser);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Opens a workspace in a window of its own, with nothing that another window has left behind. */
  async open(workspace: Workspace, { payload = [], size = usualSize, prepare }: OpenOptions = {}): Promise<Workbench> {
    const context = await this.browser.browser.newContext({ viewport: size });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const workbench = new Workbench(this.version, context, page);
    openWindows.add(workbench);
    await prepare?.(page);
    await page.goto(addressOf(this.server, workspace.folder, payload), { waitUntil: 'domcontentloaded' });
    await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
    return workbench;
  }

  async strike(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }
}

/** One window. */
export class Workbench {
  readonly editor: Editor;
  readonly quickInput: QuickInput;
  readonly problems: Problems;
  /** What the page has written to its console; a failure is easier to understand with it. */
  readonly console: string[] = [];

  constructor(
    readonly version: 'newest' | 'oldest',
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.editor = new Editor(page);
    this.quickInput = new QuickInput(page);
    this.problems = new Problems(page);
    page.on('console', (message) => this.console.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`uncaught: ${error.message}`));
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce<Promise<void>>((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Opens a walkthrough by its title, with its first step unfolded. */
  async openWalkthrough(title: string): Promise<void> {
    await this.quickInput.run('Welcome: Open Walkthrough...');
    await this.quickInput.rows().filter({ hasText: title }).click();
    await this.page.locator('.getting-started-step.expanded').waitFor();
  }

  /** Presses a key until an element, or the row of a list that it is, has the focus. */
  async walkTo(element: Locator, key: string): Promise<void> {
    await element.waitFor();
    for (let step = 0; step < 60; step++) {
      if (await element.evaluate(hasFocus)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not lead to ${element}.`);
  }

  /** With what was typed and not saved. */
  async closeEditors(): Promise<void> {
    const tabs = this.page.locator('.tabs-container .tab');
    for (let open = await tabs.count(); open > 0; open--) {
      await this.quickInput.run('View: Revert and Close Editor');
      await tabs.nth(open - 1).waitFor({ state: 'detached' });
    }
  }

  /** As people reload a window. */
  async reload(): Promise<void> {
    await this.quickInput.run('Developer: Reload Window');
    await this.page.waitForEvent('load');
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
  }

  /** Keeps what is on the screen under .cache/workbench/screenshots. */
  async screenshot(name: string): Promise<void> {
    const folder = join(workbenchFolder, 'screenshots', this.version);
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  }

  /** Keeps the screen and the console, for whoever looks into a failure. */
  async keepTraces(name: string): Promise<void> {
    await this.screenshot(name);
    writeFileSync(join(workbenchFolder, 'screenshots', this.version, `${name}.console.log`), this.console.join('\n'));
  }

  /** What is in front, in words: for reports of failures where nobody sees the screen. */
  async described(): Promise<string> {
    const seen: readonly (readonly [string, string])[] = [
      ['tabs', '.tabs-container .tab'],
      ['tab in front', '.editor-group-container.active .tab.active'],
      ['session', '.debug-toolbar:visible'],
      ['call stack', '.debug-call-stack .monaco-list-row'],
      ['list open', '.quick-input-widget:visible'],
      ['messages', '.notification-list-item-message, .monaco-dialog-box'],
      ['status', '.part.statusbar .statusbar-item'],
    ];
    const texts = seen.map(async ([name, selector]) => `${name}: ${(await this.page.locator(selector).allTextContents()).join(' | ')}`);
    return (await Promise.all(texts)).join('\n');
  }

  async close(): Promise<void> {
    openWindows.delete(this);
    await this.context.close();
  }
}

/** Runs in the page. Lists keep the focus and mark the row that it belongs to. */
function hasFocus(element: unknown): boolean {
  const { document } = globalThis as unknown as { document: { activeElement: unknown; hasFocus(): boolean } };
  const isMarked = (element as { classList: { contains(name: string): boolean } }).classList.contains('focused');
  return isMarked || (document.hasFocus() && document.activeElement === element);
}
