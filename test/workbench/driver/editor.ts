import type { Locator, Page } from 'playwright-core';
import { contrastOf } from './contrast.js';
import { openByKey, repeated, statusEntry } from './parts.js';

/** The editor that is in front. */
export class Editor {
  readonly root: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
  }

  /** The line on the screen that shows this text. */
  line(text: string): Locator {
    return this.root.locator('.view-line', { hasText: text }).first();
  }

  /** Puts the cursor before the first character of the text in the first line that shows it. */
  async putCursorAt(text: string): Promise<void> {
    // An editor that has just been opened may still move its lines: what counts is where the cursor is then.
    for (let attempt = 1; attempt <= 10; attempt++) {
      const { x, y } = await this.place(text);
      await this.page.mouse.click(x, y);
      if (await this.isCursorAt(x, y)) return;
    }
    throw new Error(`The cursor does not go to "${text}".`);
  }

  private async isCursorAt(x: number, y: number): Promise<boolean> {
    const cursor = this.root.locator('.cursors-layer .cursor').first();
    for (let look = 1; look <= 10; look++) {
      const box = await cursor.boundingBox();
      if (box !== null && Math.abs(box.x - x) < 4 && box.y <= y && y <= box.y + box.height) return true;
      await this.page.evaluate(nextFrame);
    }
    return false;
  }

  /** Puts the cursor at a line and a column, both from 1, by keyboard, wherever the focus is, and waits until VS Code says that it is there. */
  async goTo(line: number, column = 1): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    await repeated(this.page, async () => {
      await openByKey(this.page, ['Control+1', 'Control+g'], input);
      await input.fill(`:${line}:${column}`);
      await this.page.keyboard.press('Enter');
      await input.waitFor({ state: 'hidden' });
      // A busy workbench may take the key for what the box showed before.
      await statusEntry(this.page, `Ln ${line}, Col`).waitFor({ timeout: 10_000 });
    });
  }

  /** Waits until this is written behind the line that shows a text; it is no part of the document. */
  async waitForNote(text: string, note: string): Promise<void> {
    let found = '';
    for (let look = 1; look <= 100; look++) {
      found = await this.line(text).evaluate(notesBehind);
      if (found.includes(note)) return;
      await this.page.waitForTimeout(100);
    }
    throw new Error(`Behind "${text}" stands "${found}".`);
  }

  /** How much what is written behind a line stands out from the highlight of that line, as WCAG 2 counts it. */
  async noteContrast(text: string): Promise<number> {
    const { color, grounds } = await this.line(text).evaluate(noteColors);
    return contrastOf(color, grounds);
  }

  /** Rests the pointer on the text until a hover shows something. A busy workbench forgets a pointer that rests: then it comes again. */
  async hover(text: string, shown: string | RegExp = /./): Promise<void> {
    await repeated(this.page, async () => {
      const { x, y } = await this.place(text);
      await this.page.mouse.move(x - 40, y + 60);
      await this.page.mouse.move(x + 4, y, { steps: 4 });
      await this.hoverWidget().filter({ hasText: shown }).first().waitFor({ timeout: 20_000 });
    });
  }

  hoverWidget(): Locator {
    return this.page.locator('.monaco-hover:not(.hidden) .hover-row, .monaco-hover:not(.hidden) .hover-contents');
  }

  /** What is underlined as an error, a warning or information. */
  squiggles(kind: 'error' | 'warning' | 'info' | 'hint'): Locator {
    return this.root.locator(`.squiggly-${kind}`);
  }

  codeLens(text: string | RegExp): Locator {
    return this.root.locator('.codelens-decoration', { hasText: text });
  }

  /** A lens that stands beside others, to be clicked. */
  lensLink(text: string): Locator {
    return this.root.locator('.codelens-decoration a', { hasText: text });
  }

  /** The rows of the list of completions. */
  suggestion(label: string): Locator {
    return this.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: label });
  }

  /** Opens the menu of quick fixes at the cursor and waits until it offers one. */
  async offerQuickFixes(title: string): Promise<void> {
    await openByKey(this.page, ['Control+.'], this.quickFix(title));
  }

  /** Chooses a row of the open menu of quick fixes. */
  async applyQuickFix(title: string): Promise<void> {
    const wanted = this.quickFix(title);
    for (let row = 0; row < 30; row++) {
      if (/\bfocused\b/.test((await wanted.getAttribute('class')) ?? '')) return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`No key leads to "${title}".`);
  }

  private quickFix(title: string): Locator {
    return this.page.locator('.action-widget .monaco-list-row.action', { hasText: title });
  }

  /** The centre of the text's first character on the screen. */
  private async place(text: string): Promise<{ readonly x: number; readonly y: number }> {
    const line = this.line(text);
    await line.waitFor();
    // The text may be spread over several tokens, each a span of its own: a range over the text nodes finds its box.
    const box = await line.evaluate(boxOfText, text);
    if (box === null) throw new Error(`The line that shows "${text}" does not hold it as written.`);
    return box;
  }
}

/** Runs in the page: what decorations write behind a line. */
function notesBehind(line: unknown): string {
  interface PageElement {
    querySelectorAll(selector: string): Iterable<PageElement>;
  }
  const page = globalThis as unknown as { getComputedStyle(element: PageElement, part: string): { readonly content: string } };
  const contents = [...(line as PageElement).querySelectorAll('span')].map((element) => page.getComputedStyle(element, '::after').content);
  return contents.filter((content) => content !== 'none').join(' ');
}

/** Runs in the page: the colour of what is written behind a line, and of what lies under it, from the bottom upwards. */
function noteColors(line: unknown): { readonly color: string; readonly grounds: readonly string[] } {
  interface PageElement {
    querySelectorAll(selector: string): Iterable<PageElement>;
    closest(selector: string): PageElement;
  }
  interface Style {
    readonly content: string;
    readonly color: string;
    getPropertyValue(name: string): string;
  }
  const page = globalThis as unknown as { getComputedStyle(element: PageElement, part?: string): Style };
  const styles = [...(line as PageElement).querySelectorAll('span')].map((element) => page.getComputedStyle(element, '::after'));
  const color = styles.find(({ content }) => content !== 'none')?.color ?? '';
  const theme = page.getComputedStyle((line as PageElement).closest('.monaco-workbench'));
  const grounds = ['editor-background', 'editor-rangeHighlightBackground'].map((name) => theme.getPropertyValue(`--vscode-${name}`));
  return { color, grounds: grounds.filter((ground) => ground !== '') };
}

/** Runs in the page: resolves when it has been drawn again. */
function nextFrame(): Promise<unknown> {
  const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame(run: (time: number) => void): void };
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Runs in the page. The types are the few that it needs of the browser's, which the rest of the project has not. */
function boxOfText(line: unknown, text: string): { x: number; y: number } | null {
  interface TextNode {
    readonly textContent: string;
  }
  interface BrowserRange {
    setStart(node: TextNode, offset: number): void;
    setEnd(node: TextNode, offset: number): void;
    getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  }
  interface BrowserDocument {
    createTreeWalker(root: unknown, what: number): { nextNode(): TextNode | null };
    createRange(): BrowserRange;
  }
  const document = (globalThis as unknown as { document: BrowserDocument }).document;
  const walker = document.createTreeWalker(line, 4);
  const nodes: { node: TextNode; from: number }[] = [];
  let all = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, from: all.length });
    all += node.textContent;
  }
  const start = all.replaceAll('\u00a0', ' ').indexOf(text);
  const first = nodes.findLast(({ from }) => from <= start);
  if (start < 0 || first === undefined) return null;
  const range = document.createRange();
  range.setStart(first.node, start - first.from);
  range.setEnd(first.node, start - first.from + 1);
  const { left, top, height } = range.getBoundingClientRect();
  return { x: left + 1, y: top + height / 2 };
}
