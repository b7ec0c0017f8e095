import type { ValueReport } from '../events/rows.js';
import { walk, writtenKey, type AnyNode } from '../instrument/tree.js';
import type { Asked } from './asked.js';
import { Mixins } from './mixins.js';
import { nearNames } from './nearNames.js';
import { QuestionError } from './parseQuestion.js';
import { storedPrototypes } from './prototypes.js';
import type { TraceReader } from './reader.js';

/** Errors of the language, which are Errors. */
const errors = ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError', 'AggregateError'];

/** What a recording's texts say of classes: of each name the names of those that it extends. */
const known = new WeakMap<TraceReader, ReadonlyMap<string, ReadonlySet<string>>>();

/** Whether a class is declared in a text of the recording. */
export function isDeclared(reader: TraceReader, name: string): boolean {
  return superclasses(reader).has(name);
}

/** The name of the class that an object is; null where it is none that a text declares. */
export function classNamedBy(reader: TraceReader, object: number): string | null {
  const name = reader.store.nameBoundTo(object);
  return name !== null && isDeclared(reader, name) ? name : null;
}

/** Whether a value is an object of the class that a question names, of a subclass unless it says no. */
export function isOfClass(asked: Asked, value: ValueReport, key = 'class'): boolean {
  return value.kind === 'object' && classNames(asked, key).has(value.className);
}

/** Throws a `QuestionError` where a question names a class that is none. */
export function requireClass(asked: Asked): void {
  const own = asked.text('class');
  if (!asked.has('class') || isKnownClass(asked.reader, own)) return;
  const known = [...superclasses(asked.reader).keys(), ...classesOfObjects(asked.reader)];
  throw new QuestionError(
    `No text of the recording names a class ${JSON.stringify(own)}, and no object is of one.${nearNames(own, known)}`,
  );
}

/** The class that a question names and, unless it says no, all that extend it. */
export function classNames(asked: Asked, key = 'class'): ReadonlySet<string> {
  const names = new Set([asked.text(key)]);
  if (asked.json('subclasses') === false) return names;
  const parents = superclasses(asked.reader);
  for (let size = 0; size !== names.size;) {
    size = names.size;
    for (const [name, extended] of parents) if ([...extended].some((one) => names.has(one))) names.add(name);
    if (names.has('Error')) for (const name of errors) names.add(name);
  }
  return names;
}

/** Whether a name is that of a class, or may be: the texts hold it, or the language or Node does. */
function isKnownClass(reader: TraceReader, name: string): boolean {
  if (superclasses(reader).has(name) || typeof Reflect.get(globalThis, name) === 'function') return true;
  const last = name.split('.').at(-1) ?? '';
  for (const path of reader.paths) if (last !== '' && reader.texts.text(path)?.text.includes(last) === true) return true;
  for (const own of classesOfObjects(reader)) if (own === name) return true;
  return false;
}

/** The classes that a class extends, the nearest first. */
export function ancestorsOf(reader: TraceReader, name: string): readonly string[] {
  const found: string[] = [];
  for (let at = [name]; at.length > 0;) {
    at = at.flatMap((one) => [...(superclasses(reader).get(one) ?? [])]).filter((one) => one !== name && !found.includes(one));
    found.push(...at);
  }
  return found;
}

function superclasses(reader: TraceReader): ReadonlyMap<string, ReadonlySet<string>> {
  let found = known.get(reader);
  if (found !== undefined) return found;
  const all = new Map<string, Set<string>>();
  const makers = new Set(classesOfObjects(reader));
  const declare = (name: string): Set<string> => {
    const extended = all.get(name) ?? new Set<string>();
    all.set(name, extended);
    return extended;
  };
  const programs = reader.paths.flatMap((path) => {
    const program = reader.texts.text(path)?.program;
    return program === undefined ? [] : [{ path, program }];
  });
  const mixins = new Mixins();
  for (const { program } of programs) walk(program, (node) => mixins.note(node));
  for (const { path, program } of programs) {
    walk(program, (node) => {
      for (const { name, given } of mixins.classesOf(node))
        if (name !== null) for (const ancestor of mixins.namesOf(given)) declare(name).add(ancestor);
      const [heir, ancestor] = heritageOf(node) ?? [];
      if (heir !== undefined && ancestor !== undefined && makers.has(heir)) declare(heir).add(ancestor);
      const name = isClass(node) ? (reader.nameOf({ path, start: node.start }).className ?? '') : makerName(node);
      if (name === '' || (!isClass(node) && !makers.has(name))) return;
      const extended = declare(name);
      if (isClass(node) && node.superClass) for (const ancestor of mixins.namesOf(node.superClass)) extended.add(ancestor);
    });
  }
  for (const [name, ancestor] of inherited(reader)) if (name !== ancestor && all.has(name)) all.get(name)?.add(ancestor);
  known.set(reader, (found = all));
  return found;
}

function isClass(node: AnyNode): node is Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }> {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** The name that the language gives a function which `new` may call: its own, or that of what it is assigned to; empty: none. */
function makerName(node: AnyNode): string {
  if (mayMake(node)) return node.id?.name ?? '';
  const [target, value] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init]
      : node.type === 'AssignmentExpression'
        ? [node.left, node.right]
        : node.type === 'Property' && !node.method && !node.computed && node.kind === 'init'
          ? [node.key, node.value]
          : [];
  return target?.type === 'Identifier' && value && mayMake(value) && !value.id ? target.name : '';
}

function mayMake(node: AnyNode): node is Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' }> {
  return (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') && !node.async && !node.generator;
}

/** What a statement has a function's instances inherit: `A.prototype = Object.create(B.prototype)`, or the prototype of one set to the other. */
function heritageOf(node: AnyNode): readonly [name: string, ancestor: string] | null {
  const pair = (own: AnyNode | undefined, other: AnyNode | undefined): readonly [string, string] | null => {
    const [name, ancestor] = [own === undefined ? null : prototypeOwner(own), other === undefined ? null : prototypeOwner(other)];
    return name === null || ancestor === null ? null : [name, ancestor];
  };
  if (node.type === 'CallExpression') return isMember(node.callee, 'setPrototypeOf') ? pair(node.arguments[0], node.arguments[1]) : null;
  if (node.type !== 'AssignmentExpression') return null;
  const { left, right } = node;
  if (left.type === 'MemberExpression' && isMember(left, '__proto__')) return pair(left.object, right);
  return right.type === 'CallExpression' && isMember(right.callee, 'create') ? pair(left, right.arguments[0]) : null;
}

/** The name of a function of which an expression is the prototype. */
function prototypeOwner(node: AnyNode): string | null {
  if (node.type !== 'MemberExpression' || !isMember(node, 'prototype')) return null;
  const { object } = node;
  if (object.type === 'Identifier') return object.name;
  return object.type === 'MemberExpression' ? (writtenKey(object.property, object.computed) ?? null) : null;
}

function isMember(node: AnyNode, name: string): boolean {
  return node.type === 'MemberExpression' && writtenKey(node.property, node.computed) === name;
}

/** The names of the constructors that objects of a recording have. */
function* classesOfObjects({ store: { source } }: TraceReader): Generator<string> {
  for (const number of source.objects()) {
    const object = source.object(number);
    if (object !== null && object.type !== 'function') yield object.className;
  }
}

/**
 * Which functions inherit from which, by what the program stores: a `prototype` that is an object of another one, and `super_`, by which
 * `util.inherits` says so.
 */
function* inherited(reader: TraceReader): Generator<readonly [name: string, ancestor: string]> {
  const { source } = reader.store;
  for (const { owner, object } of storedPrototypes(reader)) yield [source.functionName(owner), source.object(object)?.className ?? ''];
  const key = source.keyNumber('super_');
  for (const row of key === null ? [] : reader.store.changesUnder(key)) {
    const value = reader.store.valueOf(row);
    if (value?.kind === 'object' && value.type === 'function') yield [source.functionName(row.subject), source.functionName(value.id)];
  }
}

/** A class and one that it extends, however far, or itself. */
export interface SubclassRow {
  readonly name: string;
  readonly ancestor: string;
  readonly isDeclared: boolean;
}

/** Every pair of classes of which the first extends the second, as `classNames` has them. */
export function subclassRows(reader: TraceReader): readonly SubclassRow[] {
  const declared = superclasses(reader);
  const parentsOf = (name: string): Iterable<string> => declared.get(name) ?? (errors.includes(name) ? ['Error'] : []);
  const rows: SubclassRow[] = [];
  for (const name of new Set([...declared.keys(), 'Error', ...errors])) {
    const ancestors = new Set([name]);
    for (const ancestor of ancestors) for (const parent of parentsOf(ancestor)) ancestors.add(parent);
    for (const ancestor of ancestors) rows.push({ name, ancestor, isDeclared: declared.has(name) });
  }
  return rows;
}
