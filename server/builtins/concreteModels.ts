import { constant, written, type ConcreteFamily, type Row } from '../execution/concrete/members.js';
import type { MemberTable, PrototypeName, Realm, RealmTables } from '../execution/concrete/realm.js';
import { external, type ConcreteObject } from '../execution/concrete/concreteValue.js';
import { concreteArrays } from './arrays/concrete.js';
import { concreteBooleans } from './booleans/concrete.js';
import { concreteCollections } from './collections/concrete.js';
import { concreteConsole } from './console/concrete.js';
import { concreteDates } from './dates/concrete.js';
import { builtinFacts } from './facts.js';
import { concreteErrors } from './errors/concrete.js';
import { concreteFunctions } from './functions/concrete.js';
import { concreteIterators } from './iterators/concrete.js';
import { concreteJson } from './json/concrete.js';
import { certainlyLacks } from './memberNames.js';
import { concreteNumbers } from './numbers/concrete.js';
import { concreteObjects } from './objects/concrete.js';
import { concreteProcess } from './process/concrete.js';
import { concretePromises } from './promises/concrete.js';
import { concreteRefusals } from './refusals/concrete.js';
import { concreteRegexps } from './regexps/concrete.js';
import { concreteStrings } from './strings/concrete.js';
import { concreteSymbols } from './symbols/concrete.js';

const families: readonly ConcreteFamily[] = [
  concreteArrays,
  concreteBooleans,
  concreteCollections,
  concreteConsole,
  concreteDates,
  concreteErrors,
  concreteFunctions,
  concreteIterators,
  concreteJson,
  concreteNumbers,
  concreteObjects,
  concreteProcess,
  concretePromises,
  concreteRefusals,
  concreteRegexps,
  concreteStrings,
  concreteSymbols,
];

/** The exports of a CommonJS module: the object that `exports` and `module.exports` start as. */
function makeModule(realm: Realm): ConcreteObject {
  const module = realm.object();
  module.properties.set('exports', { kind: 'data', value: realm.globalObject('exports'), enumerable: true, writable: true });
  return module;
}

/** Constants of the language, and what Node passes to a CommonJS module. */
const others: readonly Row[] = [
  constant('undefined', undefined),
  constant('NaN', NaN),
  constant('Infinity', Infinity),
  ['exports', (realm) => realm.object()],
  ['module', makeModule],
  written('require', (_realm, _self, args) => external(typeof args[0] === 'string' ? `the module ${args[0]}` : 'a module')),
];

const membersOf = (name: PrototypeName): MemberTable => new Map(families.flatMap(({ prototypes }) => prototypes?.[name] ?? []));

/** What the interpreter is given. */
export const concreteBuiltins: RealmTables = {
  globals: new Map([...others, ...families.flatMap(({ globals = [] }) => globals)]),
  prototypes: {
    Object: membersOf('Object'),
    Function: membersOf('Function'),
    AsyncFunction: membersOf('AsyncFunction'),
    GeneratorFunction: membersOf('GeneratorFunction'),
    AsyncGeneratorFunction: membersOf('AsyncGeneratorFunction'),
    Array: membersOf('Array'),
    String: membersOf('String'),
    Number: membersOf('Number'),
    Boolean: membersOf('Boolean'),
    Map: membersOf('Map'),
    Set: membersOf('Set'),
    WeakMap: membersOf('WeakMap'),
    WeakSet: membersOf('WeakSet'),
    Date: membersOf('Date'),
    Error: membersOf('Error'),
    Iterator: membersOf('Iterator'),
    Generator: membersOf('Generator'),
    AsyncGenerator: membersOf('AsyncGenerator'),
    Promise: membersOf('Promise'),
    Symbol: membersOf('Symbol'),
    BigInt: membersOf('BigInt'),
    RegExp: membersOf('RegExp'),
  },
  certainlyLacks,
  intrinsics: new Map(families.flatMap(({ intrinsics = {} }) => Object.entries(intrinsics))),
  looksAt: (name) => builtinFacts.get(name)?.intrinsic?.most ?? Infinity,
};
