import { builtinFacts, memberOf } from '../../builtins/facts.js';
import type { Expression } from '../../ir/expression.js';
import type { Argument, Instruction } from '../../ir/instruction.js';
import type { FunctionIr, ModuleIr, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';
import { accessorName } from './propertyNames.js';

type Call = Instruction & { kind: 'call' };

/** Functions of the language that define properties by descriptors, with the positions of their arguments. */
const describing = [...builtinFacts].flatMap(([name, { describes }]) =>
  describes === undefined ? [] : [[memberOf(name), describes] as const],
);

/** By the function of the language: which of its arguments is the name, and which the descriptor. */
const definesOne: ReadonlyMap<string, { readonly name: number; readonly descriptor: number }> = new Map(
  describing.flatMap(([member, { name, descriptor }]) => (name === undefined ? [] : [[member, { name, descriptor }] as const])),
);
/** Which of the arguments has a descriptor under each name. */
const definesSeveral: ReadonlyMap<string, number> = new Map(
  describing.flatMap(([member, { name, descriptor }]) => (name === undefined ? [[member, descriptor] as const] : [])),
);
const isDefining = (name: string): boolean => definesOne.has(name) || (definesSeveral.has(name) && name !== 'create');

/**
 * The names under which the module may define accessors by property descriptors; null: under any name. A module names what defines
 * properties. Where a name is no constant, or the descriptors are not told by a literal, it may be any, as soon as the module has something
 * that may be a half of an accessor: a property `get` or `set`, or an accessor that may be copied.
 */
export function describedNames(module: ModuleIr): ReadonlySet<string> | null {
  if (
    module.functions.some((body) => body.edges.some(({ instruction }) => namesProxy(instruction) || hasComputedAccessor(instruction, body)))
  )
    return null;
  const names = new Set<string>();
  const add = (name: string): unknown => names.add(name);
  return module.functions.every((body) => collect(body, module, add)) || !mayHaveHalf(module) ? names : null;
}

/** Whether the module may define a property `length` by a descriptor, or by a `set` whose receiver is named. */
export function describesLengths(module: ModuleIr): boolean {
  const names = new Set<string>();
  const areAllNamed = module.functions.every((body) => !setsReceivers(body) && collect(body, module, (name) => names.add(name), 'all'));
  return !areAllNamed || names.has('length');
}

const setsReceivers = ({ edges }: FunctionIr): boolean =>
  edges.some(
    ({ instruction }) => instruction.kind === 'load' && isMemberOf(instruction, 'Reflect') && accessorName(instruction.key) === 'set',
  );

const isMemberOf = ({ object }: Instruction & { kind: 'load' }, name: string): boolean => object.kind === 'global' && object.name === name;

const namesProxy = (instruction: Instruction): boolean =>
  (instruction.kind === 'load' && accessorName(instruction.key) === 'Proxy') ||
  operandsOf(instruction).some((operand) => operand.kind === 'global' && operand.name === 'Proxy');

/** Under a name that is computed: no symbol of the language. */
function hasComputedAccessor(instruction: Instruction, body: FunctionIr): boolean {
  if (instruction.kind !== 'defineAccessor' || accessorName(instruction.key) !== null) return false;
  const { key } = instruction;
  const writes = key.kind === 'variable' ? writesOf(key.variable, body) : [];
  return writes.length === 0 || !writes.every((write) => write.kind === 'assign' && isSymbol(write.value, body));
}

function isSymbol(converted: Expression, body: FunctionIr): boolean {
  const operand = converted.kind === 'unary' ? converted.operand : null;
  const writes = operand?.kind === 'variable' ? writesOf(operand.variable, body) : [];
  const isOfSymbol = (write: Instruction): boolean =>
    write.kind === 'load' && write.object.kind === 'global' && write.object.name === 'Symbol' && accessorName(write.key) !== null;
  return writes.length > 0 && writes.every(isOfSymbol);
}

function mayHaveHalf(module: ModuleIr): boolean {
  return module.functions.some(({ edges }) =>
    edges.some(({ instruction }) => {
      if (instruction.kind === 'defineAccessor') return true;
      const name = instruction.kind === 'store' ? accessorName(instruction.key) : null;
      return name === 'get' || name === 'set';
    }),
  );
}

/** Which names are to be known: those of accessors, or all. */
type Wanted = 'accessors' | 'all';

/** Adds the names under which the function defines properties by descriptors. False: those that are wanted are not all known. */
function collect(body: FunctionIr, module: ModuleIr, add: (name: string) => void, wanted: Wanted = 'accessors'): boolean {
  const defining = new Map<VariableId, string>();
  for (const { instruction } of body.edges) {
    if (instruction.kind !== 'load') continue;
    const name = accessorName(instruction.key) ?? '';
    const isCreate = wanted === 'accessors' && name === 'create' && isMemberOf(instruction, 'Object');
    if (isDefining(name) || isCreate) defining.set(instruction.target, name);
  }
  return [...defining].every(([variable, name]) => {
    if (module.variables[variable]?.kind !== 'temporary') return false;
    return body.edges.every(({ instruction }) => {
      if (!mentions(instruction, variable)) return true;
      if (instruction.kind !== 'call' || !isRead(instruction.callee, variable)) return false;
      return instruction.args.every(({ kind }) => kind === 'value') && defines(name, instruction, { body, module, add, wanted });
    });
  });
}

/** Where names are collected. */
interface Collection {
  readonly body: FunctionIr;
  readonly module: ModuleIr;
  readonly wanted: Wanted;
  add(name: string): void;
}

function defines(name: string, call: Call, { body, module, add, wanted }: Collection): boolean {
  const several = definesSeveral.get(name);
  if (several !== undefined) {
    const descriptors = call.args[several];
    return descriptors === undefined || addDescriptors(descriptors, call, body, module, add);
  }
  const one = definesOne.get(name);
  const key = one === undefined ? null : call.args[one.name];
  if (one === undefined || key?.kind !== 'value') return false;
  const constant = accessorName(key.value);
  if (constant !== null) {
    add(constant);
    return true;
  }
  if (wanted === 'all') return false;
  const descriptor = call.args[one.descriptor];
  const literal = descriptor === undefined ? null : literalOf(descriptor, call, body, module);
  return literal !== null && !literal.includes('get') && !literal.includes('set');
}

/** An object of descriptors, by name. */
function addDescriptors(given: Argument, call: Call, body: FunctionIr, module: ModuleIr, add: (name: string) => void): boolean {
  const literal = literalOf(given, call, body, module) ?? literalInVariable(given, module);
  literal?.forEach(add);
  return literal !== null;
}

/** The names of all properties that the object has when it is handed to the call: a literal that nothing else knows. */
function literalOf(given: Argument, call: Call, body: FunctionIr, module: ModuleIr): readonly string[] | null {
  if (given.kind !== 'value' || given.value.kind !== 'variable') return null;
  const { variable } = given.value;
  return module.variables[variable]?.kind === 'temporary' ? namesIn(variable, body, (user) => user === call) : null;
}

/** The names of accessors in a literal that a temporary holds; null if others than `isUser` and its own stores read it. */
function namesIn(variable: VariableId, body: FunctionIr, isUser: (instruction: Instruction) => boolean): readonly string[] | null {
  const names: string[] = [];
  for (const { instruction } of body.edges) {
    if (targetsOf(instruction).includes(variable) && !(instruction.kind === 'allocate' && instruction.form === 'object')) return null;
    if (!mentions(instruction, variable) || isUser(instruction)) continue;
    const name = instruction.kind === 'store' && isRead(instruction.object, variable) ? accessorName(instruction.key) : null;
    if (name === null || instruction.kind !== 'store' || isRead(instruction.value, variable)) return null;
    names.push(name);
  }
  return names;
}

/**
 * The same of a variable that always holds one literal: whoever names it looks into it, gives it a property of a known name, or defines
 * properties by it.
 */
function literalInVariable(given: Argument, module: ModuleIr): readonly string[] | null {
  if (given.kind !== 'value' || given.value.kind !== 'variable') return null;
  const { variable } = given.value;
  const declared = module.variables[variable];
  if (declared === undefined || declared.kind !== 'local' || declared.reassigned) return null;
  const names: string[] = [];
  for (const body of module.functions) {
    for (const { instruction } of body.edges) {
      if (instruction.kind === 'assign' && instruction.target === variable) {
        const literal =
          instruction.value.kind === 'variable' ? namesIn(instruction.value.variable, body, (user) => user === instruction) : null;
        if (literal === null) return null;
        names.push(...literal);
      } else if (mentions(instruction, variable) && !looksInto(instruction, variable, body)) {
        const name = instruction.kind === 'store' && isRead(instruction.object, variable) ? accessorName(instruction.key) : null;
        if (name === null || instruction.kind !== 'store' || isRead(instruction.value, variable)) return null;
        names.push(name);
      }
    }
  }
  return names;
}

function looksInto(instruction: Instruction, variable: VariableId, body: FunctionIr): boolean {
  if (instruction.kind === 'load') return isRead(instruction.object, variable) && accessorName(instruction.key) !== null;
  if (instruction.kind !== 'call' || instruction.callee.kind !== 'variable') return false;
  const [target, descriptors, ...others] = instruction.args;
  if (others.length > 0 || target?.kind !== 'value' || isRead(target.value, variable) || descriptors?.kind !== 'value') return false;
  return writesOf(instruction.callee.variable, body).every(
    (write) =>
      write.kind === 'load' &&
      write.object.kind === 'global' &&
      write.object.name === 'Object' &&
      definesSeveral.has(accessorName(write.key) ?? ''),
  );
}

const isRead = (expression: Expression, variable: VariableId): boolean =>
  expression.kind === 'variable' && expression.variable === variable;

function mentions(instruction: Instruction, variable: VariableId): boolean {
  let found = false;
  for (const operand of operandsOf(instruction)) forEachRead(operand, (read) => (found ||= read === variable));
  return found;
}

const writesOf = (variable: VariableId, { edges }: FunctionIr): readonly Instruction[] =>
  edges.map(({ instruction }) => instruction).filter((instruction) => targetsOf(instruction).includes(variable));
