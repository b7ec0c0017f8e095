import type { ModuleAnalysis } from '../analysis/analyse.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import { beginCheck, emptyHistory, placesOf, type BegunCheck, type CheckControl, type CheckSettings, type FileCheck } from './checkFile.js';
import type { ErrorReport } from '../findings/result.js';
import type { LiveValue } from '../findings/liveValues.js';
import { MomentStateCollector, type AskedMoment, type MomentStates } from '../findings/momentStates.js';
import { PointStateCollector, type PointStates } from '../findings/pointStates.js';
import { StatementStateCollector, type StatementStates } from '../findings/statementStates.js';
import { AnalysisCancelled } from '../fixpoint/solve.js';
import type { StatementPlace } from '../findings/pointLookup.js';
import type { Offset } from '../base/span.js';
import { ownFunctions } from '../ir/linked.js';
import type { FunctionId, ModuleIr, TypeAssumption } from '../ir/program.js';
import { fileAlone, type ProjectFile } from './project.js';

/** The check of one document through its versions. What an edit does not touch is not analysed again. */
export class DocumentSession {
  private readonly history = emptyHistory();
  /** Of the text that was begun or checked last. */
  private last: { readonly module: ModuleIr; readonly analysis: ModuleAnalysis; readonly settings: CheckSettings } | null = null;
  private begun: { readonly text: string; readonly settings: CheckSettings; readonly check: BegunCheck } | null = null;
  /** Who is asked whether to go on: whoever called last. */
  private control: CheckControl = { cancelled: () => false };

  constructor(
    /** As printed in reports. */
    private readonly shown: string,
    /** Knows what the document imports. */
    private readonly document: ProjectFile = fileAlone(shown),
  ) {}

  /** The forward passes of a check: states can be asked for then. What is wrong with the text; null: cancelled. */
  begin(text: string, settings: CheckSettings, control: CheckControl): readonly ErrorReport[] | null {
    this.control = control;
    return unlessCancelled(() => this.beginCheck(text, settings).errors);
  }

  /**
   * The result is the same, byte for byte, as that of a session that has seen no other version. Goes on with what was begun of the
   * same text. Null: cancelled.
   */
  check(text: string, settings: CheckSettings, control: CheckControl): FileCheck | null {
    this.control = control;
    return unlessCancelled(() => {
      const { begun } = this;
      const isBegun = begun?.text === text && JSON.stringify(begun.settings) === JSON.stringify(settings);
      const check = isBegun ? begun.check : this.beginCheck(text, settings);
      // What was begun is used once: a check that is cancelled leaves it half done.
      this.begun = null;
      const { module, analysis, check: done } = check.finish();
      this.last = module === null || analysis === null ? null : { module, analysis, settings };
      return done;
    });
  }

  private beginCheck(text: string, settings: CheckSettings): BegunCheck {
    this.begun = null;
    const control = { cancelled: () => this.control.cancelled() };
    const check = beginCheck(text, this.shown, settings, { control, at: [], history: this.history, file: this.document });
    this.begun = { text, settings, check };
    this.last = check.begun === null ? null : { ...check.begun, settings };
    return check;
  }

  /** The abstract states at a place of the text last checked, copy by copy; null when there is none, or cancelled. */
  statesAt(place: { readonly line: number; readonly column: number | null }, control: CheckControl): PointStates | null {
    return this.collect((module) => new PointStateCollector(module, placesOf(module, this.shown), place), control);
  }

  /** The same before and after a statement; `live`: values of a run that waits before it. */
  statementStatesAt(
    statement: StatementPlace,
    control: CheckControl,
    live: Readonly<Record<string, LiveValue>> | null = null,
  ): StatementStates | null {
    return this.collect((module) => new StatementStateCollector(module, placesOf(module, this.shown), statement, live), control);
  }

  /** What holds at moments of a run in all copies of their functions together, and how the run's values stand to it. */
  momentStatesAt(moments: readonly AskedMoment[], control: CheckControl): readonly (MomentStates | null)[] {
    const all = this.collect((module) => {
      const collectors = moments.map((moment) => new MomentStateCollector(module, moment));
      return {
        functions: new Set(collectors.flatMap(({ functions }) => [...functions])),
        add: (solution: RootSolution) => collectors.forEach((collector) => collector.add(solution)),
        result: () => collectors.map((collector) => collector.result()),
      };
    }, control);
    return all ?? moments.map(() => null);
  }

  /** What the declared types of parameters promise, by where their names are written; null where there is none. */
  parameterTypesAt(offsets: readonly Offset[]): readonly (TypeAssumption | null)[] {
    const module = this.last?.module;
    if (module === undefined) return offsets.map(() => null);
    const own = new Set(ownFunctions(module).map(({ id }) => id));
    const parameters = module.variables.filter(({ kind, owner }) => kind === 'parameter' && own.has(owner));
    const byPlace = new Map(parameters.map(({ declaration, assumption }) => [declaration?.start, assumption]));
    return offsets.map((offset) => byPlace.get(offset) ?? null);
  }

  private collect<T>(collectorFor: (module: ModuleIr) => Collector<T>, control: CheckControl): T | null {
    const { last } = this;
    if (last === null) return null;
    const { module, analysis } = last;
    const collector = collectorFor(module);
    return unlessCancelled(() => {
      const add = (solution: RootSolution): void => collector.add(solution);
      analysis.visitRoots(collector.functions, last.settings.arrayIndex === 'error', add, control.cancelled);
      return collector.result();
    });
  }
}

/** Takes what it wants from the solutions of the roots that pass through its functions. */
interface Collector<T> {
  readonly functions: ReadonlySet<FunctionId>;
  add(solution: RootSolution): void;
  result(): T | null;
}

function unlessCancelled<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof AnalysisCancelled) return null;
    throw error;
  }
}
