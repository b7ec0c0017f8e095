import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugger } from 'node:inspector';
import { RunTexts, TextLibrary } from '../../querypoints/text/texts.js';
import type { CountedBreakpoint } from '../querypoints/stopReplay.js';
import type { StopPlaces } from '../querypoints/stopPlaces.js';
import { positionOf, type Script } from '../script.js';
import { evaluateOnFrame } from '../frameEvaluation.js';
import { locationOf } from '../stepping.js';
import type { Target } from '../target.js';
import { brokenTest } from './pureTest.js';

/** A condition that every good run satisfies when control comes to a place of a source; lines and columns from 1. */
export interface NecessaryCondition {
  readonly line: number;
  readonly column: number;
  readonly condition: string;
  /** Whether an exception in it breaks it too. */
  readonly isAssertion: boolean;
  /** Whether it speaks of calls from outside of the source alone, which nothing of the source is in the middle of. */
  readonly isFromOutside: boolean;
  /** What its being broken means, as a sentence. */
  readonly message: string;
  readonly because: readonly { readonly file: string; readonly line: number; readonly column: number; readonly message: string }[];
}

/** The static analysis: the conditions of one file. */
export type ConditionFinder = (request: {
  readonly file: string;
  readonly cwd: string;
  /** The user's settings, as the client sent them. */
  readonly settings: unknown;
}) => Promise<readonly NecessaryCondition[]>;

interface Check {
  readonly condition: NecessaryCondition;
  readonly source: string;
  /** In V8's text: true where it is broken. */
  readonly test: string;
}

/** Before any of the script has run, while the program waits, or while it runs. */
export type BoundWhen = 'before' | 'waiting' | 'running';

/** All conditions of one place of a script. */
interface Bound {
  readonly id: number;
  readonly code: string;
  readonly checks: readonly Check[];
}

/** So long scripts wait for the analysis in all, before they run; what comes later is checked from then on. */
const waitBudgetMs = 15_000;

const mostSources = 50;

/** What finding conditions and setting their breakpoints need of the session. */
interface ConditionTools {
  readonly find: ConditionFinder;
  readonly places: StopPlaces;
  readonly cwd: string;
  readonly settings: unknown;
  /** Whether a source is one of the program's own. */
  isOwn(source: string): boolean;
  nextId(): number;
  /** Called when a breakpoint is set. */
  wasSet(target: Target, id: number, when: BoundWhen): void;
}

/**
 * Conditions that the static analysis has found, checked while the program runs: it stops at the earliest state from which it certainly
 * fails. Each is a breakpoint whose condition V8 evaluates; where one holds, the frame is asked again, and an accessor of the program that
 * would have to run for it is not run.
 */
export class NecessaryConditions {
  isOn = false;
  private readonly found = new Map<string, Promise<readonly NecessaryCondition[]>>();
  private readonly bound = new Map<Target, Map<string, Bound>>();
  private readonly seen = new WeakSet<Script>();
  private readonly broken = new Map<Target, NecessaryCondition>();
  private waitedMs = 0;

  constructor(private readonly tools: ConditionTools) {}

  /** Turns it on or off, for every target. */
  async set(isOn: boolean, targets: readonly Target[]): Promise<void> {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    if (isOn) {
      await Promise.all(targets.map((target) => this.begin(target)));
      return;
    }
    for (const [target, all] of this.bound) {
      for (const breakpointId of all.keys()) await target.client.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
      for (const script of target.scripts.values()) this.seen.delete(script);
    }
    this.bound.clear();
  }

  /** For the scripts that a target has loaded already. */
  async begin(target: Target): Promise<void> {
    await this.waitFor([...target.scripts.values()].map((script) => this.late(script)));
  }

  /** For a script that nobody waits for. */
  async late(script: Script): Promise<void> {
    if (this.isOn) await this.bindScript(script, () => (script.target.pause === null ? 'running' : 'waiting'));
  }

  /** Before a script runs; gives up waiting when the budget is spent, and binds then when the analysis is done. */
  async prepare(script: Script): Promise<void> {
    if (!this.isOn) return;
    let state: BoundWhen = 'before';
    await this.waitFor([this.bindScript(script, () => state)]);
    state = 'running';
  }

  /** At most as long as there is time left for that. */
  private async waitFor(bindings: readonly Promise<void>[]): Promise<void> {
    const started = Date.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.max(0, waitBudgetMs - this.waitedMs))));
    await Promise.race([Promise.allSettled(bindings), late]);
    clearTimeout(timer);
    this.waitedMs += Date.now() - started;
  }

  /** Of a pause, the condition that is broken there; false: V8 has stopped for one that is not, and for nothing else. */
  async at(
    target: Target,
    { hitBreakpoints = [], callFrames: [frame, ...callers] }: Debugger.PausedEventDataType,
  ): Promise<NecessaryCondition | boolean> {
    this.broken.delete(target);
    const all = this.bound.get(target);
    const hit = hitBreakpoints.flatMap((id) => all?.get(id) ?? []);
    if (hit.length === 0 || frame === undefined) return true;
    const isInside = (source: string) => callers.some((caller) => locationOf(target, caller)?.name === source);
    for (const { condition, source, test } of hit.flatMap(({ checks }) => checks)) {
      if (condition.isFromOutside && isInside(source)) continue;
      const { callFrameId } = frame;
      const settings = { expression: test, silent: true, throwOnSideEffect: true, returnByValue: true };
      const answer = await evaluateOnFrame(target, callFrameId, settings).catch(() => null);
      if (answer?.exceptionDetails !== undefined || answer?.result.value !== true) continue;
      this.broken.set(target, condition);
      return condition;
    }
    return hitBreakpoints.some((id) => all?.has(id) !== true);
  }

  /** As breakpoints whose passages are counted, so that another run can be brought here. */
  counted(target: Target, hit: readonly string[]): readonly CountedBreakpoint[] {
    const all = this.bound.get(target);
    return hit.flatMap((id) => all?.get(id) ?? []).map(({ id, code }) => ({ id, condition: code, hitCondition: null }));
  }

  /** Of a target that waits at a broken condition: what is said of it as of an exception. */
  info(target: Target): DebugProtocol.ExceptionInfoResponse['body'] | null {
    const condition = this.broken.get(target);
    if (condition === undefined) return null;
    const { message, because } = condition;
    const reasons = because.map((one) => `    ${one.message} (${one.file}:${one.line}:${one.column})`);
    const details = { message, typeName: 'Necessary condition', stackTrace: [message, ...reasons].join('\n') };
    return { exceptionId: 'A necessary condition broke', description: message, breakMode: 'always', details };
  }

  forget(target: Target): void {
    this.bound.delete(target);
    this.broken.delete(target);
  }

  resumed(target: Target): void {
    this.broken.delete(target);
  }

  private async bindScript(script: Script, when: () => BoundWhen): Promise<void> {
    if (this.seen.has(script) || script.url === '') return;
    this.seen.add(script);
    const sources = (script.map?.sources ?? [script.name]).filter((source) => this.tools.isOwn(source));
    for (const source of sources.slice(0, mostSources)) {
      const conditions = await this.conditionsOf(source);
      if (conditions.length > 0) await this.bind(script, source, conditions, when);
    }
  }

  private conditionsOf(file: string): Promise<readonly NecessaryCondition[]> {
    const known = this.found.get(file) ?? this.tools.find({ file, cwd: this.tools.cwd, settings: this.tools.settings }).catch(() => []);
    this.found.set(file, known);
    return known;
  }

  private async bind(script: Script, source: string, conditions: readonly NecessaryCondition[], when: () => BoundWhen): Promise<void> {
    const library = new TextLibrary();
    library.put(script.name, await script.sourceText);
    const text = library.text(script.name);
    if (text === undefined) return;
    const texts = new RunTexts(library);
    const checks = new Map<string, { readonly location: Debugger.Location; readonly checks: Check[] }>();
    for (const condition of conditions) {
      const location = await this.tools.places.breakBefore(script, source, condition.line - 1, condition.column - 1);
      if (location === null) continue;
      const { line, column } = positionOf(location);
      const place = { text, offset: text.offsetAt(line + 1, column + 1), texts, isMapped: script.map !== null };
      const test = brokenTest(condition.condition, condition.isAssertion, place);
      if (test === null) continue;
      const key = `${line}:${column}`;
      const known = checks.get(key) ?? { location, checks: [] };
      checks.set(key, known);
      known.checks.push({ condition, source, test });
    }
    await Promise.all([...checks.values()].map((one) => this.bindPlace(script, one.location, one.checks, when)));
  }

  /** By an expression for the URL, so that V8 takes it for another breakpoint than the user's at the same place. */
  private async bindPlace(
    script: Script,
    { lineNumber, columnNumber = 0 }: Debugger.Location,
    checks: readonly Check[],
    when: () => BoundWhen,
  ): Promise<void> {
    const { target } = script;
    const code = checks.map(({ test }) => test).join('||');
    const urlRegex = `^${script.url.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$(?:)`;
    const place = { urlRegex, lineNumber, columnNumber, condition: code };
    if (!this.isOn) return;
    const { breakpointId } = await target.client.send('Debugger.setBreakpointByUrl', place);
    const all = this.bound.get(target) ?? new Map<string, Bound>();
    this.bound.set(target, all);
    const id = this.tools.nextId();
    all.set(breakpointId, { id, code, checks });
    this.tools.wasSet(target, id, when());
  }
}
