import type { Expression } from '../ir/expression.js';
import type { Argument, Instruction } from '../ir/instruction.js';
import type { Edge, FunctionId, FunctionIr, ModuleIr, NodeId, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';
import { Promises } from './promises.js';

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

/** Goes over the module once; and where it makes such a promise, until nothing more is found that may wait for one. */
export function findWaits(module: ModuleIr): Waits {
  const isKept = keptActivations(module);
  const isSource = (body: FunctionIr): boolean =>
    makesOpenPromise(body, module) || (isKept(body) && body.edges.some(({ instruction }) => isWaitForKept(instruction, body, module)));
  const functions = new Set(module.functions.filter(isSource).map(({ id }) => id));
  const endless = new Set<Instruction>();
  if (functions.size === 0) return { endless, functions };
  const makers = new Map(module.functions.flatMap((body) => body.edges.map(({ instruction }) => [instruction, body] as const)));
  const waiting = new Set<FunctionId>(module.functions.filter((body) => isKept(body) && functions.has(body.id)).map(({ id }) => id));
  const promises = new Promises(module, {
    isSettled: (call) => {
      const body = makers.get(call);
      return body !== undefined && isSettled(call, body, module);
    },
    mayWait: (callee) => waiting.has(callee),
  });
  for (let before = -1; before < endless.size + promises.size;) {
    before = endless.size + promises.size;
    promises.forget();
    for (const [instruction, { id }] of makers) {
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

/** Members of `Promise` by which a promise stays open, and what makes a promise of an object. */
const openingNames: ReadonlySet<string> = new Set(['race', 'withResolvers']);

function makesOpenPromise(body: FunctionIr, module: ModuleIr): boolean {
  return body.edges.some(({ instruction }) => {
    switch (instruction.kind) {
      case 'load':
        return isNamed(instruction.key, (name) => openingNames.has(name)) || (isPromise(instruction.object) && !isName(instruction.key));
      case 'store':
      case 'defineAccessor':
        return isNamed(instruction.key, (name) => name === 'then') || (instruction.kind === 'store' && isPromise(instruction.value));
      case 'call':
        if (isPromise(instruction.callee)) return instruction.mode !== 'new' || !isSettled(instruction, body, module);
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

const isPromise = (expression: Expression): boolean => expression.kind === 'global' && expression.name === 'Promise';
const isName = (key: Expression): boolean => key.kind === 'constant' && key.value.kind === 'string';
const isNamed = (key: Expression, test: (name: string) => boolean): boolean =>
  key.kind === 'constant' && key.value.kind === 'string' && test(key.value.value);

/** Whether the function that `new Promise` is given settles the promise wherever it returns. */
function isSettled({ args }: Call, body: FunctionIr, module: ModuleIr): boolean {
  const executor = closureOf(args[0], body, module);
  if (executor === null) return false;
  const settlers = new Set(executor.parameters.slice(0, 2).filter((id) => module.variables[id]?.reassigned === false));
  return alwaysSettles(executor, settlers, module);
}

/** Functions that call what they are given, once and later. */
const timers: ReadonlySet<string> = new Set(['setTimeout', 'setImmediate', 'queueMicrotask']);
/** Closures inside closures are followed so far. */
const mostNested = 3;

/** Whether every way through the function calls one of these, or hands it to a timer. */
function alwaysSettles(body: FunctionIr, settlers: ReadonlySet<VariableId>, module: ModuleIr, nested = 0): boolean {
  if (body.isAsync || body.isGenerator || body.opaque || nested > mostNested) return false;
  const settles = (instruction: Instruction, outcome: Edge['outcome']): boolean => {
    if (instruction.kind !== 'call' || instruction.mode !== 'call') return false;
    // What settles a promise does not throw.
    if (isOneOf(instruction.callee, settlers)) return true;
    if (outcome === 'throw') return false;
    const [given] = instruction.args;
    if (instruction.callee.kind !== 'global' || !timers.has(instruction.callee.name) || given?.kind !== 'value') return false;
    // What the function gives nobody looks at. Whoever has the timer may clear it.
    if (instruction.target !== body.result && isUsed(instruction.target, body, module)) return false;
    if (isOneOf(given.value, settlers)) return true;
    const later = closureOf(given, body, module);
    return later !== null && alwaysSettles(later, settlers, module, nested + 1);
  };
  const reached = new Set<NodeId>([body.entry]);
  for (const node of reached) {
    for (const { source, target, instruction, outcome } of body.edges)
      if (source === node && !settles(instruction, outcome)) reached.add(target);
  }
  // What it throws rejects the promise; what a later function throws does not.
  return !reached.has(body.exit) && (nested === 0 || !reached.has(body.throwExit));
}

const isOneOf = (expression: Expression, variables: ReadonlySet<VariableId>): boolean =>
  expression.kind === 'variable' && variables.has(expression.variable);

/** The function of a closure that is made where it is given. */
function closureOf(argument: Argument | undefined, { edges }: FunctionIr, module: ModuleIr): FunctionIr | null {
  if (argument?.kind !== 'value' || argument.value.kind !== 'variable') return null;
  const { variable } = argument.value;
  const written = new Set(edges.map(({ instruction }) => instruction).filter((instruction) => targetsOf(instruction).includes(variable)));
  const [made, other] = written;
  if (made?.kind !== 'closure' || other !== undefined) return null;
  return module.functions[made.function] ?? null;
}

function isUsed(variable: VariableId, body: FunctionIr, module: ModuleIr): boolean {
  if (variable === body.result || module.variables[variable]?.captured !== false) return true;
  let isRead = false;
  for (const { instruction } of body.edges)
    for (const operand of operandsOf(instruction)) forEachRead(operand, (read) => (isRead ||= read === variable));
  return isRead;
}

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
