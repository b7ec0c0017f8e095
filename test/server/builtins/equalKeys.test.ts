import assert from 'node:assert/strict';
import { abstractBuiltins, abstractModels } from '../../../server/builtins/abstractModels.js';
import { preludeText } from '../../../server/builtins/arrays/prelude.js';
import type { BuiltinFacts } from '../../../server/builtins/builtinFacts.js';
import { concreteBuiltins } from '../../../server/builtins/concreteModels.js';
import { builtinFacts, builtinGlobals, builtinsThat, errorClasses } from '../../../server/builtins/facts.js';
import { termModels } from '../../../server/builtins/termModels.js';
import { errorNames, Realm } from '../../../server/execution/concrete/realm.js';
import { ConcreteObject } from '../../../server/execution/concrete/concreteValue.js';

const promised = (is: (facts: BuiltinFacts) => boolean): readonly string[] => builtinsThat(is).toSorted();
const sorted = (names: Iterable<string>): readonly string[] => [...names].toSorted();

describe('the built-ins of which there are facts', () => {
  it('have abstract models where the facts say so, and nothing else has one', () => {
    assert.deepEqual(
      sorted(Object.keys(abstractModels)),
      promised(({ abstract }) => abstract === true),
    );
  });

  it('are expressions of the graph where the facts say so, for both engines', () => {
    const intrinsics = promised(({ intrinsic }) => intrinsic !== undefined);
    assert.deepEqual(sorted(abstractBuiltins.intrinsics.keys()), intrinsics);
    assert.deepEqual(sorted(concreteBuiltins.intrinsics.keys()), intrinsics);
  });

  it('stand in the prelude where the facts say so', () => {
    const described = [...preludeText.matchAll(/^function (\w+)\(/gm)].map(([, name = '']) => name.replaceAll('_', '.'));
    assert.deepEqual(
      sorted(described),
      promised(({ prelude }) => prelude !== undefined),
    );
  });

  it('are performed by the interpreter where the facts say so', () => {
    assert.deepEqual(
      sorted(interpreted()),
      promised(({ concrete }) => concrete === true),
    );
  });

  it('have terms where the facts say so, and the interpreter knows what has one', () => {
    assert.deepEqual(
      sorted(termModels.keys()),
      promised(({ term }) => term === true),
    );
    assert.deepEqual(
      builtinsThat(({ term, concrete }) => term === true && concrete !== true),
      [],
    );
  });

  it('change nothing that they are called on where they only look, or where assertions may call them', () => {
    const changing = builtinsThat(
      ({ looks, inAssertions, writes = [] }) => (looks ?? inAssertions) !== undefined && writes.includes('this'),
    );
    assert.deepEqual(changing, []);
    assert.deepEqual(
      builtinsThat(({ inAssertions, calls }) => inAssertions !== undefined && calls !== undefined),
      [],
    );
  });

  it('belong to global objects that are listed where they have a model', () => {
    const owners = builtinsThat(({ abstract, intrinsic }, name) => (abstract ?? intrinsic) !== undefined && name.includes('.')).map(
      ownerOf,
    );
    assert.deepEqual(
      [...new Set(owners)].filter((owner) => !builtinGlobals.has(owner) && owner !== 'RegExp' && owner !== 'Function'),
      [],
    );
  });

  it('name the classes of errors that the interpreter throws', () => {
    assert.deepEqual(sorted(errorNames), sorted(errorClasses));
  });

  it('refuse no more arguments than they have', () => {
    for (const [name, { parameters = [], intrinsic, prelude }] of builtinFacts) {
      assert.ok(parameters.length <= 3, name);
      for (const count of [intrinsic, prelude]) assert.ok(count === undefined || count.least <= count.most, name);
    }
  });
});

const ownerOf = (name: string): string => name.split('.')[0] ?? name;

/** Prototypes that no global name leads to, by the name of the specification. */
const hidden: Readonly<Record<string, string>> = { Iterator: '%ArrayIteratorPrototype%', Generator: '%GeneratorPrototype%' };

/** The functions that the tables of the interpreter hold, by name; those of iterators by the name of the specification. */
function interpreted(): ReadonlySet<string> {
  const realm = new Realm(concreteBuiltins, 1_000_000);
  const isFunction = (value: unknown): value is ConcreteObject =>
    value instanceof ConcreteObject && value.nature.kind === 'builtin' && value.nature.builtin.isUnseen !== true;
  const found = new Set<string>();
  for (const [brand, table] of Object.entries(concreteBuiltins.prototypes)) {
    const owner = hidden[brand] ?? `${brand}.prototype`;
    for (const [name, member] of table) if (name !== 'constructor' && isFunction(member(realm))) found.add(`${owner}.${name}`);
  }
  for (const [name, member] of concreteBuiltins.globals) {
    if (notOfTheLanguage.has(name)) continue;
    const value = member(realm);
    if (isFunction(value)) found.add(name);
    const host: unknown = Reflect.get(globalThis, name);
    if (!(value instanceof ConcreteObject) || value.library === null || host === null || host === undefined) continue;
    for (const key of Object.getOwnPropertyNames(host))
      if (key !== 'prototype' && isFunction(value.library.member(key))) found.add(`${name}.${key}`);
  }
  return found;
}

/** Of a CommonJS module, and of the host. */
const notOfTheLanguage: ReadonlySet<string> = new Set([
  ...['exports', 'module', 'queueMicrotask', 'require'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
]);
