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

/** Where the setter begins that a call of `defineProperty` gives, and where its getter is, or that setter where it gives none. */
interface DefinedAccessor {
  readonly path: string;
  readonly setter: number | null;
  readonly getter: TextPosition | null;
}

/** A member that is no field. */
export interface DeclaredMember {
  readonly kind: 'method' | 'accessor';
  /** Where the getter of an accessor is, or its setter where it has that alone. */
  readonly getter: TextPosition | null;
}

interface DeclaredClass {
  readonly path: string;
  readonly start: number;
  /** What it extends; null: nothing. */
  readonly extended: AnyNode | null;
  readonly members: ReadonlyMap<string, MemberKind>;
  readonly statics: ReadonlyMap<string, MemberKind>;
}

/** What the texts of a recording say of classes, by name. */
export class ClassTexts {
  /** Whether some text may change what objects inherit, otherwise than by a class: of what it makes, or also of what literals have made. */
  readonly changesPrototypes: boolean;
  readonly changesPrototypesOfLiterals: boolean;
  /** The names of getters and setters, whosever. */
  readonly accessorNames: ReadonlySet<string>;
  /** The accessors that calls of `defineProperty` give to objects, by name. */
  readonly accessorsDefined: ReadonlyMap<string, readonly DefinedAccessor[]>;
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
    const accessorsDefined = new Map<string, readonly DefinedAccessor[]>();
    for (const path of paths) {
      const text = texts.text(path);
      if (text === undefined) continue;
      made ||= /\bObject\s*\.\s*create\b/.test(text.text);
      changes ||= /\b(?:setPrototypeOf|__proto__)\b/.test(text.text);
      walk(text.program, (node) => {
        if ((node.type === 'MethodDefinition' || node.type === 'Property') && (node.kind === 'get' || node.kind === 'set'))
          accessorNames.add(writtenKey(node.key, node.computed) ?? '');
        const defined = accessorDefinedBy(node);
        if (defined !== null) {
          accessorNames.add(defined.name);
          const [getter = null] = this.positionAt(path, defined.getter);
          accessorsDefined.set(defined.name, [...(accessorsDefined.get(defined.name) ?? []), { path, setter: defined.setter, getter }]);
        }
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
    this.accessorsDefined = accessorsDefined;
  }

  private add(node: ClassNode, path: string, name: string): void {
    this.classes.set(name, [...(this.classes.get(name) ?? []), this.declared(node, path)]);
  }

  private declared(node: ClassNode, path: string): DeclaredClass {
    const [members, statics] = [new Map<string, MemberKind>(), new Map<string, MemberKind>()];
    for (const member of node.body.body) {
      if (!('key' in member)) continue;
      const key = writtenKey(member.key, member.computed);
      const isAccessor = member.type === 'MethodDefinition' && (member.kind === 'get' || member.kind === 'set');
      const kind = isAccessor ? 'accessor' : member.type === 'MethodDefinition' ? 'method' : 'field';
      if (key !== undefined) (member.static ? statics : members).set(key, kind);
    }
    return { path, start: node.start, extended: node.superClass ?? null, members, statics };
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

  /** Where the getter of an instance's member is written, or its setter where it has that alone; null when it has none. */
  getterOf(className: string, name: string): TextPosition | null {
    return this.getterAmong(this.chainOf(className), name, false);
  }

  private getterAmong(classes: readonly DeclaredClass[], name: string, isStatic: boolean): TextPosition | null {
    for (const { path, start } of classes) {
      const program = this.texts.text(path)?.program;
      const node = program === undefined ? undefined : pathTo(program, start).findLast((one) => one.start === start && 'body' in one);
      if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') continue;
      const accessors = node.body.body.flatMap((member) =>
        member.type === 'MethodDefinition' && member.static === isStatic && writtenKey(member.key, member.computed) === name
          ? [member]
          : [],
      );
      const found = accessors.find(({ kind }) => kind === 'get') ?? accessors.find(({ kind }) => kind === 'set');
      if (found !== undefined) return this.positionAt(path, found.value.start)[0] ?? null;
    }
    return null;
  }

  /**
   * What the classes of a name declare under a name themselves: an accessor with the place of its getter, or a method. 'unknown': not all of them do, or
   * a key is computed. null: none does, or there is no such class.
   */
  declaredBy(className: string, name: string, isStatic: boolean): DeclaredMember | 'unknown' | null {
    const classes = this.classes.get(className) ?? [];
    const kinds = new Set(classes.map(({ members, statics }) => (isStatic ? statics : members).get(name) ?? 'field'));
    if (kinds.size > 1) return 'unknown';
    const [kind = 'field'] = kinds;
    if (kind === 'field') return null;
    return { kind, getter: kind === 'accessor' ? this.getterAmong(classes, name, isStatic) : null };
  }

  /** Whether the call of a native at a place gives a property that cannot be written. */
  definesReadOnly(path: string, offset: number): boolean | 'unknown' {
    const program = this.texts.text(path)?.program;
    const call = program === undefined ? undefined : pathTo(program, offset).findLast((one) => one.type === 'CallExpression');
    if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return 'unknown';
    const { property, computed } = call.callee;
    const name = writtenKey(property, computed) ?? '';
    if (!/^define|^$/.test(name)) return false;
    const descriptor = name === 'defineProperty' ? call.arguments[2] : undefined;
    if (descriptor?.type !== 'ObjectExpression') return 'unknown';
    let isReadOnly: boolean | 'unknown' = true;
    for (const one of descriptor.properties) {
      if (one.type !== 'Property' || writtenKey(one.key, one.computed) === undefined) isReadOnly = 'unknown';
      else if (writtenKey(one.key, one.computed) === 'writable')
        isReadOnly = one.value.type === 'Literal' && typeof one.value.value === 'boolean' ? !one.value.value : 'unknown';
    }
    return isReadOnly;
  }

  /** Whether the expression at a place is a call of `Object.create`. */
  isObjectCreate(path: string, start: number, end: number): boolean {
    const text = this.texts.text(path);
    const call = text === undefined ? undefined : pathTo(text.program, start).find((one) => one.start === start && one.end === end);
    if (text === undefined || call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
    const { object, property, computed } = call.callee;
    const isOfObject = object.type === 'Identifier' && object.name === 'Object' && text.scopes.lookUp('Object', start) === undefined;
    return isOfObject && writtenKey(property, computed) === 'create';
  }

  /** The class of the language that a class extends in the end, by its name; null: it extends none, or one that is not known. */
  nativeBaseOf(className: string): string | null {
    const extended = this.chainOf(className).at(-1)?.extended ?? null;
    return extended?.type === 'Identifier' && !this.declares(extended.name) ? extended.name : null;
  }

  /**
   * Where the getter of a property is written, or its setter where it has that alone, by the literal that begins at a place. null: the literal has no
   * accessor of that name; 'unknown': it may have.
   */
  accessorOfLiteral(path: string, offset: number, name: string): { readonly position: TextPosition | null } | 'unknown' | null {
    const node = this.literalAt(path, offset);
    if (node?.type !== 'ObjectExpression') return node?.type === 'ArrayExpression' ? null : 'unknown';
    const accessors = node.properties.filter((one) => one.type === 'Property' && one.kind !== 'init');
    const named = accessors.filter((one) => 'key' in one && writtenKey(one.key, one.computed) === name);
    const isComputed = accessors.some((one) => 'key' in one && writtenKey(one.key, one.computed) === undefined);
    if (named.length === 0) return isComputed ? 'unknown' : null;
    const getter = named.find((one) => one.type === 'Property' && one.kind === 'get') ?? named[0];
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

/** The accessor that a call of `defineProperty` gives an object, and the name that it writes for it. */
function accessorDefinedBy(node: AnyNode): { readonly name: string; readonly getter: number; readonly setter: number | null } | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const [, key, descriptor] = node.arguments;
  if (writtenKey(node.callee.property, node.callee.computed) !== 'defineProperty' || key?.type !== 'Literal') return null;
  const startOf = (name: string): number | null => {
    const property =
      descriptor?.type === 'ObjectExpression'
        ? descriptor.properties.find((one) => one.type === 'Property' && writtenKey(one.key, one.computed) === name)
        : undefined;
    return property?.type === 'Property' ? property.value.start : null;
  };
  const [getter, setter] = [startOf('get'), startOf('set')];
  const first = getter ?? setter;
  return first === null ? null : { name: String(key.value), getter: first, setter };
}

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
