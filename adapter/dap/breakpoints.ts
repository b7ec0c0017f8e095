import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger } from 'node:inspector';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { breakpointCode, type BreakpointCode, type BreakpointOptions } from './breakpointCode.js';
import { isTypeScript } from './configuration.js';
import type { ClientCounting } from './position.js';
import { positionOf, type Script, type SourceLocation } from './script.js';
import { nameOf } from './skipping.js';
import type { Sources } from './sources.js';
import type { Target } from './target.js';

/** A breakpoint as the user has set it: at a line of a source. */
interface UserBreakpoint extends BreakpointOptions {
  readonly id: number;
  readonly source: string;
  /** From 0. */
  readonly line: number;
  readonly column: number | null;
  readonly code: BreakpointCode;
  /** Where the client has been told that it is. */
  place: SourceLocation | null;
}

interface Binding {
  readonly target: Target;
  readonly breakpoint: UserBreakpoint;
  readonly v8Id: string;
  /** By URL, for scripts that are the source itself. */
  readonly isDirect: boolean;
}

/** How many later lines are tried where a line holds no statement. */
const mostLinesOn = 50;

/** Breakpoints at lines of sources, bound in every target to the places that were made of them. */
export class Breakpoints {
  private readonly bySource = new Map<string, readonly UserBreakpoint[]>();
  private bindings: Binding[] = [];
  private lastId = 0;

  constructor(
    private readonly targets: () => Iterable<Target>,
    private readonly sources: Sources,
    private readonly counting: ClientCounting,
    private readonly remoteUrl: (path: string) => string,
    private readonly changed: (breakpoint: DebugProtocol.Breakpoint) => void,
  ) {}

  nextId(): number {
    return ++this.lastId;
  }

  /** Replaces all breakpoints of a source; those that stay what they were keep their count of hits. */
  async set(source: string, requested: readonly DebugProtocol.SourceBreakpoint[]): Promise<readonly DebugProtocol.Breakpoint[]> {
    const before = this.bySource.get(source) ?? [];
    const wanted = requested.map((one) => {
      const options = this.read(one);
      return before.find((old) => isSame(old, options)) ?? this.create(source, options);
    });
    this.bySource.set(source, wanted);
    await this.unbind(({ breakpoint }) => breakpoint.source === source && !wanted.includes(breakpoint));
    const added = wanted.filter((one) => !before.includes(one));
    await Promise.all([...this.targets()].map((target) => this.bind(target, added)));
    return wanted.map((one) => this.report(one));
  }

  /** Binds everything in a target whose program has not begun, or that has just been found. */
  async bindTarget(target: Target): Promise<void> {
    await this.bind(target, this.all());
  }

  /** Binds what lies in the sources of a script, which is about to run. */
  async bindScript(script: Script): Promise<void> {
    if (this.bySource.size === 0) return;
    const { target } = script;
    const concerned = this.all().filter(({ source }) => script.isMadeOf(source));
    if (isInPlaceOfUrl(script)) await this.unbind((one) => one.target === target && one.isDirect && one.breakpoint.source === script.name);
    await Promise.all(concerned.map((breakpoint) => this.bindInScript(script, breakpoint)));
  }

  /** V8 has found the place of a breakpoint that was set by URL. */
  resolved(target: Target, v8Id: string, location: Debugger.Location): void {
    const binding = this.bindings.find((one) => one.target === target && one.v8Id === v8Id);
    if (binding !== undefined) this.placed(binding.breakpoint, target.script(location.scriptId), location);
  }

  /** The numbers, as the client knows them, of those that V8 has stopped at. */
  hit(target: Target, v8Ids: readonly string[]): readonly number[] {
    const hit = this.bindings.filter((one) => one.target === target && v8Ids.includes(one.v8Id));
    return [...new Set(hit.map(({ breakpoint }) => breakpoint.id))];
  }

  /** Those that V8 has stopped at, with what they ask for. */
  counted(target: Target, v8Ids: readonly string[]): readonly UserBreakpoint[] {
    const ids = this.hit(target, v8Ids);
    return this.all().filter(({ id }) => ids.includes(id));
  }

  get ids(): readonly number[] {
    return this.all().map(({ id }) => id);
  }

  forget(target: Target): void {
    this.bindings = this.bindings.filter((one) => one.target !== target);
  }

  /** Where breakpoints can be in a range of a source's lines, columns included. */
  async possible(source: string, from: number, to: number): Promise<readonly { readonly line: number; readonly column: number }[]> {
    const script = this.scriptsOf(source)[0];
    if (script === undefined) return [];
    const found = new Map<string, { line: number; column: number }>();
    const isOwn = script.name === source && !script.replacesItself;
    for (let line = from; line <= to; line++) {
      const stops = isOwn
        ? await script.possible({ line, column: 0 }, { line: line + 1, column: 0 })
        : await script.stopsOnLine(source, line);
      for (const stop of stops) {
        const place = isOwn ? script.ownLocation(positionOf(stop)) : script.sourceOf(positionOf(stop));
        if (place?.name === source && place.line === line)
          found.set(`${place.line}:${place.column}`, { line: place.line, column: place.column });
      }
    }
    return [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  }

  private all(): readonly UserBreakpoint[] {
    return [...this.bySource.values()].flat();
  }

  private read(one: DebugProtocol.SourceBreakpoint) {
    return {
      line: this.counting.fromLine(one.line),
      column: one.column === undefined ? null : this.counting.fromColumn(one.column),
      condition: one.condition || null,
      hitCondition: one.hitCondition || null,
      logMessage: one.logMessage || null,
    };
  }

  private create(source: string, options: ReturnType<Breakpoints['read']>): UserBreakpoint {
    const id = this.nextId();
    return { ...options, id, source, code: breakpointCode(options, id), place: null };
  }

  private async bind(target: Target, breakpoints: readonly UserBreakpoint[]): Promise<void> {
    const known = [...target.scripts.values()].filter(({ isBoundByPlace }) => breakpoints.length > 0 && isBoundByPlace);
    const replaced = new Set(known.filter(isInPlaceOfUrl).map(({ name }) => name));
    await Promise.all(
      breakpoints.flatMap((breakpoint) => [
        ...(replaced.has(breakpoint.source) ? [] : [this.bindDirect(target, breakpoint)]),
        ...known.filter((script) => script.isMadeOf(breakpoint.source)).map((script) => this.bindInScript(script, breakpoint)),
      ]),
    );
  }

  private async bindDirect(target: Target, breakpoint: UserBreakpoint): Promise<void> {
    if (breakpoint.code.kind === 'wrong') return;
    const { source, line, column, code } = breakpoint;
    const position = { lineNumber: line, columnNumber: column ?? 0, condition: code.code };
    const anonymous = /^VM(\d+)$/.exec(source)?.[1];
    try {
      if (anonymous !== undefined) {
        const { condition, ...place } = position;
        const set = await target.client.send('Debugger.setBreakpoint', { location: { scriptId: anonymous, ...place }, condition });
        this.bound({ target, breakpoint, v8Id: set.breakpointId, isDirect: true }, [set.actualLocation]);
        return;
      }
      const at = isAbsolute(source) ? scriptUrl(this.remoteUrl(source)) : { url: source };
      const { breakpointId, locations } = await target.client.send('Debugger.setBreakpointByUrl', { ...at, ...position });
      this.bound({ target, breakpoint, v8Id: breakpointId, isDirect: true }, locations);
    } catch {
      // There is one at the same place already, or the target is gone: it stays as it is.
    }
  }

  private async bindInScript(script: Script, breakpoint: UserBreakpoint): Promise<void> {
    if (breakpoint.code.kind === 'wrong') return;
    const location = await placeOf(script, breakpoint);
    if (location === null) return;
    try {
      const set = await script.target.client.send('Debugger.setBreakpoint', { location, condition: breakpoint.code.code });
      this.bound({ target: script.target, breakpoint, v8Id: set.breakpointId, isDirect: false }, [set.actualLocation]);
    } catch {
      // Another breakpoint has slid to the same place.
    }
  }

  private bound(binding: Binding, locations: readonly Debugger.Location[]): void {
    const isWanted = this.bySource.get(binding.breakpoint.source)?.includes(binding.breakpoint) ?? false;
    if (!isWanted) {
      void binding.target.client.send('Debugger.removeBreakpoint', { breakpointId: binding.v8Id }).catch(() => {});
      return;
    }
    this.bindings.push(binding);
    for (const location of locations) this.placed(binding.breakpoint, binding.target.script(location.scriptId), location);
  }

  private placed(breakpoint: UserBreakpoint, script: Script | undefined, location: Debugger.Location): void {
    if (script === undefined) return;
    const position = positionOf(location);
    const isOwn = script.name === breakpoint.source && !script.replacesItself;
    const place = isOwn ? script.ownLocation(position) : script.sourceOf(position);
    if (place === null) return;
    const { place: before, column } = breakpoint;
    const isNews = before === null || before.line !== place.line || (column !== null && before.column !== place.column);
    breakpoint.place = place;
    if (isNews) this.changed(this.report(breakpoint));
  }

  private report({ id, line, column, place, code }: UserBreakpoint): DebugProtocol.Breakpoint {
    if (code.kind === 'wrong') return { id, verified: false, line: this.counting.line(line), message: code.reason };
    if (place === null)
      return {
        id,
        verified: false,
        line: this.counting.line(line),
        message: 'No code of this line has been loaded yet.',
        reason: 'pending',
      };
    return {
      id,
      verified: true,
      line: this.counting.line(place.line),
      ...(column === null ? {} : { column: this.counting.column(place.column) }),
      source: this.sources.describe(place.name, place.script),
    };
  }

  private async unbind(isOver: (binding: Binding) => boolean): Promise<void> {
    const over = this.bindings.filter(isOver);
    this.bindings = this.bindings.filter((one) => !over.includes(one));
    await Promise.all(
      over.map(({ target, v8Id }) => target.client.send('Debugger.removeBreakpoint', { breakpointId: v8Id }).catch(() => {})),
    );
  }

  private scriptsOf(source: string): readonly Script[] {
    const all = [...this.targets()].flatMap(({ scripts }) => [...scripts.values()]);
    return all.filter((script) => script.name === source || script.map?.sources.includes(source) === true);
  }
}

/** The first place in a script that was made of the line, or of the next line of which anything was made. */
async function placeOf(script: Script, { source, line, column }: UserBreakpoint): Promise<Debugger.Location | null> {
  const later = (script.map?.linesOf(source) ?? script.lines).filter((one) => one > line).slice(0, mostLinesOn);
  for (const candidate of [line, ...later]) {
    const stops = (await script.stopsOnLine(source, candidate)).filter((stop) => {
      const original = script.sourceOf(positionOf(stop));
      return original?.name === source && original.line === candidate;
    });
    const isAfter = (stop: Debugger.BreakLocation) => (script.sourceOf(positionOf(stop))?.column ?? 0) >= (column ?? 0);
    const chosen = candidate === line ? (stops.find(isAfter) ?? stops.at(-1)) : stops[0];
    if (chosen !== undefined) return { scriptId: script.id, lineNumber: chosen.lineNumber, columnNumber: chosen.columnNumber };
  }
  return null;
}

/** Whether breakpoints in the file of its name are set in the script itself: its positions are others, or V8's columns are. */
function isInPlaceOfUrl(script: Script): boolean {
  return script.map === null ? script.mayHoldProbes : script.replacesItself;
}

function isSame(a: BreakpointOptions & { line: number; column: number | null }, b: typeof a): boolean {
  return (
    a.line === b.line &&
    a.column === b.column &&
    a.condition === b.condition &&
    a.hitCondition === b.hitCondition &&
    a.logMessage === b.logMessage
  );
}

/** The URL that V8 has for a script that is a file. */
export function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}

/** The pattern by which V8 finds a script that is a file: one with types may have its path instead of its URL. */
export function scriptUrl(url: string): { readonly url: string } | { readonly urlRegex: string } {
  const path = nameOf(url);
  if (!isTypeScript(path)) return { url };
  const escaped = [url, path].map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return { urlRegex: `^(?:${escaped.join('|')})$` };
}
