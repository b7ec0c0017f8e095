import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
import { callSite } from '../traces/callSites.js';
import { disguised, type Callable } from '../realm/disguise.js';
import { eventCount } from '../record/events.js';
import { declareNames } from '../realm/globalNames.js';
import { apply, construct, defineProperty, emptyList, getOwnPropertyDescriptor, OwnMap, OwnSet, OwnWeakMap } from '../realm/intrinsics.js';
import type { GeneratedCode } from '../../events/rows.js';
import { mayWriteIn } from './storesInText.js';
import { importerOf, mayImport, type Call } from '../traces/importingCode.js';
import { throughUs } from '../traces/thrownThrough.js';
import { wrap } from './natives.js';
import { isOwnWork, ownWork } from '../realm/ownWork.js';
import { inEachRealm } from '../realm/realms.js';
import { rememberOrigin } from '../traces/evalOrigins.js';
import { originText } from '../traces/shownSites.js';
import { isWhole, stackOf } from '../traces/stack.js';

/** Texts that the program has made code of, which has no probes; by the text. */
const codes = new OwnMap<string, Made>();
let kept = 0;

/** Code whose text nobody knows. */
let unknown: Made | null = null;

interface Made {
  site: number;
  readonly first: number;
  last: number;
  isDirect: boolean;
  isLater: boolean;
}

/** In UTF-16 units: what else is made counts as unknown. */
const mostKept = 1 << 22;

/** Texts that got the probes that they need, which may be none, before code was made of them. */
const probed = new OwnSet<string>();

/** Remembers a text that has all probes that it needs as a script or a function: they tell what it writes. */
export function knowProbes(text: string): void {
  probed.add(text);
}

/** The program makes code of a text, which is only known where it is a string. `how`: direct code sees the variables around the call; late code runs when the call is over. */
export function noteCode(site: number, text: unknown, how: 'direct' | 'late' | null = null): void {
  const isDirect = how === 'direct';
  const isLater = how === 'late';
  if (typeof text === 'string' && !isDirect && probed.has(text)) return;
  const now = eventCount();
  const known = typeof text === 'string' ? codes.get(text) : unknown;
  if (known) {
    known.last = now;
    known.site = site;
    known.isDirect ||= isDirect;
    known.isLater ||= isLater;
  } else if (typeof text === 'string' && kept + text.length <= mostKept) {
    kept += text.length;
    texts[texts.length] = text;
    codes.set(text, { site, first: now, last: now, isDirect, isLater });
  } else unknown = { site, first: now, last: now, isDirect, isLater };
}

/** The same texts, in their order. */
const texts = emptyList<string>();

/** By the name of a property: how many of the texts were looked at, and whether one may write it. */
const writable = new OwnMap<string, { readonly looked: number; readonly isWritten: boolean }>();

/** Whether code that the program has made of texts may write a property of this name. What natives write for it is seen. */
export function mayWrite(name: string): boolean {
  if (unknown !== null) return true;
  const known = writable.get(name);
  if (known?.looked === texts.length) return known.isWritten;
  let isWritten = known?.isWritten === true;
  for (let at = known?.looked ?? 0; !isWritten && at < texts.length; at++) isWritten = mayWriteIn(texts[at] ?? '', name);
  writable.set(name, { looked: texts.length, isWritten });
  return isWritten;
}

/** Whether the program has made code of texts that has no probes. */
export function isCodeGenerated(): boolean {
  return unknown !== null || codes.size > 0;
}

/** The texts that the program has made code from, before the wait. */
export function generatedCode(): readonly GeneratedCode[] {
  const all: GeneratedCode[] = [];
  codes.forEach((code, text) => all.push({ ...code, text }));
  if (unknown !== null) all.push({ ...unknown, text: null });
  return all;
}

/** The text that `eval` is given; `isDirect` where it is called by this name. */
function tellCode(site: number, code: unknown, isDirect: boolean): unknown {
  if (typeof code === 'string') ownWork(() => noteCode(site, code, isDirect ? 'direct' : null));
  return code;
}

/** The stand-ins for the `eval` of each realm. */
const evals = new OwnWeakMap<object, object>();

/**
 * `eval` where it goes to somebody: what stands in for it says what it is given. Where a name leads back to it that may make a call
 * direct (`isNamed`), nothing may stand in for it, and it may be given anything.
 */
function handOnEval(site: number, value: unknown, isNamed: boolean): unknown {
  const standIn = typeof value === 'function' ? evals.get(value) : undefined;
  if (standIn === undefined) return value;
  if (!isNamed) return standIn;
  ownWork(() => noteCode(site, null, 'direct'));
  return value;
}

/** Declares the names by which texts hand on what they give to `eval`. */
export function installCodeProbe(): void {
  inEachRealm((realm) => {
    const native = realm.own('eval');
    if (typeof native === 'function')
      evals.set(
        native,
        standInFor(native as Callable, (values) => values[0]),
      );
  });
  declareNames({ __w_code: tellCode, __w_eval: handOnEval });
}

/** Has all that makes code of a text tell it: the constructors of functions, and `node:vm`. */
export function watchGeneratedCode(): void {
  installCodeProbe();
  inEachRealm((realm) => {
    const replacement = watchConstructor(realm.own('Function.prototype'));
    if (replacement !== undefined) realm.replaceGlobal('Function', () => replacement as Callable);
    for (const name of ['AsyncFunction', 'GeneratorFunction', 'AsyncGeneratorFunction']) watchConstructor(realm.own(`${name}.prototype`));
  });
  for (const name of ['runInThisContext', 'runInNewContext', 'runInContext', 'compileFunction']) watchMaker(name);
  for (const name of ['Script', 'SourceTextModule']) standIn(vm, name, (values) => values[0]);
  syncBuiltinESMExports();
}

/** A function of `node:vm` that runs a text, or makes a function of it. */
function watchMaker(name: string): void {
  const how = name === 'compileFunction' ? 'late' : null;
  const around = (self: Callable, values: readonly unknown[], call: () => unknown): unknown => {
    ownWork(() => noteCode(callSite(self), values[0], how));
    return call();
  };
  wrap(vm, name, around, true);
}

/** `Function` and its like: the same for everybody. */
function watchConstructor(prototype: object): unknown {
  return standIn(prototype, 'constructor', functionText);
}

/** The text that a constructor of functions makes from its arguments (ECMA-262, CreateDynamicFunction). */
function functionText(values: readonly unknown[]): unknown {
  let parameters = '';
  for (let at = 0; at < values.length; at++) if (typeof values[at] !== 'string') return null;
  for (let at = 0; at < values.length - 1; at++) parameters += `${at === 0 ? '' : ','}${values[at] as string}`;
  return `(async function* anonymous(${parameters}\n) {\n${(values[values.length - 1] as string | undefined) ?? ''}\n})`;
}

/** Replaces a constructor by one that says what code it makes. */
function standIn(owner: object, name: string, textOf: (values: readonly unknown[]) => unknown): unknown {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') return undefined;
  const replacement = standInFor(original as Callable, textOf);
  defineProperty(owner, name, { ...descriptor, value: replacement });
  return replacement;
}

/** Tells what code it makes, and is otherwise as the original. */
function standInFor(original: Callable, textOf: (values: readonly unknown[]) => unknown): object {
  const kind = kinds[original.name] ?? null;
  const make = (values: readonly unknown[], trap: Callable, call: Call, target: Callable, ...given: [unknown, unknown]): unknown => {
    if (isOwnWork()) return call(target, given[0], given[1]);
    const importer = ownWork(() => {
      const text = textOf(values);
      noteCode(callSite(trap), text, kind === null ? 'late' : null);
      if (kind === null || typeof text !== 'string') return null;
      rememberOrigin(text.replace(anyKind, kind), originOf(trap));
      return mayImport(text) ? importerOf(fileOf(trap)) : null;
    });
    return importer === null
      ? throughUs(call as Callable, undefined, [target, given[0], given[1]])
      : throughUs(importer as Callable, undefined, [call, target, given[0], given[1]]);
  };
  const traps = emptyObject({
    apply: (target: Callable, self: unknown, values: unknown[]) =>
      make(values, traps.apply as Callable, apply as Call, target, self, values),
    construct: (target: Callable, values: unknown[], maker: Callable) =>
      make(values, traps.construct as Callable, construct as Call, target, values, maker),
  });
  return disguised(new Proxy(original, traps as ProxyHandler<Callable>), original);
}

/** How a text begins that may be any kind of function. */
const anyKind = '(async function* anonymous(';

/** How the texts begin that V8 compiles, by what makes them; of `eval` they are what it is given. */
const kinds: Readonly<Record<string, string>> = {
  Function: '(function anonymous(',
  AsyncFunction: '(async function anonymous(',
  GeneratorFunction: '(function* anonymous(',
  AsyncGeneratorFunction: anyKind,
  eval: anyKind,
};

/** Where the program calls what stands in for a native. */
function originOf(native: Callable): string {
  const sites = stackOf(8, native);
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    if (site !== undefined && site.getFileName() !== __filename && isWhole(site)) return originText(site);
  }
  return 'eval at <anonymous> (<anonymous>)';
}

/** The file of the program that calls what stands in for a native. */
function fileOf(native: Callable): string {
  const sites = stackOf(8, native);
  for (let at = 0; at < sites.length; at++) {
    const file = sites[at]?.getFileName();
    if (file !== undefined && file !== null && file !== __filename) return file;
  }
  return '';
}

/** Nobody can give all objects traps. */
function emptyObject<T extends object>(properties: T): T {
  return Object.assign(Object.create(null) as T, properties);
}
