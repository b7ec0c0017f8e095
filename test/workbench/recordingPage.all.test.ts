import assert from 'node:assert/strict';
import type { RecordingTold } from '../../adapter/dap/querypoints/protocol.js';
import { recordingPage } from '../../extension/recording/recordingPage.js';
import { read } from '../tidy/files.js';
import { seriousFaults } from './driver/accessibility.js';
import { launchBrowser, type OpenBrowser } from './driver/browser.js';
import { themes, type Theme } from './driver/themes.js';
import { testLimitMs } from './driver/workbench.js';

const told: RecordingTold = {
  program: ['shop.mjs', '<b>--fast</b>'],
  node: 'v22.15.0',
  began: 0,
  events: 1_234_567,
  threads: ['main', 'worker 1'],
  files: ['/shop/shop.mjs', '/shop/"<img src=x>.mjs'],
  labels: { branch: '<script>' },
  outcome: 'It ended with exit code 1.',
  missing: ['A part of the file is damaged.'],
};

/** The page with its style sheet and a theme in it: it has no script of its own, and VS Code lets none into it that would look at it. */
function htmlIn({ classes, variables }: Theme, of: RecordingTold | string): string {
  const links = [{ title: 'Debug This Recording', command: 'whence.debugRecording' }];
  const page = recordingPage({ title: 'run<1>.trace', cspSource: 'none', style: 'recording.css', told: of, links });
  const colours = { ...variables, '--vscode-editor-foreground': variables['--vscode-foreground'] };
  const rules = Object.entries(colours).map(([name, value]) => `${name}: ${String(value)};`);
  const style = `<style>:root { ${rules.join(' ')} } ${read('media/recording.css')}</style>`;
  return page
    .replace(/<meta http-equiv[^>]*>/, '')
    .replace(/<link[^>]*>/, style)
    .replace('<body>', `<body class="${classes}">`);
}

describe('the page of a recording', function () {
  this.timeout(testLimitMs);
  let browser: OpenBrowser;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  for (const [name, theme] of Object.entries(themes)) {
    it(`has no fault that axe-core finds, in ${name}; what a recording says is text`, async () => {
      const page = await browser.browser.newPage();
      for (const of of [told, 'This is no recording: <b>it begins otherwise</b>.']) {
        await page.setContent(htmlIn(theme, of));
        assert.deepEqual(await seriousFaults(page), []);
        assert.equal(await page.locator('main b, main img, main script').count(), 0);
      }
      await page.close();
    });
  }
});
