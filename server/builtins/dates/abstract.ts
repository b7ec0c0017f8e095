import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractModels, Apply } from '../../semantics/call/model.js';

/** ECMA-262, 21.4.1.1: a hundred million days on either side of 1970. */
const mostMilliseconds = 8.64e15;
const time = numbers.numberRange(-mostMilliseconds, mostMilliseconds, true, true);

const create: Apply = (call) => {
  if (call.construct) return call.allocate({ ...objects.emptyObject, prototype: call.prototypeOf('Date') });
  return values.ofText(texts.textOfLength(1, Infinity));
};

/** The number or NaN, when the receiver is a Date; otherwise a TypeError. */
const reading =
  (min: number, max: number): Apply =>
  (call) => {
    call.mayThrow();
    return values.ofNumber(numbers.numberRange(min, max, true, true));
  };

const writing: Apply = (call) => {
  call.mayThrow();
  return values.ofNumber(time);
};

const text: Apply = (call) => {
  call.mayThrow();
  return values.ofText(texts.textOfLength(1, Infinity));
};

/** Local time and UTC alike. Years: -271821 to 275760, and a zone's offset beyond. */
const fields: readonly (readonly [string, number, number])[] = [
  ['FullYear', -271822, 275761],
  ['Month', 0, 11],
  ['Date', 1, 31],
  ['Day', 0, 6],
  ['Hours', 0, 23],
  ['Minutes', 0, 59],
  ['Seconds', 0, 59],
  ['Milliseconds', 0, 999],
];

const accessors: Record<string, Apply> = {};
for (const [name, min, max] of fields) {
  for (const zone of ['', 'UTC']) {
    accessors[`Date.prototype.get${zone}${name}`] = reading(min, max);
    if (name !== 'Day') accessors[`Date.prototype.set${zone}${name}`] = writing;
  }
}
for (const name of [
  'toString',
  'toDateString',
  'toTimeString',
  'toISOString',
  'toUTCString',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
]) {
  accessors[`Date.prototype.${name}`] = text;
}

export const dateModels: AbstractModels = {
  Date: create,
  'Date.now': () => values.ofNumber(numbers.withoutNan(time)),
  'Date.parse': () => values.ofNumber(time),
  'Date.UTC': () => values.ofNumber(time),
  'Date.prototype.getTime': reading(-mostMilliseconds, mostMilliseconds),
  'Date.prototype.valueOf': reading(-mostMilliseconds, mostMilliseconds),
  'Date.prototype.setTime': writing,
  ...accessors,
};
