import type { Statement, ViewContent, ViewRequest } from '../stateMessages.js';
import { announcementOf } from './stateAnnouncement.js';
import { card } from './card.js';
import { element, replaceContent } from './domElements.js';

declare function acquireVsCodeApi(): { postMessage(message: ViewRequest): void };

const host = acquireVsCodeApi();
const send = (request: ViewRequest) => host.postMessage(request);

let shown: ViewContent | null = null;

window.addEventListener('message', ({ data }: MessageEvent<ViewContent>) => {
  show(data);
  // While people are in the editor, the editor speaks.
  if (document.hasFocus()) announce(announcementOf(shown, data));
  shown = data;
});
send({ kind: 'ready' });

function show({ notice, stop, current, pins }: ViewContent): void {
  const statements: readonly Statement[] = [stop, current, ...pins].filter((statement) => statement !== null);
  const cards = element(
    'div',
    { class: 'cards', key: 'cards', onkeydown: moveBetweenCards },
    ...statements.map((statement) => card(statement, send)),
  );
  const restart =
    notice?.canRestart === true ? element('button', { key: 'restart', onclick: () => send({ kind: 'restart' }) }, 'Restart') : null;
  const notices = notice === null ? [] : [element('p', { class: 'note' }, notice.text, ' ', restart)];
  replaceContent(byId('content'), [...notices, cards]);
}

/** The left and right keys go from one heading to the next. */
function moveBetweenCards(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const headings = [...document.querySelectorAll<HTMLElement>('.heading')];
  const at = headings.findIndex((heading) => heading === document.activeElement);
  const next = headings[at + step];
  if (step === 0 || at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function announce(text: string | null): void {
  if (text !== null) byId('announcement').textContent = text;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}
