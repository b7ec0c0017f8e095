import type { RootSolution } from '../analysis/rootSolution.js';
import { isAssertion, type Occurrence } from './cause.js';
import { assertionText } from './occurrenceText.js';
import type { Places } from './place.js';
import type { ScopeCondition } from './scopeConditions.js';

/** Which of the failures that may show explain a condition, where no run was followed to one. */
export class Blame {
  private readonly names: ReadonlySet<string>;

  constructor(
    { on }: ScopeCondition,
    { analysis }: RootSolution,
    private readonly places: Places,
  ) {
    const { variables } = analysis.context.program.module;
    this.names = new Set(on.flatMap((variable) => variables[variable]?.name ?? []));
  }

  /** Those that do; all of them where none is about what the condition speaks of. */
  of(occurrences: readonly Occurrence[]): readonly Occurrence[] {
    const accesses = this.explaining(occurrences);
    if (accesses !== null) return accesses;
    const near = occurrences.filter((each) => !this.isElsewhere(each));
    const told = near.length > 0 ? near : occurrences;
    // What may throw and need not leads to what is thrown, or is part of it.
    const stated = told.filter(({ form, mayPass }) => !mayPass || form === 'throw' || form === 'assertion');
    return stated.length > 0 ? stated : told.slice(0, 1);
  }

  /**
   * The accesses that explain a condition without any assertion: each name that it speaks of is that of an object whose property is
   * read or that is called, and no assertion speaks of them. Otherwise an assertion that comes later would be blamed.
   */
  private explaining(occurrences: readonly Occurrence[]): readonly Occurrence[] | null {
    // Only of assertions that the root comes to: what is said of it must not depend on others.
    const asserted = occurrences.filter(({ code }) => isAssertion(code)).flatMap((each) => namesIn(assertionText(each)));
    if (this.names.size === 0 || asserted.some((name) => this.names.has(name))) return null;
    const accesses = occurrences.filter((each) => isAccess(each) && this.names.has(namesIn(this.textOf(each))[0] ?? ''));
    const explained = new Set(accesses.map((each) => namesIn(this.textOf(each))[0]));
    if (explained.size !== this.names.size) return null;
    // Of what is nothing itself no member is read that could be nothing, too.
    const direct = accesses.filter((each) => this.isOfNamed(each));
    return direct.length > 0 ? direct : accesses;
  }

  /** A property of a variable that the condition speaks of is read or written. */
  private isOfNamed({ instance, node }: Occurrence): boolean {
    const { variables } = instance.activation.program.module;
    return (instance.indexed.outgoing[node] ?? []).some(({ instruction }) => {
      if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.object.kind !== 'variable') return false;
      return this.names.has(variables[instruction.object.variable]?.name ?? '');
    });
  }

  /** An access of something that the condition does not speak of; or what may throw, need not, and does not either. */
  private isElsewhere(occurrence: Occurrence): boolean {
    const { form, mayPass } = occurrence;
    const text = this.textOf(occurrence);
    if (isAccess(occurrence)) {
      // Where a pattern takes something apart, its text does not name it.
      const [first] = /[.[(]/.test(text) ? namesIn(text) : [];
      return first !== undefined && !this.names.has(first);
    }
    return form !== 'throw' && form !== 'assertion' && mayPass && !namesIn(text).some((name) => this.names.has(name));
  }

  private textOf({ span, file }: Occurrence): string {
    return this.places.in(file ?? this.places.file).textOf(span);
  }
}

const isAccess = ({ code }: Occurrence): boolean => code === 'null-access' || code === 'wrong-kind';

/** The variables of an expression, as far as the program's text tells. */
function namesIn(expression: string): readonly string[] {
  const words = expression.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g);
  return [...words].map(([word]) => word).filter((word) => !notNames.has(word));
}

const notNames: ReadonlySet<string> = new Set([
  'null',
  'undefined',
  'true',
  'false',
  'typeof',
  'this',
  'Number',
  'Math',
  'NaN',
  'Infinity',
]);
