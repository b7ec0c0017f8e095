import type { ToolAnswer } from './tool.js';

/** An answer as it is sent: the text says what the data say. */
export interface BoundedAnswer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The bytes of a result as it is sent when the call says nothing. */
export const usualBytes = 8192;

/** Less holds no answer. */
export const leastBytes = 512;

/** However much a call asks for. */
export const mostBytes = 1_000_000;

/** What the protocol puts around text and data. */
const envelope = 192;

const mostLines = 40;
const longestLine = 240;
/** Of the bytes, what data may take; the text has the rest. */
const shareOfData = 0.6;
/** Texts in data are previews. */
const previewLengths = [1000, 300, 100];

/**
 * The answer within so many bytes, counted as JSON: elements of its list are left out and counted, then texts are shortened. Where anything is
 * left out, the last line names the address that `whole` gives, which holds all of it.
 */
export function bounded(answer: ToolAnswer, bytes: number, whole: () => string): BoundedAnswer {
  const short = within(answer, bytes - envelope, []);
  return short.isWhole ? short : within(answer, bytes - envelope, [`All of it: ${whole()}`]);
}

function within({ head, lines, data, list }: ToolAnswer, bytes: number, rest: readonly string[]): BoundedAnswer & { isWhole: boolean } {
  const all = elementsOf(data[list]);
  const bounds = fitting(data, list, all, Math.floor(bytes * shareOfData));
  const omitted = all.length - bounds.kept;
  const shown = omitted === 0 ? bounds.data : { ...bounds.data, omitted };
  const text = fittingText([head, ...lines], rest, bytes - sizeOf(shown));
  return { ...text, data: shown, isWhole: text.isWhole && bounds.isWhole };
}

/** Refuses nothing: what does not fit is shortened until it does. */
function fitting(
  data: ToolAnswer['data'],
  list: string,
  all: readonly unknown[],
  bytes: number,
): { readonly data: Readonly<Record<string, unknown>>; readonly kept: number; readonly isWhole: boolean } {
  const main = withShortOthers(data, list, bytes);
  for (const length of previewLengths) {
    const short = previewed(main, length) as Readonly<Record<string, unknown>>;
    const others = sizeOf({ ...short, ...(all.length === 0 ? {} : { [list]: [], omitted: all.length }) });
    let size = others;
    let kept = 0;
    for (const element of elementsOf(short[list])) {
      size += sizeOf(element) + 1;
      if (size > bytes) break;
      kept++;
    }
    const isEnough = kept === all.length || kept >= fewestKept;
    if ((isEnough || length === previewLengths.at(-1)) && others <= bytes)
      return {
        data: all.length === 0 ? short : { ...short, [list]: elementsOf(short[list]).slice(0, kept) },
        kept,
        isWhole: kept === all.length && sizeOf(short) === sizeOf(data),
      };
  }
  return { data: { complete: false, ...(all.length === 0 ? {} : { [list]: [] }) }, kept: 0, isWhole: false };
}

/** Other lists than the one that is asked for get half of the room at most. */
function withShortOthers(data: ToolAnswer['data'], list: string, bytes: number): ToolAnswer['data'] {
  let left = bytes / 2;
  const short = Object.entries(data).map(([key, value]): readonly [string, unknown] => {
    const elements = key === list ? [] : elementsOf(value);
    let kept = 0;
    for (const element of elements) {
      const size = sizeOf(element) + 1;
      if (size > left) break;
      left -= size;
      kept++;
    }
    return [key, kept === elements.length ? value : elements.slice(0, kept)];
  });
  return { ...data, ...Object.fromEntries(short) };
}

/** Fewer elements are shown only when their texts cannot be shorter. */
const fewestKept = 3;

function fittingText(
  lines: readonly string[],
  rest: readonly string[],
  bytes: number,
): { readonly text: string; readonly isWhole: boolean } {
  const shown: string[] = [];
  const reserved = sizeOf(rest.join('\n')) + 40;
  let size = 0;
  let isCut = false;
  for (const line of lines) {
    const short = cut(line, longestLine);
    size += sizeOf(short);
    if (shown.length > 0 && (size > bytes - reserved || shown.length >= mostLines - rest.length - 1)) break;
    shown.push(shown.length > 0 ? short : headWithin(short, bytes - reserved));
    isCut ||= short !== line;
  }
  const omitted = lines.length - shown.length;
  const text = [...shown, ...(omitted === 0 ? [] : [`… and ${omitted} more ${omitted === 1 ? 'line' : 'lines'}.`]), ...rest].join('\n');
  return { text, isWhole: omitted === 0 && !isCut };
}

/** The first line is always there, however few bytes are left. */
const headWithin = (line: string, bytes: number): string => (sizeOf(line) <= bytes ? line : cut(line, Math.max(20, Math.floor(bytes / 3))));

/** The value with long texts cut. */
function previewed(value: unknown, length: number): unknown {
  if (typeof value === 'string') return cut(value, length);
  if (Array.isArray(value)) return value.map((element) => previewed(element, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, previewed(part, length)]));
}

const cut = (line: string, length: number): string => (line.length <= length ? line : `${line.slice(0, length - 1)}…`);
const elementsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** In bytes, as JSON: of a text with its quotes, which are as many as the end of a line. */
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
