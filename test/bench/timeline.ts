import type { CDPSession } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { launchBrowser } from '../workbench/driver/browser.js';
import { TimelinePage } from '../workbench/driver/timelinePage.js';
import { median } from './median.js';

/** How the page of the timeline copes with many candidates, in the headless browser of the tests. */
export interface TimelineCost {
  readonly candidates: number;
  /** From when the page begins to load, the data being there, to its first whole picture. */
  readonly firstPictureMs: number;
  /** While every frame zooms, or moves. */
  readonly zoom: FrameRate;
  readonly pan: FrameRate;
  /** What the page's process holds after all of it: shared code of the browser counted in full, and in shares. */
  readonly residentMegabytes: number;
  readonly proportionalMegabytes: number;
  /** The most elements of candidates and points that were there at once. */
  readonly marks: number;
}

export interface FrameRate {
  readonly framesPerSecond: number;
  /** The 95th percentile. */
  readonly slowFrameMs: number;
}

const moveMs = 3_000;

/** `npm run bench -- timeline`. The bars: a first picture within a second, 30 frames a second, 300 megabytes. */
export async function printTimeline(): Promise<void> {
  for (const count of [10_000, 100_000, 1_000_000]) {
    const costs: TimelineCost[] = [];
    for (let attempt = 0; attempt < 3; attempt++) costs.push(await measureTimeline(count));
    const middle = (of: (cost: TimelineCost) => number) => Math.round(median(costs.map(of)));
    const rate = (of: 'zoom' | 'pan') =>
      `${middle((cost) => cost[of].framesPerSecond)} frames/s (p95 ${middle((cost) => cost[of].slowFrameMs)} ms)`;
    console.log(
      `${count.toLocaleString('en')} candidates: first picture ${middle((cost) => cost.firstPictureMs)} ms, zoom ${rate('zoom')}, pan ${rate('pan')}, ` +
        `memory ${middle((cost) => cost.residentMegabytes)} MB resident (${middle((cost) => cost.proportionalMegabytes)} MB proportional), ` +
        `at most ${Math.max(...costs.map(({ marks }) => marks))} marks`,
    );
  }
}

async function measureTimeline(candidates: number): Promise<TimelineCost> {
  const opened = await launchBrowser();
  try {
    const shown = await TimelinePage.open(opened, { size: { width: 1600, height: 480 }, prepare: dataOf(candidates) });
    const firstPictureMs = Number(await shown.page.evaluate('globalThis.firstPicture'));
    const marks: number[] = [];
    const rate = async (moves: string): Promise<FrameRate> => {
      const measured = (await shown.page.evaluate(`(${moves})(${moveMs})`)) as FrameRate & { readonly marks: number };
      marks.push(measured.marks);
      return measured;
    };
    const zoom = await rate(zoomEveryFrame);
    const pan = await rate(panEveryFrame);
    const session = await opened.browser.newBrowserCDPSession();
    const pid = await rendererOf(session);
    if (shown.complaints.length > 0) throw new Error(shown.complaints.join('\n'));
    return {
      candidates,
      firstPictureMs,
      zoom,
      pan,
      marks: Math.max(...marks),
      residentMegabytes: kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024,
      proportionalMegabytes: kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024,
    };
  } finally {
    await opened.close();
  }
}

/** The process of the page: of all renderers the one that holds most. */
async function rendererOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sorted = renderers.sort((a, b) => kilobytes(`/proc/${b}/status`, 'VmRSS') - kilobytes(`/proc/${a}/status`, 'VmRSS'));
  return sorted[0] ?? NaN;
}

function kilobytes(file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? NaN);
}

/** Makes a run of so many candidates in the page, before it begins to load, and posts it when the page is ready. */
function dataOf(count: number): string {
  return `
  {
    const shares = [0.7, 0.25, 0.05];
    const last = ${count} * 3;
    const point = (id, of, event) => ({ id, kind: of === null ? 'stop' : 'lastChange', of, expression: 'node.flags', frame: 0, index: -1,
      status: 'located', reason: null, place: { file: '/a/b.ts', line: 7, column: 1 }, text: 'node.flags |= 1;', functionName: 'bind', hit: 1,
      event, before: '0', after: '1', values: [], taken: null, exception: null, stack: [], counts: null, steps: [] });
    const listOf = (id, size, located) => {
      const events = new Uint32Array(size), places = new Uint16Array(size), failed = new Int8Array(size);
      let state = size;
      const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
      for (let index = 0; index < size; index++) {
        events[index] = Math.floor((index + random()) * last / size);
        places[index] = random() * 40;
        failed[index] = events[index] > last * 0.95 ? 0 : random() < 0.02 ? 3 : 1;
      }
      failed[located] = -1;
      const sites = Array.from({ length: 40 }, (_, line) => ({ file: '/a/b.ts', line, column: 1 }));
      return { point: id, sites, events, places, failed, omitted: 0 };
    };
    const lists = shares.map((share, at) => listOf('P' + (at + 2), Math.round(${count} * share), Math.round(${count} * share * (0.8 - at / 5))));
    const points = [point('P1', null, last * 0.95), ...lists.map((list, at) => point(list.point, 'P' + (at + 1), list.events[list.failed.indexOf(-1)]))];
    const chain = { id: 1, points, executions: 1, isSettled: true, isDeterministic: null, notes: [], runs: [], current: 'P1' };
    let pictured;
    globalThis.firstPicture = new Promise((resolve) => { pictured = resolve; });
    const began = performance.now();
    const toTest = globalThis.toHost;
    globalThis.toHost = (request) => {
      if (request.kind !== 'ready') return;
      globalThis.postMessage({ kind: 'chains', chains: [{ key: 'c', title: 'b.ts:7' }], shown: 'c' }, '*');
      globalThis.postMessage({ kind: 'chain', key: 'c', chain, asking: null }, '*');
      for (const candidates of lists) globalThis.postMessage({ kind: 'candidates', key: 'c', candidates }, '*');
      const drawn = () => document.querySelectorAll('.mark.located').length > 3 && document.querySelector('.plot canvas').width > 300;
      const look = () => requestAnimationFrame(() => {
        if (!drawn()) return look();
        // What this frame shows is on the screen when the next one begins.
        requestAnimationFrame(() => pictured(performance.now() - began));
      });
      addEventListener('message', ({ data }) => { if (data.candidates?.point === 'P4') look(); });
    };
  }`;
}

/** Moves the page before every frame for a while; what it returns is a \`FrameRate\`, and the most marks. */
const everyFrame = `async (moveMs, move) => {
  const times = [];
  let marks = 0;
  const start = performance.now();
  for (let frame = 0, now = start; now - start < moveMs; frame++) {
    move(frame);
    now = await new Promise(requestAnimationFrame);
    times.push(performance.now());
    if (frame % 10 === 0) marks = Math.max(marks, document.querySelectorAll('.plot .mark').length);
  }
  const lengths = times.slice(1).map((time, index) => time - times[index]).sort((a, b) => a - b);
  return { framesPerSecond: 1000 * lengths.length / (times.at(-1) - times[0]), slowFrameMs: lengths[Math.floor(lengths.length * 0.95)], marks };
}`;

const wheel = `(options) => {
  const plot = document.querySelector('.plot');
  const { left, width, top } = plot.getBoundingClientRect();
  plot.dispatchEvent(new WheelEvent('wheel', { clientX: left + width * 0.43, clientY: top + 60, bubbles: true, cancelable: true, ...options }));
}`;

/** In to single events, and out again. */
const zoomEveryFrame = `(moveMs) => (${everyFrame})(moveMs, (frame) => (${wheel})({ deltaY: Math.floor(frame / 60) % 2 === 0 ? -60 : 60 }))`;

/** To and fro, where most candidates are circles by themselves: a few hundred events. */
const panEveryFrame = `(moveMs) => {
  for (let step = 0; step < 40; step++) (${wheel})({ deltaY: -600 });
  for (let step = 0; step < 6; step++) (${wheel})({ deltaY: 300 });
  return (${everyFrame})(moveMs, (frame) => (${wheel})({ deltaY: 0, deltaX: Math.floor(frame / 60) % 2 === 0 ? 25 : -25 }));
}`;
