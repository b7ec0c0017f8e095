import { pathTo, walk, writtenKey, type AnyNode } from '../instrument/tree.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceReader } from './reader.js';

/** What instances inherit from, and the function or class whose instances do. */
interface Prototype {
  readonly owner: number;
  readonly object: number;
}

const known = new WeakMap<TraceReader, ReadonlySet<number>>();

/**
 * Whether an object is what instances of a function or class inherit from: it names the same constructor, and is no instance. One that `new` made
 * is an instance all the same.
 */
export function isPrototype(reader: TraceReader, object: number): boolean {
  let found = known.get(reader);
  if (found === undefined) known.set(reader, (found = findPrototypes(reader)));
  return found.has(object);
}

/** Every object that a program stores as a function's `prototype`. */
export function storedPrototypes(reader: TraceReader): readonly Prototype[] {
  const { store } = reader;
  const key = store.source.keyNumber('prototype');
  return [...(key === null ? [] : store.changesUnder(key))].flatMap((row) => {
    const value = store.valueOf(row);
    const isOfFunction = store.source.object(row.subject)?.type === 'function';
    return isOfFunction && value?.kind === 'object' ? [{ owner: row.subject, object: value.id }] : [];
  });
}

function findPrototypes(reader: TraceReader): ReadonlySet<number> {
  const found = new Set(storedPrototypes(reader).map(({ object }) => object));
  const { store } = reader;
  const named = new Map(reader.paths.map((path) => [path, namedIn(reader, path)]));
  for (const { first, sites, path } of store.source.sites)
    sites.forEach((site, index) => {
      const place = `${site.offset}:${site.end}`;
      const isOwner = named.get(path)?.owners.has(place) === true;
      const isGiven = named.get(path)?.given.has(place) === true;
      if (!isOwner && !isGiven) return;
      for (const row of store.passagesOf(first + index)) {
        const value = isGiven && row.kind === Kind.change ? store.valueOf(row) : null;
        if (value?.kind === 'object') found.add(value.id);
        if ((isOwner && row.kind === Kind.change) || (isGiven && row.kind === Kind.allocation)) found.add(row.subject);
      }
    });
  return new Set([...found].filter((object) => store.source.object(object)?.type === 'object' && !isOfNew(reader, object)));
}

/** Where a text writes a member of `….prototype`, and where it gives `….prototype` to a call or a name: starts and ends, as sites have them. */
function namedIn(reader: TraceReader, path: string): { readonly owners: ReadonlySet<string>; readonly given: ReadonlySet<string> } {
  const [owners, given] = [new Set<string>(), new Set<string>()];
  const program = reader.texts.text(path)?.program;
  const add = (places: Set<string>, { start, end }: AnyNode) => places.add(`${start}:${end}`);
  if (program !== undefined)
    walk(program, (node) => {
      if (node.type === 'MemberExpression' && isNamed(node.object)) add(owners, node);
      if (isNamed(node)) add(given, node);
      if (node.type === 'VariableDeclarator' && node.init && isNamed(node.init)) add(given, node.id);
      if (node.type === 'AssignmentExpression' && isNamed(node.right)) add(given, node.left);
    });
  return { owners, given };
}

function isNamed(node: AnyNode): boolean {
  return node.type === 'MemberExpression' && writtenKey(node.property, node.computed) === 'prototype';
}

/** Whether `new` made an object. */
function isOfNew({ store, texts }: TraceReader, object: number): boolean {
  const made = store.madeBy(object);
  const found = made === null ? undefined : store.source.site(made.site);
  const program = found === undefined ? undefined : texts.text(found.path)?.program;
  if (found === undefined || program === undefined) return false;
  const { offset, end } = found.site;
  return pathTo(program, offset).some((node) => node.type === 'NewExpression' && node.start === offset && node.end === end);
}
