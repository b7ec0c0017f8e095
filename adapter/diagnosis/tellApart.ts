import { setImmediate } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { answersOf } from '../../server/diagnosis/answers.js';
import { testModules } from '../../server/diagnosis/models.js';
import { askedCalls, askingModule, type AskedCall } from '../../server/syntax/diagnosis/askedCalls.js';
import { bundle, type ModelledModules } from '../../server/syntax/diagnosis/bundle.js';
import type { TypedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import type { Difference } from './diagnosisResult.js';
import { loweredBundle } from './followedText.js';
import type { Survivor } from './repairSearch.js';
import { closureOf, plainModule, type TestedProgram } from './testedProgram.js';

/** Repairs of one problem that are compared. */
const mostCompared = 8;

/** Characters of a value that are shown. */
const mostShown = 60;

/** Calls of the suspects as the tests make them, and others like them, by which repairs are told apart. */
export class TellApart {
  private known: readonly AskedCall[] | null = null;

  constructor(
    private readonly program: TestedProgram,
    private readonly files: TypedFiles,
  ) {}

  /** Made when repairs are known: nobody waits for it before. */
  private get asked(): readonly AskedCall[] {
    const tests = this.program.tests.flatMap((path) => this.program.modules.get(path) ?? []);
    this.known ??= askedCalls(tests, this.program.suspects, this.files);
    return this.known;
  }

  /** For repairs behind the first one a call to which they give another answer than that; what no call tells apart is left out. */
  async differences(survivors: readonly Survivor[], until: number): Promise<ReadonlyMap<Survivor, Difference>> {
    const found = new Map<Survivor, Difference>();
    const [first, ...others] = survivors.slice(0, mostCompared);
    if (first === undefined || others.length === 0 || this.asked.length === 0) return found;
    const known = this.answers(first);
    if (known === null) return found;
    for (const other of others) {
      // The worker that tries candidates is heard meanwhile.
      await setImmediate();
      if (Date.now() > until) break;
      const difference = this.firstDifference(known, this.answers(other) ?? []);
      if (difference !== null) found.set(other, difference);
    }
    return found;
  }

  /** What stands for Node's modules: of those that the suspects load. */
  private get models(): ModelledModules {
    const { program } = this;
    const loaded = closureOf(program.suspects, { module: (path) => program.modules.get(path) ?? null });
    const names = new Set([...loaded.values()].flatMap(({ specifiers }) => specifiers.map((name) => name.replace(/^node:/, ''))));
    return new Map([...testModules].filter(([name]) => names.has(name)));
  }

  private firstDifference(known: readonly (string | null)[], others: readonly (string | null)[]): Difference | null {
    const differing = this.asked.flatMap((call, i): Difference[] => {
      const [first, own] = [known[i] ?? null, others[i] ?? null];
      if (first === null || own === null || first === own) return [];
      return [{ call: `${call.name}(${call.given})`, gives: shortened(own), first: shortened(first) }];
    });
    // Which of two values is right is easier to say than whether there is one.
    const valued = differing.find(({ gives, first }) => !gives.startsWith('throws ') && !first.startsWith('throws '));
    return valued ?? differing[0] ?? null;
  }

  /** What the calls give with a repair; null where the interpreter does not run the program. */
  private answers({ suspect, candidate }: Survivor): readonly (string | null)[] | null {
    const changed = this.program.modules.get(suspect.path);
    if (changed === undefined) return null;
    const asking = askingModule(join(dirname(suspect.path), '$asking.js'), this.asked);
    const modules = new Map([
      ...this.program.modules,
      [suspect.path, { ...changed, text: suspect.edited(candidate) }],
      [asking.path, plainModule(asking.path, asking.text, asking.own)],
    ]);
    const bundled = bundle([asking.path], modules, this.models, { before: '', behind: '' });
    if ('why' in bundled) return null;
    const module = loweredBundle(bundled);
    return module === null ? null : answersOf(module, this.asked.length);
  }
}

const shortened = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);
