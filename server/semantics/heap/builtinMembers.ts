import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { builtinGlobals } from '../../builtins/facts.js';
import { builtinMember, errorClassOfPrototype, prototypeMember } from '../../builtins/names.js';
import type { AbstractObject } from './object.js';
import type { Activation } from '../scope.js';

/** A property of a built-in prototype. */
export function inherited(brand: string, name: string | null, activation: Activation): Value {
  if (name === null) return values.top;
  if (activation.program.module.tampersWithBuiltins) return values.top;
  const member = prototypeMember(brand, name);
  if (member === 'none') return values.undefinedValue;
  return member === 'unknown' ? values.top : values.ofObjects([activation.program.locations.builtin(member)]);
}

/** A property of a built-in object. */
export function loadFromBuiltin(builtin: string, name: string | null, object: AbstractObject, activation: Activation): Value {
  const error = errorClassOfPrototype(builtin);
  if (error !== null && name !== null) return memberOfErrors(error, name, activation);
  if (name === 'prototype' && builtinGlobals.get(builtin) === 'class')
    return values.ofObjects([activation.program.locations.builtin(`${builtin}.prototype`)]);
  const member = name === null ? 'unknown' : builtinMember(builtin, name);
  // A name that functions do not inherit may be of its own: `Object.groupBy`, `Symbol.match`.
  if (member === 'unknown')
    return object.brand === 'function' && name !== null && prototypeMember('Function', name) !== 'none'
      ? inherited('Function', name, activation)
      : values.top;
  if (member === 'none') return values.undefinedValue;
  return typeof member === 'number'
    ? values.ofNumber(numbers.numberConstant(member))
    : values.ofObjects([activation.program.locations.builtin(member)]);
}

function memberOfErrors(error: string, name: string, activation: Activation): Value {
  if (name === 'name') return values.ofText(texts.textConstant(error));
  if (name === 'message') return values.ofText(texts.textConstant(''));
  if (name === 'constructor') return values.ofObjects([activation.program.locations.builtin(error)]);
  return inherited('Error', name, activation);
}
