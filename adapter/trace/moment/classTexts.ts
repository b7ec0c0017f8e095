import type { TextPosition } from '../../events/rows.js';
import { isFunction, pathTo, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import type { RunTexts } from '../../querypoints/text/texts.js';

/** How a class declares a member. */
export type MemberKind = 'field' | 'method' | 'accessor';

type ClassNode = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>;

/** A class that a function gives, and which of its parameters that extends. */
interface Mixin {
  readonly path: string;
  readonly made: ClassNode;
  readonly parameter: number;
}

interface DeclaredClass {
  readonly path: string;
  readonly start: number;
  /** What it extends; null: nothing. */
  readonly extended: AnyNode | null;
  readonly members: ReadonlyMap<string, MemberKind>;
}

/** What the texts of a recording say of classes, by name. */
export class ClassTexts {
  /** Whether some text may change what objects inherit, otherwise than by a class: of what it makes, or also of what literals have made. */
  readonly changesPrototypes: boolean;
  readonly changesPrototypesOfLiterals: boolean;
  /** The names of getters and setters, whosever. */
  readonly accessorNames: ReadonlySet<string>;
  private readonly classes = new Map<string, DeclaredClass[]>();
  private readonly makers = new Set<string>();
  /** What variables are given by calls, by name: a mixin's class, maybe. */
  private readonly given = new Map<string, AnyNode>();
  /** Functions that give a class which extends one of their parameters, by name. */
  private readonly mixins = new Map<string, Mixin[]>();

  constructor(
    private readonly texts: RunTexts,
    paths: readonly string[],
  ) {
    let [changes, made] = [false, false];
    const accessorNames = new Set<string>();
    for (const path of paths) {
      const text = texts.text(path);
      if (text === undefined) continue;
      made ||= /\bObject\s*\.\s*create\b/.test(text.text);
      changes ||= /\b(?:setPrototypeOf|__proto__)\b/.test(text.text);
      walk(text.program, (node) => {
        if ((node.type === 'MethodDefinition' || node.type === 'Property') && (node.kind === 'get' || node.kind === 'set'))
          accessorNames.add(writtenKey(node.key, node.computed) ?? '');
        if (isFunction(node) && node.type !== 'ArrowFunctionExpression' && node.id) this.makers.add(node.id.name);
        if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init?.type === 'CallExpression')
          this.given.set(node.id.name, node.init);
        for (const [name, mixin] of mixinsOf(node, path)) this.mixins.set(name, [...(this.mixins.get(name) ?? []), mixin]);
        if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') this.add(node, path, nameOf(node, text.program));
      });
    }
    this.changesPrototypes = changes || made;
    this.changesPrototypesOfLiterals = changes;
    this.accessorNames = accessorNames;
  }

  private add(node: ClassNode, path: string, name: string): void {
    this.classes.set(name, [...(this.classes.get(name) ?? []), this.declared(node, path)]);
  }

  private declared(node: ClassNode, path: string): DeclaredClass {
    const members = new Map<string, MemberKind>();
    for (const member of node.body.body) {
      if (!('key' in member) || member.static) continue;
      const key = writtenKey(member.key, member.computed);
      const isAccessor = member.type === 'MethodDefinition' && (member.kind === 'get' || member.kind === 'set');
      if (key !== undefined) members.set(key, isAccessor ? 'accessor' : member.type === 'MethodDefinition' ? 'method' : 'field');
    }
    return { path, start: node.start, extended: node.superClass ?? null, members };
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

  /** Whether a text declares an accessor that a class may inherit from one of which the texts do not say what it is. */
  mayInheritAccessor(className: string, name: string): boolean {
    return this.accessorNames.has(name) && (this.chainOf(className).at(-1)?.extended ?? null) !== null;
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
    let declared: readonly DeclaredClass[] = this.classes.get(className) ?? [];
    for (let one = declared[0]; one !== undefined && chain.length < longestChain; one = declared[0]) {
      chain.push(...declared);
      declared = one.extended === null ? [] : this.extendedBy(one.extended);
    }
    return chain;
  }

  /** The classes that an expression may be: those of its name, or what a mixin gives for the class that it is given. */
  private extendedBy(node: AnyNode): readonly DeclaredClass[] {
    if (node.type === 'Identifier') {
      const given = this.given.get(node.name);
      return this.classes.get(node.name) ?? (given === undefined ? [] : this.extendedBy(given));
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return [];
    return (this.mixins.get(node.callee.name) ?? []).map(({ made, path, parameter }) => ({
      ...this.declared(made, path),
      extended: node.arguments[parameter] ?? null,
    }));
  }
}

const longestChain = 100;

function nameOf(node: ClassNode, program: AnyNode): string {
  if (node.id) return node.id.name;
  let name = '';
  walk(program, (parent) => {
    if (parent.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'Identifier') name = parent.id.name;
    if (parent.type === 'AssignmentExpression' && parent.right === node && parent.left.type === 'Identifier') name = parent.left.name;
  });
  return name;
}

/** What a node gives names to that gives a class which extends a parameter. */
function mixinsOf(node: AnyNode, path: string): readonly (readonly [string, Mixin])[] {
  const made = node.type === 'VariableDeclarator' ? node.init : node.type === 'FunctionDeclaration' ? node : null;
  const name = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? node.id : null;
  if (!made || !isFunction(made) || name?.type !== 'Identifier') return [];
  const { body, params } = made;
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  const given = body.type !== 'BlockStatement' ? body : last?.type === 'ReturnStatement' ? last.argument : null;
  const named = given?.type === 'Identifier' && body.type === 'BlockStatement' ? declaredIn(body.body, given.name) : given;
  if (named?.type !== 'ClassExpression' && named?.type !== 'ClassDeclaration') return [];
  const { superClass } = named;
  const parameter = params.findIndex(
    (one) => one.type === 'Identifier' && superClass?.type === 'Identifier' && one.name === superClass.name,
  );
  return parameter < 0 ? [] : [[name.name, { path, made: named, parameter }]];
}

/** The class that one of some statements declares under a name. */
function declaredIn(statements: readonly AnyNode[], name: string): AnyNode | null {
  return statements.find((one) => one.type === 'ClassDeclaration' && one.id?.name === name) ?? null;
}
