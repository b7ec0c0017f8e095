import { insertionAround, sourceColumn, sourceLength, withoutInsertions } from '../../instrument/edits.js';
import { placeOfClass, type ClassPlace } from '../../instrument/implicitConstructors.js';
import { lineOf, loadedText } from './callSites.js';
import type { Callable } from '../realm/disguise.js';
import { originOfScript } from './evalOrigins.js';
import { importerName } from './importingCode.js';
import { inferredName } from './inferredName.js';
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, OwnMap, ownKeys } from '../realm/intrinsics.js';
import { columnReadAgain } from './readAgain.js';
import { ownWork } from '../realm/ownWork.js';
import { pathOf } from '../realm/paths.js';

type Site = NodeJS.CallSite;

/** The frames of a trace as they are without us: ours are left out, and in texts with probes columns and names are those of the source. */
export function shownSites(sites: Site[]): Site[] {
  return ownWork(() => {
    let count = 0;
    for (let at = 0; at < sites.length; at++) {
      const site = sites[at];
      if (site === undefined || site.getFileName() === __filename || isImporter(site) || isLeftOut(site, sites[at + 1])) continue;
      sites[count++] = hasInsertions(site) ? standInFor(site) : site;
    }
    sites.length = count;
    return sites;
  });
}

function hasInsertions(site: Site): boolean {
  return site.isEval() || textOf(site) !== undefined;
}

/** Whether a frame is of the function through which code is made that may import. */
function isImporter(site: Site): boolean {
  return site.getFunctionName() === importerName;
}

/** Where the class begins whose constructor a frame runs, which was put into it; null where it runs something else. */
function implicitConstructor(site: Site): ClassPlace | null {
  if (!site.isConstructor()) return null;
  const text = textOf(site);
  const insertion = text === undefined ? null : insertionAround(text, site.getPosition());
  return insertion === null ? null : placeOfClass(insertion);
}

/** Whether a frame, which another one calls, is in no trace without us: V8 leaves out what `super` calls where the class has no constructor. */
function isLeftOut(site: Site, caller: Site | undefined): boolean {
  if (caller?.isConstructor() !== true || implicitConstructor(site) === null) return false;
  const text = textOf(caller);
  if (text === undefined) return false;
  return implicitConstructor(caller) !== null || text.startsWith('super', caller.getPosition());
}

/** The text with probes that a frame runs; undefined where it runs another one of the same path. */
function textOf(site: Site): string | undefined {
  const text = loadedText(pathOf(site.getFileName() ?? ''));
  const start = site.getPosition() - ((site.getColumnNumber() ?? 1) - 1);
  return text !== undefined && start >= 0 && isLineStart(text, start) ? text : undefined;
}

function isLineStart(text: string, at: number): boolean {
  const before = text[at - 1];
  return at === 0 || before === '\n' || before === '\r' || before === '\u2028' || before === '\u2029';
}

/** An object that answers as V8's does, but for what a probe has changed. */
function standInFor(site: Site): Site {
  if (!isPrototypeMade) makePrototype(getPrototypeOf(site) ?? {});
  return new StandIn(site) as object as Site;
}

class StandIn {
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** The site that a value stands in for; undefined where it is none of these objects. */
  static siteOf(value: unknown): Site | undefined {
    return typeof value === 'object' && value !== null && #site in value ? value.#site : undefined;
  }
}

let isPrototypeMade = false;

function makePrototype(genuine: object): void {
  isPrototypeMade = true;
  for (const key of ownKeys(genuine)) {
    const descriptor = getOwnPropertyDescriptor(genuine, key);
    const native: unknown = descriptor?.value;
    if (descriptor === undefined || typeof native !== 'function') continue;
    const changed = changes[key as keyof typeof changes] as ((site: Site) => unknown) | undefined;
    const { method } = {
      method(this: object): unknown {
        const site = StandIn.siteOf(this);
        return site === undefined || changed === undefined ? apply(native as Callable, site ?? this, []) : changed(site);
      },
    };
    for (const part of ['name', 'length']) defineProperty(method, part, getOwnPropertyDescriptor(native, part) ?? {});
    defineProperty(StandIn.prototype, key, { ...descriptor, value: key === 'constructor' ? native : method });
  }
}

const changes = {
  getLineNumber: line,
  getColumnNumber: column,
  getPosition: position,
  getEnclosingColumnNumber,
  getEvalOrigin,
  getFunctionName,
  toString: text,
};

function line(site: Site): number | null {
  return implicitConstructor(site)?.line ?? site.getLineNumber();
}

function column(site: Site): number | null {
  const implicit = implicitConstructor(site);
  if (implicit !== null) return implicit.column;
  const shown = textOf(site);
  const at = site.getColumnNumber();
  if (shown === undefined || at === null) return at;
  const end = site.getPosition();
  const start = end - (at - 1);
  return (columnReadAgain(shown, start, end) ?? sourceLength(shown, start, end)) + 1;
}

function position(site: Site): number {
  const implicit = implicitConstructor(site);
  if (implicit !== null) return implicit.offset;
  const shown = textOf(site);
  const end = site.getPosition();
  return shown === undefined ? end : sourceLength(shown, 0, end);
}

/** A place in a text with probes (`shown`), and in its source. */
export interface TextPlace {
  readonly shown: string;
  readonly source: string;
  /** In the source. */
  readonly offset: number;
}

/** The source of the text with probes that a frame runs, and where in it. */
export function sourcePlace(site: Site): TextPlace | null {
  const shown = textOf(site);
  return shown === undefined ? null : { shown, source: withoutInsertions(shown), offset: position(site) };
}

function getEnclosingColumnNumber(site: Site): number | null {
  const at = site.getEnclosingColumnNumber();
  const line = textOf(site) === undefined ? undefined : lineOf(pathOf(site.getFileName() ?? ''), site.getEnclosingLineNumber() ?? 0);
  return at === null || line === undefined ? at : sourceColumn(line, at - 1) + 1;
}

/** V8 takes a name for a function without one from what it is written to, which an argument of a probe is not. */
function getFunctionName(site: Site): string | null {
  const known = site.getFunctionName();
  if ((known !== null && !known.includes('__w_')) || textOf(site) === undefined) return known;
  const path = pathOf(site.getFileName() ?? '');
  const number = site.getEnclosingLineNumber() ?? 0;
  const at = site.getEnclosingColumnNumber() ?? 0;
  const line = lineOf(path, number);
  if (line === undefined) return null;
  const before = withoutInsertions(line).slice(0, sourceColumn(line, at - 1));
  return inferredName(/^\s*$/.test(before) ? withoutInsertions(lineOf(path, number - 1) ?? '') + before : before);
}

const place = /\(([^()]+):(\d+):(\d+)\)/g;

function withSourcePlaces(shown: string): string {
  return shown.replace(place, (whole, file: string, number: string, at: string) => {
    const line = lineOf(pathOf(file), Number(number));
    return line === undefined ? whole : `(${file}:${number}:${sourceColumn(line, Number(at) - 1) + 1})`;
  });
}

function getEvalOrigin(site: Site): string | undefined {
  const origin = site.getEvalOrigin();
  if (origin?.includes(__filename) === true || origin?.includes(importerName) === true)
    return originOfScript(site.getScriptHash()) ?? origin;
  return origin === undefined ? undefined : withSourcePlaces(origin);
}

/** V8's own words for code that a frame makes from a text. */
export function originText(site: Site): string {
  const place = `${site.getLineNumber()}:${column(site)}`;
  const file = site.isEval() ? `${getEvalOrigin(site)}, <anonymous>` : site.getFileName();
  return `eval at ${getFunctionName(site) ?? '<anonymous>'} (${file}:${place})`;
}

/** A text with probes, and what traces have shown of its positions last. */
interface ShownTexts {
  readonly text: string;
  readonly byPosition: Map<number, { readonly native: string; readonly shown: string }>;
}

/** By file. Programs that make errors to see where they are write the same frames again and again. */
const shownTexts = new OwnMap<string, ShownTexts>();

/** V8's SerializeCallSiteInfo. */
function text(site: Site): string {
  const native = apply(toText, site, []) as string;
  if (site.isEval()) return native.replace(site.getEvalOrigin() ?? '', () => getEvalOrigin(site) ?? '');
  const text = textOf(site);
  if (text === undefined) return textFor(site, native);
  const file = site.getFileName() ?? '';
  let texts = shownTexts.get(file);
  if (texts?.text !== text) shownTexts.set(file, (texts = { text, byPosition: new OwnMap() }));
  const position = site.getPosition();
  let known = texts.byPosition.get(position);
  if (known?.native !== native) texts.byPosition.set(position, (known = { native, shown: textFor(site, native) }));
  return known.shown;
}

function textFor(site: Site, native: string): string {
  const before = `:${site.getLineNumber()}:${site.getColumnNumber()}`;
  const after = `:${line(site)}:${column(site)}`;
  const at = native.lastIndexOf(before);
  const shown = at < 0 ? native : native.slice(0, at) + after + native.slice(at + before.length);
  const name = getFunctionName(site);
  if (name === null || name === site.getFunctionName()) return shown;
  return `${site.isAsync() ? 'async ' : ''}${called(site, name)} (${site.getFileName()}${after})`;
}

function called(site: Site, name: string): string {
  if (site.isConstructor()) return `new ${name}`;
  if (site.isToplevel()) return name;
  const type = site.getTypeName();
  const method = site.getMethodName();
  const owner = type && /^[\w$]+$/.test(name) ? `${type}.` : '';
  const isNamed = method === null || method === '' || name === method || name.endsWith(`.${method}`) || name.endsWith(` ${method}`);
  return `${owner}${name}${isNamed ? '' : ` [as ${method}]`}`;
}

const toText = function (this: object): unknown {
  return String(this);
};
