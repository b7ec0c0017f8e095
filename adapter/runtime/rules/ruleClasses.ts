import {
  append,
  each,
  filtered,
  flatMapped,
  forEachOf,
  isIn,
  mapped,
  newList,
  someOf,
  together,
  withLast,
} from '../../maintain/ownLists.js';
import { types } from 'node:util';
import type { ClassToRun, SetToRun } from '../../events/rulesOfRun.js';
import { isObject } from '../realm/identity.js';
import { getOwnPropertyDescriptor, getPrototypeOf, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { prototypeWithoutTraps } from '../realm/proxies.js';
import { className, Family } from './watchedThing.js';

const { get } = Reflect;
const { getBuiltinModule } = process;
type Maker = (...values: never[]) => unknown;

/** The key of a private field: what names it in rows, or the text of that. */
export type PrivateKey = number | string;

/** A private field of one class. */
interface PrivateField {
  readonly maker: Maker;
  readonly key: PrivateKey;
  /** Throws where an object has it not. */
  readonly read: (object: object) => unknown;
}

/** The classes that rules speak of, as the program has them, and what follows of an object's prototype. */
export class RuleClasses {
  /** By class: those that the program has made of the one declaration. */
  private readonly made: Maker[][];
  private readonly families = new OwnMap<object, Family>();
  private readonly setsOf = new OwnMap<object, readonly number[]>();
  /** The prototypes of the classes that sets are of; null: they are to be found. */
  private prototypesOfSets: OwnSet<object> | null = null;
  private readonly homes = new OwnMap<object, number>();
  private readonly makers: { readonly maker: Maker; readonly home: number }[] = newList();
  private areHomesOld = false;
  private readonly privates = new OwnMap<string, PrivateField[]>();
  private readonly classSets: readonly { readonly set: number; readonly id: number }[];

  constructor(
    private readonly classes: readonly ClassToRun[],
    sets: readonly SetToRun[],
  ) {
    this.made = mapped(classes, () => newList());
    this.classSets = flatMapped(sets, ({ kind, id }, set) => (kind === 'class' ? [{ set, id }] : []));
    forEachOf(classes, ({ isGlobal, builtin, name }, id) => {
      const holder: unknown = isGlobal ? globalThis : builtin === null ? null : getBuiltinModule(builtin);
      const found: unknown = isObject(holder) ? get(holder, name) : undefined;
      if (typeof found === 'function') this.add(id, found as Maker);
    });
  }

  add(id: number, maker: Maker): void {
    const made = this.made[id];
    if (made === undefined || isIn(made, maker)) return;
    append(made, maker);
    this.setsOf.clear();
    this.prototypesOfSets = null;
  }

  /** A module has a value by the name of a class, which may be one. */
  addValue(id: number, value: unknown): void {
    if (typeof value !== 'function' || types.isProxy(value)) return;
    if (isObject(getOwnPropertyDescriptor(value, 'prototype')?.value)) this.add(id, value as Maker);
  }

  addHome(home: number, maker: Maker): void {
    this.makers[this.makers.length] = { maker, home };
    this.findHomes();
  }

  /** A class is about to get another prototype. */
  prototypeChanges(): void {
    this.areHomesOld = true;
    this.forget();
  }

  private findHomes(): void {
    this.areHomesOld = false;
    for (const { maker, home } of each(this.makers)) {
      const prototype: unknown = getOwnPropertyDescriptor(maker, 'prototype')?.value;
      if (isObject(prototype)) this.homes.set(prototype, home);
    }
    this.families.clear();
  }

  /** A class has a private field. */
  addPrivate(maker: Maker, name: string, key: PrivateKey, read: (object: object) => unknown): void {
    const known = this.privates.get(name);
    if (known === undefined) this.privates.set(name, withLast([], { maker, key, read }));
    else known[known.length] = { maker, key, read };
  }

  /** The value of a private field; undefined where the object has none under the name. */
  private_(object: object, name: string): unknown {
    return this.privateField(object, name)?.read(object);
  }

  /** Whether rules that read an object's private field of this name mean the one with the key. */
  isMeant(object: object, name: string, key: PrivateKey): boolean {
    const fields = this.privates.get(name);
    return fields === undefined || fields.length < 2 || this.privateField(object, name)?.key === key;
  }

  /** The private field of an object that rules mean: where several of its classes have one, that of a class which they range over. */
  private privateField(object: object, name: string): PrivateField | null {
    let found: PrivateField | null = null;
    for (const field of each(this.privates.get(name) ?? [])) {
      // A subclass is made after its superclass.
      if (hasField(object, field) && (found === null || this.isWatched(field.maker) || !this.isWatched(found.maker))) found = field;
    }
    return found;
  }

  private isWatched(maker: Maker): boolean {
    return someOf(this.made, (made) => isIn(made, maker));
  }

  /** Whether an object has a private field, or its constructor may still give it one. */
  mayHavePrivate(object: object, name: string): boolean {
    const prototype = types.isProxy(object) ? null : getPrototypeOf(object);
    for (const field of each(this.privates.get(name) ?? [])) if (areOf(prototype, [field.maker]) || hasField(object, field)) return true;
    return false;
  }

  /** Prototypes have changed. */
  forget(): void {
    this.setsOf.clear();
    this.prototypesOfSets = null;
    this.families.clear();
  }

  /** The sets to which objects with this prototype belong. */
  setsFor(prototype: object | null): readonly number[] {
    if (prototype === null) return none;
    const known = this.setsOf.get(prototype);
    if (known !== undefined) return known;
    const sets = flatMapped(this.classSets, ({ set, id }) => (this.isOf(prototype, id) ? [set] : []));
    this.setsOf.set(prototype, sets);
    return sets;
  }

  /** `setsFor` of a prototype that may be any object: those of classes alone are remembered, and held by that. */
  setsOfMade(prototype: object | null): readonly number[] {
    const prototypes = (this.prototypesOfSets ??= this.findPrototypes());
    for (
      let at = prototype, steps = 0;
      at !== null && steps < mostPrototypes;
      at = types.isProxy(at) ? null : getPrototypeOf(at), steps++
    ) {
      const known = this.setsOf.get(at);
      if (known !== undefined) return known;
      if (prototypes.has(at)) return this.setsFor(at);
    }
    return none;
  }

  private findPrototypes(): OwnSet<object> {
    const found = new OwnSet<object>();
    for (const { id } of each(this.classSets)) for (const prototype of each(this.prototypesOf(id))) found.add(prototype);
    return found;
  }

  /** Whether an object with this prototype is one of the class. */
  isOf(prototype: object | null, id: number): boolean {
    return areOf(prototype, this.made[id] ?? []);
  }

  readonly familyOf = (object: object): Family => this.familyBy(types.isProxy(object) ? null : getPrototypeOf(object));

  /** The facts about the objects with this prototype. */
  familyBy(prototype: object | null): Family {
    if (this.areHomesOld) this.findHomes();
    const known = prototype === null ? nobody : this.families.get(prototype);
    if (known !== undefined) return known;
    const homes: number[] = newList();
    for (
      let at = prototype, steps = 0;
      at !== null && steps < mostPrototypes;
      at = types.isProxy(at) ? null : getPrototypeOf(at), steps++
    ) {
      const home = this.homes.get(at);
      if (home !== undefined) homes[homes.length] = home;
    }
    const family = new Family(prototype === null ? 'Object' : className(prototype), homes, prototype, false);
    if (prototype !== null) this.families.set(prototype, family);
    return family;
  }

  /** Those of these sets whose objects the program itself makes: of the language's own classes others have some, too. */
  ofProgram(sets: readonly number[]): readonly number[] {
    return filtered(sets, (set) =>
      someOf(
        this.classSets,
        (other) => other.set === set && this.classes[other.id]?.isGlobal === false && this.classes[other.id]?.builtin === null,
      ),
    );
  }

  /** The prototypes of a set's objects, to ask V8 for these. */
  prototypesOf(id: number): readonly object[] {
    return flatMapped(this.made[id] ?? [], (maker) => {
      const prototype: unknown = getOwnPropertyDescriptor(maker, 'prototype')?.value;
      return isObject(prototype) ? [prototype] : [];
    });
  }

  /** The answer of `instanceof` for a class that a rules file has imported. */
  isInstance(name: string, value: unknown): boolean {
    if (!isObject(value)) return false;
    return someOf(this.classes, (one, id) => one.name === name && this.isOf(prototypeWithoutTraps(value), id));
  }

  /** Whether the program has made a class. */
  isSeen(id: number): boolean {
    return (this.made[id]?.length ?? 0) > 0;
  }

  /** Classes that the program has never made, one sentence each. */
  unseen(): readonly string[] {
    return flatMapped(this.classes, ({ name }, id) =>
      this.isSeen(id) ? [] : [`No class ${name} was seen: its module was not loaded, or makes the class in a way that is not followed.`],
    );
  }

  /** Classes that the program has made more than once, and private names that are not known apart, one sentence each. */
  notes(): readonly string[] {
    return together([this.madeOften(), this.writtenAlike()]);
  }

  private writtenAlike(): readonly string[] {
    const names: string[] = newList();
    this.privates.forEach((fields, name) => {
      const watched = filtered(fields, ({ maker }) => this.isWatched(maker));
      const isInherited = ({ maker }: PrivateField, from: PrivateField): boolean => {
        const prototype: unknown = getOwnPropertyDescriptor(maker, 'prototype')?.value;
        return maker !== from.maker && isObject(prototype) && areOf(prototype, [from.maker]);
      };
      if (someOf(watched, (field) => someOf(watched, (other) => isInherited(field, other)))) append(names, name);
    });
    return mapped(
      names,
      (name) =>
        `Rules range over a class and a subclass of it that both have a private field ${name}: of an object with both, the subclass's is read.`,
    );
  }

  private madeOften(): readonly string[] {
    return flatMapped(this.classes, ({ name }, id) => {
      const count = this.made[id]?.length ?? 0;
      return count > 1 ? [`The program has made the class ${name} ${count} times: the objects of all of them count.`] : [];
    });
  }
}

function hasField(object: object, { read }: PrivateField): boolean {
  try {
    read(object);
    return true;
  } catch {
    return false; // it is another class's
  }
}

/** Whether objects with this prototype are of one of the classes. */
function areOf(prototype: object | null, makers: readonly Maker[]): boolean {
  for (let at = prototype, steps = 0; at !== null && steps < mostPrototypes; at = types.isProxy(at) ? null : getPrototypeOf(at), steps++)
    for (const maker of each(makers)) if (getOwnPropertyDescriptor(maker, 'prototype')?.value === at) return true;
  return false;
}

const none: readonly number[] = [];
const nobody = new Family('Object', [], null, false);

/** A Proxy may go on for ever with prototypes of prototypes. */
const mostPrototypes = 100;
