import {
  arrayIterated,
  calledFrom,
  copiedBy,
  readReturned,
  type Choose,
  type Copied,
  type Located,
  type Returning,
  type Step,
  type Surroundings,
} from './copied.js';
import { activationVariableName } from '../instrument/context.js';
import { homeAt, type AnyNode, type FunctionNode } from '../instrument/tree.js';
import { isSame } from './lastChange.js';
import { unknownPoint, type OriginStep, type PointAnswer } from './point.js';
import type { CodePlace, Observation } from './observe.js';
import { placeOf, shownAs, type Query } from './query.js';
import { decideReturned, functionOf } from './returned.js';
import type { RunRecord } from './runRecord.js';
import type { ValueReport } from '../runtime/messages.js';

/** Longer chains of copies end where they are. */
const maxSteps = 20;

/** What the next step asks: which place was changed last, or what a call returned. */
type Next = Pick<Query, 'kind' | 'of' | 'frame' | 'expression' | 'place' | 'isOfText'>;

/** Follows copies, each by a question of its own, until the value was computed or came in. */
export async function decideOrigin(run: RunRecord, query: Query, decideStep: (step: Query) => Promise<PointAnswer>): Promise<PointAnswer> {
  const { id, kind, of } = query;
  let last = null as PointAnswer | null;
  const steps: OriginStep[] = [];
  let next: Next = { ...query, kind: 'lastChange' };
  let call: Returning | null = null;
  for (let number = 1; number <= maxSteps; number++) {
    const step: Query = { ...query, ...next, id: `${id}~${number}`, text: '', index: -1 };
    if (!isKnown(run, step)) break;
    const wanted: ValueReport | null = last?.after ?? null;
    const found: Promise<PointAnswer> = call === null ? decideStep(step) : decideReturned(run, step, call, wanted);
    const answer = run.answers.get(step.id) ?? (await found);
    run.answers.set(step.id, answer);
    // What a call returned is the same value, or an object that it is a part of. What is read again may have changed since, or be something else.
    if (call !== null && answer.status !== 'located') break;
    if (call === null && last !== null && (answer.status !== 'located' || !isSameValue(wanted, answer.after))) break;
    last = call === null ? answer : { ...answer, after: wanted };
    if (answer.status !== 'located' || answer.identity === null || answer.position === null) break;
    steps.push({ position: answer.position, expression: call === null ? step.expression : `${call.callee ?? call.method ?? ''}()` });
    const text = run.texts.text(answer.identity.path);
    if (text === undefined) break;
    const sight = new StepSight(run, step.id, answer);
    const caller = sight.caller;
    const { identity } = answer;
    const returned = call;
    const copied = await sight.withForks(() =>
      returned === null
        ? copiedBy(text, identity, keyOf(step), sight, sight.choose)
        : readReturned(text, identity, returned.steps, sight.choose),
    );
    if (copied === null) break;
    // A parameter's value was computed where the function was called.
    if (copied.expression === null && copied.frame === 1 && caller !== null)
      last = { ...last, position: caller.text.sourcePosition(copied.start, copied.end), functionName: sight.callerName };
    if (copied.expression === null && copied.call === null) break;
    call = copied.call;
    const expression = copied.expression ?? copied.call?.callee ?? '';
    const asked = copied.expression === null ? null : placeOf(copied.expression);
    next = { kind: call === null ? 'lastChange' : 'returned', of: step.id, frame: copied.frame, expression, place: asked, isOfText: true };
  }
  if (last === null) return unknownPoint(id, kind, of, 'not-found', 'Its steps are not known yet.');
  return { ...last, id, kind, of, steps };
}

/** Whether this run can decide a step; if not, the next one will. */
function isKnown(run: RunRecord, step: Query): boolean {
  if (run.queries.some((known) => known.id === step.id)) return true;
  run.isPending = true;
  run.facts.addStep(step);
  return false;
}

/** Elements of longer arrays are not looked through. */
const mostElements = 100;

/** What was seen where a step was located, beside its own answer: asked for when it turns out to be needed, and there in the next run. */
class StepSight implements Surroundings {
  private readonly observation: Observation | undefined;
  readonly caller: CodePlace | null;

  constructor(
    private readonly run: RunRecord,
    private readonly step: string,
    private readonly answer: PointAnswer,
  ) {
    this.observation = answer.time === null ? undefined : run.observations.get(answer.time);
    this.caller = run.observer.codePlace(null, this.observation?.paused.frames[1]);
  }

  get callerName(): string | null {
    return this.observation?.paused.frames[1]?.functionName ?? null;
  }

  readonly choose: Choose = (test, source, frame) => {
    const expression = source.slice(test.start, test.end);
    // What a call gave is known of the fork alone.
    return /[(`]/.test(expression) ? this.outcomeOf(test, frame) : this.valueOf(frame, expression);
  };

  /** Outcomes of tests that were looked up, by frame and place; null while they are not. */
  private readonly outcomes = new Map<string, ValueReport | null>();
  private unknown: { readonly id: string; readonly test: AnyNode; readonly frame: number }[] = [];

  private outcomeOf(test: AnyNode, frame: number): ValueReport | null {
    const id = `${frame} ${test.start} ${test.end}`;
    const known = this.outcomes.get(id);
    if (known === undefined) this.unknown.push({ id, test, frame });
    return known ?? null;
  }

  /** Asks again while outcomes turn out to be needed. */
  async withForks(ask: () => Copied | null): Promise<Copied | null> {
    for (;;) {
      this.unknown = [];
      const copied = ask();
      const [first] = this.unknown;
      if (first === undefined) return copied;
      this.outcomes.set(first.id, await this.lookUp(first.test, first.frame));
    }
  }

  /** How a test went last before the point, in the activation of a frame. */
  private async lookUp({ start, end }: AnyNode, frame: number): Promise<ValueReport | null> {
    const { identity, time } = this.answer;
    const text = frame === 0 ? this.run.texts.text(identity?.path ?? '') : this.caller?.text;
    if (text === undefined) return null;
    const sites = this.run.texts.numbers(text.path, (site) => site.kind === 'fork' && site.offset === start && site.end === end);
    if (sites.length === 0) this.run.askForForks({ text, offset: start });
    const activation = this.valueOf(frame, activationVariableName(homeAt(text.program, start)));
    if (sites.length === 0 || activation?.kind !== 'primitive') return null;
    const request = { sites, key: null, owner: null, activation: Number(activation.text), before: time ?? 0, index: -1 };
    return (await this.run.select(request)).event?.value ?? null;
  }

  private valueOf(frame: number, expression: string): ValueReport | null {
    const seen = this.observation?.shown.get(this.step)?.[shownAs(frame, expression)];
    if (seen !== undefined) return 'value' in seen ? seen.value : null;
    if (this.run.facts.addTest({ of: this.step, frame, expression, isOfText: true })) this.run.isPending = true;
    return null;
  }

  elementGiven({ params }: FunctionNode, index: number, steps: readonly Step[]): Copied | null {
    const array = this.caller === null ? null : arrayIterated(this.caller, index);
    if (array === null) return null;
    const counter = params[index + 1];
    if (counter?.type !== 'Identifier') return this.elementOf(array, 1, steps);
    const counted = this.valueOf(0, counter.name);
    return counted?.kind === 'primitive' && counted.type === 'number' ? elementAt(array, counted.text, 1, steps) : null;
  }

  elementIn(array: Located, steps: readonly Step[]): Copied | null | 'noArray' {
    const value = this.valueOf(0, array.place);
    if (value === null) return null;
    return value.kind === 'object' && value.type === 'array' ? this.elementOf(array, 0, steps) : 'noArray';
  }

  /** The one element that has the value; of two that are the same it is not known which one was given. */
  private elementOf(array: Located, frame: number, steps: readonly Step[]): Copied | null {
    const { after } = this.answer;
    const length = this.valueOf(frame, `${array.place}.length`);
    const count = length?.kind === 'primitive' && length.type === 'number' ? Number(length.text) : 0;
    if (count > mostElements || after === null) return null;
    const elements = Array.from({ length: count }, (_, at) => elementAt(array, String(at), frame, steps));
    const values = elements.map(({ expression }) => this.valueOf(frame, expression ?? ''));
    const [only, another] = elements.filter((_, at) => isSame(after, values[at] ?? { kind: 'absent' }));
    return another === undefined ? (only ?? null) : null;
  }

  /** Whether the frame below has called the function of this point by itself: natives between are no frames. */
  isCalledByCaller(): boolean {
    const { identity } = this.answer;
    const text = this.run.texts.text(identity?.path ?? '');
    if (this.caller === null || text === undefined || identity === null) return false;
    const callee = calledFrom(this.caller, text.program, identity.offset);
    if (typeof callee === 'boolean') return callee;
    const check: Query = { ...noQuestion, id: `${this.step}-callee`, of: this.step, frame: 1, expression: callee };
    if (!isKnown(this.run, check)) return false;
    const place = this.observation?.functionPlaces.get(check.id);
    return place !== undefined && place.text === text && functionOf(place) === functionOf({ text, offset: identity.offset });
  }
}

function elementAt({ place, start, end }: Located, at: string, frame: number, steps: readonly Step[]): Copied {
  return { expression: `${place}[${at}]${steps.map(({ text }) => text).join('')}`, call: null, frame, start, end };
}

const noQuestion = { kind: 'returned', text: '', place: null, index: -1, isOfText: true } as const;

/** The name of the field that was asked about. */
function keyOf({ place }: Query): string | null {
  return place?.kind === 'field' ? place.name : null;
}

function isSameValue(a: ValueReport | null, b: ValueReport | null): boolean {
  return a === null || b === null || isSame(a, b);
}
