import { KeptMap } from './keptCollections.js';
import { each, partOf } from './ownLists.js';
import { RuleFault } from './condition.js';
import { MadeList } from './madeList.js';
import { Thing, type RuleValue } from './thing.js';

const { is } = Object;
const { apply } = Reflect;
type Pure = (...values: never[]) => RuleValue;

/** Functions of the language as they were before the program began: `Math.abs` and its like, and methods of texts. */
const functions = new KeptMap<string, Pure>([
  ...(['abs', 'ceil', 'floor', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'] as const).map((name): [string, Pure] => [
    `Math.${name}`,
    Math[name],
  ]),
  ...(['isFinite', 'isInteger', 'isNaN', 'isSafeInteger'] as const).map((name): [string, Pure] => [`Number.${name}`, Number[name]]),
  ['Object.is', Object.is],
  ['String', String],
  ['Number', Number],
  ['BigInt', BigInt],
]);

/** The methods of texts. */
const texts = new KeptMap<string, Pure>();
for (const key of Reflect.ownKeys(String.prototype)) {
  const method: unknown = Reflect.get(String.prototype, key);
  if (typeof key === 'string' && typeof method === 'function') texts.set(key, method as Pure);
}

/** The value of a function without effects. Throws a `RuleFault` where JavaScript throws, or where it would convert an object. */
export function pureValue(name: string, values: readonly RuleValue[]): RuleValue {
  const first = values[0];
  if (name === 'Boolean') return first instanceof Thing || Boolean(first);
  if (name === 'Object.is') return is(first, values[1]);
  if (name === 'Array.isArray') return first instanceof Thing && first.isArray;
  const known = functions.get(name);
  if (known === undefined && first instanceof Thing && texts.get(name) !== undefined)
    throw new RuleFault(`${name} was called on an object: a rule calls it on texts, and asks lists only what docs/rules.md names`);
  for (const value of each(values)) if (value instanceof Thing) throw new RuleFault(`${name} was given an object`);
  try {
    if (known !== undefined) return apply(known, undefined, values as never[]);
    if (typeof first !== 'string') throw new RuleFault(`${name} was called on ${String(first)}, which is no text`);
    const method = texts.get(name);
    if (method === undefined) throw new RuleFault(`${name} is no method of texts`);
    const value = apply(method, first, partOf(values, 1) as never[]) as Exclude<RuleValue, object> | readonly string[];
    return typeof value === 'object' && value !== null ? new MadeList(value) : value;
  } catch (error) {
    if (error instanceof RuleFault) throw error;
    throw new RuleFault(error instanceof Error ? error.message : String(error));
  }
}
