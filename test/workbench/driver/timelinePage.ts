import type { BrowserContext, Page } from 'playwright-core';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimelineMessage, TimelineRequest } from '../../../extension/timeline/timelineMessages.js';
import { webviewPage } from '../../../extension/webviewPage.js';
import { workbenchFolder } from '../../../scripts/workbench/pins.mjs';
import { root } from '../../tidy/files.js';
import type { OpenBrowser } from './browser.js';
import { themes } from './themes.js';
import type { Theme } from './themes.js';

const origin = 'https://timeline.example';

export interface PageOptions {
  readonly theme?: keyof typeof themes;
  readonly size?: { readonly width: number; readonly height: number };
  /** What VS Code has kept of an earlier page. */
  readonly state?: unknown;
  /** Runs in the page before anything else of it. */
  readonly prepare?: string;
}

/** The page of the Timeline without a workbench around it: what VS Code gives to a page is given by the test. */
export class TimelinePage {
  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    /** What the page has asked its host for. */
    readonly requests: TimelineRequest[],
    /** Violations of the policy, errors, and what was written to the console. */
    readonly complaints: string[],
  ) {}

  static async open({ browser }: OpenBrowser, options: PageOptions = {}): Promise<TimelinePage> {
    const { theme = 'dark', size = { width: 1200, height: 420 }, state = null, prepare = '' } = options;
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const opened = new TimelinePage(context, page, [], []);
    page.on('console', (message) => opened.complaints.push(message.text()));
    page.on('pageerror', (error) => opened.complaints.push(error.message));
    await page.exposeFunction('toHost', (request: TimelineRequest) => opened.requests.push(request));
    await page.addInitScript({ content: `${vsCodeOf(state)}${prepare}` });
    await page.route(`${origin}/**`, (route) => route.fulfill(fileAt(new URL(route.request().url()).pathname, themes[theme])));
    await page.goto(`${origin}/page`);
    return opened;
  }

  /** As the extension host posts it. */
  async post(...messages: readonly TimelineMessage[]): Promise<void> {
    for (const message of messages) await this.page.evaluate(postMessage, asSource(message));
    await this.page.evaluate(twoFrames);
  }

  /** Keeps what is seen, beside the screenshots of the workbench. */
  async screenshot(name: string): Promise<void> {
    const folder = join(workbenchFolder, 'screenshots', 'page');
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

function fileAt(path: string, theme: Theme): { readonly contentType: string; readonly body: string } {
  switch (path) {
    case '/page':
      return { contentType: 'text/html', body: themed(theme) };
    case '/theme.css':
      return {
        contentType: 'text/css',
        body: `:root { ${Object.entries(theme.variables)
          .map(([name, value]) => `${name}: ${value};`)
          .join(' ')} }`,
      };
    case '/timeline.js':
      return { contentType: 'text/javascript', body: readFileSync(join(root, 'dist/timeline.js'), 'utf8') };
    case '/timeline.css':
      return { contentType: 'text/css', body: readFileSync(join(root, 'media/timeline.css'), 'utf8') };
    default:
      return { contentType: 'text/plain', body: '' };
  }
}

/** The page as VS Code shows it: with the colours and the name of a theme. */
function themed({ classes }: Theme): string {
  const html = webviewPage({
    title: 'Timeline',
    nonce: 'n0nce',
    cspSource: origin,
    script: `${origin}/timeline.js`,
    style: `${origin}/timeline.css`,
  });
  return html
    .replace('<body>', `<body class="${classes}">`)
    .replace('</head>', `<link rel="stylesheet" href="${origin}/theme.css"></head>`);
}

/** What VS Code puts into a page before its scripts run. */
function vsCodeOf(state: unknown): string {
  return `
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (request) => toHost(request),
      getState: () => globalThis.keptState,
      setState: (state) => { globalThis.keptState = state; },
    });
    globalThis.keptState = ${JSON.stringify(state)} ?? undefined;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('policy: ' + violatedDirective + ' ' + blockedURI));
  `;
}

/** Typed arrays do not cross to the page: their kind and numbers do. */
function asSource(message: TimelineMessage): string {
  return JSON.stringify(message, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? { typed: value.constructor.name, numbers: [...(value as Uint32Array)] } : value,
  );
}

/** Runs in the page. */
function postMessage(source: string): void {
  const page = globalThis as unknown as Record<string, new (numbers: number[]) => unknown> & {
    postMessage(message: unknown, origin: string): void;
  };
  const message: unknown = JSON.parse(source, (_, value: { typed?: string; numbers?: number[] } | null) => {
    const kind = typeof value?.typed === 'string' ? page[value.typed] : undefined;
    return kind === undefined ? value : new kind(value?.numbers ?? []);
  });
  page.postMessage(message, '*');
}

/** Runs in the page: what is new has been drawn then. */
async function twoFrames(): Promise<void> {
  const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame(run: (time: number) => void): void };
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}
