import { namespace, method, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { checkLength, toText } from '../../execution/concrete/primitive.js';
import { findProperty, getData, ownKeys } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import {
  ConcreteObject,
  ConcreteSymbol,
  Hypothetical,
  Opaque,
  dataProperty,
  isCallable,
  type ConcreteValue,
} from '../../execution/concrete/concreteValue.js';

function parse(realm: Realm, [given, reviver]: readonly ConcreteValue[]): ConcreteValue {
  if (given instanceof Opaque || reviver instanceof Opaque || isCallable(reviver)) throw new Unmodelled('JSON that is not known');
  const text = toText(given, realm);
  realm.fuel.spend(text.length >> 2);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return realm.throwError('SyntaxError', 'the text is no JSON');
    throw error;
  }
  return valueOf(data, realm);
}

/** A value of the run that is the host's data. */
function valueOf(data: unknown, realm: Realm): ConcreteValue {
  realm.fuel.spend(1);
  if (Array.isArray(data)) return realm.array(data.map((element) => valueOf(element, realm)));
  if (typeof data !== 'object' || data === null) return data as string | number | boolean | null;
  const object = realm.object();
  for (const [key, value] of Object.entries(data)) {
    if (key === '__proto__') throw new Unmodelled(key);
    object.properties.set(key, dataProperty(valueOf(value, realm)));
  }
  return object;
}

/** Deeper data is not written: it may be a circle. */
const deepest = 100;

function stringify(realm: Realm, [given, replacer, space]: readonly ConcreteValue[]): ConcreteValue {
  if (replacer instanceof Opaque || (replacer instanceof ConcreteObject && isCallable(replacer))) throw new Unmodelled('a replacer');
  if (replacer instanceof ConcreteObject || space instanceof ConcreteObject || space instanceof Opaque)
    throw new Unmodelled('a list of keys');
  const indentation = typeof space === 'number' || typeof space === 'string' ? space : undefined;
  const text = JSON.stringify(dataOf(given, realm, []), null, indentation) as string | undefined;
  if (text !== undefined) checkLength(text);
  return text;
}

/** The value as data of the host, where writing it runs no code of the program. */
function dataOf(value: ConcreteValue, realm: Realm, around: readonly ConcreteObject[]): unknown {
  realm.fuel.spend(1);
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  if (value instanceof ConcreteSymbol || isCallable(value)) return undefined;
  if (typeof value === 'bigint') return realm.throwError('TypeError', 'a bigint has no JSON');
  if (!(value instanceof ConcreteObject)) return value;
  const own = findProperty(value, 'toJSON', realm);
  if (own !== undefined && !(own.kind === 'data' && own.value instanceof Hypothetical)) throw new Unmodelled('toJSON');
  if (around.includes(value)) return realm.throwError('TypeError', 'a circle has no JSON');
  if (around.length >= deepest) throw new Unmodelled('deep data');
  const inner = [...around, value];
  const { nature } = value;
  if (nature.kind === 'array') return Array.from(nature.elements, (element) => dataOf(element, realm, inner));
  if (!['ordinary', 'error', 'map', 'set', 'regexp'].includes(nature.kind)) throw new Unmodelled('JSON of such an object');
  const data = Object.create(null) as Record<string, unknown>;
  for (const key of ownKeys(value, realm)) data[key] = dataOf(getData(value, key, realm), realm, inner);
  return data;
}

const members: readonly Row[] = [
  method('parse', (realm, _self, args) => parse(realm, args)),
  method('stringify', (realm, _self, args) => stringify(realm, args)),
];

export const concreteJson: ConcreteFamily = { globals: [['JSON', (realm) => namespace(realm, 'JSON', members, JSON)]] };
