import { childrenOf, isFunction, writtenKey, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import { declaresFunctions, namesOf, type ClassNode } from '../../instrument/ruleProbes.js';
import { putMethods, type PutMethods } from '../../instrument/putMethods.js';
import { isClassCalled, isSuperCalled, type RulesPlan } from '../../instrument/rulesPlan.js';
import { keyText } from '../../events/keyText.js';
import type { RunTexts } from '../../querypoints/text/texts.js';
import type { FunctionPlace } from '../../query/reader.js';
import type { Making } from './recordedActivations.js';

type Maker = (this: unknown) => void;

/** A class that a text of a recording declares, and what stands for it. */
export interface RecordedClass {
  readonly path: string;
  readonly node: AnyNode;
  /** The classes of rules that it is. */
  readonly ids: readonly number[];
  readonly maker: Maker;
  /** Its private fields: their names, and the texts of their keys. */
  readonly privates: readonly { readonly name: string; readonly field: string }[];
  /** A number by which its running methods are counted; null: they are not. */
  readonly home: number | null;
}

interface Declared extends RecordedClass {
  readonly name: string;
  /** All that it is called in its text. */
  readonly names: readonly string[];
  readonly superName: string | null;
}

/**
 * The classes that the texts of a recording declare, as functions with prototypes of our own: rules see what an object is by its prototype. Their
 * methods and accessors can't run, and say so.
 */
export class RecordedClasses {
  readonly all: readonly RecordedClass[];
  /** Whether some text changes what objects inherit otherwise than by a class: no event tells of it. */
  readonly changesPrototypes: boolean;
  private readonly byName = new Map<string, Declared[]>();
  /** By where a constructor is; that of a class that writes none is where the class is. */
  private readonly byConstructor = new Map<string, Declared>();
  /** By class: what it was seen to extend. Of one that a function makes there may be several. */
  private readonly extended = new Map<Declared, { readonly base: Maker; readonly maker: Maker }[]>();
  private readonly homes = new Map<string, number>();
  private readonly unknown = new Map<string, object>();

  /**
   * @param native The class of Node's or of the language that rules mean by a name; null where they mean none.
   * @param changed Told of a class that was seen to extend another one than its text says.
   */
  constructor(
    texts: RunTexts,
    paths: readonly string[],
    plan: RulesPlan,
    private readonly native: (name: string) => Maker | null,
    private readonly changed: (one: RecordedClass) => void,
  ) {
    const all: Declared[] = [];
    const put: (PutMethods & { readonly path: string })[] = [];
    let changes = false;
    for (const path of paths) {
      const text = texts.text(path);
      if (text === undefined) continue;
      changes ||= /\b(?:setPrototypeOf|__proto__)\b/.test(text.text);
      const visit = (node: AnyNode, parent: AnyNode): void => {
        const names = isClass(node) ? namesOf(node, parent) : node.type === 'FunctionDeclaration' && node.id ? [node.id.name] : [];
        const source = text.sourcePosition(node.start, node.end).path;
        const ids = plan.classes.filter((one) => isClassCalled(one, names, [path, source])).map(({ id }) => id);
        if (isClass(node)) all.push(this.declared(node, path, { names, parent, ids, plan }));
        else if (ids.length > 0 && isFunction(node)) all.push(this.function(node, path, ids, plan.methods));
        const methods = plan.methods ? putMethods(node) : null;
        if (methods !== null) put.push({ ...methods, path });
        for (const child of childrenOf(node)) visit(child, node);
      };
      visit(text.program, text.program);
    }
    for (const { name, path, functions } of put) {
      const home = all.find((one) => one.path === path && one.names.includes(name) && one.home !== null)?.home;
      if (home !== undefined && home !== null) for (const one of functions) this.count(one, path, home);
    }
    this.changesPrototypes = changes;
    this.all = all;
    for (const one of all) this.byName.set(one.name, [...(this.byName.get(one.name) ?? []), one]);
    for (const one of all) this.derive(one);
  }

  /** The number of the class that a function is a method of; null: of none that is counted. */
  homeOf(path: string, start: number): number | null {
    return this.homes.get(`${start}:${path}`) ?? null;
  }

  /**
   * The prototype of what an expression has made, where the name of its class does not say it: several classes have the name, or the class has
   * none. `made`: the constructor, where it is known, and the text of the expression. Null: the name says it, or nothing does.
   */
  prototypeOf(
    name: string,
    made: { readonly path: string; readonly by: { readonly path: string; readonly start: number } | null },
  ): object | null {
    const { path, by } = made;
    const named = this.byName.get(name) ?? [];
    if (named.length === 1) return null;
    const maker = by === null ? undefined : this.byConstructor.get(`${by.start}:${by.path}`);
    if (named.length === 0) return (maker?.maker.prototype as object | undefined) ?? null;
    // A class without a constructor of its own is made by that of the class that it extends.
    const found = named.find((one) => one === maker) ?? named.find((one) => one.path === (maker?.path ?? path)) ?? named[0];
    return (found?.maker.prototype as object | undefined) ?? null;
  }

  /** Whether a function is the constructor of a class. */
  isConstructor({ path, start }: FunctionPlace): boolean {
    return this.byConstructor.has(`${start}:${path}`);
  }

  /**
   * The prototype of an object of a class with some name, as its constructors tell it: each is that of a class that extends the next one's, whatever its
   * text says. Null: they do not tell.
   */
  prototypeMade(name: string, by: Making | null): object | null {
    const makers: Declared[] = [];
    for (let at = by; at !== null; at = at.base) {
      const one = this.byConstructor.get(`${at.start}:${at.path}`);
      if (one === undefined) break;
      makers.push(one);
    }
    // A constructor may return another object.
    if (makers.length < 2 || makers.find((one) => one.name !== '')?.name !== name) return null;
    let made: Maker | null = null;
    for (const one of makers.reverse()) made = made === null ? one.maker : this.extending(one, made);
    return (made?.prototype as object | undefined) ?? null;
  }

  /** A class as it is where it extends another. */
  private extending(one: Declared, base: Maker): Maker {
    const known = this.extended.get(one) ?? [];
    const found = known.find((each) => each.base === base);
    if (found !== undefined) return found.maker;
    const maker = known.length === 0 ? one.maker : named(one.name);
    if (maker !== one.maker) declareMembers(maker, one.node);
    this.extended.set(one, [...known, { base, maker }]);
    if (!inherits(base.prototype as object, maker.prototype as object))
      Object.setPrototypeOf(maker.prototype as object, base.prototype as object);
    this.changed({ ...one, maker });
    return maker;
  }

  /** The prototype of the objects of a class, by its name. */
  prototypeNamed(name: string): object {
    const found = this.byName.get(name)?.[0];
    if (found !== undefined) return found.maker.prototype as object;
    const native = this.native(name) ?? globalClass(name);
    if (native !== null) return native.prototype as object;
    let made = this.unknown.get(name);
    if (made === undefined) this.unknown.set(name, (made = named(name).prototype as object));
    return made;
  }

  /** Whether a text declares a class with this name. */
  isDeclared(name: string): boolean {
    return this.byName.has(name);
  }

  private declared(
    node: ClassNode,
    path: string,
    about: {
      readonly names: readonly string[];
      readonly parent: AnyNode;
      readonly ids: readonly number[];
      readonly plan: RulesPlan;
    },
  ): Declared {
    const { names, parent, ids, plan } = about;
    const name = nameOf(node, parent);
    const isCounted =
      plan.methods && (ids.length > 0 || Boolean(node.superClass) || plan.classes.some((one) => isSuperCalled(one, names, path)));
    const home = isCounted ? this.nextHome++ : null;
    const privates: { readonly name: string; readonly field: string }[] = [];
    const privateOf = (name: string) => ({ name, field: keyText({ kind: 'private', path, declaration: node.start, name }) });
    const maker = named(name);
    const declared: Declared = { path, node, ids, maker, privates, home, name, names, superName: superNameOf(node) };
    for (const member of node.body.body) {
      if (member.type === 'PropertyDefinition' && member.key.type === 'PrivateIdentifier') privates.push(privateOf(`#${member.key.name}`));
      if (home !== null && (member.type === 'MethodDefinition' || member.type === 'PropertyDefinition') && member.value)
        this.count(member.value, path, home);
      if (member.type !== 'MethodDefinition') continue;
      if (member.kind === 'constructor') this.byConstructor.set(`${member.value.start}:${path}`, declared);
    }
    this.byConstructor.set(`${node.start}:${path}`, declared);
    declareMembers(maker, node);
    return declared;
  }

  private nextHome = 1;

  /** Has a function count as a method of a class. */
  private count(method: AnyNode, path: string, home: number): void {
    if (isFunction(method) && method.body.type === 'BlockStatement' && !declaresFunctions(method))
      this.homes.set(`${method.start}:${path}`, home);
  }

  private function(node: FunctionNode, path: string, ids: readonly number[], isCounted: boolean): Declared {
    const name = node.id?.name ?? '';
    const home = isCounted ? this.nextHome++ : null;
    if (home !== null) this.count(node, path, home);
    const declared: Declared = { path, node, ids, maker: named(name), privates: [], home, name, names: [name], superName: null };
    this.byConstructor.set(`${node.start}:${path}`, declared);
    return declared;
  }

  /** Has a class inherit from the one that it extends. */
  private derive({ maker, path, superName, name }: Declared): void {
    if (superName === null) return;
    const candidates = (this.byName.get(superName) ?? []).filter((one) => one.name !== name || one.path !== path);
    const found = candidates.find((one) => one.path === path) ?? candidates[0];
    const base = found?.maker ?? this.native(superName) ?? globalClass(superName);
    if (base === null) return;
    if (!inherits(base.prototype as object, maker.prototype as object))
      Object.setPrototypeOf(maker.prototype as object, base.prototype as object);
  }
}

function isClass(node: AnyNode): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** A class of which all that is known is its name. */
function named(name: string): Maker {
  const maker: Maker = function () {};
  Object.defineProperty(maker, 'name', { value: name });
  return maker;
}

/** Gives a class its methods and accessors. */
function declareMembers(maker: Maker, node: AnyNode): void {
  if (!isClass(node)) return;
  for (const member of node.body.body)
    if (member.type === 'MethodDefinition' && member.kind !== 'constructor' && !member.static)
      declare(maker, writtenKey(member.key, member.computed), member.kind);
}

/** Gives a class what it declares for its objects: nothing of it can run. */
function declare({ prototype }: Maker, name: string | undefined, kind: string): void {
  if (name === undefined) return;
  const refuse = (): never => {
    throw new Error(`a recording cannot run code of the program ("${name}")`);
  };
  Object.defineProperty(prototype, name, {
    ...(kind === 'get' || kind === 'set' ? { get: refuse } : { value: refuse, writable: true }),
    configurable: true,
  });
}

/** The name that the language gives to a class. */
function nameOf(node: ClassNode, parent: AnyNode): string {
  if (node.id) return node.id.name;
  if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (parent.type === 'AssignmentExpression' && parent.left.type === 'Identifier') return parent.left.name;
  if (parent.type === 'Property' || parent.type === 'PropertyDefinition') return writtenKey(parent.key, parent.computed) ?? '';
  return parent.type === 'ExportDefaultDeclaration' ? 'default' : '';
}

function superNameOf({ superClass }: ClassNode): string | null {
  if (superClass?.type === 'Identifier') return superClass.name;
  return superClass?.type === 'MemberExpression' && superClass.property.type === 'Identifier' ? superClass.property.name : null;
}

function globalClass(name: string): Maker | null {
  const found: unknown = Reflect.get(globalThis, name);
  return typeof found === 'function' && typeof found.prototype === 'object' ? (found as Maker) : null;
}

function inherits(from: object, base: object): boolean {
  for (let at: object | null = from; at !== null; at = Object.getPrototypeOf(at) as object | null) if (at === base) return true;
  return false;
}
