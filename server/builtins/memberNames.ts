/**
 * Which members the objects and primitives of the language inherit, in any of its versions: standards, proposals, and what engines
 * add. See docs/semantics.md, "Assumptions about unknown code".
 */

/** What every object inherits. */
const ordinary =
  '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty isPrototypeOf ' +
  'propertyIsEnumerable toLocaleString toString valueOf';

const iterated =
  'asIndexedPairs chunks drop every filter find flatMap forEach includes indexed join map next reduce return some sliding take throw ' +
  'toArray toAsync windows';

const functions = 'apply arguments bind call callThis caller demethodize displayName length name once prototype toSource unThis';

const membersOf: Readonly<Record<string, string>> = {
  Function: functions,
  AsyncFunction: functions,
  GeneratorFunction: functions,
  AsyncGeneratorFunction: functions,
  Array:
    'at concat copyWithin entries every fill filter filterOut filterReject find findIndex findLast findLastIndex flat flatMap flatten ' +
    'forEach group groupBy groupByMap groupByToMap groupToMap includes indexOf insert join keys lastIndex lastIndexOf lastItem length map pop push ' +
    'reduce reduceRight reverse shift slice some sort splice toReversed toSorted toSource toSpliced toUnshifted uniqueBy unshift values with',
  String:
    'anchor at big blink bold charAt charCodeAt codePointAt codePoints concat endsWith fixed fontcolor fontsize includes indexOf ' +
    'isWellFormed italics lastIndexOf length link localeCompare match matchAll normalize padEnd padStart quote repeat replace replaceAll ' +
    'search slice small split startsWith strike sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toSource ' +
    'toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart',
  Number: 'clamp toDecimal toExponential toFixed toPrecision toSource',
  Boolean: 'toSource',
  BigInt: '',
  Symbol: 'description toSource',
  Map:
    'clear delete deleteAll emplace entries every filter find findKey forEach get getOrInsert getOrInsertComputed has includes keyOf keys ' +
    'mapKeys mapValues merge reduce set size some toJSON update updateOrInsert upsert values',
  Set:
    'add addAll addElements clear delete deleteAll deleteElements difference entries every filter find forEach has intersection ' +
    'isDisjointFrom isSubsetOf isSupersetOf join keys map reduce size some symmetricDifference toJSON union values',
  WeakMap: 'clear delete deleteAll emplace get getOrInsert getOrInsertComputed has set upsert',
  WeakSet: 'add addAll clear delete deleteAll has',
  Date:
    'getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay ' +
    'getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getVarDate getYear setDate setFullYear setHours ' +
    'setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes ' +
    'setUTCMonth setUTCSeconds setYear toDateString toGMTString toISOString toJSON toLocaleDateString toLocaleFormat toLocaleTimeString ' +
    'toSource toTemporalInstant toTimeString toUTCString',
  Error: 'cause column columnNumber description fileName framesToPop line lineNumber message name number sourceURL stack toJSON toSource',
  RegExp:
    'compile dotAll exec flags global hasIndices ignoreCase lastIndex match multiline replace search source split sticky test toSource ' +
    'unicode unicodeSets',
  Promise: 'catch done finally spread then try',
  Iterator: iterated,
  Generator: iterated,
  AsyncGenerator: iterated,
};

const wordsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

const ordinaryNames: ReadonlySet<string> = new Set(wordsOf(ordinary));
const namesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(membersOf).map(([prototype, members]) => [prototype, new Set([...ordinaryNames, ...wordsOf(members)])]),
);
const allNames: ReadonlySet<string> = new Set([...namesOf.values()].flatMap((names) => [...names]));

/** What libraries of assertions (`chai`, `should`) add to all objects, once they are asked to. */
const added: ReadonlySet<string> = new Set(['should']);

/**
 * Names that say of what kind their values are: no library adds them to others. They do add `reverse` to texts, and `size` to arrays.
 */
const telling: ReadonlySet<string> = new Set([
  ...wordsOf(
    'charAt charCodeAt codePointAt endsWith localeCompare matchAll normalize padEnd padStart replaceAll startsWith substr substring',
  ),
  ...wordsOf('toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase trim trimEnd trimStart'),
  ...wordsOf('toExponential toFixed toPrecision push splice unshift'),
  ...wordsOf(membersOf['Date'] ?? '').filter((name) => /^(?:get|set|toISO|toUTC|toDate|toTime)/.test(name)),
]);

/** Prototypes to which libraries add little. */
const plain: ReadonlySet<string> = new Set(['Number', 'Boolean', 'BigInt', 'Symbol']);

/** Whether plain objects inherit a member of that name, or may do so. */
const mayInherit = (name: string): boolean => ordinaryNames.has(name) || added.has(name);

/**
 * Whether what inherits from the prototype of the language (`String`) certainly finds no member of that name: the language has members
 * of the name for values of other kinds alone, as `toFixed`. Libraries may add others.
 */
export function certainlyLacks(prototype: string, name: string): boolean {
  if (prototype === 'Object') return !mayInherit(name);
  const names = namesOf.get(prototype);
  if (names === undefined) return false;
  if (prototype === 'Promise') return !names.has(name) && !mayInherit(name);
  return (plain.has(prototype) ? allNames : telling).has(name) && !names.has(name);
}
