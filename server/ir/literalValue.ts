import type { Constant, Expression } from './expression.js';
import { factsOf, isTopLevel } from './facts.js';
import type { Instruction } from './instruction.js';
import { isLookedAtOnly } from './literals.js';
import { mentionsOf } from './mentions.js';
import { topOf } from './topLevel.js';
import type { ModuleIr, VariableId } from './program.js';

/** A value as a text writes it: plain data. */
export type Literal =
  | { readonly kind: 'constant'; readonly value: Constant }
  | { readonly kind: 'array'; readonly elements: readonly Literal[]; readonly frozen: boolean }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Literal])[]; readonly frozen: boolean }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Literal, Literal])[] }
  | { readonly kind: 'set'; readonly elements: readonly Literal[] }
  /** Nothing is known of it. */
  | { readonly kind: 'unknown' };

/** Larger ones are not followed. */
const mostParts = 200;

const unknown: Literal = { kind: 'unknown' };
const known = new WeakMap<ModuleIr, Map<VariableId, Literal | null>>();

/**
 * The object that a variable of the top level holds from its initialisation on, whoever runs: one that the program freezes, as far as it does,
 * or one that its module only looks at. Null where that is not told.
 */
export function literalOf(variable: VariableId, module: ModuleIr): Literal | null {
  let literals = known.get(module);
  if (literals === undefined) known.set(module, (literals = new Map()));
  let literal = literals.get(variable);
  if (literal === undefined) literals.set(variable, (literal = findLiteral(variable, module)));
  return literal;
}

function findLiteral(variable: VariableId, module: ModuleIr): Literal | null {
  const variableOf = module.variables[variable];
  if (variableOf?.kind !== 'local' || variableOf.reassigned || variableOf.owner !== topOf(module) || !isTopLevel(module, variable))
    return null;
  if (module.tampersWithBuiltins) return null;
  const reader = new LiteralReader(module);
  const read = reader.made(variable);
  if (read.kind === 'unknown' || read.kind === 'constant' || reader.parts.size > mostParts) return null;
  const isExported = module.exports.some((exported) => exported.variable === variable);
  if (!isExported && isLookedAtOnly(module, reader, isFlat(read))) return read;
  const declared = module.kept.get(variable);
  if (declared === 'whole') return read;
  const kept = declared === 'itself' ? withParts(read, keptOf) : keptOf(read);
  return kept.kind === 'unknown' ? null : kept;
}

function withParts(literal: Literal, change: (part: Literal) => Literal): Literal {
  switch (literal.kind) {
    case 'array':
    case 'set':
      return { ...literal, elements: literal.elements.map(change) };
    case 'object':
      return { ...literal, members: literal.members.map(([name, value]) => [name, change(value)] as const) };
    case 'map':
      return { ...literal, entries: literal.entries.map(([key, value]) => [key, change(value)] as const) };
    default:
      return literal;
  }
}

/** Whether nothing can be read of it of which more is told: primitives, functions, and whatever else nothing is known of. */
function isFlat(literal: Literal): boolean {
  switch (literal.kind) {
    case 'array':
    case 'set':
      return literal.elements.every(isLeaf);
    case 'object':
      return literal.members.every(([, value]) => isLeaf(value));
    case 'map':
      return literal.entries.every(([, value]) => isLeaf(value));
    default:
      return false;
  }
}

/** What stays of a literal that others have: what is frozen. */
function keptOf(literal: Literal): Literal {
  switch (literal.kind) {
    case 'array':
    case 'object':
      return literal.frozen ? withParts(literal, keptOf) : unknown;
    case 'constant':
      return literal;
    case 'map':
    case 'set':
    case 'unknown':
      return unknown;
  }
}

type Call = Instruction & { readonly kind: 'call' };

/** Reads how a literal is made. */
class LiteralReader {
  /** The variables that hold parts of it. */
  readonly parts = new Set<VariableId>();
  /** The instructions that make it. */
  readonly making = new Set<Instruction>();

  constructor(private readonly module: ModuleIr) {}

  made(variable: VariableId): Literal {
    const { writers, mentions } = mentionsOf(this.module);
    const [writer, another] = writers.get(variable) ?? [];
    if (writer === undefined || another !== undefined || this.parts.has(variable) || this.parts.size > mostParts) return unknown;
    this.parts.add(variable);
    this.making.add(writer);
    if (writer.kind === 'assign') return this.valueOf(writer.value);
    if (writer.kind === 'load') return this.member(writer);
    if (writer.kind === 'call') return this.called(writer);
    if (writer.kind !== 'allocate') return unknown;
    if (writer.form === 'array') {
      const elements = writer.elements.map((element) => (element.kind === 'value' ? this.valueOf(element.value) : null));
      return elements.includes(null) ? unknown : { kind: 'array', elements: elements.filter((element) => element !== null), frozen: false };
    }
    if (writer.form !== 'object' || writer.elements.length > 0) return unknown;
    const members = new Map<string, Literal>();
    for (const each of mentions.get(variable) ?? []) {
      if (each.kind === 'copyProperties' || each.kind === 'defineAccessor') return unknown;
      if (each.kind !== 'store' || !isHolding(each.object, variable)) continue;
      const name = each.mode === 'define' ? nameOf(each.key.kind === 'constant' ? each.key.value : this.constantOf(each.key)) : null;
      if (name === null) return unknown;
      this.making.add(each);
      members.set(name, this.valueOf(each.value));
    }
    return { kind: 'object', members: [...members], frozen: false };
  }

  private valueOf(value: Expression): Literal {
    if (value.kind === 'constant') return { kind: 'constant', value: value.value };
    if (value.kind !== 'variable') return unknown;
    if (this.module.variables[value.variable]?.kind === 'temporary') return this.made(value.variable);
    const fact = factsOf(this.module).get(value.variable);
    return fact?.kind === 'value' && fact.value.kind === 'constant' ? { kind: 'constant', value: fact.value.value } : unknown;
  }

  private constantOf(value: Expression): Constant | null {
    const literal = this.valueOf(value);
    return literal.kind === 'constant' ? literal.value : null;
  }

  /** `Color.Red`, of an object of constants that stays as it is. */
  private member({ object, key }: Instruction & { readonly kind: 'load' }): Literal {
    if (object.kind !== 'variable' || key.kind !== 'constant' || key.value.kind !== 'string') return unknown;
    const value = this.module.constants.get(object.variable)?.get(key.value.value);
    return value === undefined ? unknown : { kind: 'constant', value };
  }

  /** `new Map(…)`, `new Set(…)`, `Object.freeze(…)` */
  private called(call: Call): Literal {
    const [given, another] = call.args;
    if (given?.kind !== 'value' || another !== undefined) return unknown;
    if (call.mode === 'new' && call.callee.kind === 'global') return this.collected(call.callee.name, this.valueOf(given.value));
    if (call.mode !== 'call' || !this.isFreeze(call)) return unknown;
    const literal = this.valueOf(given.value);
    return literal.kind === 'array' || literal.kind === 'object' ? { ...literal, frozen: true } : unknown;
  }

  private collected(name: string, given: Literal): Literal {
    if (given.kind !== 'array') return unknown;
    if (name === 'Set') return given.elements.every(isConstant) ? { kind: 'set', elements: given.elements } : unknown;
    if (name !== 'Map') return unknown;
    const entries: (readonly [Literal, Literal])[] = [];
    for (const entry of given.elements) {
      const [key, value] = entry.kind === 'array' ? entry.elements : [];
      if (key === undefined || value === undefined || !isConstant(key)) return unknown;
      entries.push([key, value]);
    }
    return { kind: 'map', entries };
  }

  private isFreeze({ callee, receiver }: Call): boolean {
    if (callee.kind !== 'variable' || receiver?.kind !== 'global' || receiver.name !== 'Object') return false;
    const [member, another] = mentionsOf(this.module).writers.get(callee.variable) ?? [];
    if (member?.kind !== 'load' || another !== undefined || member.object.kind !== 'global' || member.object.name !== 'Object')
      return false;
    return member.key.kind === 'constant' && member.key.value.kind === 'string' && member.key.value.value === 'freeze';
  }
}

/** The name of a member; null where it is no plain one. */
function nameOf(key: Constant | null): string | null {
  if (key?.kind === 'number') return String(key.value);
  return key?.kind === 'string' && key.value !== '__proto__' && !key.value.startsWith('#') ? key.value : null;
}

const isConstant = ({ kind }: Literal): boolean => kind === 'constant';

const isLeaf = ({ kind }: Literal): boolean => kind === 'constant' || kind === 'unknown';

const isHolding = (value: Expression, variable: VariableId): boolean => value.kind === 'variable' && value.variable === variable;
