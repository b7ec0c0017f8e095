import { RuleFault } from './condition.js';
import { MadeList } from './madeList.js';
import { Thing, type RuleValue } from './thing.js';

type Pure = (...values: never[]) => RuleValue;

/** Functions of the language as they were before the program began: `Math.abs` and its like, and methods of texts. */
const functions: ReadonlyMap<string, Pure> = new Map<string, Pure>([
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

/** The value of a function without effects. Throws a `RuleFault` where JavaScript throws, or where it would convert an object. */
export function pureValue(name: string, values: readonly RuleValue[]): RuleValue {
  const [first] = values;
  if (name === 'Boolean') return first instanceof Thing || Boolean(first);
  if (name === 'Object.is') return Object.is(first, values[1]);
  if (name === 'Array.isArray') return first instanceof Thing && first.isArray;
  for (const value of values) if (value instanceof Thing) throw new RuleFault(`${name} was given an object`);
  const known = functions.get(name);
  try {
    if (known !== undefined) return Reflect.apply(known, undefined, values as never[]);
    if (typeof first !== 'string') throw new RuleFault(`${name} was called on ${String(first)}, which is no text`);
    const method = Reflect.get(String.prototype, name) as (...given: never[]) => Exclude<RuleValue, object> | readonly string[];
    const value = Reflect.apply(method, first, values.slice(1) as never[]);
    return typeof value === 'object' && value !== null ? new MadeList(value) : value;
  } catch (error) {
    if (error instanceof RuleFault) throw error;
    throw new RuleFault(error instanceof Error ? error.message : String(error));
  }
}
