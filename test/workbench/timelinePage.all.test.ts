import assert from 'node:assert/strict';
import type { Asking } from '../../extension/timeline/timelineMessages.js';
import { packed } from '../../extension/timeline/columns.js';
import { point } from '../support/chains.js';
import { candidatesOfDiscount, messagesOf, storyOfDiscount } from '../support/timelines.js';
import { seriousFaults } from './driver/accessibility.js';
import { launchBrowser } from './driver/browser.js';
import type { OpenBrowser } from './driver/browser.js';
import { faintTexts } from './driver/contrast.js';
import { faintMarks } from './driver/markContrast.js';
import { themes } from './driver/themes.js';
import { TimelinePage } from './driver/timelinePage.js';
import { testLimitMs } from './driver/workbench.js';

/** A chain with everything that can be drawn: points of every status, runs that differ, a question that is not answered yet. */
function everything() {
  const story = storyOfDiscount();
  const [stop, change, ...rest] = story.points;
  assert.ok(stop && change);
  const moved = { ...change, event: 5_000, after: '1.3' };
  const points = [
    ...story.points,
    point('P5', { status: 'initial', event: null, place: null, reason: 'No write precedes.' }),
    point('P6', { status: 'not-found', event: null, place: null, reason: 'A write was not seen.' }),
    point('P7', { kind: 'exceptionAfter', event: 8_000, exception: { className: 'RangeError', message: 'no', isCaught: true } }),
  ];
  const chain = {
    ...story,
    points,
    isDeterministic: false,
    runs: [[stop, moved, ...rest], points],
    notes: ['A worker thread was not looked at.'],
  };
  const asking: Asking = { kind: 'created', of: 'P4', expression: 'bonus' };
  const [chains, , ...listed] = messagesOf(chain, candidatesOfDiscount);
  assert.ok(chains);
  return [chains, { kind: 'chain', key: 'chain', chain, asking } as const, ...listed];
}

describe('the page of the timeline', function () {
  this.timeout(testLimitMs);
  let browser: OpenBrowser;
  let shown: TimelinePage;

  before('start a browser', async () => {
    browser = await launchBrowser();
  });
  afterEach('close the page', () => shown.close());
  after(() => browser.close());

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await shown.page.keyboard.press(key);
    await shown.post();
  };
  const label = () => shown.page.evaluate('document.activeElement.getAttribute("aria-label")');
  const heading = () => shown.page.locator('.details h2').innerText();

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`stands out from its ground in ${theme}, is accessible to axe-core, and keeps to its policy`, async () => {
      shown = await TimelinePage.open(browser, { theme, size: { width: 1300, height: 700 } });
      await shown.post(...everything());
      await shown.screenshot(`everything ${theme}`);
      const body = shown.page.locator('body');
      assert.deepEqual(await faintMarks(body), []);
      assert.deepEqual(await faintTexts(body), []);
      assert.deepEqual(await seriousFaults(shown.page), []);
      await press('t');
      await shown.page.getByRole('button', { name: /^Show .* candidates of P4$/ }).click();
      await shown.screenshot(`table ${theme}`);
      assert.deepEqual(await faintTexts(body), []);
      assert.deepEqual(await seriousFaults(shown.page), []);
      assert.deepEqual(shown.complaints, []);
    });
  }

  it('begins with what there is to do', async () => {
    shown = await TimelinePage.open(browser);
    await shown.page.getByText('No question has been asked in this session.').waitFor();
    assert.deepEqual(shown.requests, [{ kind: 'ready', shown: null }]);
    assert.deepEqual(await seriousFaults(shown.page), []);
  });

  it('is walked through by keys alone: marks, lanes, source, questions, more data, Stop Here', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    for (let tab = 0; tab < 20 && !String(await label()).startsWith('P4'); tab++) await press('Tab');
    assert.equal(await label(), 'P4, last condition that led there, shop.ts:10, took: then, bonus is 0.3, located');
    await press('ArrowUp');
    assert.match(String(await label()), /of P3 last change of rebate\.share/);
    await press('ArrowLeft');
    assert.match(String(await label()), /candidates of P3|Candidate of P3/);
    await press('ArrowDown', 'End');
    assert.match(String(await label()), /event 4,000, later$/);
    await press('Home');
    assert.match(String(await label()), /event 400, of another activation$/);
    await press('Enter');
    await press('ArrowUp', 'ArrowUp', 'ArrowUp');
    assert.match(String(await label()), /^P1, stopped here.*paused here$/);
    await press('Shift+F10', 'm', 'p', 'Enter');
    assert.deepEqual(
      shown.requests.filter(({ kind }) => kind !== 'ready' && kind !== 'selected').map((request) => ({ ...request, place: undefined })),
      [
        { kind: 'goTo', key: 'chain', point: null, place: undefined },
        { kind: 'ask', key: 'chain', point: 'P1', candidate: null, index: null, place: undefined },
        { kind: 'showMore', key: 'chain', point: 'P1', place: undefined },
        { kind: 'stopHere', key: 'chain', point: 'P1', place: undefined },
        { kind: 'goTo', key: 'chain', point: 'P1', place: undefined },
      ],
    );
  });

  it('leaves the second of two keys to VS Code', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    await press('Shift+Alt+W', 't');
    await press('Control+k', 't');
    assert.equal(await shown.page.locator('.plot').isVisible(), true);
    await press('t');
    assert.equal(await shown.page.locator('.plot').isVisible(), false);
  });

  it('zooms, focuses and shows all by keys, the selected mark in view', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    await shown.page.locator('.mark.located[aria-label^="P2"]').click();
    await press('+', '+', '+', '+');
    const extent = shown.page.locator('.extent');
    const [from = 0, to = 0] = (await extent.innerText()).replaceAll(',', '').split(' – ').map(Number);
    assert.ok(to - from < 1_000 && from < 7_400 && to > 7_400, `${from} to ${to}`);
    assert.match(String(await label()), /^P2/);
    await shown.screenshot('zoomed');
    await press('f');
    assert.match(await extent.innerText(), /^7,397 – 7,403$/);
    await press('ArrowRight');
    assert.match(String(await label()), /Candidate of P2/);
    await press('Escape');
    assert.equal(await extent.innerText(), '');
  });

  it('is zoomed by the wheel where the pointer is, and moved by dragging', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    const located = shown.page.locator('.mark.located[aria-label^="P3"]');
    const before = await located.boundingBox();
    assert.ok(before);
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
    await shown.page.mouse.move(x, y);
    await shown.page.mouse.wheel(0, -600);
    await shown.post();
    const zoomed = await located.boundingBox();
    assert.ok(zoomed && Math.abs(zoomed.x - before.x) < 2, 'what is under the pointer stays');
    await shown.page.mouse.move(x + 30, y + 30);
    await shown.page.mouse.down();
    await shown.page.mouse.move(x + 130, y + 30, { steps: 4 });
    await shown.page.mouse.up();
    await shown.post();
    const moved = await located.boundingBox();
    assert.ok(moved && Math.abs(moved.x - zoomed.x - 100) < 3, 'it goes along with the pointer');
  });

  it('lets the window of the overview be moved and pulled by keys', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    const start = shown.page.getByRole('slider', { name: 'Start of what is in view' });
    await start.focus();
    await press('Shift+ArrowRight');
    const value = Number(await start.getAttribute('aria-valuenow'));
    assert.ok(value > 2_000 && value < 3_000, String(value));
    await press('Home');
    assert.equal(await shown.page.locator('.extent').innerText(), '');
  });

  it('tells under the pointer what a candidate failed', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    await shown.page.locator('.plot .mark.failed-before circle').last().hover();
    assert.match(await shown.page.locator('.tip').innerText(), /^Candidate of P4 .*, later$/);
    assert.match(await shown.page.locator('.crosshair').innerHTML(), /4,000/);
    await shown.screenshot('tip');
  });

  it('shows the same points as a table, with candidates page by page, and goes back', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    await press('t');
    assert.equal(await shown.page.locator('tbody tr').count(), 4);
    await press('ArrowUp', 'ArrowUp');
    assert.equal(await heading(), 'P2 last change of order.discount');
    await shown.page.getByRole('button', { name: /^Show .* candidates of P2$/ }).click();
    assert.match(await shown.page.locator('.pages').innerText(), /of 1,1\d\d/);
    assert.equal(await shown.page.locator('tbody tr').count(), 4 + 99, 'a page holds a hundred, the located one among them');
    await press('t');
    await shown.page.locator('.plot').waitFor();
  });

  it('marks where runs differ, and shows what each of them answered', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...everything());
    await shown.page.getByText('These runs differ').waitFor();
    await shown.page.locator('.mark.other[aria-label^="P2 #1"]').waitFor();
    const first = shown.page.getByRole('radio', { name: 'Run 1, differs' });
    await first.click();
    await shown.post();
    assert.equal(await first.getAttribute('aria-checked'), 'true');
    await press('r');
    assert.equal(await first.getAttribute('aria-checked'), 'false');
  });

  it('says aloud what is new and selects it', async () => {
    shown = await TimelinePage.open(browser);
    const story = storyOfDiscount();
    await shown.post(...messagesOf({ ...story, points: story.points.slice(0, 3) }));
    const asking: Asking = { kind: 'lastCondition', of: 'P3' };
    await shown.post({ kind: 'chain', key: 'chain', chain: { ...story, points: story.points.slice(0, 3) }, asking });
    const spoken = shown.page.locator('#announcement');
    assert.equal(await spoken.innerText(), 'The program is run again.');
    await shown.page.locator('.mark.pending').waitFor();
    await shown.post({ kind: 'chain', key: 'chain', chain: story, asking: null });
    assert.match(await spoken.innerText(), /^P4 last condition that led there, located: shop\.ts:10/);
    assert.equal(await heading(), 'P4 last condition that led there');
    assert.deepEqual(await faintMarks(shown.page.locator('body')), [], 'it looks like a located point');
  });

  it('is as it was when it is opened again, also in the middle of a run', async () => {
    shown = await TimelinePage.open(browser);
    await shown.post(...messagesOf(storyOfDiscount()));
    await shown.page.locator('.mark.located[aria-label^="P3"]').click();
    await press('+', '+');
    const extent = await shown.page.locator('.extent').innerText();
    await shown.page.waitForTimeout(400);
    const state = await shown.page.evaluate('globalThis.keptState');
    await shown.close();
    shown = await TimelinePage.open(browser, { state });
    const [chains, chain, ...listed] = messagesOf(storyOfDiscount());
    assert.ok(chains && chain?.kind === 'chain');
    await shown.post(chains, { ...chain, asking: { kind: 'created', of: 'P4', expression: 'bonus' } }, ...listed);
    assert.deepEqual(shown.requests[0], { kind: 'ready', shown: 'chain' });
    assert.equal(await shown.page.locator('.extent').innerText(), extent);
    assert.equal(await heading(), 'P3 last change of rebate.share');
    await shown.page.getByText('the program is run again…').waitFor();
  });

  it('takes candidates of another run for those that it had', async () => {
    shown = await TimelinePage.open(browser);
    const story = storyOfDiscount();
    await shown.post(...messagesOf(story));
    const points = story.points.map((one) => ({ ...one, event: (one.event ?? 0) + 500 }));
    await shown.post({ kind: 'chain', key: 'chain', chain: { ...story, points }, asking: null });
    assert.equal(await shown.page.locator('.plot .mark.candidate').count(), 0);
    const [first] = candidatesOfDiscount;
    assert.ok(first);
    await shown.post({ kind: 'candidates', key: 'chain', candidates: packed(first) });
    await shown.page.locator('.labels .selected').waitFor();
  });

  it('has room for its details where it is narrow', async () => {
    shown = await TimelinePage.open(browser, { size: { width: 420, height: 640 } });
    await shown.post(...messagesOf(storyOfDiscount()));
    await shown.screenshot('narrow');
    const [plot, details] = [await shown.page.locator('.plot').boundingBox(), await shown.page.locator('.details').boundingBox()];
    assert.ok(plot && details && details.y > plot.y && plot.width > 200);
    assert.deepEqual(await seriousFaults(shown.page), []);
  });
});
