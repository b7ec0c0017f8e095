import { intrinsics } from '../../../server/ir/expression.js';
import { abstractBuiltins } from '../../../server/builtins/abstractModels.js';
import { builtinsThat } from '../../../server/builtins/facts.js';
import { preludeMembers } from '../../../server/builtins/arrays/prelude.js';
import { concreteBuiltins } from '../../../server/builtins/concreteModels.js';
import { Realm } from '../../../server/execution/concrete/realm.js';
import { ConcreteObject, Opaque } from '../../../server/execution/concrete/concreteValue.js';

/** How a built-in is used. */
export type SubjectKind = 'function' | 'constructor' | 'static' | 'method' | 'getter';

/** A built-in that the analysis or an interpreter models. */
export interface Subject {
  /** As written in JavaScript: `Array.prototype.map`. */
  readonly name: string;
  readonly kind: SubjectKind;
  /** What it belongs to: `Array` of `Array.prototype.map`; itself where it belongs to nothing. */
  readonly owner: string;
  /** Its own name: `map`. */
  readonly member: string;
}

/** What only the prelude may call: no program can write it. */
const isInternal = (name: string): boolean => name.includes('%');

/** Accessors, and data properties with a meaning of their own, that no table of models holds: values are read from them. */
const getters: readonly string[] = [
  'Map.prototype.size',
  'Set.prototype.size',
  'Array.prototype.length',
  'String.prototype.length',
  'Function.prototype.name',
  'Function.prototype.length',
  'Function.prototype.prototype',
  'Error.prototype.name',
  'Error.prototype.message',
  'Error.prototype.cause',
  'RegExp.prototype.flags',
  'RegExp.prototype.source',
  'RegExp.prototype.lastIndex',
  'Symbol.prototype.description',
];

/** Of the tables of the abstract models, of the prelude, and of both interpreters. */
function modelledNames(): readonly string[] {
  const names = new Set<string>([
    ...abstractBuiltins.models.keys(),
    ...preludeMembers.map(({ name }) => name),
    ...intrinsics,
    ...builtinsThat(({ indirect }) => indirect === true),
  ]);
  for (const name of interpretedNames()) names.add(name);
  return [...names].filter((name) => !isInternal(name)).sort();
}

/** Functions that the interpreters perform themselves. */
function interpretedNames(): readonly string[] {
  const realm = new Realm(concreteBuiltins, 1_000_000);
  const found: string[] = [];
  for (const [brand, table] of Object.entries(concreteBuiltins.prototypes)) {
    const prototype = brand === 'Iterator' ? null : `${brand}.prototype`;
    for (const name of table.keys()) if (prototype !== null && isFunction(`${prototype}.${name}`)) found.push(`${prototype}.${name}`);
  }
  for (const name of concreteBuiltins.globals.keys()) {
    if (notOfTheLanguage.has(name)) continue;
    if (isFunction(name)) found.push(name);
    const value = realm.global(name);
    const host = valueOf(name);
    if (!(value instanceof ConcreteObject) || value.library === null || host === null || host === undefined) continue;
    for (const member of Object.getOwnPropertyNames(host)) {
      const known = value.library.member(member);
      if (known instanceof ConcreteObject && !(known instanceof Opaque) && isFunction(`${name}.${member}`)) found.push(`${name}.${member}`);
    }
  }
  return found.filter((name) => !name.endsWith('.constructor'));
}

/** Of a CommonJS module. */
const notOfTheLanguage: ReadonlySet<string> = new Set(['exports', 'module', 'require']);

function valueOf(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (holder, name) => (holder === null || holder === undefined ? undefined : Reflect.get(Object(holder) as object, name)),
      globalThis,
    );
}

const isFunction = (path: string): boolean => typeof valueOf(path) === 'function';

function subjectOf(name: string): Subject {
  const parts = name.split('.');
  const member = parts[parts.length - 1] ?? name;
  const [owner = name] = parts;
  if (parts.length === 3) return { name, kind: 'method', owner, member };
  if (parts.length === 2) return { name, kind: 'static', owner, member };
  const isConstructor = /^[A-Z]/.test(name) && name !== 'Symbol' && name !== 'BigInt';
  return { name, kind: isConstructor ? 'constructor' : 'function', owner: name, member: name };
}

/** Every built-in with a model, and what is read from objects of the language. */
export const subjects: readonly Subject[] = [
  ...modelledNames().map(subjectOf),
  ...getters.map((name): Subject => ({ ...subjectOf(name), kind: 'getter' })),
];
