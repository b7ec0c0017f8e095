import { getData } from '../concrete/properties.js';
import type { Realm } from '../concrete/realm.js';
import { Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Opaque, dataProperty, type ConcreteValue, type Library } from '../concrete/concreteValue.js';
import { isOverModule, type Definitions } from './definitions.js';
import type { ObservedEntry, ObservedId, ObservedObject, ObservedValue } from './observedEntry.js';

/** The members that were not seen: nothing is known of them. */
const unseen: Library = {
  name: 'what was not seen',
  hidesKeys: true,
  isOpen: true,
  member: () => {
    throw new Unmodelled('a field that was not seen');
  },
};

/** The objects of an observed state as objects of a run of the interpreter: the same one is one. */
export class ObservedHeap {
  private readonly made = new Map<ObservedId, ConcreteValue>();
  private readonly classes = new Map<string, ConcreteObject>();
  private unknownPrototype: ConcreteObject | null = null;

  constructor(
    private readonly entry: ObservedEntry,
    private readonly realm: Realm,
  ) {}

  /** A function or class of the module; `id`: the number that it has in the run that was observed. */
  know(id: ObservedId | null, defined: ConcreteObject, definitions: Definitions): void {
    if (id !== null) this.made.set(id, defined);
    if (isClass(defined) && defined.nature.kind === 'closure')
      this.classes.set(defined.nature.closure.function.name.replace(/\.constructor$/, ''), defined);
    const prototype = defined.nature.kind === 'closure' && isClass(defined) ? getData(defined, 'prototype', this.realm) : null;
    // Of its own fields only the time tells what they hold.
    for (const object of [defined, prototype]) if (object instanceof ConcreteObject) keepFunctions(object, definitions);
    defined.library = unseen;
  }

  valueOf(value: ObservedValue): ConcreteValue {
    switch (value.kind) {
      case 'primitive':
        return value.value;
      case 'function':
        return this.made.get(value.id) ?? new Opaque('a function');
      case 'object':
        return this.objectOf(value.id);
      case 'unset':
      case 'unknown':
        return new Opaque('what was not seen');
    }
  }

  /** The object that `new` has made for a constructor, without fields yet: of the class itself, or of one that extends it. */
  newInstance(receiver: ObservedValue): ConcreteValue {
    const observed = receiver.kind === 'object' ? this.entry.objects.get(receiver.id) : undefined;
    if (observed?.kind !== 'object' || observed.className === null) return new Opaque('an instance');
    return new ConcreteObject(this.prototypeOf(observed.className), { kind: 'ordinary' });
  }

  private objectOf(id: ObservedId): ConcreteValue {
    if (this.made.has(id)) return this.made.get(id);
    const observed = this.entry.objects.get(id);
    if (observed === undefined) return new Opaque('an object');
    const object = this.begin(observed);
    object.mayHavePrivateNames = true;
    this.made.set(id, object);
    this.fill(object, observed);
    return object;
  }

  private begin(observed: ObservedObject): ConcreteObject {
    switch (observed.kind) {
      case 'array':
        return this.realm.array([]);
      case 'map':
        return new ConcreteObject(this.realm.prototypeOf('Map'), { kind: 'map', entries: new Map(), weak: false });
      case 'set':
        return new ConcreteObject(this.realm.prototypeOf('Set'), { kind: 'set', entries: new Set(), weak: false });
      case 'object':
        return new ConcreteObject(this.prototypeOf(observed.className), { kind: 'ordinary' });
    }
  }

  private fill(object: ConcreteObject, observed: ObservedObject): void {
    const { nature, properties } = object;
    if (observed.kind === 'array' && nature.kind === 'array') {
      nature.elements.length = observed.elements.length;
      for (const [index, element] of observed.elements.entries()) if (element !== null) nature.elements[index] = this.valueOf(element);
    } else if (observed.kind === 'map' && nature.kind === 'map')
      for (const [key, value] of observed.entries) nature.entries.set(this.valueOf(key), this.valueOf(value));
    else if (observed.kind === 'set' && nature.kind === 'set')
      for (const value of observed.entries) nature.entries.add(this.valueOf(value));
    else if (observed.kind === 'object') {
      for (const [name, value] of observed.fields) properties.set(name, dataProperty(this.valueOf(value)));
      if (!observed.isWhole) object.library = unseen;
    }
  }

  private prototypeOf(className: string | null): ConcreteObject {
    if (className === null) return this.realm.objectPrototype;
    const known = this.classes.get(className);
    return known === undefined ? this.unknown() : this.prototypeOfClass(known);
  }

  private prototypeOfClass(known: ConcreteObject): ConcreteObject {
    const prototype = this.entry.arePrototypesKept ? getData(known, 'prototype', this.realm) : null;
    return prototype instanceof ConcreteObject ? prototype : this.unknown();
  }

  private unknown(): ConcreteObject {
    if (this.unknownPrototype === null) {
      this.unknownPrototype = new ConcreteObject(null, { kind: 'ordinary' });
      this.unknownPrototype.frozen = true;
      this.unknownPrototype.library = unseen;
    }
    return this.unknownPrototype;
  }
}

const isClass = ({ nature }: ConcreteObject): boolean => nature.kind === 'closure' && nature.closure.isClass;

/** Leaves of an object's own properties the functions of the module, and nothing that may have changed. */
function keepFunctions(object: ConcreteObject, definitions: Definitions): void {
  const isKept = (value: ConcreteValue): boolean => value === null || (value instanceof ConcreteObject && isOverModule(value, definitions));
  for (const [name, property] of object.properties) {
    const isFixed =
      property.kind === 'accessor'
        ? isKept(property.getter) && isKept(property.setter)
        : name === 'prototype' || name === 'constructor' || isKept(property.value);
    if (!isFixed) object.properties.set(name, dataProperty(new Opaque('a field of a class')));
  }
}
