import { parseExpressionAt } from 'acorn';
import { activationVariableName } from '../../instrument/context.js';
import { mostBegun } from '../../runtime/activations.js';
import { homeAt, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import type { Choose, Copied, Surroundings } from './copies.js';
import type { CodePlace, FunctionPlace, Observation } from '../runs/observer.js';
import { creationOf } from '../decide/created.js';
import type { PointAnswer } from '../question/point.js';
import { seenAs, shownAs, type Query, type Show } from '../question/question.js';
import { functionOf } from './returned.js';
import type { RunRecord } from '../seen/seenRun.js';
import type { ValueReport } from '../../runtime/messages.js';

/** What was seen where a step was located, beside its own answer: asked for when it turns out to be needed, and there in the next run. */
export class StepSight implements Surroundings {
  private readonly observation: Observation | undefined;

  constructor(
    private readonly run: RunRecord,
    private readonly step: string,
    private readonly answer: PointAnswer,
    readonly wanted: ValueReport,
    readonly entry: Surroundings['entry'] = null,
  ) {
    this.observation = run.observationOf(answer) ?? undefined;
  }

  /** What was asked and is not known of this moment. */
  readonly lacking: { readonly steps: Query[]; readonly tests: Show[] } = { steps: [], tests: [] };

  /** What is asked of one located point is asked of all: what they have in common is seen at once. */
  private get moment(): string {
    return this.step === 'P1' ? 'P1' : '~';
  }

  get isMade(): boolean {
    return this.answer.identity?.siteKind === 'allocation';
  }

  placeAt(frame: number): CodePlace | null {
    return this.run.observer.codePlace(null, this.observation?.paused.frames[frame]);
  }

  nameAt(frame: number): string | null {
    return this.observation?.paused.frames[frame]?.functionName ?? null;
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
  async withForks(ask: () => Copied): Promise<Copied> {
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
    const text = frame === 0 ? this.run.texts.text(identity?.path ?? '') : this.placeAt(frame)?.text;
    if (text === undefined) return null;
    const sites = this.run.texts.numbers(text.path, (site) => site.kind === 'fork' && site.offset === start && site.end === end);
    if (sites.length === 0) this.run.askForForks({ text, offset: start });
    const activation = this.valueOf(frame, activationVariableName(homeAt(text.program, start)));
    if (sites.length === 0 || activation?.kind !== 'primitive') return null;
    const request = { sites, key: null, owner: null, activation: Number(activation.text), before: time ?? 0, index: -1 };
    return (await this.run.select(request)).event?.value ?? null;
  }

  /** The activations that began while what a frame awaits was evaluated. */
  async begunBy(call: CodePlace, frame: number, called: CodePlace): Promise<readonly [number, number] | null> {
    const { run, answer } = this;
    const { program, path } = call.text;
    const awaited = pathTo(program, call.offset).findLast(({ type }) => type === 'AwaitExpression' || /Function/.test(type));
    if (awaited?.type !== 'AwaitExpression') return null;
    const sites = run.texts.numbers(path, (site) => site.kind === 'await' && site.offset === awaited.start);
    const own = functionOf(called);
    if (own === undefined) return null;
    const isNumbered = run.facts.hasForks({ path: called.text.path, offset: own.start });
    if (sites.length === 0) run.askForForks(call);
    if (!isNumbered) run.askForForks({ text: called.text, offset: own.body.start });
    const activation = this.valueOf(frame, activationVariableName(homeAt(program, call.offset)));
    if (sites.length === 0 || activation?.kind !== 'primitive') return null;
    const request = { sites, key: null, owner: null, activation: Number(activation.text), before: answer.time ?? 0, index: -1 };
    const { event } = await run.select(request);
    if (event?.value?.kind !== 'primitive') return null;
    const told = Number(event.value.text);
    const count = told % mostBegun;
    const begun = (told - count) / mostBegun;
    return [begun, begun + count];
  }

  valueOf(frame: number, expression: string): ValueReport | null {
    const seen = this.observation?.shown.get(this.moment)?.[shownAs(frame, expression)];
    if (seen !== undefined) return 'value' in seen ? seen.value : null;
    const test: Show = { of: this.moment, frame, expression, isOfText: true };
    this.lacking.tests.push(test);
    this.run.facts.addTest(test);
    this.run.isPending = true;
    return null;
  }

  isThisFunction(expression: string): boolean {
    const { identity } = this.answer;
    const text = this.run.texts.text(identity?.path ?? '');
    if (text === undefined || identity === null) return false;
    const place = this.functionPlace(1, expression);
    return place !== undefined && place.text === text && functionOf(place) === functionOf({ text, offset: identity.offset });
  }

  boundArguments(frame: number, expression: string): number {
    return this.functionPlace(frame, expression)?.bound ?? 0;
  }

  private functionPlace(frame: number, expression: string): FunctionPlace | undefined {
    const check: Query = { ...noQuestion, id: `${this.step}-callee ${frame} ${expression}`, of: this.step, frame, expression };
    if (isKnown(this.run, check, this.observation ?? null)) return this.observation?.functionPlaces.get(seenAs(check));
    this.lacking.steps.push(check);
    return undefined;
  }

  keep({ text, offset }: CodePlace, expression: string): void {
    for (const name of variablesIn(expression))
      if (this.run.facts.addKept({ path: text.path, offset: homeAt(text.program, offset).start, name })) this.run.isPending = true;
  }
}

const noQuestion = { kind: 'returned', text: '', place: null, index: -1, isOfText: true } as const;

/** Whether this run has seen what a step asks of its point; if not, the next one will. */
export function isKnown(run: RunRecord, step: Query, observation: Observation | null): boolean {
  if (observation?.asked.has(seenAs(step)) === true && run.facts.isPlanned(step)) return true;
  run.isPending = true;
  run.facts.addStep(step);
  return false;
}

/** The variables that an expression reads by itself: not those inside its functions, nor the names of properties. */
function variablesIn(expression: string): readonly string[] {
  const names = new Set<string>();
  try {
    const options = { ecmaVersion: 'latest', checkPrivateFields: false, allowAwaitOutsideFunction: true } as const;
    const visit = (node: AnyNode): boolean => {
      if (node.type === 'Identifier') names.add(node.name);
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
export async function isMadeHere(
  run: RunRecord,
  sight: StepSight,
  { text, offset }: CodePlace,
  frame: number,
  callee: string,
): Promise<boolean> {
  const binding = /^[\w$]+$/.test(callee) ? text.scopes.lookUp(callee, offset) : undefined;
  const value = binding === undefined || binding.kind === 'import' ? null : sight.valueOf(frame, callee);
  if (value?.kind !== 'object' || (await creationOf(run, value)) === null) return false;
  return (await run.wholeOf(value.id)) === null;
}
