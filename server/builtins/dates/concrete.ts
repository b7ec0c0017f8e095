import { method, prototypeFor, withMembers, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { toNumber } from '../../execution/concrete/primitive.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, Opaque, type ConcreteValue, type Nature } from '../../execution/concrete/concreteValue.js';

/** The slot of a date. Results that depend on the time, the zone or the language of the host are not modelled. */
type Slot = Extract<Nature, { kind: 'date' }>;

function slotOf(self: ConcreteValue, realm: Realm): Slot {
  if (self instanceof Opaque) throw new Unmodelled(self.what);
  if (self instanceof ConcreteObject && self.nature.kind === 'date') return self.nature;
  return realm.throwError('TypeError', 'a method of dates on something else');
}

/** ECMA-262, 21.4.1.32: dates without a time, and times with a zone. */
const ofUtc = /^(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/;

/** The time that a text tells. Other forms are read as times of the zone where the program runs: known is whether they are times. */
function timeOfText(text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time) && !ofUtc.test(text)) throw new Unmodelled('a time of some zone');
  return time;
}

function timeOf(args: readonly ConcreteValue[], realm: Realm): number {
  const [given] = args;
  if (args.length === 0) throw new Unmodelled('the time');
  if (args.some((value) => value instanceof Opaque)) throw new Unmodelled('a time that is not known');
  if (args.length > 1) {
    const time = Date.UTC(...(args.map((value) => toNumber(value, realm)) as [number]));
    if (!Number.isNaN(time)) throw new Unmodelled('a time of some zone');
    return time;
  }
  if (given instanceof ConcreteObject && given.nature.kind === 'date') return given.nature.time;
  return typeof given === 'string' ? timeOfText(given) : new Date(toNumber(given, realm)).getTime();
}

function makeConstructor(realm: Realm): ConcreteObject {
  const constructor = realm.builtin(
    'Date',
    () => {
      throw new Unmodelled('the time');
    },
    (args, newTarget) =>
      new ConcreteObject(prototypeFor(newTarget, realm.prototypeOf('Date')), { kind: 'date', time: timeOf(args, realm) }),
  );
  return withMembers(constructor, 'Date', statics, Date, realm);
}

const statics: readonly Row[] = [
  ['prototype', (realm) => realm.prototypeOf('Date')],
  method('parse', (_realm, _self, [text]) => {
    if (typeof text !== 'string') throw new Unmodelled('a text that is not known');
    return timeOfText(text);
  }),
  method('UTC', (realm, _self, args) => Date.UTC(...(args.map((value) => toNumber(value, realm)) as [number]))),
];

const fields = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;
type Field = (typeof fields)[number];

/** Of a date that is none every field is NaN, whatever the zone. */
const localField = (field: Field): Row =>
  method(`get${field}`, (realm, self) => {
    if (Number.isNaN(slotOf(self, realm).time)) return NaN;
    throw new Unmodelled('a time of some zone');
  });

const utcField = (field: Field): Row => method(`getUTC${field}`, (realm, self) => new Date(slotOf(self, realm).time)[`getUTC${field}`]());

const utcChange = (field: Exclude<Field, 'Day'>): Row =>
  method(`setUTC${field}`, (realm, self, args) => {
    const slot = slotOf(self, realm);
    const date = new Date(slot.time);
    const change = date[`setUTC${field}`].bind(date) as (...given: number[]) => number;
    const [first, ...others] = args.slice(0, date[`setUTC${field}`].length);
    // V8 does not convert the others where there is no time, unlike the specification.
    if (Number.isNaN(slot.time) && others.some(isConverted)) throw new Unmodelled('arguments of a date that is none');
    slot.time = change(...[first, ...others].map((value) => toNumber(value, realm)));
    return slot.time;
  });

/** Whether its conversion to a number may throw, or do something. */
const isConverted = (value: ConcreteValue): boolean => typeof value === 'bigint' || (typeof value === 'object' && value !== null);

const readings = ['getTime', 'valueOf'].map((name) => method(name, (realm, self) => slotOf(self, realm).time));

const dateMethods: readonly Row[] = [
  ['constructor', (realm) => realm.global('Date')],
  ...readings,
  ...fields.flatMap((field) => [localField(field), utcField(field)]),
  ...fields.flatMap((field) => (field === 'Day' ? [] : [utcChange(field)])),
  method('setTime', (realm, self, [time]) => {
    const slot = slotOf(self, realm);
    slot.time = new Date(toNumber(time, realm)).getTime();
    return slot.time;
  }),
  method('toISOString', (realm, self) => {
    const { time } = slotOf(self, realm);
    return Number.isNaN(time) ? realm.throwError('RangeError', 'the date is none') : new Date(time).toISOString();
  }),
];

export const concreteDates: ConcreteFamily = { globals: [['Date', makeConstructor]], prototypes: { Date: dateMethods } };
