import { sourceColumn } from '../../instrument/edits.js';
import { emptyList, OwnMap } from '../realm/intrinsics.js';
import { pathOf } from '../realm/paths.js';
import type { Site } from '../../instrument/site.js';
import { linesIn } from './lines.js';
import { isWhole, nearStackOf, stackOf, type StackSite } from './stack.js';

/** Where natives are called from: each place becomes a site when it is first seen. */
interface Position {
  readonly path: string;
  /** From 1, with insertions. */
  readonly line: number;
  readonly column: number;
}

interface LoadedText {
  readonly text: string;
  lines: readonly string[] | null;
  /** Offsets of the lines in the text without insertions. */
  starts: readonly number[];
}

const texts = new OwnMap<string, LoadedText>();
const knownSites = new OwnMap<string, number>();
let newSite: (path: string, site: Site) => number = () => 0;

/** Every text that is loaded, as V8 gets it: who asks for a position in it later must not read it again. */
export function rememberText(path: string, text: string, isLeftOut = false): void {
  if (isLeftOut) leftOut++;
  texts.set(path, { text, lines: null, starts: [] });
}

/** The text at a path as V8 has got it last. */
export function loadedText(path: string): string | undefined {
  return texts.get(path)?.text;
}

/** How many texts with probes are loaded. */
export function loadedTexts(): number {
  return texts.size;
}

let leftOut = 0;

/** How many texts may change what is asked about and are not seen to. */
export function leftOutTexts(): number {
  return leftOut;
}

/** Sets what gives a call its site, the first time that it is seen. */
export function onNewSite(make: typeof newSite): void {
  newSite = make;
}

/** The number of a site that a text gets when something is first seen there. */
export function addSiteAt(path: string, site: Site): number {
  return newSite(path, site);
}

/** The numbers of calls that are sites of instrumented texts, by path and offset. */
const toldSites = new OwnMap<string, number>();

/** The sites of a text become known. */
export function knowCalls(path: string, first: number, sites: readonly Site[]): void {
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    if (site?.kind === 'native') toldSites.set(`${path}:${site.offset}`, first + at);
  }
}

/** The site of the call that `native` was made by; 0 when no program's text is on the stack. `result`: of what the call has made. */
export function callSite(native: (...values: never[]) => unknown, kind: 'native' | 'result' = 'native'): number {
  const position = callerOf(nearStackOf(native));
  return position === null ? 0 : siteAt(position, kind);
}

/** The site of the call at the top of these frames; 0 when no program's text is among them. */
export function siteOfFrames(sites: readonly StackSite[]): number {
  const position = callerOf(sites);
  return position === null ? 0 : siteAt(position, 'native');
}

/** The site of the call that a function of the program was called by which has called `probe`, at whatever distance; 0: nobody's. */
export function siteBelow(probe: (...values: never[]) => unknown): number {
  const position = callerOf(stackOf(deepest, probe), 1);
  return position === null ? 0 : siteAt(position, 'native');
}

/** Whether a file of Node's own has called the function of the program that has called `probe`, itself or through natives. */
export function isCalledByNode(probe: (...values: never[]) => unknown): boolean {
  const sites = stackOf(8, probe);
  for (let at = 1; at < sites.length; at++) {
    const file = sites[at]?.getFileName();
    if (file !== null && file !== undefined) return isNodes(file);
  }
  return false;
}

/** A place where something is thrown that no probe sees: the site that it gets, and where it is in the text without insertions. */
export interface ThrowSite {
  readonly site: number;
  /** The site of what the exception came into being with. */
  readonly result: number;
  readonly path: string;
  readonly offset: number;
}

/** Where an exception was thrown whose frames these are; null when no program's text is among them. `areInserted`: columns count insertions. */
export function throwSite(sites: readonly StackSite[], areInserted: boolean): ThrowSite | null {
  const position = callerOf(sites);
  if (position === null || !texts.has(position.path)) return null;
  const { path, line, column } = position;
  const offset = areInserted ? offsetOf(position) : (linesOf(path)?.starts[line - 1] ?? 0) + column - 1;
  return { site: siteFor('throw', path, offset), result: siteFor('result', path, offset), path, offset };
}

function siteFor(kind: 'throw' | 'result', path: string, offset: number): number {
  const id = `thrown ${kind} ${path}:${offset}`;
  let site = knownSites.get(id);
  if (site === undefined) {
    site = newSite(path, { kind, offset, end: offset, key: null, declaration: null, isAfter: false });
    knownSites.set(id, site);
  }
  return site;
}

/** A place from which a function of the program was called, in the text without insertions. `isField`: it gives a field of an object its value. */
export interface CallingPlace {
  readonly path: string;
  readonly offset: number;
  readonly isField: boolean;
}

/**
 * The place of the program from which the function was called that has called `probe`; null where none is in so many frames, and `nobody` where
 * none is on the whole stack.
 */
export function placeBelow(
  probe: (...values: never[]) => unknown,
  frames: number,
  isPassed: (place: CallingPlace) => boolean = () => false,
): CallingPlace | 'nobody' | null {
  const sites = stackOf(frames + 1, probe);
  // Of a stack that is only text, or was cut, nobody knows what is not in it.
  let isNobody = sites.length > 0 && sites.length <= frames;
  for (let at = 1; at < sites.length; at++) {
    const site = sites[at];
    if (site === undefined || isAwaiting(site)) break;
    const position = positionOf(site);
    if (position === null) {
      // Code that `eval` has got may be one that is seen to.
      if (!isWhole(site) || site.isEval()) isNobody = false;
      continue;
    }
    if (!texts.has(position.path)) return null;
    const isField = isWhole(site) && site.getFunctionName() === '<instance_members_initializer>';
    const place = { path: position.path, offset: knownOffsetOf(position), isField };
    if (!isPassed(place)) return place;
    isNobody = false;
  }
  return isNobody ? 'nobody' : null;
}

/** Whether a frame is none that runs, but of a function that awaits what does. */
function isAwaiting(site: StackSite & { isAsync?(): boolean }): boolean {
  return site.isAsync?.() === true;
}

const knownOffsets = new OwnMap<string, number>();

function knownOffsetOf(position: Position): number {
  const id = `${position.path}:${position.line}:${position.column}`;
  let offset = knownOffsets.get(id);
  if (offset === undefined) knownOffsets.set(id, (offset = offsetOf(position)));
  return offset;
}

const deepest = 200;

function siteAt(position: Position, kind: 'native' | 'result'): number {
  const id = `${kind} ${position.path}:${position.line}:${position.column}`;
  let site = knownSites.get(id);
  if (site === undefined) {
    const offset = offsetOf(position);
    site = kind === 'native' ? toldSites.get(`${position.path}:${offset}`) : undefined;
    site ??= newSite(position.path, { kind, offset, end: offset, key: null, declaration: null, isAfter: true });
    knownSites.set(id, site);
  }
  return site;
}

/** To ask for the stack takes 2-5 microseconds: the program's own settings of stack traces are put back. */
function callerOf(sites: readonly StackSite[], from = 0): Position | null {
  for (let at = from; at < sites.length; at++) {
    const position = positionOf(sites[at]);
    if (position !== null) return position;
  }
  return null;
}

/** Where a frame is; null when it is of no text of the program. */
function positionOf(site: StackSite | undefined): Position | null {
  const file = site?.getFileName();
  if (site === undefined || file === null || file === undefined || isNodes(file) || file === __filename) return null;
  return { path: pathOf(file), line: site.getLineNumber() ?? 1, column: site.getColumnNumber() ?? 1 };
}

/** Whether a file is Node's own. */
function isNodes(file: string): boolean {
  return file[4] === ':' && file[0] === 'n' && file[1] === 'o' && file[2] === 'd' && file[3] === 'e';
}

function offsetOf({ path, line, column }: Position): number {
  const text = linesOf(path);
  const own = text?.lines?.[line - 1] ?? '';
  return text === undefined ? 0 : (text.starts[line - 1] ?? 0) + sourceColumn(own, calledAt(own, column - 1));
}

/** Where a call is: its method's name. Of one that is a word of the language (`delete`) V8 tells the parenthesis behind it. */
function calledAt(line: string, at: number): number {
  if (line[at] !== '(') return at;
  let start = at;
  while (start > 0 && isLetter(line[start - 1] ?? '')) start--;
  return start < at && line[start - 1] === '.' ? start : at;
}

function isLetter(sign: string): boolean {
  return sign >= 'a' && sign <= 'z';
}

/** A line of the text at a path, as V8 has got it. From 1. */
export function lineOf(path: string, line: number): string | undefined {
  return linesOf(path)?.lines?.[line - 1];
}

/** A place in the text at a path as it is without insertions: the line, from 1, and the column, from 0. */
export interface SourcePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The place of an offset in the text without insertions; null where no text is known. */
export function sourcePlaceAt(path: string, offset: number): SourcePlace | null {
  const starts = linesOf(path)?.starts;
  if (starts === undefined) return null;
  let line = 1;
  while ((starts[line] ?? Infinity) <= offset) line++;
  return { path, line, column: offset - (starts[line - 1] ?? 0) };
}

function linesOf(path: string): LoadedText | undefined {
  const text = texts.get(path);
  if (text !== undefined && text.lines === null) {
    const lines = linesIn(text.text);
    const starts = emptyList<number>();
    let start = 0;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? '';
      starts[at] = start;
      start += sourceColumn(line, line.length);
    }
    text.lines = lines;
    text.starts = starts;
  }
  return text;
}
