import { activationVariableName } from '../../instrument/context.js';
import { isAmongParameters, seesArguments } from '../../instrument/parameters.js';
import { classAt, homeAt, isFunction } from '../../instrument/tree.js';
import type { DebuggeeProcess } from '../../launch/process.js';
import type { FrameReport, FunctionPosition, Paused, ValueReport } from '../../runtime/messages.js';
import type { Evaluated } from '../../runtime/pause.js';
import { forksBefore, operandsAt } from '../text/forkPaths.js';
import { observeFailure, type ObservedFailure } from '../seen/observedFailure.js';
import type { PointIdentity } from '../question/point.js';
import { seenAs, shownAs, withEventParts, type Query, type Show } from '../question/question.js';
import { renaming, resolvePlace, valueAsked, type ResolvedPlace } from '../seen/resolve.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

/** What was seen while the debuggee waited at a point. */
export interface Observation {
  readonly paused: Paused;
  /** What was asked here, as `seenAs` says. */
  readonly asked: ReadonlySet<string>;
  /** The places that questions ask about from here, as `seenAs` says. */
  readonly places: ReadonlyMap<string, ResolvedPlace>;
  /** What questions about values ask for, by the question's name. */
  readonly values: ReadonlyMap<string, ValueReport>;
  /** Of those that are functions or classes: where they are written. */
  readonly functionPlaces: ReadonlyMap<string, FunctionPlace>;
  /** Of those, the ones that are functions of the language or of Node. */
  readonly natives: ReadonlySet<string>;
  readonly failures: ReadonlyMap<string, ObservedFailure | string>;
  /** Of a fork: by source text. */
  readonly operands: Readonly<Record<string, ValueReport>>;
  /** The number that each frame's activation gave itself, where it was asked to. */
  readonly activations: readonly Evaluated[];
  /** What is to be shown of the point, by its name and then by the expression. */
  readonly shown: ReadonlyMap<string, Readonly<Record<string, Evaluated>>>;
  /** Of an event: what the place held; null where the store is done already. */
  readonly before: ValueReport | null;
}

/** A place of the program's text. */
export interface CodePlace {
  readonly text: LoadedText;
  readonly offset: number;
}

/** Where a function is written: of one that `bind` has made the one that it calls, with how many arguments it was given. */
export interface FunctionPlace extends CodePlace {
  readonly bound: number | null;
}

/** Looks around in a debuggee that waits. */
export class Observer {
  constructor(
    private readonly debuggee: DebuggeeProcess,
    private readonly texts: RunTexts,
    private readonly shows: readonly Show[],
  ) {}

  /** Functions whose activations have no numbers in this run. */
  private readonly unnumbered = new Set<string>();

  async observe(paused: Paused, queries: readonly Query[]): Promise<Observation> {
    const nothing: Observation = {
      paused,
      asked: new Set(),
      places: new Map(),
      values: new Map(),
      functionPlaces: new Map(),
      natives: new Set(),
      failures: new Map(),
      shown: new Map(),
      operands: {},
      before: null,
      activations: await this.activationsAt(paused, queries),
    };
    return this.observeMore(nothing, queries, this.shows);
  }

  /** An observation with what else is asked where the debuggee still waits. */
  async observeMore(seen: Observation, queries: readonly Query[], shows: readonly Show[]): Promise<Observation> {
    const { paused } = seen;
    const asked = new Set(seen.asked);
    const places = new Map(seen.places);
    const values = new Map(seen.values);
    const functionPlaces = new Map(seen.functionPlaces);
    const natives = new Set(seen.natives);
    const failures = new Map(seen.failures);
    for (const query of queries) {
      const name = seenAs(query);
      if (asked.has(name)) continue;
      asked.add(name);
      const code = query.kind === 'inevitable' ? this.codePlace(null, paused.frames[0]) : null;
      if (code !== null) failures.set(name, await observeFailure(query, paused, code, this.debuggee, this.texts));
      else if (query.kind === 'returned') {
        const place = await this.functionPlace(query, paused);
        if (place !== null) functionPlaces.set(name, place);
        else if (await this.isFunction(query)) natives.add(name);
      } else if (query.kind === 'created') {
        const outcome = await valueAsked(query, paused, this.debuggee, this.texts);
        if ('value' in outcome) values.set(name, outcome.value);
        const place = await this.functionPlace(query, paused);
        if (place !== null) functionPlaces.set(name, place);
      } else if (query.place !== null) places.set(name, await resolvePlace(query, paused, this.debuggee, this.texts));
    }
    return { ...seen, asked, places, values, functionPlaces, natives, failures, shown: await this.showAt(paused, seen.shown, shows) };
  }

  private async functionPlace({ frame, expression, isOfText = false }: Query, paused: Paused): Promise<FunctionPlace | null> {
    const ask = (at: number, text: string) =>
      this.debuggee.ask<FunctionPosition | null>({ kind: 'functionPlace', frame: at, expression: text });
    const position = await (isOfText ? ask : renaming(paused, ask, this.texts))(frame, withEventParts(expression));
    const text = position === null ? undefined : this.texts.text(position.path);
    return position === null || text === undefined
      ? null
      : { text, offset: text.offsetAt(position.line, position.column), bound: position.bound };
  }

  private async isFunction({ frame, expression }: Query): Promise<boolean> {
    const outcome = expression === '' ? null : await this.evaluate(frame, expression);
    return outcome !== null && 'value' in outcome && outcome.value.kind === 'object' && outcome.value.type === 'function';
  }

  /** What is wanted of the points that this may be, without side effects. */
  private async showAt(paused: Paused, before: Observation['shown'], shows: readonly Show[]): Promise<Observation['shown']> {
    const shown = new Map<string, Record<string, Evaluated>>([...before].map(([of, values]) => [of, { ...values }]));
    for (const { of, frame, expression, isOfText = false } of shows) {
      if ((of === 'P1') !== (paused.why === 'stop')) continue;
      const values = shown.get(of) ?? {};
      values[shownAs(frame, expression)] = isOfText
        ? await this.evaluate(frame, expression)
        : await this.evaluateSource(paused, frame, expression);
      shown.set(of, values);
    }
    return shown;
  }

  private evaluateSource(paused: Paused, frame: number, expression: string): Promise<Evaluated> {
    return renaming(paused, (at, text) => this.evaluate(at, text), this.texts)(frame, withEventParts(expression));
  }

  /** The values that a fork's test was made of. */
  async operandsOf({ site }: Paused): Promise<Record<string, ValueReport>> {
    const found = this.texts.site(site);
    const text = found?.site.kind === 'fork' ? this.texts.text(found.path) : undefined;
    const values: Record<string, ValueReport> = {};
    if (found === undefined || text === undefined) return values;
    for (const { start, end } of operandsAt(text.program, found.site)) {
      const outcome = await this.evaluate(0, text.text.slice(start, end).trim());
      if ('value' in outcome) values[this.operandName(text, { start, end })] = outcome.value;
    }
    return values;
  }

  /** A part of a test, as the user's source writes it. */
  operandName(text: LoadedText, { start, end }: { readonly start: number; readonly end: number }): string {
    const name = (own: string) => (own === 'this' ? own : (text.sourceNameAt(start, this.texts) ?? own));
    return text.text
      .slice(start, end)
      .trim()
      .replace(/^[\p{ID_Start}$_][\p{ID_Continue}$]*/u, name);
  }

  private async activationsAt(paused: Paused, queries: readonly Query[]): Promise<readonly Evaluated[]> {
    if (!queries.some(({ kind }) => kind === 'lastCondition')) return [];
    const evaluated: Evaluated[] = [];
    for (const [frame, report] of paused.frames.entries()) {
      const place = report.isAsync ? null : this.codePlace(null, report);
      const number: Evaluated = place === null ? { error: 'its text is not known' } : await this.activationNumber(frame, place);
      evaluated.push(number);
      // V8 walks the stack for each frame: of thousands only those are asked that can decide.
      if (frame > 0 && place !== null && 'value' in number && isCertainlyDecidedIn(place)) break;
    }
    return evaluated;
  }

  async valueBefore({ site, before, earlier }: Paused): Promise<ValueReport | null> {
    if (earlier !== null) return earlier;
    const { site: found, path = '' } = this.texts.site(site) ?? {};
    // Nobody outside a class can read its private fields.
    if (found === undefined || found.isAfter || found.key?.startsWith('#')) return null;
    if (found.declaration === null) return before;
    // V8 shows some variables as undefined before they are declared.
    const binding = this.texts.text(path)?.scopes.bindingAt.get(found.offset);
    const isDeclared = binding !== undefined && /^(let|const|class)$/.test(binding.kind);
    if (isDeclared && binding.declarations.some(({ start }) => start === found.offset)) return { kind: 'absent' };
    const outcome = found.key === null ? null : await this.evaluate(0, found.key);
    return outcome !== null && 'value' in outcome ? outcome.value : { kind: 'absent' };
  }

  private evaluate(frame: number, expression: string): Promise<Evaluated> {
    return this.debuggee.ask<Evaluated>({ kind: 'evaluate', frame, expression });
  }

  /** Whether a hidden variable is declared where a frame is. */
  async isSeen(frame: number, name: string): Promise<boolean> {
    return 'value' in (await this.evaluate(frame, name));
  }

  /** What a hidden variable holds; null where it is not to be seen. */
  async valueAt(frame: number, name: string): Promise<ValueReport | null> {
    const outcome = await this.evaluate(frame, name);
    return 'value' in outcome ? outcome.value : null;
  }

  /** A number that a hidden variable holds; null where it is not to be seen. */
  async numberAt(frame: number, name: string): Promise<number | null> {
    const outcome = await this.evaluate(frame, name);
    return 'value' in outcome && outcome.value.kind === 'primitive' && outcome.value.type === 'number' ? Number(outcome.value.text) : null;
  }

  /** Which activation a frame is: its function and the number that it gave itself (`known`, if so); null when it was not asked to. */
  async activationAt(frame: number, place: CodePlace | null, known?: Evaluated): Promise<string | null> {
    if (place === null) return null;
    const home = homeAt(place.text.program, place.offset);
    const outcome = known ?? (await this.activationNumber(frame, place));
    return 'value' in outcome && outcome.value.kind === 'primitive' && outcome.value.type === 'number'
      ? `${place.text.path}:${home.start}:${outcome.value.text}`
      : null;
  }

  /** The number that a frame's activation gave itself. */
  private async activationNumber(frame: number, { text, offset }: CodePlace): Promise<Evaluated> {
    const home = homeAt(text.program, offset);
    const isHere = isFunction(home) && seesArguments(text.program, home, offset);
    const id = `${text.path}:${home.start}`;
    if (!isHere) {
      if (this.unnumbered.has(id)) return { error: 'its activations have no numbers' };
      const outcome = await this.evaluate(frame, activationVariableName(home));
      // Fields are initialised by functions of their own, which no text shows.
      const classAround = isFunction(home) ? classAt(text.program, home.start) : null;
      const isOwn = !isAmongParameters(home, offset) && classAt(text.program, offset) === classAround;
      if ('error' in outcome && isOwn) this.unnumbered.add(id);
      return outcome;
    }
    const list = await this.evaluate(frame, 'arguments');
    if ('error' in list || list.value.kind !== 'object') return { error: 'it is not to be seen among parameters' };
    const number = await this.debuggee.ask<number | null>({ kind: 'activationOf', object: list.value.id });
    return number === null ? { error: 'it has no number' } : { value: { kind: 'primitive', type: 'number', text: String(number) } };
  }

  /** The code that a frame is at; the point's own site is more exact than where V8 says that its probe is. */
  codePlace(identity: PointIdentity | null, frame: FrameReport | undefined): CodePlace | null {
    const text = this.texts.text(identity?.path ?? frame?.path ?? '');
    if (text === undefined || frame === undefined) return null;
    return { text, offset: identity?.offset ?? text.offsetAt(frame.line, frame.column) };
  }
}

/** Whether a condition of the function must have been evaluated before it called what is called: no frame below is needed to decide which was last. */
function isCertainlyDecidedIn({ text, offset }: CodePlace): boolean {
  return forksBefore(text.program, offset, false, true).some(({ isCertain }) => isCertain);
}
