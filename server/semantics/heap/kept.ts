import * as maps from '../../base/intMap.js';
import { isProtocolKey } from '../../ir/instruction.js';
import * as values from '../../lattice/value.js';
import type { LocationId } from '../../lattice/value.js';
import { nameOf } from './propertyNames.js';
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
    const isWhole = maps.every(
      object.properties,
      null,
      (property, _, key) => property === undefined || isProtocolKey(nameOf(key)) || isMethod(property, state, activation),
    );
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
