import { childrenOf, isFunction, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import { isClass, type ClassNode } from '../../querypoints/text/frameName.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { isDeclared } from '../classes.js';
import type { TraceReader } from '../reader.js';
import type { Facts } from './facts.js';
import type { Table } from './table.js';

/** A member of a class, as a text declares it. */
interface ClassMember {
  readonly className: string;
  readonly name: string;
  /** `assigned`: a field that no text declares, and the constructor writes. */
  readonly kind: 'field' | 'assigned' | 'method' | 'getter' | 'setter' | 'constructor';
  readonly isStatic: boolean;
  readonly place: ReturnType<TraceReader['place']>;
}

/** The members of the classes that texts declare: a row for each, in the order of the texts. */
export function classMemberTable({ reader }: Facts): Table {
  const members = [...membersOf(reader)];
  const cell = (row: number, name: 'file' | 'line' | 'column') => (members[row]?.place[name] ?? null) as string | number | null;
  return {
    count: members.length,
    columns: {
      class: (row) => members[row]?.className ?? null,
      name: (row) => members[row]?.name ?? null,
      kind: (row) => members[row]?.kind ?? null,
      static: (row) => (members[row]?.isStatic === true ? 1 : 0),
      private: (row) => (members[row]?.name.startsWith('#') === true ? 1 : 0),
      file: (row) => cell(row, 'file'),
      line: (row) => cell(row, 'line'),
      col: (row) => cell(row, 'column'),
    },
    indexed: ['class', 'name', 'kind'],
    isKeyed: false,
  };
}

function* membersOf(reader: TraceReader): Generator<ClassMember> {
  for (const path of reader.paths) {
    const text = reader.texts.text(path);
    if (text === undefined) continue;
    const makers: AnyNode[] = [];
    walk(text.program, (node) => void ((isClass(node) || isFunction(node)) && makers.push(node)));
    for (const node of makers) yield* isClass(node) ? membersOfClass(reader, text, node) : membersOfMaker(reader, text, node);
  }
}

function* membersOfClass(reader: TraceReader, text: LoadedText, node: ClassNode): Generator<ClassMember> {
  const className = (reader.nameOf({ path: text.path, start: node.start }).full ?? '').replace(/\.constructor$/, '');
  // What has no name is no class that a question could name.
  if (className === '') return;
  const declared = new Set<string>();
  let constructed: AnyNode | null = null;
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') continue;
    const name = writtenKey(member.key, member.computed);
    if (member.type === 'MethodDefinition' && member.kind === 'constructor') constructed = member.value;
    if (name === undefined) continue;
    if (!member.static) declared.add(name);
    yield { className, name, kind: kindOf(member), isStatic: member.static, place: placeOf(reader, text, member.key.start) };
  }
  if (constructed !== null) yield* assigned(reader, text, className, constructed, declared);
}

/** A function of which `new` has made objects. */
function* membersOfMaker(reader: TraceReader, text: LoadedText, node: AnyNode): Generator<ClassMember> {
  if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') return;
  const name = reader.nameOf({ path: text.path, start: node.start }).full;
  if (name !== null && isDeclared(reader, name)) yield* assigned(reader, text, name, node, new Set());
}

/** The fields that a constructor's own code writes, each once, where it writes them first. */
function* assigned(
  reader: TraceReader,
  text: LoadedText,
  className: string,
  constructed: AnyNode,
  known: Set<string>,
): Generator<ClassMember> {
  for (const node of ownNodes(constructed)) {
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue;
    const { object, property, computed } = node.left;
    const name = writtenKey(property, computed);
    if (object.type !== 'ThisExpression' || name === undefined || known.has(name)) continue;
    known.add(name);
    yield { className, name, kind: 'assigned', isStatic: false, place: placeOf(reader, text, property.start) };
  }
}

/** The nodes of a function in which `this` is its own. */
function* ownNodes(node: AnyNode): Generator<AnyNode> {
  for (const child of childrenOf(node)) {
    if (isClass(child) || (isFunction(child) && child.type !== 'ArrowFunctionExpression')) continue;
    yield child;
    yield* ownNodes(child);
  }
}

function kindOf(member: Extract<AnyNode, { type: 'MethodDefinition' | 'PropertyDefinition' }>): ClassMember['kind'] {
  if (member.type === 'PropertyDefinition') return 'field';
  return member.kind === 'get' ? 'getter' : member.kind === 'set' ? 'setter' : member.kind;
}

function placeOf(reader: TraceReader, { path }: LoadedText, offset: number): ClassMember['place'] {
  return reader.place(reader.positionAt(path, offset));
}
