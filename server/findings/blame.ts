import type { RootSolution } from '../analysis/rootSolution.js';
import { argumentsOf, type Instance } from '../analysis/unfolding.js';
import type { Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import { forEachRead, operandsOf } from '../ir/visit.js';
import { isAssertion, type Occurrence } from './cause.js';
import { assertionText } from './occurrenceText.js';
import type { Places } from './place.js';
import type { ScopeCondition } from './scopeConditions.js';
import { handedOn, ValueFlow } from './valueFlow.js';

/** Which of the failures that may show explain a condition, where no run was followed to one. */
export class Blame {
  private readonly names: ReadonlySet<string>;
  private flow: { readonly values: ValueFlow; readonly calls: ReturnType<typeof handedOn> } | null = null;

  constructor(
    private readonly asked: ScopeCondition,
    private readonly solution: RootSolution,
    private readonly places: Places,
  ) {
    this.names = this.namesOf(asked.on);
  }

  /** Those that do; all of them where none is about what the condition speaks of. */
  of(occurrences: readonly Occurrence[]): readonly Occurrence[] {
    const accesses = this.explaining(occurrences);
    if (accesses !== null) return accesses;
    const near = occurrences.filter((each) => !this.isElsewhere(each));
    const told = near.length > 0 ? near : occurrences;
    // What may throw and need not leads to what is thrown, or is part of it.
    const stated = told.filter((each) => !each.mayPass || isThrow(each));
    const refused = told.filter((each) => !isThrow(each) && !isAccess(each) && this.namesSpoken(each));
    const chosen = refused.length === 0 || !stated.every((each) => this.isGivenNone(each)) ? stated : refused;
    return chosen.length > 0 ? chosen : told.slice(0, 1);
  }

  /** An access of something that the condition does not speak of; or what may throw, need not, and does not either. */
  private isElsewhere(occurrence: Occurrence): boolean {
    if (isAccess(occurrence)) {
      const text = this.textOf(occurrence);
      // Where a pattern takes something apart, its text does not name it.
      const [first] = /[.[(]/.test(text) ? namesIn(text) : [];
      return first !== undefined && !this.spokenOf(occurrence).has(first);
    }
    return !isThrow(occurrence) && occurrence.mayPass && !this.namesSpoken(occurrence);
  }

  /** Whether nothing is computed of the condition's variables where it fails. */
  isOfOthers({ instance, node }: Occurrence): boolean {
    const { instances } = this.solution.analysis.unfolding;
    this.flow ??= {
      values: new ValueFlow(new Set(instances.map(({ indexed }) => indexed.body))),
      calls: handedOn(instances.flatMap(({ callers }) => callers)),
    };
    const read = new Set<VariableId>();
    for (const { instruction } of instance.indexed.outgoing[node] ?? [])
      for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => read.add(variable));
    const behind = this.flow.values.behind(read, this.flow.calls);
    return !this.asked.on.some((variable) => behind.has(variable));
  }

  /** Whether it is thrown by a function that is called with nothing that the condition speaks of, as far as its text tells. */
  private isGivenNone(occurrence: Occurrence): boolean {
    const callee = occurrence.calls.at(-1)?.callee.indexed.body;
    if (!isThrow(occurrence) || callee === undefined) return false;
    const { root } = this.solution.analysis.unfolding;
    const spoken = this.spokenVariables(occurrence);
    return callee.parent !== root.indexed.body.id && !callee.parameters.some((parameter) => spoken.has(parameter));
  }

  private namesSpoken(occurrence: Occurrence): boolean {
    const spoken = this.spokenOf(occurrence);
    return namesIn(this.textOf(occurrence)).some((name) => spoken.has(name));
  }

  /**
   * The accesses that explain a condition without any assertion: each name that it speaks of is that of an object whose property is
   * read or that is called, and no assertion speaks of them. Otherwise an assertion that comes later would be blamed.
   */
  private explaining(occurrences: readonly Occurrence[]): readonly Occurrence[] | null {
    // Only of assertions that the root comes to: what is said of it must not depend on others.
    const asserted = occurrences.filter(({ code }) => isAssertion(code)).flatMap((each) => namesIn(assertionText(each)));
    if (this.names.size === 0 || asserted.some((name) => this.names.has(name))) return null;
    const accesses = occurrences.filter((each) => isAccess(each) && this.spokenOf(each).has(namesIn(this.textOf(each))[0] ?? ''));
    const explained = new Set(accesses.flatMap((each) => [...(this.spokenOf(each).get(namesIn(this.textOf(each))[0] ?? '') ?? [])]));
    if (explained.size !== this.names.size) return null;
    // Of what is nothing itself no member is read that could be nothing, too.
    const direct = accesses.filter((each) => this.isOfNamed(each));
    return direct.length > 0 ? direct : accesses;
  }

  /** A property of a variable that the condition speaks of is read or written. */
  private isOfNamed(occurrence: Occurrence): boolean {
    const { instance, node } = occurrence;
    const { variables } = instance.activation.program.module;
    const spoken = this.spokenOf(occurrence);
    return (instance.indexed.outgoing[node] ?? []).some(({ instruction }) => {
      if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.object.kind !== 'variable') return false;
      return spoken.has(variables[instruction.object.variable]?.name ?? '');
    });
  }

  /**
   * What the variables of the condition are called where it fails, each with the names that the condition has for them: those of parameters
   * that they are given to, on the way there.
   */
  private spokenOf(occurrence: Occurrence): ReadonlyMap<string, ReadonlySet<string>> {
    const byName = new Map<string, Set<string>>();
    for (const [variable, names] of this.spokenVariables(occurrence)) {
      for (const own of this.namesOf([variable])) {
        const known = byName.get(own) ?? new Set();
        byName.set(own, known);
        for (const name of names) known.add(name);
      }
    }
    return byName;
  }

  private spokenVariables({ calls }: Occurrence): ReadonlyMap<VariableId, ReadonlySet<string>> {
    const spoken = new Map<VariableId, ReadonlySet<string>>(this.asked.on.map((variable) => [variable, this.namesOf([variable])]));
    for (const { caller, callee, instruction } of calls) {
      const args = argumentsOf(instruction);
      for (const [index, parameter] of callee.indexed.body.parameters.entries()) {
        const given = args[index];
        if (given === undefined || given.kind === 'spread') break;
        if (given.kind === 'hole') continue;
        const names = [...copiesOf(given.value, caller)].flatMap((variable) => [...(spoken.get(variable) ?? [])]);
        if (names.length > 0) spoken.set(parameter, new Set(names));
      }
    }
    return spoken;
  }

  private namesOf(on: readonly VariableId[]): ReadonlySet<string> {
    const { variables } = this.solution.analysis.context.program.module;
    return new Set(on.flatMap((variable) => variables[variable]?.name ?? []));
  }

  private textOf({ span, file }: Occurrence): string {
    return this.places.in(file ?? this.places.file).textOf(span);
  }
}

/** The variables whose value it is: the variable, and of a temporary those that it is assigned. */
function copiesOf(value: Expression, { indexed }: Instance): ReadonlySet<VariableId> {
  if (value.kind !== 'variable') return new Set();
  const copies = new Set([value.variable]);
  for (const copy of copies) {
    for (const { instruction } of indexed.body.edges)
      if (instruction.kind === 'assign' && instruction.target === copy && instruction.value.kind === 'variable')
        copies.add(instruction.value.variable);
  }
  return copies;
}

/** Whether a property of nothing is read or written, or something is called that is no function. */
export const isAccess = ({ code }: Occurrence): boolean => code === 'null-access' || code === 'wrong-kind';

/** Whether the program itself says that it fails. */
const isThrow = ({ form }: Occurrence): boolean => form === 'throw' || form === 'assertion';

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
