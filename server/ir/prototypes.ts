import type { Expression } from './expression.js';
import { isProtocolKey, type Instruction } from './instruction.js';
import type { ModuleIr, VariableId } from './program.js';
import { forEachRead, operandsOf } from './visit.js';

/** Members that give away, or replace, the prototype of what they are called with. */
const reachingPrototypes: ReadonlySet<string> = new Set([
  'getPrototypeOf',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
]);

const known = new WeakMap<ModuleIr, boolean>();

/**
 * Whether the text may rewrite the methods of classes: what it reads as `prototype` is more than looked into, or it reaches the
 * prototypes of objects.
 */
export function rewritesPrototypes(module: ModuleIr): boolean {
  let rewrites = known.get(module);
  if (rewrites === undefined) known.set(module, (rewrites = module.functions.some(({ edges }) => rewritesIn(edges))));
  return rewrites;
}

function rewritesIn(edges: readonly { readonly instruction: Instruction }[]): boolean {
  const prototypes = new Set<VariableId>();
  for (const { instruction } of edges) {
    const name = instruction.kind === 'load' ? constantName(instruction.key) : null;
    if (name !== null && reachingPrototypes.has(name)) return true;
    if (instruction.kind === 'load' && name === 'prototype') prototypes.add(instruction.target);
  }
  return prototypes.size > 0 && edges.some(({ instruction }) => handsOn(instruction, prototypes));
}

/** Whether arrays of the text may inherit elements: it gives prototypes to objects that exist, or rewrites those of the language. */
export function inheritsElements(module: ModuleIr): boolean {
  return module.tampersWithBuiltins || module.functions.some(({ edges }) => edges.some(givesPrototype));
}

/** Whether the text asks values for their `constructor`: who has an instance then has the class, and its data. */
export function asksConstructors(module: ModuleIr): boolean {
  return module.functions.some(({ edges }) =>
    edges.some(({ instruction }) => instruction.kind === 'load' && constantName(instruction.key) === 'constructor'),
  );
}

function givesPrototype({ instruction }: { readonly instruction: Instruction }): boolean {
  if (instruction.kind === 'load') return constantName(instruction.key) === 'setPrototypeOf';
  return instruction.kind === 'store' && constantName(instruction.key) === '__proto__';
}

/** The name that a key is; null when it is computed. */
export function constantName(key: Expression): string | null {
  if (key.kind !== 'constant') return null;
  return key.value.kind === 'string' || key.value.kind === 'number' ? String(key.value.value) : null;
}

/** Whether the expression reads one of the variables. */
export function readsAny(expression: Expression, variables: ReadonlySet<VariableId>): boolean {
  let found = false;
  forEachRead(expression, (variable) => {
    if (variables.has(variable)) found = true;
  });
  return found;
}

/** Reading a property of it and defining the members of a class are no more than looking. */
function handsOn(instruction: Instruction, prototypes: ReadonlySet<VariableId>): boolean {
  const mentions = (expression: Expression): boolean => readsAny(expression, prototypes);
  switch (instruction.kind) {
    case 'load':
    case 'assume':
    case 'defineAccessor':
      return false;
    case 'store':
      // What a protocol keeps is seen by nobody else.
      if (isProtocolKey(constantName(instruction.key) ?? '')) return false;
      return (instruction.mode === 'set' && mentions(instruction.object)) || mentions(instruction.value);
    case 'call':
      return instruction.args.some((argument) => argument.kind !== 'hole' && mentions(argument.value));
    default:
      return operandsOf(instruction).some(mentions);
  }
}
