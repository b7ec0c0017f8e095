import { commonExportsOf } from './commonJs.js';
import type { Expression } from './expression.js';
import type { Instruction } from './instruction.js';
import { mentionsOf, type EdgeIndex } from './mentions.js';
import { topOf } from './topLevel.js';
import type { ModuleIr, VariableId } from './program.js';
import { constantName, readsAny, rewritesPrototypes } from './prototypes.js';
import { operandsOf } from './visit.js';

type Closure = Instruction & { readonly kind: 'closure' };

/** How a class of the top level is made. */
export interface ClassMaking {
  readonly closure: Closure;
  /** What makes its methods and accessors and defines them, in their order; private ones are assigned to variables of their own. */
  readonly members: readonly Instruction[];
  /** The temporary that the members are defined on. */
  readonly self: VariableId;
  /** The class that it extends, a variable of the top level, and the variable that `super` reads; null where it extends none. */
  readonly extended: { readonly base: VariableId; readonly parent: VariableId | null } | null;
}

/** Classes with more members are not followed. */
const mostMembers = 400;

/**
 * How the class in a temporary is made that the variable names, where its text tells all of its methods and leaves them as they are: nothing
 * rewrites prototypes, its members have names that are written out, and the module hands the class to nobody. Null otherwise.
 */
export function classMakingOf(variable: VariableId, closure: Closure, module: ModuleIr): ClassMaking | null {
  if (module.tampersWithBuiltins || rewritesPrototypes(module) || module.functions.some(({ opaque }) => opaque)) return null;
  const members = membersAfter(closure, variable, mentionsOf(module).edgesOf(topOf(module)));
  if (members === null) return null;
  const extended = closure.superclass === null ? null : extendedBy(closure.superclass, module);
  if (closure.superclass !== null && extended === null) return null;
  return new ClassUses(module, variable, closure, members).areLooks() ? { closure, members, self: closure.target, extended } : null;
}

/** The instructions between the closure and the one that names it, where nothing branches and nothing else lies between. */
function membersAfter(closure: Closure, variable: VariableId, { into, from, of }: EdgeIndex): readonly Instruction[] | null {
  const members: Instruction[] = [];
  const holders = new Set([closure.target]);
  const made = new Set<VariableId>();
  let at = of.get(closure);
  while (at !== undefined && members.length <= mostMembers) {
    const [next, ...others] = from.get(at.target) ?? [];
    if (next === undefined || others.length > 0 || into.get(at.target)?.length !== 1) return null;
    const { instruction } = next;
    if (instruction.kind === 'assign' && instruction.target === variable) return members;
    if (!isMember(instruction, holders, made)) return null;
    members.push(instruction);
    at = next;
  }
  return null;
}

/** Whether the instruction makes a method, or defines one on the class or its prototype. */
function isMember(instruction: Instruction, holders: Set<VariableId>, made: Set<VariableId>): boolean {
  const isHolder = (object: Expression): boolean => object.kind === 'variable' && holders.has(object.variable);
  switch (instruction.kind) {
    case 'closure':
      made.add(instruction.target);
      return !instruction.isClass;
    case 'assign':
      return instruction.value.kind === 'variable' && made.has(instruction.value.variable);
    case 'load':
      if (!isHolder(instruction.object) || constantName(instruction.key) !== 'prototype') return false;
      holders.add(instruction.target);
      return true;
    case 'store':
      return instruction.mode === 'define' && isHolder(instruction.object) && constantName(instruction.key) !== null;
    case 'defineAccessor':
      return isHolder(instruction.object) && constantName(instruction.key) !== null;
    default:
      return false;
  }
}

/** `%1 := Base; %super := %1; class extends %1` */
function extendedBy(superclass: Expression, module: ModuleIr): ClassMaking['extended'] {
  if (superclass.kind !== 'variable') return null;
  const { writers, mentions } = mentionsOf(module);
  const [only, ...others] = writers.get(superclass.variable) ?? [];
  if (only?.kind !== 'assign' || others.length > 0 || only.value.kind !== 'variable') return null;
  const named = (mentions.get(superclass.variable) ?? []).find((each) => each.kind === 'assign' && each !== only);
  return { base: only.value.variable, parent: named?.kind === 'assign' ? named.target : null };
}

/** What a module does with a class of its own. */
class ClassUses {
  /** Variables that may hold it. */
  private readonly holders: Set<VariableId>;
  private readonly making: ReadonlySet<Instruction>;
  private readonly statics = new Set<string>();

  constructor(
    private readonly module: ModuleIr,
    variable: VariableId,
    { target }: Closure,
    members: readonly Instruction[],
  ) {
    this.holders = new Set([variable, target]);
    this.making = new Set(members);
    for (const member of members) {
      const isDefined = member.kind === 'store' || member.kind === 'defineAccessor';
      if (!isDefined || member.object.kind !== 'variable' || member.object.variable !== target) continue;
      this.statics.add(constantName(member.key) ?? '');
      if (member.kind === 'store') this.holdReceiver(member.value, members);
      else for (const half of [member.getter, member.setter]) if (half !== null) this.holdReceiver(half, members);
    }
    // Instances lead to their class.
    for (const { edges } of module.functions)
      for (const { instruction } of edges)
        if (instruction.kind === 'load' && constantName(instruction.key) === 'constructor') this.holders.add(instruction.target);
  }

  /** What a static method is called on. */
  private holdReceiver(method: Expression, members: readonly Instruction[]): void {
    for (const made of members) {
      if (made.kind !== 'closure' || method.kind !== 'variable' || made.target !== method.variable) continue;
      const receiver = this.module.functions[made.function]?.thisVariable ?? null;
      if (receiver !== null) this.holders.add(receiver);
    }
  }

  /** Whether it is only constructed, extended and looked at. */
  areLooks(): boolean {
    const { mentions } = mentionsOf(this.module);
    // A set hands out what is added while it is stepped through.
    for (const holder of this.holders)
      for (const each of mentions.get(holder) ?? []) if (!this.making.has(each) && !this.isLook(each)) return false;
    return true;
  }

  private isLook(instruction: Instruction): boolean {
    const mentions = (expression: Expression): boolean => readsAny(expression, this.holders);
    switch (instruction.kind) {
      case 'nop':
      case 'checkInitialised':
      case 'enterScope':
      case 'copyScope':
      case 'closure':
        return true;
      case 'assume':
        return this.isTest(instruction.condition);
      case 'assign':
        return instruction.value.kind === 'variable' && mentions(instruction.value)
          ? this.hold(instruction.target)
          : this.isTest(instruction.value);
      case 'load':
        return !mentions(instruction.key);
      case 'store':
        if (commonExportsOf(this.module)?.stores.has(instruction) === true) return true;
        // Its own fields, but no method.
        return (
          !mentions(instruction.key) &&
          !mentions(instruction.value) &&
          !this.statics.has(constantName(instruction.key) ?? [...this.statics][0] ?? '')
        );
      case 'call':
        return instruction.args.every((argument) => argument.kind === 'hole' || !mentions(argument.value));
      default:
        return !operandsOf(instruction).some(mentions);
    }
  }

  /** It is compared, and asked for what it has made. */
  private isTest(value: Expression): boolean {
    if (!readsAny(value, this.holders)) return true;
    if (value.kind === 'unary') return (value.operator === '!' || value.operator === 'typeof') && this.isPlain(value.operand);
    if (value.kind !== 'binary' || !['instanceof', '===', '!=='].includes(value.operator)) return false;
    return this.isPlain(value.left) && this.isPlain(value.right);
  }

  private isPlain = (value: Expression): boolean => value.kind === 'variable' || this.isTest(value);

  private hold(variable: VariableId): boolean {
    const kind = this.module.variables[variable]?.kind;
    this.holders.add(variable);
    return kind === 'temporary' || kind === 'local';
  }
}

const known = new WeakMap<ModuleIr, ReadonlySet<string>>();

/** The keys under which the private names of a module are kept, as far as it reads or writes them. */
export function privateNames(module: ModuleIr): ReadonlySet<string> {
  let names = known.get(module);
  if (names === undefined) known.set(module, (names = new Set(module.functions.flatMap(({ edges }) => edges).flatMap(privateNamesIn))));
  return names;
}

function privateNamesIn({ instruction }: { readonly instruction: Instruction }): readonly string[] {
  if ((instruction.kind !== 'load' && instruction.kind !== 'store') || instruction.brand === undefined) return [];
  return [constantName(instruction.key) ?? instruction.brand, instruction.brand];
}
