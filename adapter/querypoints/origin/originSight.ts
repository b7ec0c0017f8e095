import { parseExpressionAt } from 'acorn';
import { activationVariableName } from '../../instrument/context.js';
import { homeAt, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import { begunIn } from '../../events/begun.js';
import type { ValueReport } from '../../events/rows.js';
import { creationOf } from '../decide/creation.js';
import { demandOfKept, demandOfStep, demandOfTest, isPlanned } from '../question/demand.js';
import type { PointAnswer } from '../question/point.js';
import { seenAs, shownAs, type Query } from '../question/question.js';
import { need, open, type Deciding, type DecidingNow, type Note } from '../seen/deciding.js';
import { codePlace, type FunctionPlace, type Observation } from '../seen/observation.js';
import { demandOfForksAt, type SeenRun } from '../seen/seenRun.js';
import type { CodePlace } from '../text/texts.js';
import type { Surroundings } from './copies.js';
import { functionOf } from './returned.js';

/** What is asked of the moment at which a value was written, and was not known. */
interface Missing {
  readonly notes: readonly Note[];
  /** A test whose outcome is known of the fork alone. */
  readonly tests: readonly { readonly id: string; readonly test: AnyNode; readonly frame: number }[];
}

/** What was seen where a step was located, beside its own answer: noted when it turns out to be needed, and there in the next run. */
export class StepSight {
  private readonly observation: Observation | undefined;

  constructor(
    private readonly run: SeenRun,
    private readonly step: string,
    private readonly answer: PointAnswer,
    readonly wanted: ValueReport,
    private readonly entry: Surroundings['entry'] = null,
    /** Outcomes of tests that were looked up, by frame and place. */
    private readonly outcomes: ReadonlyMap<string, ValueReport | null> = new Map(),
  ) {
    this.observation = run.observationOf(answer) ?? undefined;
  }

  placeAt(frame: number): CodePlace | null {
    return codePlace(this.run.texts, null, this.observation?.paused.frames[frame]);
  }

  nameAt(frame: number): string | null {
    return this.observation?.paused.frames[frame]?.functionName ?? null;
  }

  /** What an expression of the text that runs is in a frame; null when it is not known. */
  *valueOf(frame: number, expression: string): DecidingNow<ValueReport | null> {
    const known = this.knownValue(frame, expression);
    if (known !== undefined) return known;
    yield this.testOf(frame, expression);
    return null;
  }

  /** Asks what a text copies; again while outcomes of tests turn out to be needed. The sight that knows them is given back. */
  async *look<T>(ask: (around: Surroundings) => T): Deciding<{ readonly copied: T; readonly sight: StepSight }> {
    const { copied, missing } = this.tracked(ask);
    yield* missing.notes;
    const [first] = missing.tests;
    if (first === undefined) return { copied, sight: this };
    const outcome = yield* this.lookUp(first.test, first.frame);
    const { run, step, answer, wanted, entry, outcomes } = this;
    return yield* new StepSight(run, step, answer, wanted, entry, new Map([...outcomes, [first.id, outcome]])).look(ask);
  }

  /** The activations that began while what a frame awaits was evaluated. */
  async *begunBy(call: CodePlace, frame: number, called: CodePlace): Deciding<readonly [number, number] | null> {
    const { run, answer } = this;
    const { program, path } = call.text;
    const awaited = pathTo(program, call.offset).findLast(({ type }) => type === 'AwaitExpression' || /Function/.test(type));
    if (awaited?.type !== 'AwaitExpression') return null;
    const sites = run.texts.numbers(path, (site) => site.kind === 'await' && site.offset === awaited.start);
    const own = functionOf(called);
    if (own === undefined) return null;
    if (sites.length === 0) yield open(demandOfForksAt(call));
    if (!run.recordsForks({ path: called.text.path, offset: own.start }))
      yield open(demandOfForksAt({ text: called.text, offset: own.body.start }));
    const activation = yield* this.valueOf(frame, activationVariableName(homeAt(program, call.offset)));
    if (sites.length === 0 || activation?.kind !== 'primitive') return null;
    const request = { sites, key: null, owner: null, activation: Number(activation.text), before: answer.time ?? 0, index: -1 };
    const { event } = await run.events.select(request);
    if (event?.value?.kind !== 'primitive') return null;
    return begunIn(Number(event.value.text));
  }

  /** What is asked of one located point is asked of all: what they have in common is seen at once. */
  private get moment(): string {
    return this.step === 'P1' ? 'P1' : '~';
  }

  /** undefined: this run has not seen it. */
  private knownValue(frame: number, expression: string): ValueReport | null | undefined {
    const seen = this.observation?.shown.get(this.moment)?.[shownAs(frame, expression)];
    return seen === undefined ? undefined : 'value' in seen ? seen.value : null;
  }

  private testOf(frame: number, expression: string): Note {
    return open(demandOfTest({ of: this.moment, frame, expression, isOfText: true }));
  }

  /** How a test went last before the point, in the activation of a frame. */
  private async *lookUp({ start, end }: AnyNode, frame: number): Deciding<ValueReport | null> {
    const { identity, time } = this.answer;
    const text = frame === 0 ? this.run.texts.text(identity?.path ?? '') : this.placeAt(frame)?.text;
    if (text === undefined) return null;
    const sites = this.run.texts.numbers(text.path, (site) => site.kind === 'fork' && site.offset === start && site.end === end);
    if (sites.length === 0) yield open(demandOfForksAt({ text, offset: start }));
    const activation = yield* this.valueOf(frame, activationVariableName(homeAt(text.program, start)));
    if (sites.length === 0 || activation?.kind !== 'primitive') return null;
    const request = { sites, key: null, owner: null, activation: Number(activation.text), before: time ?? 0, index: -1 };
    return (await this.run.events.select(request)).event?.value ?? null;
  }

  /** What a text copies, and what was asked of this moment on the way and is not known: to ask is to note it. */
  private tracked<T>(ask: (around: Surroundings) => T): { readonly copied: T; readonly missing: Missing } {
    const notes: Note[] = [];
    const tests: Missing['tests'][number][] = [];
    const valueOf = (frame: number, expression: string): ValueReport | null => {
      const known = this.knownValue(frame, expression);
      if (known === undefined) notes.push(this.testOf(frame, expression));
      return known ?? null;
    };
    const outcomeOf = (test: AnyNode, frame: number): ValueReport | null => {
      const id = `${frame} ${test.start} ${test.end}`;
      const known = this.outcomes.get(id);
      if (known === undefined) tests.push({ id, test, frame });
      return known ?? null;
    };
    const functionPlace = (frame: number, expression: string): FunctionPlace | undefined => {
      const check: Query = { ...noQuestion, id: `${this.step}-callee ${frame} ${expression}`, of: this.step, frame, expression };
      if (isAsked(this.run, check, this.observation ?? null)) return this.observation?.functionPlaces.get(seenAs(check));
      notes.push(open(demandOfStep(check)));
      return undefined;
    };
    const { answer, run, wanted, entry } = this;
    const copied = ask({
      wanted,
      entry,
      isMade: answer.identity?.siteKind === 'allocation',
      placeAt: (frame) => this.placeAt(frame),
      valueOf,
      choose: (test, source, frame) => {
        const expression = source.slice(test.start, test.end);
        // What a call gave is known of the fork alone.
        return /[(`]/.test(expression) ? outcomeOf(test, frame) : valueOf(frame, expression);
      },
      isThisFunction: (expression) => {
        const { identity } = answer;
        const text = run.texts.text(identity?.path ?? '');
        if (text === undefined || identity === null) return false;
        const place = functionPlace(1, expression);
        return place !== undefined && place.text === text && functionOf(place) === functionOf({ text, offset: identity.offset });
      },
      boundArguments: (frame, expression) => functionPlace(frame, expression)?.bound ?? 0,
      keep: ({ text, offset }, expression) => {
        const { start } = homeAt(text.program, offset);
        for (const name of variablesIn(expression))
          notes.push(...need(run.planned, demandOfKept({ path: text.path, offset: start, name })));
      },
    });
    return { copied, missing: { notes, tests } };
  }
}

const noQuestion = { kind: 'returned', text: '', place: null, index: -1, isOfText: true } as const;

/** Whether this run has seen what a step asks of its point; if not, the next one will. */
export function* isKnown(run: SeenRun, step: Query, observation: Observation | null): DecidingNow<boolean> {
  if (isAsked(run, step, observation)) return true;
  yield open(demandOfStep(step));
  return false;
}

function isAsked(run: SeenRun, step: Query, observation: Observation | null): boolean {
  return observation?.asked.has(seenAs(step)) === true && isPlanned(run.planned, step);
}

/** The variables that an expression reads by itself: not those inside its functions, nor the names of properties. */
function variablesIn(expression: string): readonly string[] {
  const names = new Set<string>();
  try {
    const options = { ecmaVersion: 'latest', checkPrivateFields: false, allowAwaitOutsideFunction: true } as const;
    const visit = (node: AnyNode): boolean => {
      if (node.type === 'Identifier') names.add(node.name);
      if (node.type === 'ThisExpression') names.add('this');
      if (node.type === 'MemberExpression' && !node.computed) walk(node.object, visit);
      if (node.type === 'Property' && !node.computed) walk(node.value, visit);
      return !/Function/.test(node.type) && ((node.type !== 'MemberExpression' && node.type !== 'Property') || node.computed);
    };
    walk(parseExpressionAt(expression, 0, options) as AnyNode, visit);
  } catch {
    return []; // it stays unknown
  }
  return [...names];
}

/** Whether a function that the language or Node has made, by a call of the program's, is called by a name: `promisify(f)`. */
export async function* isMadeHere(
  run: SeenRun,
  sight: StepSight,
  { text, offset }: CodePlace,
  frame: number,
  callee: string,
): Deciding<boolean> {
  const binding = /^[\w$]+$/.test(callee) ? text.scopes.lookUp(callee, offset) : undefined;
  const value = binding === undefined || binding.kind === 'import' ? null : yield* sight.valueOf(frame, callee);
  if (value?.kind !== 'object' || (yield* creationOf(run, value)) === null) return false;
  return (await run.events.wholeOf(value.id)) === null;
}
