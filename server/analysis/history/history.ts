import type { FunctionId } from '../../ir/program.js';
import type { CallAnswers, CallEdge } from '../callGraph.js';
import type { ModuleContext } from '../root.js';
import { StepRenaming } from './stepRenaming.js';
import type { InvariantView, RootStep } from './step.js';
import { isEqual, VersionMatch } from './versionMatch.js';

/** The steps of roots, by root, in the order in which they were made. */
export type Steps = ReadonlyMap<FunctionId, readonly RootStep[]>;

/** The steps in which the roots of a module's last version were settled. Steps that an edit does not touch are not computed again. */
export class ModuleHistory {
  private last: { readonly context: ModuleContext; readonly steps: Steps } | null = null;

  /** The version whose steps these are. */
  get version(): ModuleContext | null {
    return this.last?.context ?? null;
  }

  remember(context: ModuleContext, steps: Steps): void {
    this.last = { context, steps };
  }

  /** The parts of the last version that can be used in this one; null if there is none, or its parts have changed their order. */
  since(context: ModuleContext): Past | null {
    const { last } = this;
    if (last === null || !isComparable(last.context, context)) return null;
    const match = new VersionMatch(last.context, context);
    return match.keepsOrder ? new Past(match, last.steps) : null;
  }
}

function isComparable(before: ModuleContext, after: ModuleContext): boolean {
  const [a, b] = [before.settings, after.settings];
  return (
    before.program.locations === after.program.locations &&
    before.program.module.file === after.program.module.file &&
    before.program.module.tampersWithBuiltins === after.program.module.tampersWithBuiltins &&
    before.program.asksInstances === after.program.asksInstances &&
    before.program.definesIterators === after.program.definesIterators &&
    before.program.definesConversions === after.program.definesConversions &&
    before.program.rewritesPrototypes === after.program.rewritesPrototypes &&
    before.program.inheritsElements === after.program.inheritsElements &&
    before.program.hidesLengths === after.program.hidesLengths &&
    before.program.asksConstructors === after.program.asksConstructors &&
    before.program.describesProperties === after.program.describesProperties &&
    isEqual([...before.program.accessorNames].sort(), [...after.program.accessorNames].sort()) &&
    isEqual([...before.program.ownLookingMethods].sort(), [...after.program.ownLookingMethods].sort()) &&
    (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key])
  );
}

/** An older version of a module, in the names of the newer one. */
export class Past {
  private readonly renaming: StepRenaming;
  private readonly renamed = new Map<RootStep, RootStep | null>();
  private readonly steps = new Map<FunctionId, RootStep[]>();

  constructor(
    readonly match: VersionMatch,
    old: Steps,
  ) {
    this.renaming = new StepRenaming(match);
    for (const step of [...old.values()].flat()) {
      const renamed = this.renaming.step(step);
      this.renamed.set(step, renamed);
      if (renamed === null) continue;
      const known = this.steps.get(renamed.functionId);
      if (known === undefined) this.steps.set(renamed.functionId, [renamed]);
      else known.push(renamed);
    }
  }

  stepsOf(functionId: FunctionId): readonly RootStep[] {
    return this.steps.get(functionId) ?? [];
  }

  /** The solution of a root, moved; null when something of it is gone. */
  solution<R>(solved: SolvedRoot<R>, move: (report: R, match: VersionMatch) => R | null): SolvedRoot<R> | null {
    const step = this.renamed.get(solved.step) ?? null;
    const answers = this.renaming.answersOf(solved.answers);
    const edges = this.renaming.edgesOf(solved.edges);
    const view = this.renaming.viewOf(solved.view);
    if (step === null || answers === null || edges === null || view === null) return null;
    const report = move(solved.report, this.match);
    return report === null ? null : { ...solved, step, answers, edges, view, report };
  }
}

/** The result of solving one root. */
export interface SolvedRoot<R> {
  readonly step: RootStep;
  /** See `RootSolution`. */
  readonly isUnmade: boolean;
  /** The parts of the invariant that executed functions saw, beyond those of the step. */
  readonly view: InvariantView;
  readonly answers: CallAnswers;
  readonly edges: readonly CallEdge[];
  readonly unfoldedPoints: number;
  readonly evaluations: number;
  /** The cost beyond that of the step, in evaluations. */
  readonly spent: number;
  readonly followed: number;
  readonly report: R;
}

/** The functions that make reports of one kind, and move them into a newer version. */
export interface Reporting<R, Solution> {
  report(solution: Solution): R;
  /** Null: it must be made anew. */
  move(report: R, match: VersionMatch): R | null;
  /** A moved report is about to be used; false: it must be made anew after all. */
  accept(report: R): boolean;
}

/** The reports of all roots of the last version. */
export class ReportHistory<R> {
  private last: { readonly version: ModuleContext; readonly solved: readonly SolvedRoot<R>[] } | null = null;

  remember(version: ModuleContext, solved: readonly SolvedRoot<R>[]): void {
    this.last = { version, solved };
  }

  /** By root; empty when these are not the reports of the version that `past` is. */
  since(
    version: ModuleContext | null,
    past: Past | null,
    move: (report: R, match: VersionMatch) => R | null,
  ): ReadonlyMap<FunctionId, SolvedRoot<R>> {
    if (past === null || this.last === null || this.last.version !== version) return new Map();
    return new Map(
      this.last.solved.flatMap((solved) => {
        const moved = past.solution(solved, move);
        return moved === null ? [] : [[moved.step.functionId, moved] as const];
      }),
    );
  }
}
