import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { FunctionId, FunctionIr, ModuleIr, VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import { Promises } from './promises.js';
import { Settlers } from './settlers.js';
import { isUsed, nameOf, ValueOrigins } from './valueOrigins.js';

type Call = Instruction & { readonly kind: 'call' };

/**
 * The waits of a module that may never end, as far as its text shows. A promise that unknown code gives settles; one that the module makes
 * itself may not: `new Promise` whose function leaves it open, a race of none, an object with a method `then`, the promise of an async
 * function that waits for a promise which is kept somewhere, perhaps its own.
 */
export interface Waits {
  /** The instructions that may wait for ever. */
  readonly endless: ReadonlySet<Instruction>;
  /** The functions that have such instructions, or make such promises. */
  readonly functions: ReadonlySet<FunctionId>;
}

/** Goes over the module once; where it waits for promises and makes such a one, until nothing more is found that may wait for one. */
export function findWaits(module: ModuleIr): Waits {
  if (!module.functions.some(({ edges }) => edges.some(({ instruction }) => isWait(instruction))))
    return { endless: new Set(), functions: new Set() };
  const isKept = keptActivations(module);
  const origins = new ValueOrigins(module);
  const settlers = new Settlers(origins);
  const isSource = (body: FunctionIr): boolean =>
    makesOpenPromise(body, origins, settlers) ||
    (isKept(body) && body.edges.some(({ instruction }) => isWaitForKept(instruction, body, module)));
  const functions = new Set(module.functions.filter(isSource).map(({ id }) => id));
  const endless = new Set<Instruction>();
  if (functions.size === 0) return { endless, functions };
  const makers = new Map(module.functions.flatMap((body) => body.edges.map(({ instruction }) => [instruction, body] as const)));
  const waiting = new Set<FunctionId>(module.functions.filter((body) => isKept(body) && functions.has(body.id)).map(({ id }) => id));
  const promises = new Promises(origins, {
    awaitedBy: (call) => settlers.awaitedBy(call),
    mayWait: (callee) => waiting.has(callee),
  });
  for (let before = -1; before < endless.size + promises.size;) {
    before = endless.size + promises.size;
    promises.forget();
    for (const [instruction, { id }] of makers) {
      if (instruction.kind === 'call' && makesPromise(instruction, origins) && !promises.settlesCall(instruction)) functions.add(id);
      if (!isWait(instruction) || endless.has(instruction)) continue;
      if (instruction.kind === 'await' && promises.settles(instruction.value)) continue;
      endless.add(instruction);
      functions.add(id);
      waiting.add(id);
    }
  }
  return { endless, functions };
}

/** Whether the instruction waits for a promise. */
export function isWait(instruction: Instruction): boolean {
  if (instruction.kind === 'await') return true;
  return (instruction.kind === 'iterate' || instruction.kind === 'step') && instruction.protocol === 'asyncOf';
}

/** Whether the instruction takes all that an iterator gives: of an endless one it never ends. */
export function iteratesAtOnce(instruction: Instruction): boolean {
  if (instruction.kind === 'allocate') return instruction.elements.some(({ kind }) => kind === 'spread');
  return instruction.kind === 'collect' || (instruction.kind === 'call' && instruction.args.some(({ kind }) => kind === 'spread'));
}

function makesOpenPromise(body: FunctionIr, origins: ValueOrigins, settlers: Settlers): boolean {
  return body.edges.some(({ instruction }) => {
    switch (instruction.kind) {
      case 'load':
        return isOpening(instruction, body, origins) || (isPromise(instruction.object) && nameOf(instruction.key) === null);
      case 'store':
      case 'defineAccessor':
        return nameOf(instruction.key) === 'then' || (instruction.kind === 'store' && isPromise(instruction.value));
      case 'call':
        if (isPromise(instruction.callee)) return instruction.mode !== 'new' || settlers.awaitedBy(instruction) === null;
        return instruction.args.some((argument) => argument.kind !== 'hole' && isPromise(argument.value));
      case 'assign':
        return isPromise(instruction.value);
      case 'closure':
        return instruction.superclass !== null && isPromise(instruction.superclass);
      default:
        return false;
    }
  });
}

/** A member by which a promise may stay open; but a race of some settles as one of them does. */
function isOpening({ key, target }: Instruction & { readonly kind: 'load' }, { edges }: FunctionIr, origins: ValueOrigins): boolean {
  const name = nameOf(key);
  if (name !== 'race') return name === 'withResolvers';
  return !edges.some(({ instruction }) => {
    if (instruction.kind !== 'call' || instruction.callee.kind !== 'variable' || instruction.callee.variable !== target) return false;
    const [given] = instruction.args;
    return given?.kind === 'value' && (origins.elementsOf(given.value)?.some(({ kind }) => kind === 'value') ?? false);
  });
}

/** Whether the call makes a promise that may stay open: by `new`, or as a race. */
function makesPromise({ callee }: Call, origins: ValueOrigins): boolean {
  const member = origins.memberOf(callee);
  return isPromise(callee) || (member !== null && isPromise(member.object) && nameOf(member.key) === 'race');
}

const isPromise = (expression: Expression): boolean => expression.kind === 'global' && expression.name === 'Promise';

/** Which async functions are called without being waited for at once, so that they may come upon their own promise. */
function keptActivations(module: ModuleIr): (body: FunctionIr) => boolean {
  const called = new Set<FunctionId>();
  const names = new Set<string>();
  if (!module.functions.some(({ isAsync }) => isAsync)) return () => false;
  const held = heldFunctions(module);
  for (const body of module.functions) {
    const writing = writersOf(body);
    for (const { instruction } of body.edges) {
      if (instruction.kind !== 'call' || instruction.awaited || !isUsed(instruction.target, body, module)) continue;
      const { callee } = instruction;
      if (callee.kind !== 'variable') continue;
      for (const id of held(callee.variable)) called.add(id);
      for (const writer of writing.get(callee.variable) ?? []) {
        if (writer.kind === 'load' && writer.key.kind === 'constant' && writer.key.value.kind === 'string')
          names.add(writer.key.value.value);
      }
    }
  }
  return ({ id, isAsync, name }) => isAsync && (called.has(id) || names.has(name.slice(name.lastIndexOf('.') + 1)));
}

/** The functions that a variable is given as closures, by itself or as a copy. */
function heldFunctions({ functions }: ModuleIr): (variable: VariableId) => ReadonlySet<FunctionId> {
  const closures = new Map<VariableId, FunctionId[]>();
  const copies = new Map<VariableId, VariableId[]>();
  for (const { edges } of functions) {
    for (const { instruction } of edges) {
      if (instruction.kind === 'closure')
        closures.set(instruction.target, [...(closures.get(instruction.target) ?? []), instruction.function]);
      if (instruction.kind === 'assign' && instruction.value.kind === 'variable')
        copies.set(instruction.target, [...(copies.get(instruction.target) ?? []), instruction.value.variable]);
    }
  }
  return (variable) => {
    const found = new Set<FunctionId>();
    const copied = new Set([variable]);
    for (const copy of copied) {
      for (const source of copies.get(copy) ?? []) copied.add(source);
      for (const id of closures.get(copy) ?? []) found.add(id);
    }
    return found;
  };
}

/** Whether the instruction waits for what a variable of several functions, or an object, holds. */
function isWaitForKept(instruction: Instruction, body: FunctionIr, module: ModuleIr): boolean {
  if (instruction.kind !== 'await') return false;
  const writing = writersOf(body);
  const seen = new Set<VariableId>();
  const pending = [instruction.value];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value.kind !== 'variable' || seen.has(value.variable)) continue;
    seen.add(value.variable);
    if (module.variables[value.variable]?.captured !== false) return true;
    for (const writer of writing.get(value.variable) ?? []) {
      if (writer.kind === 'load') return true;
      if (writer.kind === 'assign') pending.push(writer.value);
    }
  }
  return false;
}

/** The instructions that write each variable. */
function writersOf({ edges }: FunctionIr): ReadonlyMap<VariableId, readonly Instruction[]> {
  const writing = new Map<VariableId, Instruction[]>();
  for (const { instruction } of edges)
    for (const target of targetsOf(instruction)) writing.set(target, [...(writing.get(target) ?? []), instruction]);
  return writing;
}
