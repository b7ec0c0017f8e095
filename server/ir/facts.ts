import { classMakingOf, type ClassMaking } from './classes.js';
import type { Constant, Expression } from './expression.js';
import type { Instruction } from './instruction.js';
import { commonExportsOf } from './commonJs.js';
import { mentionsOf } from './mentions.js';
import { topOf } from './topLevel.js';
import type { ModuleIr, VariableId } from './program.js';
import { typedArrayClasses } from '../builtins/facts.js';
import { forEachRead } from './visit.js';

export type ClosureInstruction = Instruction & { readonly kind: 'closure' };

/** The value of a module-level variable from its initialisation on, whoever runs. */
export type Fact =
  | { readonly kind: 'closure'; readonly closure: ClosureInstruction }
  /** A class with all that its text gives it. */
  | { readonly kind: 'class'; readonly making: ClassMaking }
  /** A primitive: an expression over other variables of the top level. */
  | { readonly kind: 'value'; readonly value: Expression }
  /** An object of constants. */
  | { readonly kind: 'members'; readonly members: ReadonlyMap<string, Constant> }
  /** A typed array of that length. */
  | { readonly kind: 'typedArray'; readonly length: number };

const known = new WeakMap<ModuleIr, ReadonlyMap<VariableId, Fact>>();

/**
 * The variables of a module's top level that are never reassigned and whose value the text says: functions, classes,
 * primitives, objects of constants, typed arrays. Linear in the size of the module, once.
 */
export function factsOf(module: ModuleIr): ReadonlyMap<VariableId, Fact> {
  let facts = known.get(module);
  if (facts === undefined) {
    facts = new Map(collect(module));
    known.set(module, facts);
  }
  return facts;
}

function* collect(module: ModuleIr): Iterable<readonly [VariableId, Fact]> {
  const top = topOf(module);
  const { writers } = mentionsOf(module);
  const only = (variable: VariableId): Instruction | null => {
    const all = writers.get(variable);
    return all?.length === 1 ? (all[0] ?? null) : null;
  };
  const exported = exportedTemporaries(module);
  for (const variable of module.variables) {
    if (variable.owner !== top || variable.reassigned || !isTopLevel(module, variable.id)) continue;
    if (variable.kind !== 'local' && !exported.has(variable.id)) continue;
    const members = module.constants.get(variable.id);
    if (members !== undefined) {
      yield [variable.id, { kind: 'members', members }];
      continue;
    }
    let writer = only(variable.id);
    const temporary = (id: VariableId): Instruction | null => (module.variables[id]?.kind === 'temporary' ? only(id) : null);
    const length = writer?.kind === 'call' ? lengthMade(writer, temporary) : null;
    if (length !== null) {
      yield [variable.id, { kind: 'typedArray', length }];
      continue;
    }
    // A class is made in a temporary and then named.
    if (writer?.kind === 'assign' && writer.value.kind === 'variable' && module.variables[writer.value.variable]?.kind === 'temporary') {
      const made = only(writer.value.variable);
      writer = made?.kind === 'closure' && made.isClass ? made : null;
    }
    if (writer?.kind === 'closure') {
      const making = writer.isClass ? classMakingOf(variable.id, writer, module) : null;
      if (making !== null) yield [variable.id, { kind: 'class', making }];
      else if (writer.superclass === null) yield [variable.id, { kind: 'closure', closure: writer }];
    } else if (writer?.kind === 'assign' && isOfTopLevel(writer.value, module)) {
      yield [variable.id, { kind: 'value', value: writer.value }];
    }
  }
}

/** The temporaries whose values a CommonJS module exports: `exports.f = function () {}`. */
function exportedTemporaries(module: ModuleIr): ReadonlySet<VariableId> {
  const exports = commonExportsOf(module);
  const values = [...(exports?.members.values() ?? [])].flatMap((value) => (value.kind === 'variable' ? [value.variable] : []));
  const all = exports === null || exports.whole === null ? values : [...values, exports.whole];
  return new Set(all.filter((id) => module.variables[id]?.kind === 'temporary'));
}

/** How long a typed array is that is made of a constant length, or of the elements of a literal; null when that is not told. */
function lengthMade(call: Instruction & { kind: 'call' }, only: (variable: VariableId) => Instruction | null): number | null {
  const [given, ...others] = call.args;
  if (given?.kind !== 'value' || others.length > 0) return null;
  const { value } = given;
  const elements = value.kind === 'variable' ? elementsOf(only(value.variable)) : null;
  if (call.mode === 'call') return isFrom(call, only) ? elements : null;
  if (call.mode !== 'new' || !isTypedArrayClass(call.callee)) return null;
  if (value.kind !== 'constant' || value.value.kind !== 'number') return elements;
  const length = value.value.value;
  return Number.isInteger(length) && length >= 0 ? length : null;
}

/** `Uint8Array.from` */
function isFrom({ callee, receiver }: Instruction & { kind: 'call' }, only: (variable: VariableId) => Instruction | null): boolean {
  const member = callee.kind === 'variable' ? only(callee.variable) : null;
  if (member?.kind !== 'load' || receiver?.kind !== 'global' || !isTypedArrayClass(receiver)) return false;
  const { object, key } = member;
  const isOfClass = object.kind === 'global' && object.name === receiver.name;
  return isOfClass && key.kind === 'constant' && key.value.kind === 'string' && key.value.value === 'from';
}

const isTypedArrayClass = (expression: Expression): boolean => expression.kind === 'global' && typedArrayClasses.includes(expression.name);

/** How many elements an array literal has that nothing is spread into. */
function elementsOf(literal: Instruction | null): number | null {
  if (literal?.kind !== 'allocate' || literal.form !== 'array') return null;
  return literal.elements.some(({ kind }) => kind === 'spread') ? null : literal.elements.length;
}

/** Not of a block within the top level. */
export function isTopLevel(module: ModuleIr, id: VariableId): boolean {
  const scope = module.variables[id]?.scope ?? null;
  return scope === null || (scope.start === 0 && scope.end >= module.text.length);
}

/** Whether the expression computes a primitive of constants and variables of the top level alone. If it throws, nobody sees the module. */
export function isOfTopLevel(expression: Expression, module: ModuleIr): boolean {
  if (!isPrimitive(expression)) return false;
  let found = true;
  forEachRead(expression, (id) => {
    const kind = module.variables[id]?.kind;
    if ((kind !== 'local' && kind !== 'import') || !isTopLevel(module, id)) found = false;
  });
  return found;
}

function isPrimitive(expression: Expression): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'variable':
      return true;
    case 'unary':
      return isPrimitive(expression.operand);
    case 'binary':
      return isPrimitive(expression.left) && isPrimitive(expression.right);
    case 'intrinsic':
      return expression.operands.every(isPrimitive);
    default:
      return false;
  }
}
