import type { TextPosition } from '../../events/rows.js';
import { isFunction, pathTo, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import type { RunTexts } from '../../querypoints/text/texts.js';

/** How a class declares a member. */
export type MemberKind = 'field' | 'method' | 'accessor';

interface DeclaredClass {
  readonly path: string;
  readonly start: number;
  /** null: it extends none; '': something that is no name. */
  readonly extended: string | null;
  readonly members: ReadonlyMap<string, MemberKind>;
}

/** What the texts of a recording say of classes, by name. */
export class ClassTexts {
  /** Whether some text may change what objects inherit, otherwise than by a class. */
  readonly changesPrototypes: boolean;
  /** The names of getters and setters, whosever. */
  readonly accessorNames: ReadonlySet<string>;
  private readonly classes = new Map<string, DeclaredClass[]>();
  private readonly makers = new Set<string>();

  constructor(
    private readonly texts: RunTexts,
    paths: readonly string[],
  ) {
    let changes = false;
    const accessorNames = new Set<string>();
    for (const path of paths) {
      const text = texts.text(path);
      if (text === undefined) continue;
      changes ||= /\b(?:setPrototypeOf|__proto__|Object\s*\.\s*create)\b/.test(text.text);
      walk(text.program, (node) => {
        if ((node.type === 'MethodDefinition' || node.type === 'Property') && (node.kind === 'get' || node.kind === 'set'))
          accessorNames.add(writtenKey(node.key, node.computed) ?? '');
        if (isFunction(node) && node.type !== 'ArrowFunctionExpression' && node.id) this.makers.add(node.id.name);
        if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') this.add(node, path, nameOf(node, text.program));
      });
    }
    this.changesPrototypes = changes;
    this.accessorNames = accessorNames;
  }

  private add(node: Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>, path: string, name: string): void {
    const members = new Map<string, MemberKind>();
    for (const member of node.body.body) {
      if (!('key' in member) || member.static) continue;
      const key = writtenKey(member.key, member.computed);
      const isAccessor = member.type === 'MethodDefinition' && (member.kind === 'get' || member.kind === 'set');
      if (key !== undefined) members.set(key, isAccessor ? 'accessor' : member.type === 'MethodDefinition' ? 'method' : 'field');
    }
    const { superClass } = node;
    const extended = !superClass ? null : superClass.type === 'Identifier' ? superClass.name : '';
    this.classes.set(name, [...(this.classes.get(name) ?? []), { path, start: node.start, extended, members }]);
  }

  /** How a class, or one that it extends, declares an instance's member that is no field; null when none does. */
  memberOf(className: string, name: string): MemberKind | null {
    for (const { members } of this.chainOf(className)) {
      const kind = members.get(name);
      if (kind !== undefined && kind !== 'field') return kind;
    }
    return null;
  }

  /** The key of a private name that a class, or one that it extends, declares. */
  privateKey(className: string, name: string): string | null {
    const found = this.chainOf(className).filter(({ members }) => members.has(name));
    const [one, another] = found;
    return one === undefined || another !== undefined ? null : `private ${one.path} ${one.start} ${name}`;
  }

  /** Where a class is written, and those that it extends, the nearest first. */
  positionsOf(className: string): readonly TextPosition[] {
    return this.chainOf(className).flatMap(({ path, start }) => this.positionAt(path, start));
  }

  /** Where the getter of an instance's member is written; null when it has none. */
  getterOf(className: string, name: string): TextPosition | null {
    for (const { path, start } of this.chainOf(className)) {
      const program = this.texts.text(path)?.program;
      const node = program === undefined ? undefined : pathTo(program, start).findLast((one) => one.start === start && 'body' in one);
      if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') continue;
      for (const member of node.body.body)
        if (member.type === 'MethodDefinition' && member.kind === 'get' && writtenKey(member.key, member.computed) === name)
          return this.positionAt(path, member.value.start)[0] ?? null;
    }
    return null;
  }

  /**
   * Where the getter of a property is written, by the literal that begins at a place; `position` is null where it has a setter alone. null: the
   * literal has no accessor of that name; 'unknown': it may have.
   */
  accessorOfLiteral(path: string, offset: number, name: string): { readonly position: TextPosition | null } | 'unknown' | null {
    const node = this.literalAt(path, offset);
    if (node?.type !== 'ObjectExpression') return node?.type === 'ArrayExpression' ? null : 'unknown';
    const accessors = node.properties.filter((one) => one.type === 'Property' && one.kind !== 'init');
    const named = accessors.filter((one) => 'key' in one && writtenKey(one.key, one.computed) === name);
    const isComputed = accessors.some((one) => 'key' in one && writtenKey(one.key, one.computed) === undefined);
    if (named.length === 0) return isComputed ? 'unknown' : null;
    const getter = named.find((one) => one.type === 'Property' && one.kind === 'get');
    return { position: getter?.type === 'Property' ? (this.positionAt(path, getter.value.start)[0] ?? null) : null };
  }

  /** Whether the literal that begins at a place has an accessor, or there is no literal. */
  hasAccessors(path: string, offset: number): boolean {
    const node = this.literalAt(path, offset);
    return node?.type !== 'ObjectExpression' || node.properties.some((one) => one.type === 'Property' && one.kind !== 'init');
  }

  private literalAt(path: string, offset: number): AnyNode | undefined {
    const program = this.texts.text(path)?.program;
    return program === undefined ? undefined : pathTo(program, offset).findLast((one) => one.start === offset);
  }

  private positionAt(path: string, offset: number): readonly TextPosition[] {
    const position = this.texts.text(path)?.lines.positionOf(offset);
    return position === undefined ? [] : [{ path, ...position }];
  }

  /** Whether native code makes objects of a class: no text declares it, or one that it extends. */
  isOfNative(className: string): boolean {
    if (this.makers.has(className) && !this.classes.has(className)) return false;
    const chain = this.chainOf(className);
    return chain.length === 0 || chain.at(-1)?.extended !== null;
  }

  /** Whether a text declares a class, or a function that may make objects, of this name. */
  declares(className: string): boolean {
    return this.classes.has(className) || this.makers.has(className);
  }

  /** Whether a class is a function, whose prototype's members are written one by one. */
  isFunctionClass(className: string): boolean {
    return this.makers.has(className) || className === 'Object';
  }

  private chainOf(className: string): readonly DeclaredClass[] {
    const chain: DeclaredClass[] = [];
    let name: string | null = className;
    while (name !== null && name !== '' && chain.length < longestChain) {
      const declared: readonly DeclaredClass[] = this.classes.get(name) ?? [];
      const [one] = declared;
      if (one === undefined) break;
      chain.push(...declared);
      name = one.extended;
    }
    return chain;
  }
}

const longestChain = 100;

function nameOf(node: Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>, program: AnyNode): string {
  if (node.id) return node.id.name;
  let name = '';
  walk(program, (parent) => {
    if (parent.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'Identifier') name = parent.id.name;
    if (parent.type === 'AssignmentExpression' && parent.right === node && parent.left.type === 'Identifier') name = parent.left.name;
  });
  return name;
}
