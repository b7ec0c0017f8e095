import type { ModuleIr } from '../ir/program.js';
import type { LoadStatement } from '../syntax/modules/loadStatements.js';
import { surelyStays, type FailingLoad, type LoadFailure } from './failingLoads.js';
import { missingExportsOf } from './missingExports.js';
import { mayChangeLoading } from './processUse.js';
import type { Project } from './project.js';

/** Characters of files that are not asked about, but imported by those that are, whose top levels are analysed. */
const maxUnaskedCharacters = 40_000;

/** Files that load each other, one after the other, beyond which nobody looks for who tells of a failure. */
const maxChain = 100;

/** Files whose loading fails, and who loads them: what one check of several files tells another. */
export class Loading {
  private readonly failures = new Map<string, LoadFailure | null>();
  private readonly told = new Set<string>();
  private unasked = 0;

  constructor(
    private readonly project: Project,
    /** Absolute: the files that are checked. */
    private readonly asked: ReadonlySet<string>,
    /** The failure of a file that is not checked by itself; null where it may be loaded. */
    private readonly failureOfText: (file: string, text: string) => LoadFailure | null,
  ) {}

  /** The files that are checked, each behind those of them that it loads, but for circles. */
  get order(): readonly string[] {
    const order: string[] = [];
    const seen = new Set<string>();
    for (const start of this.asked) {
      const path: { readonly file: string; readonly next: Iterator<string> }[] = [];
      const enter = (file: string): void => {
        if (seen.has(file)) return;
        seen.add(file);
        path.push({
          file,
          next: this.project
            .loadsOf(file)
            .flatMap(({ target }) => target ?? [])
            [Symbol.iterator](),
        });
      };
      enter(start);
      for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
        const next = top.next.next();
        if (next.done !== true) enter(next.value);
        else {
          path.pop();
          if (this.asked.has(top.file)) order.push(top.file);
        }
      }
    }
    return order;
  }

  /** The file was checked, and its loading fails so. `isTold`: by an error in its own report. */
  note(file: string, failure: LoadFailure | null, isTold: boolean): void {
    this.failures.set(file, failure);
    if (failure !== null && isTold) this.told.add(file);
  }

  /** The statements of the file that load what always fails; none where something that is loaded with it may prevent that. */
  failingLoadsOf(file: string, module: ModuleIr): readonly FailingLoad[] {
    const [missing] = missingExportsOf(this.project, file, module);
    if (missing !== undefined) {
      if (this.asked.has(file)) this.told.add(file);
      return [missing];
    }
    const found = this.project.loadsOf(file).flatMap(({ statement, target }) => {
      const failure = target === null ? null : this.failureOf(target);
      return failure === null || target === null || this.isInCircle(target) || !surelyStays(statement, module)
        ? []
        : [{ statement, target, failure }];
    });
    if (found.length === 0 || this.mayBePrevented(file)) return [];
    if (this.asked.has(file)) this.told.add(file);
    // What comes after the first is not loaded.
    return found.slice(0, 1).map(({ statement, target, failure }) => ({ statement, failure, isToldElsewhere: this.isTold(target) }));
  }

  private isTold(file: string, depth = 0): boolean {
    if (this.told.has(file) || depth > maxChain) return true;
    if (this.asked.has(file)) return false;
    const failing = this.project.loadsOf(file).flatMap(({ target }) => (target !== null && this.failures.get(target) ? [target] : []));
    return failing.some((target) => this.isTold(target, depth + 1));
  }

  private failureOf(file: string): LoadFailure | null {
    const known = this.failures.get(file);
    if (known !== undefined) return known;
    // In a circle it is asked for before it is known.
    this.failures.set(file, null);
    const text = this.asked.has(file) ? undefined : this.project.readIfPresent(file);
    const module = text === undefined ? null : this.project.moduleOf(file);
    if (text === undefined || module === null || this.unasked + text.length > maxUnaskedCharacters) return null;
    this.unasked += text.length;
    const [first] = this.failingLoadsOf(file, module);
    const failure = first?.failure ?? this.failureOfText(file, text);
    this.failures.set(file, failure);
    return failure;
  }

  /** Which of a circle is evaluated first depends on where the program starts. */
  private isInCircle(file: string): boolean {
    return this.project.loadsOf(file).some(({ target }) => target !== null && this.project.closureOf(target).has(file));
  }

  private mayBePrevented(file: string): boolean {
    return [...this.project.closureOf(file)].some((each) => {
      const module = this.project.moduleOf(each);
      return module === null || mayChangeLoading(module) || this.project.loadsOf(each).some(isUnseen);
    });
  }
}

/** A package that is loaded for its effects may do anything. */
const isUnseen = ({ statement, target }: { readonly statement: LoadStatement; readonly target: string | null }): boolean =>
  target === null && statement.isForEffects;
