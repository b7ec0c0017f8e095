import type { PropertyDefinition } from 'acorn';
import { LineMap } from '../../server/base/span.js';
import { asArgument, named } from './definitions.js';
import { activationVariableName, type Context, type Host } from './context.js';
import { probeArguments } from './calls.js';
import { joined, type Inserted } from './edits.js';
import { keepsLast, lastWriteVariables } from './hiddenLocals.js';
import type { Mapping } from './mapping.js';
import type { LineStop, PassageStep, WatchedCondition } from './plan.js';
import { isLoopPart, partsOf, stoppable, stoppableInside, type Stoppable, type StoppableInside } from './stoppable.js';
import { homeAt, isWordAt, takesName, writtenKey, type AnyNode } from './tree.js';

interface Target {
  readonly place: Stoppable | StoppableInside;
  /** A condition that is held against the run here; null: a step of the way to the stop. */
  readonly condition: WatchedCondition | null;
  /** Which step of the stop replay it is. */
  readonly step: number;
  readonly when: string | null;
  readonly isLast: boolean;
}

/** What control can stop before, with its column in the source. */
interface SourcePlace {
  readonly place: Stoppable;
  readonly column: number;
}

/** Finds the statement before which the user stopped, and what is passed on the way there, and puts the probes there. */
export class StopFinder {
  /** Where the stop is; undefined when it is not in this text. */
  readonly target: { readonly start: number } | undefined;
  private readonly counted: Stoppable | undefined;
  /** Later steps first: a passage must not count for two. */
  private readonly targets: readonly Target[];

  constructor(
    private readonly ctx: Context,
    mapping: Mapping | null,
  ) {
    this.targets = this.find(mapping);
    const target = this.targets.find(({ isLast }) => isLast);
    this.target = target === undefined ? undefined : spanOf(target.place);
    const { counted } = ctx.plan;
    if (counted?.path === ctx.path) this.counted = stoppableAt(this.stoppable(), counted.offset);
  }

  /** Where the probes go. */
  get places(): readonly number[] {
    const spans = this.targets.map(({ place }) => spanOf(place));
    return [...spans, ...(this.counted === undefined ? [] : [this.counted.node])].map(({ start }) => start);
  }

  /** A statement in a list; `before` is where the probe goes when it is a directive, which must stay first. */
  probeListed(statement: AnyNode, before: AnyNode | undefined, host: Host): void {
    const probe = this.probe(statement, host);
    if (probe !== null) this.ctx.edits.before((before ?? statement).start, probe);
  }

  /** A statement that is the whole body of another. */
  probeSingle(statement: AnyNode, host: Host): void {
    const probe = this.probe(statement, host);
    if (probe !== null) this.ctx.edits.wrap(statement.start, statement.end, joined(['{', probe], ''), '}');
  }

  /** The body of an arrow function, where it is an expression. */
  probeArrow(body: AnyNode, host: Host): void {
    const probe = this.probe(body, host);
    if (probe !== null) host.statements.push(probe);
    this.probeReturned(body, body);
  }

  /** The end of a function's body, where control gets there. */
  probeEnd(body: AnyNode, host: Host): void {
    const calls = this.callsAt(({ kind, node }) => kind === 'end' && node.end === body.end, host, asStatement);
    // What stands before may end without a semicolon.
    if (calls.length > 0) this.ctx.edits.before(body.end - 1, joined([';', joined(calls, ';'), ';'], ''));
  }

  /** A call, when its arguments have been evaluated, and when it is done; a return, when its value has; a write or a deletion, when it is done. */
  probeInside(node: AnyNode): void {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const told = this.toldInside('call', node);
      if (told !== null) probeArguments(this.ctx, node, ['__w_lastArgument(', joined([',', told])], joined(['__w_noArgument(', told, ')']));
      this.probeEvaluated('done', node, node);
    } else if (node.type === 'UnaryExpression') this.probeEvaluated('done', node, node);
    else if (node.type === 'ReturnStatement' && node.argument) this.probeReturned(node.argument, node);
    else if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') this.probeEvaluated('write', node, node);
  }

  /** What a function returns, when it has been evaluated. */
  probeReturned(value: AnyNode, place: AnyNode): void {
    this.probeEvaluated('return', value, place);
  }

  private probeEvaluated(kind: StoppableInside['kind'], value: AnyNode, place: AnyNode): void {
    const told = this.toldInside(kind, place);
    if (told === null) return;
    const [before, after] = asArgument(value);
    this.ctx.edits.wrap(value.start, value.end, `__w_lastArgument(${before}`, joined([after, ',', told, ')']));
  }

  private toldInside(kind: StoppableInside['kind'], node: AnyNode): Inserted | null {
    const calls = this.targets.filter(({ place }) => place.kind === kind && place.node === node).map((target) => this.call(target));
    return calls.length === 0 ? null : joined(['(', joined(calls, ','), ')']);
  }

  /** A part of an expression, what a loop evaluates in each iteration, or what a field is given. */
  probePart(expression: AnyNode, parent: AnyNode, host: Host): void {
    if (parent.type === 'PropertyDefinition') return this.probeField(parent, expression, host);
    if (!isLoopPart(parent, expression) && !partsOf(parent).includes(expression)) return;
    this.wrap(expression, ['', ''], host);
  }

  private probeField({ key, value, computed }: PropertyDefinition, expression: AnyNode, host: Host): void {
    if (value !== expression) return;
    if (!takesName(expression)) return this.wrap(expression, ['', ''], host);
    const name = writtenKey(key, computed);
    // It gets its name from a key that is only known when the class is made.
    if (name !== undefined) this.wrap(expression, named(expression, name), host);
  }

  private wrap(node: AnyNode, [before, after]: readonly [string, string], host: Host): void {
    const calls = this.calls(node, host);
    if (calls.length > 0) this.ctx.edits.wrap(node.start, node.end, joined(['(', joined(calls, ','), ',', before]), `${after})`);
  }

  private probe(node: AnyNode, host: Host): Inserted | null {
    const calls = this.calls(node, host, asStatement);
    return calls.length === 0 ? null : joined([...calls, ''], ';');
  }

  private calls(node: AnyNode, host: Host, asked = asExpression): readonly Inserted[] {
    return this.callsAt((place) => place.node === node, host, asked);
  }

  private callsAt(isHere: (place: Stoppable) => boolean, host: Host, asked = asExpression): readonly Inserted[] {
    const calls = this.targets.filter(({ place }) => !isInside(place) && isHere(place)).map((target) => this.call(target, asked));
    return this.counted !== undefined && isHere(this.counted) ? [...calls, this.count(this.counted.node, host)] : calls;
  }

  private count(node: AnyNode, host: Host): string {
    const name = passageVariableName(node);
    host.temporaries.push(name);
    return `${name}=__w_passage(${this.ctx.site('passage', node, null)})`;
  }

  private call(target: Target, asked = asExpression): Inserted {
    const { condition, place, step } = target;
    if (condition === null) return this.stopCall(target);
    return asked(condition, `__w_condition(${this.ctx.site('condition', spanOf(place), null)},${step},${condition.isFromOutside})`);
  }

  private stopCall({ place, step, when, isLast }: Target): Inserted {
    const { stop, replay } = this.ctx.plan;
    const span = spanOf(place);
    const site = this.ctx.site(isLast ? 'stop' : 'passage', span, null);
    const probe = `__w_stop(${site},${step},${when === null ? 'null' : `()=>(${when})`})`;
    if (!isLast) return probe;
    const kept = ((replay ?? stop)?.names ?? []).flatMap((name) => this.kept(name, span.start));
    // Which hidden variables there are is known when the whole function has been worked on.
    const all = () => [...kept, ...this.keptOfForks(span.start)];
    // What V8 may need after the call it does not drop before: nothing of this is ever evaluated.
    const whole = () => (all().length === 0 ? probe : `(${probe},__w_never&&[${all().join()}])`);
    // Most passages are none at which anything is done.
    return stop !== null && when === null ? () => `__w_limits[0]===++__w_passages[0]&&${whole()}` : whole;
  }

  /** The variables behind a name, and the hidden ones that say what happened to it. */
  private kept(name: string, offset: number): readonly string[] {
    const { scopes, plan, program } = this.ctx;
    if (name === 'this') return [name];
    const binding = scopes.lookUp(name, offset);
    // What is called `arguments` in a function or a class's field is not that variable; what sloppy code calls a variable may be a word here.
    if (binding === undefined || name === 'arguments' || isWordAt(program, name, offset)) return [];
    if (!plan.variablesAtStop.includes(name)) return [name];
    const lasts = plan.localsFrom !== null && keepsLast(binding) ? lastWriteVariables(binding, this.ctx) : [];
    return [name, this.ctx.scopeVariable(binding, offset), ...lasts];
  }

  private keptOfForks(offset: number): readonly string[] {
    const { plan, program, seenAtStop } = this.ctx;
    return plan.forksAtStop ? [activationVariableName(homeAt(program, offset)), ...seenAtStop] : [];
  }

  private find(mapping: Mapping | null): readonly Target[] {
    const { plan, path } = this.ctx;
    if (plan.conditions !== null) return this.findConditions(plan.conditions.watched, mapping);
    if (plan.replay === null)
      return plan.stop === null || (mapping === null && !plan.stop.paths.includes(path)) ? [] : this.findLine(mapping);
    const { steps } = plan.replay;
    if (!steps.some((step) => step.path === path)) return [];
    const places = this.stoppable();
    const isInside = steps.some((step) => step.kind === 'passage' && step.moment !== 'before');
    const inside = isInside ? stoppableInside(this.ctx.program, this.ctx.text) : [];
    const targets = steps.flatMap((step, index): readonly Target[] => {
      const place = step.kind === 'throw' || step.path !== path ? undefined : this.placeOf(step, places, inside);
      return place === undefined || step.kind === 'throw'
        ? []
        : [{ place, condition: null, step: index, when: step.when, isLast: index === steps.length - 1 }];
    });
    return targets.reverse();
  }

  private placeOf(
    { line, column, moment }: PassageStep,
    places: readonly Stoppable[],
    inside: readonly StoppableInside[],
  ): Stoppable | StoppableInside | undefined {
    const offset = this.ctx.lines.offsetOf({ line, column });
    return moment === 'before' ? stoppableAt(places, offset) : inside.find(({ kind, at }) => kind === moment && at === offset);
  }

  private findLine(mapping: Mapping | null): readonly Target[] {
    const { stop } = this.ctx.plan;
    if (stop === null) return [];
    const found = this.atSource(stop, mapping);
    return found === null ? [] : [{ place: found.place, condition: null, step: 0, when: stop.when, isLast: true }];
  }

  /** Those of which the text has the place and all names. */
  private findConditions(watched: readonly WatchedCondition[], mapping: Mapping | null): readonly Target[] {
    const { path, scopes } = this.ctx;
    return watched.flatMap((condition, step): readonly Target[] => {
      if (mapping === null && !condition.paths.includes(path)) return [];
      const found = this.atSource(condition, mapping);
      if (found?.column !== condition.column) return [];
      const { place } = found;
      const areThere = condition.names.every((name) => scopes.lookUp(name, place.node.start) !== undefined);
      return areThere ? [{ place, condition, step, when: null, isLast: false }] : [];
    });
  }

  /** What control can stop before at a place of the source. */
  private atSource(wanted: Pick<LineStop, 'paths' | 'line' | 'column'>, mapping: Mapping | null): SourcePlace | null {
    const { text, path } = this.ctx;
    const lines = new LineMap(text);
    let best: SourcePlace | null = null;
    let field: SourcePlace | null = null;
    for (const place of this.stoppable()) {
      const { node, kind } = place;
      if (kind === 'loopPart' || kind === 'end' || (kind === 'part' && mapping === null)) continue;
      const { line, column } = lines.positionOf(node.start);
      const source = mapping === null ? { path, line, column } : mapping(line, column);
      if (source === null || !wanted.paths.includes(source.path) || source.line !== wanted.line) continue;
      // A line is where its first statement begins; a field's value counts where there is none, or a column may name it.
      if (kind === 'initializer' && wanted.column === null) field ??= { place, column: source.column };
      else if (best === null || isBetter(source.column, best.column, wanted.column)) best = { place, column: source.column };
    }
    return best ?? field;
  }

  private stoppable(): readonly Stoppable[] {
    return stoppable(this.ctx.program);
  }
}

/** A condition is asked in the text itself: most passages break none, and then nothing is called. */
const asExpression = ({ broken }: WatchedCondition, told: string): string => `${broken}&&${told}`;

/** No function is made, which would keep the variables that it names where they are dearer to read. */
const asStatement = ({ condition, isAssertion }: WatchedCondition, told: string): string =>
  `try{if(!(${condition}))${told}}catch(e){${isAssertion ? `if(!(e instanceof ReferenceError))${told}` : ''}}`;

/** The hidden variable that says the how-many-th passage of something the activation is in. */
export function passageVariableName({ start }: { readonly start: number }): string {
  return `__w_n${start}`;
}

function isInside(place: Stoppable | StoppableInside): place is StoppableInside {
  return place.kind === 'call' || place.kind === 'return' || place.kind === 'write' || place.kind === 'done';
}

/** From where control is to the end. */
function spanOf(place: Stoppable | StoppableInside): { readonly start: number; readonly end: number } {
  return isInside(place) ? { start: place.at, end: place.node.end } : place.node;
}

function stoppableAt(places: readonly Stoppable[], offset: number): Stoppable | undefined {
  return places.findLast(({ node }) => node.start === offset);
}

/** The first statement of the line; with a column the first at or after it, else the last before. */
function isBetter(column: number, best: number, wanted: number | null): boolean {
  if (wanted === null) return column < best;
  if (column >= wanted) return best < wanted || column < best;
  return best < wanted && column > best;
}
