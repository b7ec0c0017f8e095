import type { Chain, ForecastValue, Place, Point, PredictingFinding } from '../../adapter/dap/querypoints/protocol.js';
import { questionKinds } from '../../adapter/querypoints/question/kinds.js';

/** An arrow from an effect to its cause: the two points that it joins. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Arrows between located points. A candidate is no cause of the point that it was considered for. */
export function arrowsOf({ points }: Chain): readonly Arrow[] {
  const located = new Set(points.filter(({ status }) => status === 'located').map(({ id }) => id));
  return points.flatMap(({ id, of, kind }) =>
    kind === 'candidate' ? [] : of !== null && located.has(id) && located.has(of) ? [{ from: of, to: id }] : [],
  );
}

/** The question as a title. */
export function questionText({ kind, expression, of }: Pick<Point, 'kind' | 'expression'> & Partial<Pick<Point, 'of'>>): string {
  switch (kind) {
    case 'stop':
      return 'stopped here';
    case 'candidate':
      return `candidate of ${of ?? 'another point'}`;
    default:
      return questionKinds[kind].title.replace('#', () => expression);
  }
}

/** The text behind the line of a point: the change, the way that was taken, the exception. */
export function noteOf(point: Point): string {
  const { before, after, taken, exception, values } = point;
  if (taken !== null) return [`took: ${taken}`, ...values.map(({ name, value }) => `${name} is ${value}`)].join(', ');
  if (exception !== null) {
    const { className, message, isCaught } = exception;
    const how = isCaught === null ? '' : isCaught ? ' (caught)' : ' (not caught)';
    return `${className === null ? '' : `${className}: `}${message}${how}`;
  }
  if (after === null) return '';
  if (after === 'absent') return `${before ?? ''} → removed`.trimStart();
  // What comes into being with its value has had none before.
  return before === null || before === 'absent' ? after : `${before} → ${after}`;
}

export function placeText({ file, line }: Place): string {
  return `${file.split(/[\\/]/).at(-1) ?? file}:${line}`;
}

/** Since which write a place has held a value. */
export function sinceText({ place, hit }: NonNullable<Point['since']>): string {
  return `since ${placeText(place)}${hit !== null && hit > 1 ? ` (${ordinal(hit)} time)` : ''}`;
}

/** What the analysis says of a point without knowing of the run, as rows: each with a value that it is about, or null. */
export function forecastTexts({ forecast }: Point): readonly ForecastText[] {
  if (forecast === undefined) return [];
  const { predictedBy, values } = forecast;
  const predicted = predictedBy === null ? [] : [{ title: 'predicted by', text: predictedText(predictedBy), place: predictedBy.place }];
  return [
    ...predicted,
    ...values.flatMap((value) => {
      const text = possibleText(value);
      return text === '' ? [] : [{ title: `${value.name} just before`, text, place: null }];
    }),
  ];
}

export interface ForecastText {
  readonly title: string;
  readonly text: string;
  /** Where it leads. */
  readonly place: Place | null;
}

function predictedText({ message, place }: PredictingFinding): string {
  return `${message} at ${placeText(place)}`;
}

/** The values that a variable may have: `reachable 0..500, good 0..100`; empty where nothing is known. */
function possibleText({ reachable, good, standing }: ForecastValue): string {
  const known = [
    ...(reachable === null ? [] : [`reachable ${reachable}`]),
    ...(good === null || good === reachable ? [] : [`good ${good}`]),
    ...(good === null && reachable !== null && standing === 'outside-good' ? ['good none'] : []),
  ];
  const stands = known.length === 0 ? null : standings[standing];
  return [known.join(', '), ...(stands === null ? [] : [stands])].join(': ');
}

const standings = {
  good: null,
  unknown: null,
  'outside-good': 'this run fails',
  outside: 'an assumption of the analysis is broken',
} as const;

/** The state of a point, in one line. */
export function summaryOf(point: Point): string {
  const { status, reason, place, functionName, hit } = point;
  const where = place === null ? '' : placeText(place);
  const inside = functionName ? ` in ${functionName}` : '';
  const time = hit !== null && hit > 1 ? ` (${ordinal(hit)} time)` : '';
  const told = status === 'located' ? noteOf(point) : (reason ?? status);
  return [`${where}${inside}${time}`, told].filter((part) => part !== '').join(': ');
}

/** A chain to be pasted elsewhere. */
export function chainText(chain: Chain): string {
  const blocks = chain.points.map((point) => {
    const lines = [`${point.id} ${questionText(point)}${point.of === null ? '' : ` from ${point.of}`}`, summaryOf(point)];
    if (point.text !== null && point.text !== '') lines.push(point.text);
    if (point.since !== null) lines.push(`was there already, ${sinceText(point.since)}`);
    for (const { expression, place } of point.steps) lines.push(`copied: ${expression} at ${placeText(place)}`);
    for (const { title, text } of forecastTexts(point)) lines.push(`${title}: ${text}`);
    for (const { functionName, place, isAsync } of point.stack.slice(1))
      lines.push(`called from ${isAsync ? 'async ' : ''}${functionName || 'top level'} ${placeText(place)}`);
    return [
      lines[0] ?? '',
      ...lines
        .slice(1)
        .filter((line) => line !== '')
        .map((line) => `    ${line}`),
    ].join('\n');
  });
  return `${[...blocks, ...chain.notes].join('\n')}\n`;
}

/** The point of a chain to go back to from one: the located point that happened last before it, or (`first`) the earliest of all. */
export function pointBefore({ points }: Chain, id: string, isFirst = false): Point | null {
  const event = points.find((point) => point.id === id)?.event ?? null;
  if (event === null) return null;
  const earlier = points
    .filter((point) => point.status === 'located' && point.event !== null && point.id !== id && point.event < event)
    .sort((a, b) => (b.event ?? 0) - (a.event ?? 0));
  return (isFirst ? earlier.at(-1) : earlier[0]) ?? null;
}

/** The question for the change before or after a located one: the same place from the same point, by its index. Null where none can be. */
export function neighbourOf(point: Point, step: -1 | 1): { readonly of: string; readonly index: number } | null {
  if (point.kind !== 'lastChange' || point.of === null) return null;
  const index = point.index + step;
  const isOverEnd = point.index < 0 && index >= 0;
  return isOverEnd || (point.index >= 0 && index < 0) ? null : { of: point.of, index };
}

/** A change of a text, by its lines from 0. */
export interface LineChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** Where a line (from 0) is after changes of its text; null when it was edited itself. */
export function lineAfter(line: number, changes: readonly LineChange[]): number | null {
  if (changes.some(({ range: { start, end } }) => start.line <= line && line <= end.line)) return null;
  const added = ({ range: { start, end }, text }: LineChange): number => text.split('\n').length - 1 - (end.line - start.line);
  return changes.filter(({ range }) => range.end.line < line).reduce((at, change) => at + added(change), line);
}

export function ordinal(count: number): string {
  const suffix = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${suffix}`;
}
