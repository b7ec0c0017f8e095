import type { CandidateList } from '../model/candidates.js';
import type { Lane } from '../model/lanes.js';
import { heightOf } from '../model/marks.js';
import type { GroupMark, Mark } from '../model/marks.js';
import { eventAt, xOf } from '../model/viewport.js';
import type { Viewport } from '../model/viewport.js';
import { colors } from './colors.js';
import { barHeight, laneFoot, laneHeight, overviewHeight } from './geometry.js';

/** Draws groups of candidates as bars, each divided by what its candidates failed. */
export function drawDensity(canvas: HTMLCanvasElement, lanes: readonly (readonly Mark[])[], view: Viewport, width: number): void {
  const context = prepare(canvas, width, lanes.length * laneHeight);
  if (context === null) return;
  const { failed } = colors();
  lanes.forEach((marks, lane) => {
    const groups = marks.filter((mark) => mark.kind === 'group');
    const most = Math.max(leastMost, ...groups.map(({ total }) => total));
    // One colour after the other: to change it costs more than to fill.
    failed.forEach((color, constraint) => {
      context.fillStyle = color;
      for (const group of groups) drawPart(context, group, constraint, { most, foot: lane * laneHeight + laneFoot, view, width });
    });
  });
}

/** A bar of a few candidates is low, also where no other is higher. */
const leastMost = 24;

/** Where a lane is drawn, and the number that its highest bar stands for. */
interface LanePlace {
  readonly most: number;
  readonly foot: number;
  readonly view: Viewport;
  readonly width: number;
}

function drawPart(
  context: CanvasRenderingContext2D,
  { from, to, counts, total }: GroupMark,
  constraint: number,
  { most, foot, view, width }: LanePlace,
): void {
  const count = counts[constraint] ?? 0;
  if (count === 0) return;
  const height = heightOf(total, most) * barHeight;
  const below = counts.slice(0, constraint).reduce((sum, other) => sum + other, 0);
  const left = Math.round(xOf(from, view, width));
  const right = Math.max(left + 2, Math.round(xOf(to, view, width)) - 1);
  const bottom = Math.round((below / total) * height);
  const top = Math.max(bottom + 1, Math.round(((below + count) / total) * height));
  context.fillRect(left, foot - top, right - left, top - bottom);
}

/** Draws how many candidates there are all over the run, of all lanes together. O(width × lanes × log candidates). */
export function drawOverview(canvas: HTMLCanvasElement, lanes: readonly Lane[], whole: Viewport, width: number): void {
  const context = prepare(canvas, width, overviewHeight);
  if (context === null) return;
  const lists = lanes.flatMap(({ candidates }) => candidates ?? []);
  const columns = Math.floor(width / 2);
  const totals = new Uint32Array(columns);
  for (const list of lists) addTo(totals, list, whole, width);
  const most = totals.reduce((a, b) => Math.max(a, b), 2);
  context.fillStyle = colors().foreground;
  totals.forEach((total, column) => {
    if (total === 0) return;
    const height = Math.max(2, Math.round(Math.sqrt(total / most) * (overviewHeight - 6)));
    context.fillRect(column * 2, overviewHeight - 2 - height, 2, height);
  });
}

function addTo(totals: Uint32Array, list: CandidateList, whole: Viewport, width: number): void {
  let first = list.firstFrom(whole.from);
  for (let column = 0; column < totals.length && first < list.count; column++) {
    const end = list.firstFrom(eventAt((column + 1) * 2, whole, width), first);
    totals[column] = (totals[column] ?? 0) + end - first;
    first = end;
  }
}

/** Makes a canvas as large as it is shown, in the pixels of the screen, and empties it. */
function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
