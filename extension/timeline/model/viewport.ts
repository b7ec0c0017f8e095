/** The part of a run that is in view, in event numbers; fractions while it moves. `from` is less than `to`. */
export interface Viewport {
  readonly from: number;
  readonly to: number;
}

/** Nobody looks closer than at this many events. */
const leastSpan = 6;

/** What is free on either side of the first and the last event, as a share of the run. */
const margin = 0.025;

/** The whole run, with some room at its ends. */
export function wholeRun(lastEvent: number): Viewport {
  const room = Math.max(1, lastEvent * margin);
  return { from: -room, to: Math.max(lastEvent, leastSpan) + room };
}

export function spanOf({ from, to }: Viewport): number {
  return to - from;
}

/** Makes what is in view `factor` times as long; what is at `event` stays where it is. */
export function zoomed(view: Viewport, whole: Viewport, factor: number, event: number): Viewport {
  const span = Math.min(Math.max(spanOf(view) * factor, leastSpan), spanOf(whole));
  const share = (event - view.from) / spanOf(view);
  return inside({ from: event - share * span, to: event + (1 - share) * span }, whole);
}

/** Moved by so many events. */
export function panned({ from, to }: Viewport, whole: Viewport, events: number): Viewport {
  return inside({ from: from + events, to: to + events }, whole);
}

/** As it is when the event is in view and not at the very edge; else moved so that it is in the middle. */
export function showing(view: Viewport, whole: Viewport, event: number): Viewport {
  const room = spanOf(view) * 0.02;
  if (event >= view.from + room && event <= view.to - room) return view;
  return panned(view, whole, event - (view.from + view.to) / 2);
}

/** The viewport from one event to another, with room around them. */
export function around(first: number, last: number, whole: Viewport): Viewport {
  const room = Math.max((last - first) * 0.1, leastSpan / 2);
  return inside({ from: first - room, to: last + room }, whole);
}

/** The viewport moved so that it is not beyond the run. */
export function inside({ from, to }: Viewport, whole: Viewport): Viewport {
  const span = Math.min(Math.max(to - from, leastSpan), spanOf(whole));
  const start = Math.min(Math.max(from, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** The place of an event, in pixels from the left. Far outside it is just outside: no browser draws at a thousand million pixels. */
export function xOf(event: number, view: Viewport, width: number): number {
  const x = ((event - view.from) / spanOf(view)) * width;
  return Math.min(Math.max(x, -width - 1000), 2 * width + 1000);
}

export function eventAt(x: number, view: Viewport, width: number): number {
  return view.from + (x / Math.max(width, 1)) * spanOf(view);
}
