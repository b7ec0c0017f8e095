import type { ValueReport } from '../events/rows.js';
import { walk } from '../instrument/tree.js';
import type { Asked } from './asked.js';
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
  for (const path of reader.paths) {
    const program = reader.texts.text(path)?.program;
    if (program === undefined) continue;
    walk(program, (node) => {
      if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return;
      const full = reader.nameOf({ path, start: node.start }).full ?? '';
      const name = full.replace(/\.constructor$/, '');
      if (name === '') return;
      const extended = all.get(name) ?? new Set<string>();
      const { superClass } = node;
      if (superClass?.type === 'Identifier') extended.add(superClass.name);
      if (superClass?.type === 'MemberExpression' && superClass.property.type === 'Identifier') extended.add(superClass.property.name);
      all.set(name, extended);
    });
  }
  known.set(reader, (found = all));
  return found;
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
