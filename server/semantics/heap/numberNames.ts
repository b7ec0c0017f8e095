import * as maps from '../../base/intMap.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { nameOf } from './propertyNames.js';
import type { AbstractObject } from './object.js';

/** Names that numbers have as keys: what is stored at '-1' is found at -1, and the other way round. */
const isNumberName = (name: string): boolean => String(Number(name)) === name;

/** The properties of an array whose names are numbers but no indices, beside its `others`. */
export function numberedProperties({ properties }: AbstractObject): Value {
  let result = values.bottom;
  maps.forEach(properties, (name, { value, accessor }) => {
    if (isNumberName(nameOf(name))) result = values.join(result, accessor ? values.top : value);
  });
  return result;
}

/** The array when the value may be stored under any name of a number that is no index. */
export function withNumbered(object: AbstractObject, value: Value): AbstractObject {
  const properties = maps.mapValues(object.properties, (property, name) =>
    isNumberName(nameOf(name)) ? { ...property, value: values.join(property.value, value) } : property,
  );
  return { ...object, properties, others: values.join(object.others, value) };
}
