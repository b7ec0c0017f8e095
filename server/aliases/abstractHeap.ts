import type { Flows } from './flows.js';
import { isNameOfPrimitive, isNativeName, isTampering } from './nativeNames.js';

/** What stands for objects of a run. */
export interface AbstractObject {
  readonly kind:
    /** Whatever code that is not seen may have: also each object that has escaped. */
    | 'outside'
    /** A function or object of the language or of Node, by the name of the property that it was read from. */
    | 'native'
    /** `globalThis` */
    | 'global'
    | 'object'
    | 'array'
    | 'function'
    | 'module';
  readonly name: string;
  /** Of a function: which one. */
  readonly code: number | null;
}

/** Code that is not seen knows it. */
export const outside = 0;
export const globalObject = 1;

/** The key of what has no name that is known: elements, computed names, symbols. */
export const anyName = '*';
const allNames = '?';
const prototypeOf = '[[Prototype]]';
/** What is expected of a program that is pruned. */
export interface Expected {
  /** What objects inherit from the language stays as it is. */
  readonly natives: boolean;
  /** No object gets its prototype by the name `__proto__`. */
  readonly names: boolean;
}

/** The native that a computed name leads to from what inherits it. */
const inherited = '[[inherited]]';

/** What has a name that may be a symbol. */
export const computedName = '[[computed]]';

/** Calls a function object: `receiver` and `args` are sets, as is `target`, which gets the result. */
export type Invoke = (callee: number, receiver: number, args: readonly number[], target: number) => void;

/**
 * The objects of a program and what their properties hold. A property is a set for each object and name; names that are not known are one
 * set, which every read of the object sees.
 */
export class Heap {
  readonly objects: AbstractObject[] = [];
  /** What code that is not seen can reach, and may call. */
  readonly escaped: number;
  /** What code that is not seen may write to, too. */
  readonly changed: number;
  /** A set with the outside alone. */
  readonly unknown: number;
  /** A set that stays empty. */
  readonly nothing: number;
  /** A set that nobody reads. */
  readonly nobody: number;
  private readonly holders = new Map<number, number>();
  private readonly fields: Map<string, number>[] = [];
  private readonly natives = new Map<string, number>();
  private readonly seen = new Set<string>();
  /** The prototypes that functions have from the beginning: what they inherit under that name is not seen. */
  readonly hasConstructor = new Set<number>();
  private arePrototypesOpen = false;
  private areNativesOut = false;
  /** What the language's own objects have in common: any of them may be what all objects inherit from. */
  private readonly shared: number;
  /** Has something in it where natives may be others than those of the language. */
  private readonly tampered: number;
  /** Has something in it where the texts write to what all objects inherit. */
  private readonly written: number;
  /** Has something in it where the texts write `o.__proto__`. */
  private readonly moved: number;
  /** Why code may run that is not in the world; null: it does not. */
  whyOpen: string | null = null;
  invoke: Invoke = () => {};
  /** A function of the program is called by code that is not seen. */
  callFromOutside: (callee: number) => void = () => {};

  constructor(readonly flows: Flows) {
    this.escaped = flows.node();
    this.changed = flows.node();
    this.unknown = flows.node();
    this.nobody = flows.node();
    this.nothing = flows.node();
    this.object('outside', 'outside');
    this.object('global', 'globalThis');
    this.shared = this.native('prototype');
    this.tampered = flows.node();
    this.written = flows.node();
    this.moved = flows.node();
    flows.add(this.unknown, outside);
    flows.each(this.escaped, (object) => this.escape(object));
    flows.each(this.changed, (object) => this.change(object));
    flows.edge(this.changed, this.escaped);
    flows.add(this.escaped, globalObject);
  }

  object(kind: AbstractObject['kind'], name: string, code: number | null = null): number {
    this.objects.push({ kind, name, code });
    this.fields.push((kind === 'native' ? this.fields[this.shared] : undefined) ?? new Map<string, number>());
    const id = this.objects.length - 1;
    if (kind === 'object' || kind === 'array' || kind === 'function' || kind === 'global' || kind === 'module')
      this.flows.add(this.prototype(id), this.native('prototype'));
    return id;
  }

  native(name: string): number {
    let known = this.natives.get(name);
    if (known === undefined) this.natives.set(name, (known = this.object('native', name)));
    return known;
  }

  kindOf(object: number): AbstractObject['kind'] {
    return this.objects[object]?.kind ?? 'outside';
  }

  nameOf(object: number): string {
    return this.objects[object]?.name ?? '';
  }

  isOwn(object: number): boolean {
    const kind = this.kindOf(object);
    return kind !== 'outside' && kind !== 'native';
  }

  /** A set that holds one object. */
  holding(object: number): number {
    let node = this.holders.get(object);
    if (node !== undefined) return node;
    node = this.flows.node();
    this.holders.set(object, node);
    this.flows.add(node, object);
    return node;
  }

  prototype(object: number): number {
    return this.slot(object, prototypeOf);
  }

  /** What a property holds; `anyName`: all those whose names are not known. */
  field(object: number, name: string): number {
    return this.slot(object, name);
  }

  /** All that the properties of an object hold. */
  all(object: number): number {
    return this.slot(object, allNames);
  }

  /** The sets that an object has by name, its prototype left out. */
  named(object: number): ReadonlyMap<string, number> {
    return this.fields[object] ?? new Map<string, number>();
  }

  /** Code may run that is not in the world: nothing is said of it then. */
  open(why: string): void {
    this.whyOpen ??= why;
    this.flows.stop();
  }

  /**
   * What is taken for granted, and is to be looked at where the program runs: that computed names lead to no change of what objects inherit.
   * Where the texts change that by names that they write, computed names are followed, too.
   */
  get expected(): Expected {
    return { natives: this.flows.of(this.written).size === 0, names: this.flows.of(this.moved).size === 0 };
  }

  /** If natives may be others than those of the language: then(), now or later. */
  whereNativesChange(then: () => void): void {
    this.flows.each(this.tampered, then);
  }

  private changeNatives(): void {
    this.flows.add(this.tampered, outside);
  }

  /** target ⊇ object[name], `null`: any name. `receiver`: what a getter is called on. */
  readAll(from: number, name: string | null, target: number, receiver = from): void {
    if (name === null || isNameOfPrimitive(name)) this.flows.add(target, this.native(name ?? inherited));
    // Primitives, which are in no set, inherit what the program has given to natives.
    this.readFields(this.shared, name, target, receiver);
    this.flows.each(from, (object) => this.read(object, name, target, receiver));
  }

  private lookForModules(native: string, name: string | null): void {
    if (leading.has(native)) this.open(`${native} leads to modules`);
    if (name === null && (native === 'require' || native === 'process')) this.open(`${native}[…] is read`);
  }

  /** What an object has by a name, its prototypes left out. */
  private readFields(object: number, name: string | null, target: number, receiver: number): void {
    const { flows } = this;
    if (!this.isNew(`f${this.isNative(object) ? this.shared : object} ${name} ${target} ${receiver}`)) return;
    if (name === null) flows.edge(this.all(object), target);
    else {
      flows.edge(this.field(object, name), target);
      flows.edge(this.field(object, anyName), target);
    }
    for (const getters of this.accessors('get', object, name)) flows.each(getters, (getter) => this.invoke(getter, receiver, [], target));
  }

  /** Whether a native is one that a computed name leads to from an object, a text, a number. */
  private isFound(object: number): boolean {
    return this.nameOf(object) === inherited && this.isNative(object);
  }

  private isNative(object: number): boolean {
    return this.kindOf(object) === 'native';
  }

  private read(object: number, name: string | null, target: number, receiver: number): void {
    if (!this.isNew(`r${object} ${name} ${target} ${receiver}`)) return;
    const { flows } = this;
    const kind = this.kindOf(object);
    if (kind === 'outside') {
      flows.add(target, outside);
      if (name === 'constructor' || name === '__proto__') this.openPrototypes();
      if (name === null) this.isAnythingRead = true;
      if (this.isAnythingRead && this.isAnythingMade) this.openPrototypes();
      return;
    }
    if (kind === 'native') {
      const isFound = this.isFound(object);
      const isPrototype = this.nameOf(object) === 'prototype';
      if (isFound && (name === null || leadingToPrototypes.test(name))) flows.add(target, object);
      else if (name === null || !isPrototype || isNativeName(name))
        flows.add(target, this.native(name ?? (isPrototype ? inherited : anyName)));
    }
    if (kind === 'global') flows.add(target, this.native(name ?? anyName));
    if (kind === 'module' && (name === null || !namesOfModule.has(name))) this.open(`module.${name ?? '[…]'} is read`);
    this.readFields(object, name, target, receiver);
    if (kind === 'native') this.lookForModules(this.nameOf(object), name);
    if (name === 'constructor' && this.hasConstructor.has(object)) return;
    if (name === null || name === '__proto__') flows.edge(this.prototype(object), target);
    flows.each(this.prototype(object), (prototype) => this.read(prototype, name, target, receiver));
  }

  /** object[name] ⊇ value, `null`: any name; setters run where `isSet`. */
  writeAll(to: number, name: string | null, value: number, isSet: boolean): void {
    this.flows.each(to, (object) => {
      this.write(object, name, value, isSet);
      if (isSet && this.isOwn(object)) this.callSetters(object, name, value, to);
    });
    // Of primitives.
    if (isSet) this.callSetters(this.shared, name, value, to);
  }

  private write(object: number, name: string | null, value: number, isSet: boolean): void {
    if (!this.isNew(`w${object} ${name} ${value} ${isSet}`)) return;
    const { flows } = this;
    if (isSet && name === '__proto__') flows.add(this.moved, outside);
    switch (this.kindOf(object)) {
      case 'outside':
        flows.edge(value, this.escaped);
        if (isTampering(name)) this.tamper();
        return this.writeOutside(name, isSet);
      case 'native':
        if (this.isFound(object)) flows.each(this.written, () => this.writeNative(object, name, value));
        else this.writeNative(object, name, value);
        return;
      case 'global':
        flows.edge(value, this.escaped);
        if (isTampering(name)) this.changeNatives();
    }
    flows.edge(value, this.field(object, name ?? anyName));
    if (name === null) flows.edge(value, this.slot(object, computedName));
    if (name === '__proto__') flows.edge(value, this.prototype(object));
    if (name === null && isSet) flows.each(this.moved, () => flows.edge(value, this.prototype(object)));
  }

  private writeNative(object: number, name: string | null, value: number): void {
    const { flows } = this;
    flows.edge(value, this.escaped);
    if (isTampering(name)) this.changeNatives();
    if (this.leadsToPrototypes(object)) flows.add(this.written, outside);
    flows.edge(value, this.field(object, name ?? anyName));
    if (name === null) flows.edge(value, this.slot(object, computedName));
    if (name === null || name === '__proto__') flows.edge(value, this.prototype(object));
  }

  /** If an object of a set has something under a name that may be a symbol, of its own or inherited: then(), now or later. */
  whereComputed(from: number, then: () => void): void {
    this.flows.each(from, (object) => {
      if (!this.isOwn(object)) return;
      this.flows.each(this.slot(object, computedName), then);
      if (this.isNew(`h${object} ${from}`)) this.whereComputed(this.prototype(object), then);
    });
  }

  /** What has escaped is among what the outside stands for: each of its properties of that name may hold what has escaped, too. */
  private writeOutside(name: string | null, isSet: boolean): void {
    if (!this.isNew(`o${name} ${isSet}`)) return;
    this.flows.each(this.escaped, (object) => {
      if (!this.isOwn(object) && !this.leadsToPrototypes(object)) return;
      this.flows.add(this.field(object, name ?? anyName), outside);
      if (name === null) this.flows.add(this.slot(object, computedName), outside);
      if (name === '__proto__') this.flows.add(this.prototype(object), outside);
      if (name === null && isSet) this.flows.each(this.moved, () => this.flows.add(this.prototype(object), outside));
    });
  }

  private callSetters(object: number, name: string | null, value: number, receiver: number): void {
    if (!this.isNew(`s${object} ${name} ${value} ${receiver}`)) return;
    for (const setters of this.accessors('set', object, name))
      this.flows.each(setters, (setter) => this.invoke(setter, receiver, [value], this.nobody));
    this.flows.each(this.prototype(object), (prototype) => prototype !== outside && this.callSetters(prototype, name, value, receiver));
  }

  /** A getter or setter: functions that reads, or writes, of the property call. */
  defineAccessor(to: number, name: string | null, which: 'get' | 'set', functions: number): void {
    this.flows.each(to, (object) => {
      if (this.isOwn(object)) return this.addAccessor(object, name, which, functions);
      const define = (): void => {
        this.flows.edge(functions, this.escaped);
        if (isTampering(name)) this.changeNatives();
        if (object !== outside) return this.addAccessor(object, name, which, functions);
        this.flows.each(this.escaped, (each) => this.leadsToPrototypes(each) && this.addAccessor(each, name, which, functions));
      };
      if (this.isFound(object)) this.flows.each(this.written, define);
      else define();
    });
  }

  private addAccessor(object: number, name: string | null, which: 'get' | 'set', functions: number): void {
    if (this.leadsToPrototypes(object)) this.flows.add(this.written, outside);
    this.flows.edge(functions, this.slot(object, `${which} ${name ?? anyName}`));
    this.flows.edge(functions, this.slot(object, `${which} ${allNames}`));
  }

  private accessors(which: 'get' | 'set', object: number, name: string | null): readonly number[] {
    if (name === null) return [this.slot(object, `${which} ${allNames}`)];
    return [this.slot(object, `${which} ${name}`), this.slot(object, `${which} ${anyName}`)];
  }

  /** A set with all that own properties hold of what a set has, their getters called. */
  ownValues(from: number): number {
    const values = this.flows.node();
    this.flows.each(from, (object) => {
      if (!this.isOwn(object)) {
        if (this.kindOf(object) === 'outside') this.flows.add(values, outside);
        return;
      }
      this.flows.edge(this.all(object), values);
      for (const getters of this.accessors('get', object, null))
        this.flows.each(getters, (getter) => this.invoke(getter, from, [], values));
    });
    return values;
  }

  /** to ⊇ all own properties of `from`; setters run where `isSet`. */
  copyAll(from: number, to: number, isSet: boolean): void {
    this.writeAll(to, isSet ? null : anyName, this.ownValues(from), isSet);
  }

  setPrototype(of: number, value: number): void {
    this.flows.each(of, (object) => {
      if (object === outside) this.flows.each(this.escaped, (each) => this.flows.edge(value, this.prototype(each)));
      else this.flows.edge(value, this.prototype(object));
      if (this.isNative(object)) {
        this.changeNatives();
        this.flows.add(this.written, outside);
      }
      if (!this.isOwn(object)) this.flows.edge(value, this.escaped);
    });
  }

  private escape(object: number): void {
    const { flows } = this;
    const kind = this.kindOf(object);
    if (kind === 'outside') return;
    if (kind === 'native') {
      const name = this.nameOf(object);
      if (name === 'require') this.open('require is handed on');
      if (this.leadsToPrototypes(object)) this.nativeEscapes();
      return;
    }
    if (kind === 'module') this.open('a module is handed on');
    flows.edge(this.all(object), this.escaped);
    for (const which of ['get', 'set'] as const) flows.edge(this.slot(object, `${which} ${allNames}`), this.escaped);
    this.escapeMethods(object);
    if (kind === 'function') this.callFromOutside(object);
  }

  /** A native from which code comes to what all objects inherit, or that changes it. */
  private leadsToPrototypes(object: number): boolean {
    return this.isNative(object) && leadingToPrototypes.test(this.nameOf(object));
  }

  /** Code that is not seen may call the methods of an object that it has. */
  private escapeMethods(object: number): void {
    const { flows } = this;
    flows.each(this.prototype(object), (prototype) => {
      if (this.arePrototypesOpen) flows.add(this.escaped, prototype);
      if (!this.isOwn(prototype) || !this.isNew(`m${prototype}`)) return;
      this.methodsOut.add(prototype);
      for (const [name, node] of this.fields[prototype] ?? []) this.fieldOfMethods(name, node);
      flows.each(this.field(prototype, 'constructor'), (made) => {
        if (!this.isOwn(made) || this.methodsOut.has(made)) return;
        this.methodsOut.add(made);
        for (const [name, node] of this.fields[made] ?? []) this.fieldOfMethods(name, node);
      });
      this.escapeMethods(prototype);
    });
  }

  private readonly methodsOut = new Set<number>();
  private isAnythingRead = false;
  private isAnythingMade = false;

  /** Code of the world makes objects by a class, or of a prototype, that may be any that it can reach. */
  makesAnything(): void {
    this.isAnythingMade = true;
    if (this.isAnythingRead) this.openPrototypes();
  }

  private fieldOfMethods(name: string, node: number): void {
    if (name !== 'constructor' && name !== 'prototype' && name !== prototypeOf && name !== allNames) this.flows.edge(node, this.escaped);
  }

  /** Code may go from an object that it has to its class. */
  private openPrototypes(): void {
    if (this.arePrototypesOpen) return;
    this.arePrototypesOpen = true;
    this.flows.each(this.escaped, (object) => this.isOwn(object) && this.flows.edge(this.prototype(object), this.escaped));
  }

  private change(object: number): void {
    if (!this.isOwn(object)) return;
    this.flows.add(this.field(object, anyName), outside);
    this.flows.edge(this.all(object), this.changed);
  }

  private nativeEscapes(): void {
    this.areNativesOut = true;
    if (this.isTampered) this.changeNatives();
  }

  private isTampered = false;

  private tamper(): void {
    this.isTampered = true;
    if (this.areNativesOut) this.changeNatives();
  }

  private slot(object: number, name: string): number {
    const fields = this.fields[object] ?? new Map<string, number>();
    let node = fields.get(name);
    if (node !== undefined) return node;
    node = this.flows.node();
    fields.set(name, node);
    if (name !== allNames && name !== prototypeOf && !/^[gs]et /.test(name)) this.flows.edge(node, this.slot(object, allNames));
    if (this.methodsOut.has(object)) this.fieldOfMethods(name, node);
    return node;
  }

  private isNew(what: string): boolean {
    if (this.seen.has(what)) return false;
    this.seen.add(what);
    return true;
  }
}

const leadingToPrototypes =
  /^(?:[A-Z]|prototype$|constructor$|__proto__$|globalThis$|setPrototypeOf$|create$|assign$|defineProperty$|defineProperties$)/;

/** Natives that lead to modules. */
const leading: ReadonlySet<string> = new Set(['main', 'mainModule', 'cache']);

/** What a module's own object tells without leading to other modules. */
const namesOfModule: ReadonlySet<string> = new Set(['exports', 'id', 'filename', 'loaded', 'path', 'hot', 'toString', 'valueOf', 'toJSON']);
