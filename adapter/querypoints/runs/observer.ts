import type { EventSource } from '../../events/eventSource.js';
import type { Moment } from '../../events/moment.js';
import { isSame } from '../../events/sameValue.js';
import { activationVariableName } from '../../instrument/context.js';
import { isAmongParameters, seesArguments } from '../../instrument/parameters.js';
import { classAt, homeAt, isFunction } from '../../instrument/tree.js';
import type { Site } from '../../instrument/site.js';
import type { ValueReport } from '../../events/rows.js';
import type { Evaluated } from '../../events/rows.js';
import { kindOf } from '../question/kinds.js';
import { seenAs, shownAs, withEventParts, type Query, type Show } from '../question/question.js';
import { codePlace, operandName, type FunctionPlace, type Observation } from '../seen/observation.js';
import { observeFailure } from '../seen/observedFailure.js';
import { asOfLanguage, renaming, resolvePlace, valueAsked } from '../seen/resolve.js';
import { forksBefore, operandsAt, type Operand } from '../text/forkPaths.js';
import type { CodePlace, RunTexts } from '../text/texts.js';

/** Looks around in a run that waits. */
export class Observer {
  constructor(
    private readonly events: EventSource,
    private readonly texts: RunTexts,
    private readonly shows: readonly Show[],
  ) {}

  /** Functions whose activations have no numbers in this run. */
  private readonly unnumbered = new Set<string>();

  async observe(moment: Moment, queries: readonly Query[]): Promise<Observation> {
    return this.observeMore(moment, await this.begin(moment, queries), queries, []);
  }

  /** An observation before anything is looked at but what is to be shown, and the activations that these questions are about. */
  async begin(moment: Moment, queries: readonly Query[]): Promise<Observation> {
    return {
      paused: moment.paused,
      asked: new Set(),
      places: new Map(),
      values: new Map(),
      functionPlaces: new Map(),
      natives: new Set(),
      failures: new Map(),
      shown: await this.showAt(moment, new Map(), this.shows),
      operands: {},
      before: null,
      activations: await this.activationsAt(moment, queries),
    };
  }

  /** An observation with what else is asked where the debuggee still waits. */
  async observeMore(moment: Moment, seen: Observation, queries: readonly Query[], shows: readonly Show[]): Promise<Observation> {
    const { paused } = moment;
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
      const { sees } = kindOf(query.kind);
      const code = sees === 'failure' ? codePlace(this.texts, null, paused.frames[0]) : null;
      if (code !== null) failures.set(name, await observeFailure(query, moment, code, this.texts));
      else if (sees === 'callee') {
        const place = await this.functionPlace(query, moment);
        if (place !== null) functionPlaces.set(name, place);
        else if (query.expression !== '' && (await moment.isNative(query.frame, query.expression))) natives.add(name);
      } else if (sees === 'value') {
        const outcome = await valueAsked(query, moment, this.texts);
        if ('value' in outcome) values.set(name, outcome.value);
        const place = await this.functionPlace(query, moment);
        if (place !== null) functionPlaces.set(name, place);
      } else if (query.place !== null) places.set(name, await resolvePlace(query, moment, this.texts));
    }
    return { ...seen, asked, places, values, functionPlaces, natives, failures, shown: await this.showAt(moment, seen.shown, shows) };
  }

  private async functionPlace({ frame, expression, isOfText = false }: Query, moment: Moment): Promise<FunctionPlace | null> {
    const ask: Moment['functionPlace'] = (at, text) => moment.functionPlace(at, text);
    const position = await (isOfText ? ask : renaming(moment.paused, ask, this.texts))(frame, withEventParts(expression));
    const text = position === null ? undefined : this.texts.text(position.path);
    return position === null || text === undefined
      ? null
      : { text, offset: text.offsetAt(position.line, position.column), bound: position.bound };
  }

  /** What is wanted of the points that this may be, without side effects. */
  private async showAt(moment: Moment, before: Observation['shown'], shows: readonly Show[]): Promise<Observation['shown']> {
    const shown = new Map<string, Record<string, Evaluated>>([...before].map(([of, values]) => [of, { ...values }]));
    for (const { of, frame, expression, isOfText = false } of shows) {
      if ((of === 'P1') !== (moment.paused.why === 'stop')) continue;
      const values = shown.get(of) ?? {};
      values[shownAs(frame, expression)] = isOfText
        ? await moment.evaluate(frame, expression)
        : await evaluateSource(this.texts, moment, frame, expression);
      shown.set(of, values);
    }
    return shown;
  }

  /** The values that a fork's test was made of. */
  async operandsOf(moment: Moment): Promise<Record<string, ValueReport>> {
    const found = this.texts.site(moment.paused.site);
    const text = found?.site.kind === 'fork' ? this.texts.text(found.path) : undefined;
    const values: Record<string, ValueReport> = {};
    if (found === undefined || text === undefined) return values;
    for (const operand of operandsAt(text.program, found.site)) {
      const { start, end } = operand;
      const outcome = isCallTested(operand, found.site) ? null : await moment.evaluate(0, text.text.slice(start, end).trim());
      const value = outcome === null ? moment.paused.value : 'value' in outcome ? outcome.value : null;
      if (value !== null) values[operandName(this.texts, text, { start, end })] = value;
    }
    return values;
  }

  private async activationsAt(moment: Moment, queries: readonly Query[]): Promise<readonly Evaluated[]> {
    if (!queries.some(({ kind }) => kindOf(kind).asksForks)) return [];
    const evaluated: Evaluated[] = [];
    for (const [frame, report] of moment.paused.frames.entries()) {
      const place = report.isAsync ? null : codePlace(this.texts, null, report);
      const number: Evaluated = place === null ? { error: 'its text is not known' } : await this.activationNumber(moment, frame, place);
      evaluated.push(number);
      // V8 walks the stack for each frame: of thousands only those are asked that can decide.
      if (frame > 0 && place !== null && 'value' in number && isCertainlyDecidedIn(place)) break;
    }
    return evaluated;
  }

  async valueBefore(moment: Moment): Promise<ValueReport | null> {
    const { site, before, earlier } = moment.paused;
    if (earlier !== null) return earlier;
    const { site: found, path = '' } = this.texts.site(site) ?? {};
    if (found === undefined || found.isAfter) return null;
    if (found.key?.startsWith('#') === true) return this.privateBefore(moment, found.key);
    if (found.declaration === null) return before;
    // V8 shows some variables as undefined before they are declared.
    const binding = this.texts.text(path)?.scopes.bindingAt.get(found.offset);
    const isDeclared = binding !== undefined && /^(let|const|class)$/.test(binding.kind);
    if (isDeclared && binding.declarations.some(({ start }) => start === found.offset)) return { kind: 'absent' };
    const outcome = found.key === null ? null : await moment.evaluate(0, found.key);
    return outcome !== null && 'value' in outcome ? outcome.value : { kind: 'absent' };
  }

  /** The object that a private field holds, as a debugger shows it: nobody outside its class can read it. null: what the events say is all that is known. */
  private async privateBefore(moment: Moment, name: string): Promise<ValueReport | null> {
    const { before = null } = (await this.events.event(moment.paused.time - 1)) ?? {};
    if (before?.kind !== 'object') return null;
    const seen = await moment.privateFields(0, withEventParts('.owner'));
    // Classes that extend each other may have the same name on one object.
    return seen?.fields.find((one) => one.name === name && one.value !== null && isSame(one.value, before))?.value ?? null;
  }

  /** Which activation a frame is: its function and the number that it gave itself (`known`, if so); null when it was not asked to. */
  async activationAt(moment: Moment, frame: number, place: CodePlace | null, known?: Evaluated): Promise<string | null> {
    if (place === null) return null;
    const home = homeAt(place.text.program, place.offset);
    const outcome = known ?? (await this.activationNumber(moment, frame, place));
    return 'value' in outcome && outcome.value.kind === 'primitive' && outcome.value.type === 'number'
      ? `${place.text.path}:${home.start}:${outcome.value.text}`
      : null;
  }

  /** The number that a frame's activation gave itself. */
  private async activationNumber(moment: Moment, frame: number, { text, offset }: CodePlace): Promise<Evaluated> {
    const home = homeAt(text.program, offset);
    const isHere = isFunction(home) && seesArguments(text.program, home, offset);
    const id = `${text.path}:${home.start}`;
    if (!isHere) {
      if (this.unnumbered.has(id)) return { error: 'its activations have no numbers' };
      const evaluated = await moment.evaluate(frame, activationVariableName(home));
      const isNumbered = 'error' in evaluated || evaluated.value.kind !== 'primitive' || evaluated.value.type === 'number';
      // A script has the variable of its realm, which no probe of it may have given a number.
      const outcome: Evaluated = isNumbered ? evaluated : { error: 'it has no number' };
      // Fields are initialised by functions of their own, which no text shows.
      const classAround = isFunction(home) ? classAt(text.program, home.start) : null;
      const isOwn = !isAmongParameters(home, offset) && classAt(text.program, offset) === classAround;
      if ('error' in outcome && isOwn) this.unnumbered.add(id);
      return outcome;
    }
    const list = await moment.evaluate(frame, 'arguments');
    if ('error' in list || list.value.kind !== 'object') return { error: 'it is not to be seen among parameters' };
    const number = await this.events.activationOf(list.value.id);
    return number === null ? { error: 'it has no number' } : { value: { kind: 'primitive', type: 'number', text: String(number) } };
  }
}

/** Whether a test is a call as a whole: what it gave is what the event tells, and another call of it may give something else. */
function isCallTested({ type, start, end }: Operand, { offset, end: behind }: Pick<Site, 'offset' | 'end'>): boolean {
  return /^(Call|New|TaggedTemplate)Expression$/.test(type) && start === offset && end === behind;
}

/** Whether a condition of the function must have been evaluated before it called what is called: no frame below is needed to decide which was last. */
function isCertainlyDecidedIn({ text, offset }: CodePlace): boolean {
  return forksBefore(text.program, offset, false, true).some(({ isCertain }) => isCertain);
}

/** The value of an expression as the user's source writes it. */
export function evaluateSource(texts: RunTexts, moment: Moment, frame: number, expression: string): Promise<Evaluated> {
  const evaluate = async (at: number, text: string) => asOfLanguage(text, await moment.evaluate(at, text), moment.paused, at, texts);
  return renaming(moment.paused, evaluate, texts)(frame, withEventParts(expression));
}
