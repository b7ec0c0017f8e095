import * as maps from '../../base/intMap.js';
import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { ModuleIr, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf } from '../../ir/visit.js';
import * as values from '../../lattice/value.js';
import type { LocationId } from '../../lattice/value.js';
import { accessorName, nameOf } from './propertyNames.js';
import type { AbstractObject, Kept, Property } from './object.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/**
 * The parts of an object that unknown code leaves as they are: the methods, getters and setters of classes, as it leaves those of the
 * language. It may rewrite them where it is handed the class itself or its prototype, and then nothing is kept.
 */
export function keptOf(location: LocationId, object: AbstractObject, state: LiveState, activation: Activation): Kept | undefined {
  const { program } = activation;
  if (program.rewritesPrototypes) return undefined;
  if (program.locations.isPrototype(location)) {
    if (program.module.sites[program.locations.siteOf(location)]?.form !== 'class' || !values.isBottom(object.others)) return undefined;
    const isWhole = maps.every(object.properties, null, (property) => property === undefined || isMethod(property, state, activation));
    return isWhole ? { properties: object.properties, prototype: object.prototype, fixed: true } : undefined;
  }
  if (object.callable?.isClass !== true) return undefined;
  const properties = maps.mapValues(object.properties, (property, key) =>
    nameOf(key) === 'prototype' || isMethod(property, state, activation) ? property : undefined,
  );
  return { properties, prototype: null, fixed: false };
}

function isMethod({ value, accessor, pair }: Property, state: LiveState, activation: Activation): boolean {
  if (accessor) return pair !== undefined && values.isBottom(value);
  if (!values.isBottom(values.withObjects(value, []))) return false;
  return value.objects.every((location) => {
    const callable = maps.get(state.heap, location)?.callable;
    return callable !== undefined && callable !== null && activation.program.module.functions[callable.function]?.kind === 'method';
  });
}

/** Members that give away, or replace, the prototype of what they are called with. */
const reachingPrototypes: ReadonlySet<string> = new Set([
  'getPrototypeOf',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
]);

/**
 * Whether the text may rewrite the methods of classes: what it reads as `prototype` is more than looked into, or it reaches the
 * prototypes of objects.
 */
export function rewritesPrototypes(module: ModuleIr): boolean {
  return module.functions.some(({ edges }) => {
    const prototypes = new Set<VariableId>();
    for (const { instruction } of edges) {
      const name = instruction.kind === 'load' ? accessorName(instruction.key) : null;
      if (name !== null && reachingPrototypes.has(name)) return true;
      if (instruction.kind === 'load' && name === 'prototype') prototypes.add(instruction.target);
    }
    return prototypes.size > 0 && edges.some(({ instruction }) => handsOn(instruction, prototypes));
  });
}

/** Reading a property of it and defining the members of a class are no more than looking. */
function handsOn(instruction: Instruction, prototypes: ReadonlySet<VariableId>): boolean {
  const mentions = (expression: Expression): boolean => {
    let found = false;
    forEachRead(expression, (variable) => {
      if (prototypes.has(variable)) found = true;
    });
    return found;
  };
  switch (instruction.kind) {
    case 'load':
    case 'assume':
    case 'defineAccessor':
      return false;
    case 'store':
      return (instruction.mode === 'set' && mentions(instruction.object)) || mentions(instruction.value);
    case 'call':
      return instruction.args.some((argument) => argument.kind !== 'hole' && mentions(argument.value));
    default:
      return operandsOf(instruction).some(mentions);
  }
}
