import { Inherits } from '../../events/inherits.js';
import { hasName, objectTypes, type TraceObject, type TraceObjectType } from '../format/contents.js';
import { mostGap } from './heldMemory.js';

/** More objects than these no recording has that fits into memory. */
const mostObjects = 1 << 26;

/** The objects of a recording by number, in typed arrays. */
export class ObjectTable {
  private classNames = new Int32Array(1024);
  private types = new Uint8Array(1024);
  /** The number of a function's name, plus one, 0: none is known; of anything else what it inherits from. */
  private names = new Int32Array(1024);
  private events = new Float64Array(1024).fill(-1);
  private largest = 0;
  private told = 0;

  /** Takes over the objects of a frame; false where they are none. */
  add(objects: readonly TraceObject[] | null): boolean {
    if (objects === null) return false;
    let areAll = true;
    this.told += objects.length;
    for (const { number, className, type, name, inherits, event } of objects) {
      if (number >= mostObjects || number > this.told + mostGap) {
        areAll = false;
        continue;
      }
      this.reserve(number);
      this.classNames[number] = className;
      this.types[number] = objectTypes.indexOf(type);
      this.names[number] = name === null ? inherits : name + 1;
      this.events[number] = event;
      if (number > this.largest) this.largest = number;
    }
    return areAll;
  }

  /** The number of the last object. */
  get last(): number {
    return this.largest;
  }

  /** The number of the text that names its class; null when the object is not known. */
  classNameOf(number: number): number | null {
    return this.has(number) ? (this.classNames[number] ?? 0) : null;
  }

  typeOf(number: number): TraceObjectType {
    return objectTypes[this.types[number] ?? 0] ?? 'object';
  }

  /** The number of the text that is the name of a function; null when it has none, or it is not known. */
  nameOf(number: number): number | null {
    const name = this.has(number) && hasName(this.typeOf(number)) ? (this.names[number] ?? 0) : 0;
    return name === 0 ? null : name - 1;
  }

  /** What it inherits from at its first sight, as `Inherits` has it; not told of functions. */
  inheritsOf(number: number): number {
    return this.has(number) && !hasName(this.typeOf(number)) ? (this.names[number] ?? 0) >>> 0 : Inherits.unknown;
  }

  /** The first object of a type; null where there is none. */
  firstOfType(type: TraceObjectType): number | null {
    const wanted = objectTypes.indexOf(type);
    for (let number = 0; number <= this.largest; number++) if (this.has(number) && this.types[number] === wanted) return number;
    return null;
  }

  /** How many rows were recorded before its first sight; -1 when it is not known. */
  firstOf(number: number): number {
    return this.events[number] ?? -1;
  }

  has(number: number): boolean {
    return (this.events[number] ?? -1) >= 0;
  }

  private reserve(number: number): void {
    if (number < this.types.length) return;
    const size = Math.max(number + 1, this.types.length * 2);
    const grown = {
      classNames: new Int32Array(size),
      types: new Uint8Array(size),
      names: new Int32Array(size),
      events: new Float64Array(size).fill(-1),
    };
    grown.classNames.set(this.classNames);
    grown.names.set(this.names);
    grown.types.set(this.types);
    grown.events.set(this.events);
    this.classNames = grown.classNames;
    this.types = grown.types;
    this.names = grown.names;
    this.events = grown.events;
  }
}
