import { isAbsolute, join, relative, sep } from 'node:path';
import type { Chain, NamedValue, Place, Point } from '../../adapter/dap/querypoints/protocol.js';
import { questionKinds } from '../../adapter/querypoints/question/kinds.js';
import { placeText, questionText, summaryOf } from './model.js';

/** A chain that outlives its session. */
export interface KeptChain {
  /** Unique among all sessions. */
  readonly id: string;
  readonly chain: Chain;
  /** What the user calls it; null: nothing yet. */
  readonly title: string | null;
  /** The name of the configuration that ran the program. */
  readonly program: string;
  /** When it was asked last, in milliseconds since 1970. */
  readonly time: number;
  /** The commit of the folder, if it is one of Git. */
  readonly revision: string | null;
  readonly isPinned: boolean;
  /** What the user has written at points, by their names. */
  readonly notes: Readonly<Record<string, string>>;
  /** Of the files of its points, as they were: digests by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** So many stay, beside those that are pinned. */
const mostKept = 10;

/** The chains with one more, or with a newer state of it; newest first. What the user has said of it stays. */
export function withChain(kept: readonly KeptChain[], one: KeptChain): readonly KeptChain[] {
  const before = kept.find(({ id }) => id === one.id);
  const now = before === undefined ? one : { ...one, title: before.title, isPinned: before.isPinned, notes: before.notes };
  const others = kept.filter(({ id }) => id !== one.id);
  let left = mostKept;
  return [now, ...others].filter(({ isPinned }) => isPinned || left-- > 0);
}

/** A chain without what only its session knows. */
export function outliving(chain: Chain): Chain {
  const plain = ({ file, line, column }: Place): Place => ({ file, line, column });
  const points = chain.points.map((point) => ({
    ...point,
    place: point.place === null ? null : plain(point.place),
    stack: point.stack.map((frame) => ({ ...frame, place: plain(frame.place) })),
    since: point.since === null ? null : { ...point.since, place: plain(point.since.place) },
    steps: point.steps.map((step) => ({ ...step, place: plain(step.place) })),
    ...movedForecast(point, plain),
  }));
  return { ...chain, points, runs: [], current: null, isSettled: true };
}

/** The files of its points. */
export function filesOf({ points }: Chain): readonly string[] {
  return [...new Set(points.flatMap(({ place }) => (place === null ? [] : [place.file])))];
}

/** What is to be shown of it beside its title: program, time, revision, and what has changed since. */
export function describedAs({ chain, program, time, revision }: KeptChain, now: Now): string {
  const changed = filesOf(chain).filter((file) => now.changed.has(file));
  const names = changed.map((file) => file.split(/[\\/]/).at(-1) ?? file);
  const since = [
    ...(names.length === 0 ? [] : [`${names.join(', ')} changed since`]),
    ...(revision !== null && now.revision !== null && revision !== now.revision ? [`of revision ${revision.slice(0, 7)}`] : []),
  ];
  return [program, new Date(time).toLocaleString(), ...since].join(', ');
}

/** What is now where a chain was asked. */
export interface Now {
  /** The files whose text is another, or that are gone. */
  readonly changed: ReadonlySet<string>;
  readonly revision: string | null;
}

export const titleOf = ({ title, chain }: KeptChain): string => {
  const place = chain.points[0]?.place ?? null;
  return title ?? `Stop at ${place === null ? '?' : placeText(place)}`;
};

/** A chain with its notes, to be pasted into a page. Text of the program stands between marks of code, of which it ends none. */
export function markdownOf(kept: KeptChain): string {
  const { chain, notes, program, time, revision } = kept;
  const head = [
    `### ${plain(titleOf(kept))}`,
    '',
    `${plain(program)}, ${new Date(time).toISOString()}${revision === null ? '' : `, ${revision}`}`,
    '',
  ];
  const items = chain.points.flatMap((point) => {
    const told = [`${point.id} ${questionText(point)}`, summaryOf(point)].filter((part) => part !== '').join(': ');
    const note = notes[point.id];
    return [`- ${code(told)}`, ...(point.text ? [`  ${code(point.text)}`] : []), ...(note === undefined ? [] : [`  ${plain(note)}`])];
  });
  return `${[...head, ...items].join('\n')}\n`;
}

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const marks = '`'.repeat(longest + 1);
  return longest === 0 ? `${marks}${line}${marks}` : `${marks} ${line} ${marks}`;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');

const schema = 'whence.chain/1';

/** A chain as a file: paths in the folder are relative to it, so that it opens on another machine. */
export function fileTextOf(kept: KeptChain, folder: string): string {
  const inside = (file: string): string => {
    const path = relative(folder, file);
    return path.startsWith('..') || isAbsolute(path) ? file : path.split(sep).join('/');
  };
  const texts = Object.fromEntries(Object.entries(kept.texts).map(([file, digest]) => [inside(file), digest]));
  return `${JSON.stringify({ schema, ...withPaths({ ...kept, texts }, inside) }, null, 2)}\n`;
}

/** A chain from a file, whose paths are in the folder. Throws a sentence where the text is none. */
export function readChainFile(text: string, folder: string): KeptChain {
  const given: unknown = JSON.parse(text);
  if (!isRecord(given) || given['schema'] !== schema || !isRecord(given['chain']) || !Array.isArray(given['chain']['points']))
    throw new Error(`It is no chain of Whence: ${schema} is expected.`);
  const outside = (file: string): string => (isAbsolute(file) ? file : join(folder, file));
  const chain = given['chain'];
  const points = (chain['points'] as readonly unknown[]).map(readPoint);
  if (points.length === 0) throw new Error('The chain has no points.');
  const kept: KeptChain = {
    id: textIn(given, 'id'),
    chain: {
      id: 0,
      points,
      executions: numberIn(chain, 'executions') ?? 0,
      isSettled: true,
      isDeterministic: typeof chain['isDeterministic'] === 'boolean' ? chain['isDeterministic'] : null,
      notes: listIn(chain, 'notes').filter((note) => typeof note === 'string'),
      runs: [],
      current: null,
    },
    title: typeof given['title'] === 'string' ? given['title'] : null,
    program: textIn(given, 'program'),
    time: numberIn(given, 'time') ?? 0,
    revision: typeof given['revision'] === 'string' ? given['revision'] : null,
    isPinned: given['isPinned'] === true,
    notes: textsIn(given, 'notes'),
    texts: Object.fromEntries(Object.entries(textsIn(given, 'texts')).map(([file, digest]) => [outside(file), digest])),
  };
  return withPaths(kept, outside);
}

function withPaths(kept: KeptChain, change: (file: string) => string): KeptChain {
  const moved = (place: Place): Place => ({ ...place, file: change(place.file) });
  const points = kept.chain.points.map((point) => ({
    ...point,
    place: point.place === null ? null : moved(point.place),
    stack: point.stack.map((frame) => ({ ...frame, place: moved(frame.place) })),
    since: point.since === null ? null : { ...point.since, place: moved(point.since.place) },
    steps: point.steps.map((step) => ({ ...step, place: moved(step.place) })),
    ...movedForecast(point, moved),
  }));
  return { ...kept, chain: { ...kept.chain, points } };
}

/** What is known of a point beforehand, with its place changed. */
function movedForecast({ forecast }: Point, change: (place: Place) => Place): Pick<Point, 'forecast'> {
  if (forecast === undefined) return {};
  const { predictedBy } = forecast;
  return { forecast: { ...forecast, predictedBy: predictedBy && { ...predictedBy, place: change(predictedBy.place) } } };
}

const kinds: readonly string[] = ['stop', 'candidate', ...Object.keys(questionKinds)];
const statuses: readonly string[] = ['located', 'initial', 'not-reached', 'not-found', 'not-recorded'];

/** Nothing of a file is believed but what has its shape. */
function readPoint(given: unknown): Point {
  if (!isRecord(given)) throw new Error('A point of the chain is none.');
  const [kind, status] = [textIn(given, 'kind'), textIn(given, 'status')];
  if (!kinds.includes(kind) || !statuses.includes(status)) throw new Error(`The chain has a point of an unknown kind: ${kind}, ${status}.`);
  const exception = isRecord(given['exception']) ? given['exception'] : null;
  return {
    id: textIn(given, 'id'),
    kind: kind as Point['kind'],
    of: nullableIn(given, 'of'),
    expression: textIn(given, 'expression'),
    frame: numberIn(given, 'frame') ?? 0,
    index: numberIn(given, 'index') ?? -1,
    status: status as Point['status'],
    reason: nullableIn(given, 'reason'),
    place: placeIn(given),
    text: nullableIn(given, 'text'),
    functionName: nullableIn(given, 'functionName'),
    hit: numberIn(given, 'hit'),
    event: numberIn(given, 'event'),
    before: nullableIn(given, 'before'),
    after: nullableIn(given, 'after'),
    values: namedIn(given, 'values'),
    taken: nullableIn(given, 'taken'),
    exception: exception && {
      className: nullableIn(exception, 'className'),
      message: textIn(exception, 'message'),
      isCaught: typeof exception['isCaught'] === 'boolean' ? exception['isCaught'] : null,
    },
    stack: listIn(given, 'stack')
      .filter(isRecord)
      .flatMap((frame) => {
        const place = placeIn(frame);
        return place === null ? [] : [{ functionName: textIn(frame, 'functionName'), place, isAsync: frame['isAsync'] === true }];
      }),
    counts: null,
    since: sinceIn(given),
    steps: listIn(given, 'steps')
      .filter(isRecord)
      .flatMap((step) => {
        const place = placeIn(step);
        return place === null ? [] : [{ expression: textIn(step, 'expression'), place }];
      }),
    ...forecastIn(given),
  };
}

function forecastIn({ forecast: told }: Given): Pick<Point, 'forecast'> {
  if (!isRecord(told)) return {};
  const finding = isRecord(told['predictedBy']) ? told['predictedBy'] : {};
  const place = placeIn(finding);
  const predictedBy = place && {
    code: textIn(finding, 'code'),
    message: textIn(finding, 'message'),
    place,
    condition: textIn(finding, 'condition'),
    held: namedIn(finding, 'held'),
  };
  const values = listIn(told, 'values')
    .filter(isRecord)
    .flatMap((value) => {
      const standing = standings.find((one) => one === value['standing']);
      const [reachable, good] = [nullableIn(value, 'reachable'), nullableIn(value, 'good')];
      return standing === undefined ? [] : [{ name: textIn(value, 'name'), reachable, good, standing }];
    });
  return { forecast: { predictedBy, values } };
}

const standings = ['good', 'outside-good', 'outside', 'unknown'] as const;

const namedIn = (given: Given, name: string): readonly NamedValue[] =>
  listIn(given, name)
    .filter(isRecord)
    .map((value) => ({ name: textIn(value, 'name'), value: textIn(value, 'value') }));

function sinceIn({ since }: Given): Point['since'] {
  const place = isRecord(since) ? placeIn(since) : null;
  return isRecord(since) && place !== null ? { place, hit: numberIn(since, 'hit') } : null;
}

type Given = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

function textIn(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new Error(`The chain lacks “${name}”.`);
  return value;
}

const nullableIn = (given: Given, name: string): string | null => (typeof given[name] === 'string' ? given[name] : null);

const numberIn = (given: Given, name: string): number | null => (Number.isFinite(given[name]) ? (given[name] as number) : null);

const listIn = (given: Given, name: string): readonly unknown[] => (Array.isArray(given[name]) ? given[name] : []);

function textsIn(given: Given, name: string): Readonly<Record<string, string>> {
  const value = given[name];
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function placeIn(given: Given): Place | null {
  const place = given['place'];
  if (!isRecord(place) || typeof place['file'] !== 'string') return null;
  return { file: place['file'], line: Math.max(1, numberIn(place, 'line') ?? 1), column: Math.max(1, numberIn(place, 'column') ?? 1) };
}
