import type { ToolAnswer } from './tool.js';

/** An answer as it is sent: the text says what the data say. */
export interface BoundedAnswer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The bytes of an answer, text and data together, when the call says nothing. */
export const usualBytes = 8192;

/** However much a call asks for. */
export const mostBytes = 1_000_000;

const mostLines = 40;
const longestLine = 240;
/** Of the bytes, what data may take; the text has the rest. */
const shareOfData = 0.6;
/** Texts in data are previews. */
const previewLengths = [1000, 300, 100];

/** The answer within so many bytes: elements of its list are left out and counted, then texts are shortened. */
export function bounded({ head, lines, data, list, link }: ToolAnswer, bytes: number): BoundedAnswer {
  const all = elementsOf(data[list]);
  const bounds = fitting(data, list, all, Math.floor(bytes * shareOfData));
  const omitted = all.length - bounds.kept;
  const rest = link === null || (omitted === 0 && lines.length < mostLines) ? [] : [`All of it: ${link}`];
  return {
    text: fittingText([head, ...lines], rest, bytes - sizeOf(bounds.data)),
    data: omitted === 0 ? bounds.data : { ...bounds.data, omitted },
  };
}

/** Refuses nothing: what does not fit is shortened until it does. */
function fitting(
  data: ToolAnswer['data'],
  list: string,
  all: readonly unknown[],
  bytes: number,
): { readonly data: Readonly<Record<string, unknown>>; readonly kept: number } {
  for (const length of previewLengths) {
    const short = previewed(data, length) as Readonly<Record<string, unknown>>;
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
      return { data: all.length === 0 ? short : { ...short, [list]: elementsOf(short[list]).slice(0, kept) }, kept };
  }
  return { data: { complete: false, ...(all.length === 0 ? {} : { [list]: [] }) }, kept: 0 };
}

/** Fewer elements are shown only when their texts cannot be shorter. */
const fewestKept = 3;

function fittingText(lines: readonly string[], rest: readonly string[], bytes: number): string {
  const shown: string[] = [];
  const reserved = sizeOfText(rest.join('\n')) + 40;
  let size = 0;
  for (const line of lines) {
    const short = cut(line, longestLine);
    size += sizeOfText(short) + 1;
    if (shown.length > 0 && (size > bytes - reserved || shown.length >= mostLines - rest.length - 1)) break;
    shown.push(short);
  }
  const omitted = lines.length - shown.length;
  return [...shown, ...(omitted === 0 ? [] : [`… and ${omitted} more ${omitted === 1 ? 'line' : 'lines'}.`]), ...rest].join('\n');
}

/** The value with long texts cut. */
function previewed(value: unknown, length: number): unknown {
  if (typeof value === 'string') return cut(value, length);
  if (Array.isArray(value)) return value.map((element) => previewed(element, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, previewed(part, length)]));
}

const cut = (line: string, length: number): string => (line.length <= length ? line : `${line.slice(0, length - 1)}…`);
const elementsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const sizeOf = (value: unknown): number => sizeOfText(JSON.stringify(value) ?? '');
const sizeOfText = (line: string): number => Buffer.byteLength(line);
