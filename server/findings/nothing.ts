import type { RootSolution } from '../analysis/rootSolution.js';
import type { FunctionIr, TypeAssumption, Variable, VariableId } from '../ir/program.js';
import type { Occurrence } from './cause.js';
import { all, any, isNever, type Compared, type ConditionTree } from './conditionTree.js';
import type { Cause, Explained } from './explanation.js';
import type { ScopeCondition } from './scopeConditions.js';
import { membersTestedForNothing, testedForNothing } from './testedForNothing.js';

/**
 * Whether a failing side only says that something is undefined or null: of what is not known, anything may be. That an element is says
 * more: which one is missing.
 */
export function isAboutNothing(failing: ConditionTree | null): boolean {
  if (failing?.kind === 'any') return failing.of.length > 0 && failing.of.every(isAboutNothing);
  return failing !== null && isNothing(failing) && !failing.subject.text.includes('[');
}

/** Whether it says of one value that it is undefined or null. */
function isNothing(failing: ConditionTree): failing is Compared {
  if (failing.kind !== 'compare' || !failing.operator.startsWith('==')) return false;
  return failing.other.text === 'null' || failing.other.text === 'undefined';
}

/**
 * Whether it says that something is undefined or null, perhaps after other tests that lead there. `isUsual`: of which elements that says
 * no more than of other members.
 */
export function comesToNothing(failing: ConditionTree, isUsual: (element: string) => boolean = () => false): boolean {
  if (failing.kind === 'any') return failing.of.length > 0 && failing.of.every((part) => comesToNothing(part, isUsual));
  if (failing.kind !== 'all') return isAboutNothing(failing) || (isNothing(failing) && isUsual(failing.subject.text));
  return failing.of.some((part) => comesToNothing(part, isUsual) || isThereAndNothing(part, failing.of));
}

/** Whether it says that an element is undefined or null whose index is in bounds by the other tests: nobody forgot it. */
function isThereAndNothing(part: ConditionTree, tests: readonly ConditionTree[]): boolean {
  const [, of, index] = isNothing(part) ? (/^(.+)\[(\d+)\]$/.exec(part.subject.text) ?? []) : [];
  return tests.some((each) => {
    if (each.kind !== 'compare' || each.subject.lengthOf !== of || each.other.literal !== 'number') return false;
    const least = each.operator === '>' ? Number(each.other.text) : Number(each.other.text) - 1;
    return ['>', '>=', '==='].includes(each.operator) && Number(index) <= least;
  });
}

/**
 * What every caller of a root knows without being told: who reads a member of something is not to be given undefined or null. Where its
 * declared type allows these, or the root tests for them, it has to be told.
 */
export class SelfEvident {
  private readonly types: ReadonlyMap<string, TypeAssumption | null>;
  private readonly tested: ReadonlySet<string>;

  constructor(solution: RootSolution) {
    const { analysis } = solution;
    const { variables } = analysis.context.program.module;
    this.types = declaredTypes(analysis.unfolding.root.indexed.body, variables);
    const tested = [...testedForNothing(solution).keys()].flatMap((id) => variables[id] ?? []);
    const given = tested.flatMap(({ kind, name }) => (kind === 'parameter' ? [name] : []));
    this.tested = new Set([...given, ...membersTestedForNothing(solution)]);
  }

  /** Whether all that the condition asks of the root is such. `told`: the causes that are not. */
  isAll(failing: ConditionTree, causes: readonly Explained[], told = causes): boolean {
    if (this.isHandedBack(failing, told)) return true;
    if (this.isOfAnotherKind(failing) && causes.every(({ cause }) => isAccess(cause))) return true;
    if (!this.saysNothing(failing) || this.isAllowed(failing)) return false;
    if (causes.every(({ cause }) => isAccess(cause) || isOfBuiltin(cause) || isInHandler(cause))) return true;
    // Which of several reasons it is, is not known: that nothing is read of it is one of them.
    return causes.every(({ asked }) => asked === null) && causes.some((each) => this.explains(each));
  }

  /** Whether it says of something that it is undefined or null. That an element is, whose holder has no declared type, is no news. */
  private saysNothing(failing: ConditionTree): boolean {
    return comesToNothing(failing, (element) => this.typeOf(element) === null);
  }

  /** Whether it only throws what it was given for that, as a callback does with an error. */
  private isHandedBack(failing: ConditionTree, causes: readonly Explained[]): boolean {
    const thrown = causes.map(({ cause }) => (cause.kind === 'occurrence' ? thrownName(cause.occurrence) : null));
    const [name = null] = thrown;
    return name !== null && this.types.has(name) && thrown.every((each) => each === name) && isAboutOnly(failing, name);
  }

  /** Whether it says of a parameter without a type that it is of a kind which the function is not meant for. */
  private isOfAnotherKind(failing: ConditionTree): boolean {
    switch (failing.kind) {
      case 'any':
        return (
          failing.of.some((part) => this.isOfAnotherKind(part)) &&
          failing.of.every((part) => this.isOfAnotherKind(part) || (this.saysNothing(part) && !this.isAllowed(part)))
        );
      case 'all':
        return failing.of.some((part) => this.isOfAnotherKind(part));
      case 'typeof':
      case 'isNaN':
        return this.isUntyped(failing.subject.text);
      case 'compare':
        return failing.operator === '===' && /^(?:true|false|"")$/.test(failing.other.text) && this.isUntyped(failing.subject.text);
      default:
        return false;
    }
  }

  private isUntyped(name: string): boolean {
    const type = this.types.get(name);
    return type === null || type?.kind === 'any';
  }

  /** What a failing side says besides; the whole of it where it says nothing else. */
  besides(failing: ConditionTree): ConditionTree {
    if (failing.kind !== 'any') return failing;
    const kept = failing.of.filter((part) => !this.saysNothing(part) || this.isAllowed(part));
    return kept.length === 0 ? failing : any(...kept);
  }

  /** The other causes; all of them where there are no others. */
  othersOf(causes: readonly Explained[]): readonly Explained[] {
    const others = causes.filter((each) => !this.explains(each));
    return others.length === 0 ? causes : others;
  }

  /** Whether runs that fail for the cause are those that are given nothing. */
  explains({ cause, asked: own, among = null }: Explained): boolean {
    if (cause.kind === 'endless') return own === null && among !== null && this.saysNothing(among.bad) && !this.isAllowed(among.bad);
    if (!isAccess(cause)) return false;
    if (isOfUnnamed(cause)) return true;
    const asked = own ?? among;
    if (asked === null) return cause.kind === 'occurrence' && cause.occurrence.form === 'null';
    return this.saysNothing(asked.bad) && !this.isAllowed(asked.bad);
  }

  private isAllowed(failing: ConditionTree | null): boolean {
    if (failing?.kind === 'any' || failing?.kind === 'all') return failing.of.some((part) => this.isAllowed(part));
    if (failing === null || !isNothing(failing)) return false;
    if (this.tested.has(failing.subject.text)) return true;
    const type = this.typeOf(failing.subject.text);
    return type?.kind === 'union' && type.of.some(({ kind }) => kind === 'undefined' || kind === 'null');
  }

  /** The declared type of a parameter, or of what is reached from one; null where nothing is declared. */
  private typeOf(written: string): TypeAssumption | null {
    const [root = '', ...path] = written.split(/\.|(?=\[)/);
    return path.reduce<TypeAssumption | null>((of, name) => (of === null ? null : memberOf(of, name)), this.types.get(root) ?? null);
  }
}

/** The declared types of parameters, and of the names that a pattern takes out of one: `{ items }: Props`. */
function declaredTypes({ parameters, edges }: FunctionIr, variables: readonly Variable[]): ReadonlyMap<string, TypeAssumption | null> {
  const types = new Map<VariableId, TypeAssumption | null>(parameters.map((id) => [id, variables[id]?.assumption ?? null]));
  for (const { instruction } of edges) {
    if (instruction.kind !== 'load' || instruction.object.kind !== 'variable' || instruction.key.kind !== 'constant') continue;
    const holder = instruction.object.variable;
    const { value } = instruction.key;
    const type = types.get(holder);
    const target = variables[instruction.target];
    if (!isPattern(variables[holder]) || value.kind !== 'string' || type === undefined || target === undefined || target.reassigned)
      continue;
    types.set(target.id, type === null ? null : memberOf(type, value.value));
  }
  return new Map([...types].map(([id, type]) => [variables[id]?.name ?? '', type]));
}

/** Whether the program has no name for the variable: a pattern takes it apart. */
const isPattern = (variable: Variable | undefined): boolean => variable?.name.startsWith('%') === true;

/** The variable whose value a failure throws as it is; null where it throws something else. */
function thrownName({ form, instance, node }: Occurrence): string | null {
  if (form !== 'throw') return null;
  const [thrown] = (instance.indexed.outgoing[node] ?? []).flatMap(({ instruction }) =>
    instruction.kind === 'throw' ? [instruction.value] : [],
  );
  return thrown?.kind === 'variable' ? (instance.activation.program.module.variables[thrown.variable]?.name ?? null) : null;
}

/** Whether a condition speaks of that value alone, and of nothing that is undefined or null. */
function isAboutOnly(condition: ConditionTree, name: string): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.every((part) => isAboutOnly(part, name) || isSomething(part) || comesToNothing(part));
    case 'not':
      return isAboutOnly(condition.of, name);
    case 'test':
      return condition.of.text === name || condition.of.text.startsWith(`${name} instanceof `);
    default:
      return condition.subject.text === name;
  }
}

const isSomething = (part: ConditionTree): boolean => part.kind === 'compare' && part.operator === '!=' && part.other.text === 'null';

/** The type of a member, or of an element `[0]`, where all that the value may be is one object or nothing. */
function memberOf(type: TypeAssumption, name: string): TypeAssumption | null {
  if (name.startsWith('[')) return type.kind === 'array' ? type.element : null;
  const [object] = (type.kind === 'union' ? type.of : [type]).filter(({ kind }) => kind === 'object');
  return object?.kind === 'object' ? (object.members?.[name] ?? null) : null;
}

/** Whether runs fail because of what the engine refuses of nothing, and neither the program nor an assertion says so. */
function isAccess(cause: Cause): boolean {
  if (cause.kind !== 'occurrence') return false;
  const { code, form, error } = cause.occurrence;
  if (code === 'null-access' || code === 'wrong-kind' || form === 'refused' || form === 'iterable') return true;
  return (form === 'builtin' || form === 'other') && (error === null || error === 'TypeError');
}

/** Whether an argument is undefined or null that a pattern takes apart: no condition can name it. */
function isOfUnnamed(cause: Cause): boolean {
  if (cause.kind !== 'occurrence' || cause.occurrence.form !== 'null') return false;
  const { instance, node } = cause.occurrence;
  const { body, outgoing } = instance.indexed;
  return (outgoing[node] ?? []).some(({ instruction }) => {
    if (instruction.kind !== 'load' || instruction.object.kind !== 'variable') return false;
    const { variable } = instruction.object;
    return body.parameters.includes(variable) && instance.activation.program.module.variables[variable]?.name.startsWith('%') === true;
  });
}

/** Whether a built-in refuses something: where that is nothing, no caller needs to be told, either. */
const isOfBuiltin = (cause: Cause): boolean => cause.kind === 'occurrence' && cause.occurrence.form === 'builtin';

/** Whether it is thrown where an exception has been caught: by words that are not about its reason. */
function isInHandler(cause: Cause): boolean {
  if (cause.kind !== 'occurrence' || cause.occurrence.form !== 'throw') return false;
  const { indexed } = cause.occurrence.instance;
  const before = new Set([indexed.body.entry]);
  for (const node of before) for (const { target, outcome } of indexed.outgoing[node] ?? []) if (outcome === 'normal') before.add(target);
  return !before.has(cause.occurrence.node);
}

/**
 * What is asked without that parameters are not undefined or null whose declared type is that of a module that is not seen: nobody gives
 * `req: Request` nothing.
 */
export function withoutUnseenTypes(asked: ScopeCondition, { analysis }: RootSolution): ScopeCondition {
  const { condition, failing } = asked;
  if (condition === null || failing === null || isNever(condition)) return asked;
  const { variables } = analysis.context.program.module;
  const unseen = analysis.unfolding.root.indexed.body.parameters.flatMap((id) => {
    const variable = variables[id];
    return variable?.assumption?.kind === 'any' && variable.assumption.imported !== undefined ? [variable.name] : [];
  });
  if (unseen.length === 0) return asked;
  const isAbout = (part: ConditionTree, operator: string): boolean =>
    part.kind === 'compare' && part.operator === operator && part.other.text === 'null' && unseen.includes(part.subject.text);
  const parts = (condition.kind === 'all' ? condition.of : [condition]).filter((part) => !isAbout(part, '!='));
  const failingParts = (failing.kind === 'any' ? failing.of : [failing]).filter((part) => !isAbout(part, '=='));
  if (parts.length === 0 || failingParts.length === 0) return { condition: null, failing: null, on: [] };
  return { ...asked, condition: all(...parts), failing: any(...failingParts) };
}
