import { patternTargets } from '../../instrument/scopes.js';
import { childrenOf, isFunction, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import { isClass, type ClassNode } from '../../querypoints/text/frameName.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { isDeclared } from '../classes.js';
import type { TraceReader } from '../reader.js';
import type { Facts } from './facts.js';
import type { Table } from './table.js';

/** A member of a class, as a text declares it. */
interface ClassMember {
  /** null: the class has no name. */
  readonly className: string | null;
  readonly name: string;
  /** `assigned`: a field that no text declares, and the constructor writes, or a static block. */
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
  const className = reader.nameOf({ path: text.path, start: node.start }).className;
  const assigned = new AssignedFields(reader, text, className);
  const constructing: AnyNode[] = [];
  const blocks: AnyNode[] = [];
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') {
      blocks.push(member);
      continue;
    }
    const name = writtenKey(member.key, member.computed);
    if (member.type === 'MethodDefinition' && member.kind === 'constructor') constructing.push(member.value);
    if (name === undefined) continue;
    assigned.know(name, member.static);
    yield { className, name, kind: kindOf(member), isStatic: member.static, place: placeOf(reader, text, member.key.start) };
  }
  for (const block of blocks) yield* assigned.of(block, true);
  for (const constructor of constructing) yield* assigned.of(constructor, false);
}

/** A function of which `new` has made objects. */
function* membersOfMaker(reader: TraceReader, text: LoadedText, node: AnyNode): Generator<ClassMember> {
  if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') return;
  const name = reader.nameOf({ path: text.path, start: node.start }).full;
  if (name !== null && isDeclared(reader, name)) yield* new AssignedFields(reader, text, name).of(node, false);
}

/** The fields of one class that code writes to its own `this`, each once, where it writes them first. */
class AssignedFields {
  private readonly known = { own: new Set<string>(), static: new Set<string>() };

  constructor(
    private readonly reader: TraceReader,
    private readonly text: LoadedText,
    private readonly className: string | null,
  ) {}

  know(name: string, isStatic: boolean): void {
    this.known[isStatic ? 'static' : 'own'].add(name);
  }

  *of(code: AnyNode, isStatic: boolean): Generator<ClassMember> {
    const known = this.known[isStatic ? 'static' : 'own'];
    for (const node of ownNodes(code))
      for (const target of targetsOf(node)) {
        if (target.type !== 'MemberExpression' || target.object.type !== 'ThisExpression') continue;
        const name = writtenKey(target.property, target.computed);
        if (name === undefined || known.has(name)) continue;
        known.add(name);
        const place = placeOf(this.reader, this.text, target.property.start);
        yield { className: this.className, name, kind: 'assigned', isStatic, place };
      }
  }
}

/** What an expression or the head of a loop writes to. */
function targetsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForOfStatement':
    case 'ForInStatement':
      return patternTargets(node.left);
    case 'UpdateExpression':
      return [node.argument];
    default:
      return [];
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
