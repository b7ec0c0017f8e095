import { render } from 'preact';
import type { TimelineMessage, TimelineRequest } from '../timelineMessages.js';
import { app } from './app.js';
import { onThemeChange } from './colors.js';
import { Keys, actions } from './keys.js';
import { Store } from './store.js';
import type { Saved } from './store.js';

declare function acquireVsCodeApi(): {
  postMessage(message: TimelineRequest): void;
  getState(): Saved | undefined;
  setState(state: Saved): void;
};

const host = acquireVsCodeApi();
const content = byId('content');
let isWaiting = false;
let isKept = true;
let isResting = true;

const store = new Store(host.getState() ?? null, (request) => host.postMessage(request), changed);

const keys = new Keys(store);

/** However much has changed, there is one picture a frame. */
function changed(): void {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    render(app(store), content);
    announce(store.announcement);
    keep();
  });
}

function announce(text: string): void {
  const place = byId('announcement');
  if (place.textContent !== text) place.textContent = text;
}

/** At once, and while the view moves a few times a second: it may be closed at any time. */
function keep(): void {
  isKept = isResting;
  if (!isResting) return;
  host.setState(store.saved);
  isResting = false;
  setTimeout(() => {
    isResting = true;
    if (!isKept) keep();
  }, 200);
}

window.addEventListener('message', ({ data }: MessageEvent<TimelineMessage>) => {
  if (data.kind === 'command') actions[data.command](store);
  else store.receive(data);
});
window.addEventListener('keydown', (event) => {
  const { target } = event;
  // Whoever comes to the page without having chosen anything on it is in the picture.
  if (target === document.body) document.querySelector<SVGElement>('.plot svg')?.focus();
  if (target instanceof HTMLSelectElement) return;
  keys.press(event, target === document.body || (target instanceof Element && target.closest('.plot') !== null));
});
onThemeChange(() => {
  store.theme++;
  changed();
});
changed();
host.postMessage({ kind: 'ready', shown: store.shown });

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}
