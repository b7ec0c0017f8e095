import type { Chain } from '../../../adapter/dap/querypoints/protocol.js';
import type { Asking, ChainTitle, PackedCandidates, TimelineMessage, TimelineRequest } from '../timelineMessages.js';
import { announcementOf } from '../model/chainAnnouncement.js';
import { CandidateList } from '../model/candidates.js';
import { detailsOf, noActions } from '../model/details.js';
import type { Details } from '../model/details.js';
import { isSameRun, lastRun, timelineOf } from '../model/lanes.js';
import type { Timeline } from '../model/lanes.js';
import { stretchOf } from '../model/marks.js';
import { pageOf } from '../model/tableRows.js';
import type { Page } from '../model/tableRows.js';
import { extentOf, focusOn, moved } from '../model/selection.js';
import type { Direction, Move, Selection } from '../model/selection.js';
import { inside, showing, spanOf, wholeRun, zoomed } from '../model/viewport.js';
import type { Viewport } from '../model/viewport.js';

/** The data that outlives the page, which VS Code throws away whenever the view is hidden. */
export interface Saved {
  readonly shown: string | null;
  readonly view: Viewport | null;
  readonly selection: Selection | null;
  readonly isTable: boolean;
}

interface Known {
  chain: Chain | null;
  asking: Asking | null;
  readonly candidates: Map<string, CandidateList>;
}

const nothingKnown: Known = { chain: null, asking: null, candidates: new Map() };

/** All that the page shows, and what may be done with it. Whoever draws reads it, and calls what changes it. */
export class Store {
  chains: readonly ChainTitle[] = [];
  shown: string | null;
  timeline: Timeline | null = null;
  /** The part of the run that is in view. */
  view: Viewport = wholeRun(0);
  selection: Selection | null;
  isTable: boolean;
  /** Which of several runs that differ is shown, from 0. */
  run = 0;
  page: Page | null = null;
  /** Of what is drawn, in pixels. */
  width = 0;
  /** Counts the themes that VS Code has had: what is on a canvas must be drawn anew. */
  theme = 0;
  /** What is to be said aloud. */
  announcement = '';
  private readonly known = new Map<string, Known>();
  private savedView: Viewport | null;

  /** `changed` is called after every change. */
  constructor(
    saved: Saved | null,
    private readonly send: (request: TimelineRequest) => void,
    private readonly changed: () => void,
  ) {
    this.shown = saved?.shown ?? null;
    this.selection = saved?.selection ?? null;
    this.isTable = saved?.isTable ?? false;
    this.savedView = saved?.view ?? null;
  }

  get saved(): Saved {
    return { shown: this.shown, view: this.isWhole ? null : this.view, selection: this.selection, isTable: this.isTable };
  }

  get isWhole(): boolean {
    return this.timeline === null || spanOf(this.view) >= spanOf(this.timeline.whole);
  }

  get details(): Details | null {
    if (this.timeline === null || this.selection === null) return null;
    const details = detailsOf(this.timeline, this.selection, this.run);
    const isKept = this.chains.some(({ key, isKept: isOver }) => key === this.shown && isOver === true);
    return details !== null && isKept ? { ...details, actions: noActions } : details;
  }

  /** How many events one mark of candidates stands for. */
  get stretch(): number {
    return this.stretchIn(this.view);
  }

  receive(message: TimelineMessage): void {
    switch (message.kind) {
      case 'chains':
        this.chains = message.chains;
        for (const key of this.known.keys()) if (!message.chains.some((one) => one.key === key)) this.known.delete(key);
        if (message.shown !== this.shown) this.show(message.shown);
        break;
      case 'chain':
        this.receiveChain(message.key, message.chain, message.asking);
        break;
      case 'candidates':
        this.receiveCandidates(message.key, message.candidates);
        break;
      case 'command':
        return;
    }
    this.changed();
  }

  private receiveChain(key: string, chain: Chain, asking: Asking | null): void {
    const known = this.knownOf(key);
    const before = known.chain === null ? null : { chain: known.chain, asking: known.asking };
    if (before !== null && !isSameRun(before.chain, chain)) known.candidates.clear();
    Object.assign(known, { chain, asking });
    if (key !== this.shown) return;
    this.announcement = announcementOf(before, chain, asking) ?? this.announcement;
    const isLonger = before !== null && chain.points.length > before.chain.points.length;
    this.run = lastRun(chain);
    this.rebuild();
    const newest = chain.points.at(-1);
    if (newest !== undefined && (isLonger || this.selection === null)) this.select({ lane: newest.id, what: { spot: 'point' } });
  }

  private receiveCandidates(key: string, candidates: PackedCandidates): void {
    this.knownOf(key).candidates.set(candidates.point, new CandidateList(candidates));
    if (key === this.shown) this.rebuild();
  }

  private knownOf(key: string): Known {
    const known = this.known.get(key) ?? { chain: null, asking: null, candidates: new Map<string, CandidateList>() };
    this.known.set(key, known);
    return known;
  }

  private rebuild(): void {
    const { chain, asking, candidates } = this.shown === null ? nothingKnown : this.knownOf(this.shown);
    const wasWhole = this.isWhole;
    this.timeline = chain === null ? null : timelineOf(chain, candidates, asking, this.run);
    if (this.timeline === null) return;
    this.view = wasWhole ? this.timeline.whole : inside(this.view, this.timeline.whole);
    if (this.savedView !== null && this.timeline.whole.to >= this.savedView.to) {
      this.view = inside(this.savedView, this.timeline.whole);
      this.savedView = null;
    }
    // A selected candidate may not be there yet: its list comes in a message of its own.
    const isGone = this.selection !== null && !this.timeline.lanes.some(({ id }) => id === this.selection?.lane);
    if (isGone) this.selection = null;
  }

  private show(key: string | null): void {
    this.shown = key;
    this.timeline = null;
    this.selection = null;
    this.savedView = null;
    this.page = null;
    this.run = key === null ? 0 : lastRun(this.knownOf(key).chain ?? { runs: [] });
    this.rebuild();
  }

  showChain(key: string): void {
    this.show(key);
    this.send({ kind: 'show', key });
    this.changed();
  }

  resize(width: number): void {
    if (width === this.width) return;
    this.width = width;
    this.changed();
  }

  look(view: Viewport): void {
    this.view = view;
    this.changed();
  }

  /** In by a factor below 1; the event stays where it is. */
  zoom(factor: number, event = this.anchor()): void {
    if (this.timeline !== null) this.look(zoomed(this.view, this.timeline.whole, factor, event));
  }

  /** What is selected, where it is in view; else the middle. */
  private anchor(): number {
    const extent = this.timeline === null || this.selection === null ? null : extentOf(this.timeline, this.selection);
    const event = extent === null ? NaN : (extent.first + extent.last) / 2;
    return event >= this.view.from && event <= this.view.to ? event : (this.view.from + this.view.to) / 2;
  }

  fit(): void {
    if (this.timeline !== null) this.look(this.timeline.whole);
  }

  focusSelection(): void {
    const view = this.timeline === null || this.selection === null ? null : focusOn(this.timeline, this.selection);
    if (view !== null) this.look(view);
  }

  select(selection: Selection | null): void {
    this.selection = selection;
    const extent = this.timeline === null || selection === null ? null : extentOf(this.timeline, selection);
    if (extent !== null && this.timeline !== null) this.view = showing(this.view, this.timeline.whole, (extent.first + extent.last) / 2);
    const what = (this.details?.actions.located ?? null) !== null ? 'located' : selection === null ? 'none' : 'other';
    this.send({ kind: 'selected', what });
    this.changed();
  }

  move(direction: Direction): void {
    if (this.timeline === null) return;
    const move: Move | null = moved(this.timeline, this.view, this.stretch, this.selection, direction);
    if (move === null) return;
    this.view = move.view;
    this.select(move.selection);
  }

  selectRun(run: number): void {
    this.run = run;
    this.rebuild();
    this.changed();
  }

  nextRun(): void {
    const count = this.timeline?.chain.runs.length ?? 0;
    if (count > 1) this.selectRun((this.run + 1) % count);
  }

  toggleTable(): void {
    this.isTable = !this.isTable;
    this.changed();
  }

  /** Lists the candidates of a point in the table, those around an index; null: of none. */
  list(lane: string | null, index = 0): void {
    const found = this.timeline?.lanes.find(({ id }) => id === lane);
    this.page = found === undefined ? null : pageOf(found, index);
    this.changed();
  }

  /** To the source; of many candidates, nearer to them. */
  goTo(): void {
    const { details, selection } = this;
    const isGroup = selection !== null && !('spot' in selection.what) && selection.what.end - selection.what.first > 1;
    if (isGroup) this.focusSelection();
    else if (details !== null && details.place !== null) this.reveal(details.place, details.actions.located);
  }

  ask(): void {
    const ask = this.details?.actions.ask ?? null;
    if (ask !== null && this.shown !== null) this.send({ kind: 'ask', key: this.shown, ...ask });
  }

  showMore(): void {
    const point = this.details?.actions.located ?? null;
    if (point !== null && this.shown !== null) this.send({ kind: 'showMore', key: this.shown, point });
  }

  stopHere(): void {
    const point = this.details?.actions.located ?? null;
    if (point !== null && this.shown !== null) this.send({ kind: 'stopHere', key: this.shown, point });
  }

  reveal(place: NonNullable<Details['place']>, point: string | null = null): void {
    this.send({ kind: 'goTo', key: this.shown, point, place });
  }

  private stretchIn(view: Viewport): number {
    return stretchOf(view, this.width, this.timeline?.lanes.length ?? 1);
  }
}
