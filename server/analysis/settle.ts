import { present } from '../base/errors.js';
import { isOwnFunction } from '../ir/linked.js';
import type { FunctionId, RootReason, VariableId } from '../ir/program.js';
import type { CallAnswers } from './callGraph.js';
import type { Past, Steps } from './history/history.js';
import { isRepeatable, viewOf, type RootStep } from './history/step.js';
import type { InvariantSnapshot } from './moduleInvariant.js';
import { RootAnalysis } from './root.js';
import { madeIn } from './unmade.js';
import type { ModuleContext } from './root.js';

/** Rounds of the module invariant before growth is extrapolated, and before the module is given up. */
const roundsBeforeWidening = 4;
const maxRounds = 30;

/** A root as it was analysed last. */
export interface SettledRoot {
  readonly functionId: FunctionId;
  readonly reason: RootReason;
  /** Null: the step was known from an older version, and nothing was computed. */
  readonly analysis: RootAnalysis | null;
  /** Null: the root was given up. */
  readonly step: RootStep | null;
}

/** A root with what it was analysed under. */
interface Settled extends SettledRoot {
  readonly snapshot: InvariantSnapshot;
  readonly names: ReadonlySet<VariableId>;
  readonly untyped: boolean;
  readonly answers: CallAnswers;
}

/** The roots of a module under the settled module invariant. */
export interface SettledModule {
  readonly roots: readonly SettledRoot[];
  /** False: it took too many rounds or too much effort, and nothing is known. */
  readonly stable: boolean;
  /** It took too much effort. */
  readonly isTooLarge: boolean;
  /** Every step that was taken, to be remembered. */
  readonly steps: Steps;
}

/**
 * Forward passes over all roots until the module invariant is stable, or `context.effort` is used up. `past`: steps of an older version
 * that may be repeated.
 */
export function settle(context: ModuleContext, past: Past | null): SettledModule {
  return new Settlement(context, past).run();
}

class Settlement {
  private readonly roots = new Map<FunctionId, RootReason>();
  /** The roots in the order in which they were found. */
  private readonly order: FunctionId[] = [];
  /** The first so many of them were up to date when everything was so old. */
  private checked = { age: -1, count: 0 };
  private readonly settled = new Map<FunctionId, Settled>();
  /** Functions of which some root made a copy. */
  private readonly instantiated = new Set<FunctionId>();
  private readonly exportedNames: ReadonlySet<string | undefined>;
  private readonly calledByOthers: ReadonlySet<FunctionId>;
  /** The number of escaped functions that have been made roots. */
  private handled = 0;

  private readonly steps = new Map<FunctionId, RootStep[]>();

  constructor(
    private readonly context: ModuleContext,
    private readonly past: Past | null,
  ) {
    const { module } = context.program;
    const top = present(
      module.functions.find((body) => body.kind === 'module'),
      'the module function',
    );
    this.addRoot(top.id, 'module');
    this.exportedNames = new Set(module.exports.map(({ variable }) => (variable === null ? undefined : module.variables[variable]?.name)));
    this.calledByOthers = new Set(
      context.functions.flatMap(({ body, staticCalls }) =>
        staticCalls.map(({ callable }) => callable.function).filter((callee) => callee !== body.id),
      ),
    );
  }

  run(): SettledModule {
    for (let round = 0; round < maxRounds; round++) {
      if (round === roundsBeforeWidening) this.context.invariant.startWidening();
      let changed = false;
      const { age } = this;
      for (let index = age === this.checked.age ? this.checked.count : 0; index < this.order.length; index++) {
        const functionId = present(this.order[index], 'a root');
        if (this.isUpToDate(functionId)) continue;
        changed = true;
        this.analyse(functionId, present(this.roots.get(functionId), 'its reason'));
        if (this.isUsedUp) return this.result(false);
      }
      if (changed) continue;
      this.checked = { age, count: this.order.length };
      if (!this.analyseUncalled()) return this.result(true);
      if (this.isUsedUp) return this.result(false);
      round--;
    }
    return this.result(false);
  }

  /** Changes with everything that `isUpToDate` depends on. */
  private get age(): number {
    const { invariant, callGraph } = this.context;
    return invariant.age + callGraph.size;
  }

  private addRoot(functionId: FunctionId, reason: RootReason): void {
    if (!this.roots.has(functionId)) this.order.push(functionId);
    this.roots.set(functionId, reason);
  }

  private get isUsedUp(): boolean {
    return this.context.effort.isUsedUp;
  }

  private result(stable: boolean): SettledModule {
    const isTooLarge = !stable && this.isUsedUp;
    return { roots: isTooLarge ? [] : [...this.settled.values()], stable, isTooLarge, steps: this.steps };
  }

  private isUpToDate(functionId: FunctionId): boolean {
    const known = this.settled.get(functionId);
    if (known === undefined) return false;
    const { invariant, callGraph } = this.context;
    const isUpToDate =
      known.untyped === invariant.isOpaquelyCalled(functionId) &&
      !invariant.hasGrownFor(known.names, known.snapshot) &&
      callGraph.answersAs(known.answers);
    // What has not grown until now need not be compared again.
    if (isUpToDate) this.settled.set(functionId, { ...known, snapshot: invariant.snapshot() });
    return isUpToDate;
  }

  private analyse(functionId: FunctionId, reason: RootReason): void {
    const { invariant } = this.context;
    const snapshot = invariant.snapshot();
    const untyped = invariant.isOpaquelyCalled(functionId);
    const known = this.repeatable(functionId, reason);
    const done = known === null ? this.compute(functionId, reason, untyped) : this.repeatStep(known);
    this.settled.set(functionId, { functionId, reason, snapshot, untyped, ...done });
    if (done.step !== null) {
      const steps = this.steps.get(functionId);
      if (steps === undefined) this.steps.set(functionId, [done.step]);
      else steps.push(done.step);
    }
    this.followEscaped();
  }

  private repeatable(functionId: FunctionId, reason: RootReason): RootStep | null {
    const { invariant, callGraph, maxPoints } = this.context;
    const steps = this.past?.stepsOf(functionId) ?? [];
    return steps.find((step) => step.reason === reason && isRepeatable(step, invariant, callGraph, maxPoints)) ?? null;
  }

  private repeatStep(step: RootStep): Pick<Settled, 'analysis' | 'step' | 'names' | 'answers'> {
    const { invariant, callGraph, effort } = this.context;
    effort.add(step.spent);
    invariant.apply(step.effects);
    callGraph.add(step.edges);
    for (const id of step.touched) this.instantiated.add(id);
    return { analysis: null, step, names: step.names, answers: step.answers };
  }

  private compute(functionId: FunctionId, reason: RootReason, untyped: boolean): Pick<Settled, 'analysis' | 'step' | 'names' | 'answers'> {
    const { effort } = this.context;
    const before = effort.spent;
    const analysis = new RootAnalysis(this.context, functionId, reason);
    const taken = effort.measure(analysis, () => this.takeStep(analysis, untyped));
    return { ...taken, analysis, step: taken.step === null ? null : { ...taken.step, spent: effort.spent - before } };
  }

  private takeStep(
    analysis: RootAnalysis,
    untyped: boolean,
  ): Pick<Settled, 'names' | 'answers'> & { step: Omit<RootStep, 'spent'> | null } {
    const { invariant, callGraph, maxPoints } = this.context;
    const { functionId, reason } = analysis;
    callGraph.begin();
    const solution = analysis.forward(null);
    const names = this.namedCells(analysis);
    analysis.settledForward = solution;
    analysis.namedCells = names;
    const { unfolding } = analysis;
    const touched = [...new Set(unfolding.instances.map(({ indexed }) => indexed.body.id))];
    for (const id of touched) this.instantiated.add(id);
    if (analysis.exhausted) {
      const { answers } = callGraph.end();
      this.giveUp(analysis);
      return { step: null, names, answers };
    }
    const effects = analysis.record(solution);
    // Then nothing of this settlement counts.
    if (this.isUsedUp) return { step: null, names, answers: callGraph.end().answers };
    const { answers, edges } = callGraph.end();
    const view = viewOf(invariant, names, effects);
    invariant.apply(effects);
    const step = {
      functionId,
      reason,
      untyped,
      touched,
      made: madeIn(analysis, solution),
      names,
      view,
      answers,
      limitedTo: unfolding.isLimited ? maxPoints : null,
      unfoldedPoints: unfolding.size,
      edges,
      effects,
    };
    return { step, names, answers };
  }

  /** Functions that unknown code can call become roots. */
  private followEscaped(): void {
    const { invariant, callGraph } = this.context;
    for (const callee of invariant.escapedFunctions.slice(this.handled)) {
      this.handled++;
      callGraph.addCallback(callee);
      const { calledLater, usedAsValues } = this.context.exits;
      const isHandedOver = this.reasonOf(callee) !== 'exported' || usedAsValues.has(callee);
      if (isHandedOver && !calledLater.has(callee)) callGraph.addHandedOver(callee);
      const known = this.roots.get(callee);
      if ((this.isOwn(callee) || this.sharesState(callee)) && (known === undefined || known === 'uncalled'))
        this.addRoot(callee, this.reasonOf(callee));
    }
  }

  private reasonOf(callee: FunctionId): RootReason {
    return this.exportedNames.has(this.context.program.module.functions[callee]?.name) ? 'exported' : 'escapes';
  }

  private isOwn(callee: FunctionId): boolean {
    return isOwnFunction(this.context.program.module, callee);
  }

  /**
   * A function within an imported one may close over variables that others see. Those of another module's top level do not:
   * what they share is unknown anyway. Nor do descriptions of built-ins.
   */
  private sharesState(callee: FunctionId): boolean {
    const { functions } = this.context.program.module;
    const parent = functions[callee]?.parent ?? null;
    return parent !== null && functions[parent]?.kind !== 'module';
  }

  /**
   * Functions that nobody calls become roots: first those whose name no other function calls, one after the other, because
   * analysing one shows which others it calls. False when none is left.
   */
  private analyseUncalled(): boolean {
    const isLeft = (callee: FunctionId): boolean => this.isOwn(callee) && !this.roots.has(callee) && !this.instantiated.has(callee);
    const left = this.context.program.module.functions.filter(({ id }) => isLeft(id)).map(({ id }) => id);
    const uncalled = left.filter((callee) => !this.calledByOthers.has(callee));
    for (const callee of uncalled.length > 0 ? uncalled : left.slice(0, 1)) {
      if (!isLeft(callee)) continue;
      this.addRoot(callee, 'uncalled');
      this.analyse(callee, 'uncalled');
      if (this.isUsedUp) break;
    }
    return left.length > 0;
  }

  /** The captured variables that the root's unfolding names. */
  private namedCells(analysis: RootAnalysis): ReadonlySet<VariableId> {
    const { closesOver, ownCells } = this.context.program;
    const names = new Set<VariableId>();
    for (const { indexed } of analysis.unfolding.instances) {
      for (const variable of closesOver[indexed.body.id] ?? []) names.add(variable);
      for (const variable of ownCells[indexed.body.id] ?? []) names.add(variable);
    }
    return names;
  }

  /** A root that was given up may do anything: whatever it could reach escapes. */
  private giveUp(analysis: RootAnalysis): void {
    const { invariant, program } = this.context;
    for (const instance of analysis.unfolding.instances) {
      for (const variable of instance.indexed.assigns) invariant.forgetCell(variable);
      if (instance !== analysis.unfolding.root) invariant.addEscaped(instance.indexed.body.id);
    }
    invariant.forgetObjects();
    for (const body of program.module.functions) {
      if (body.parent === analysis.functionId) invariant.addEscaped(body.id);
    }
  }
}
