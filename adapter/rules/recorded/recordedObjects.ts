import { meetUntold } from '../../maintain/thing.js';
import { Tag } from '../../runtime/rows/tags.js';
import type { Recording } from '../../trace/store/recordingFile.js';
import type { RecordedClasses } from './recordedClasses.js';

/** A key of a change, as rules know places. */
export type RecordedKey =
  /** A variable, or what no rule reads. */
  | { readonly kind: 'other' }
  | { readonly kind: 'name'; readonly name: string }
  /** `field`: which of those that are written so. */
  | { readonly kind: 'private'; readonly name: string; readonly field: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'entry'; readonly key: unknown };

const other: RecordedKey = { kind: 'other' };

/** What has become of a place that a row tells as deleted. */
export const absent = Symbol('absent');

/** The objects of a recording, as objects of our own with the same contents: the code of rules reads them like those of the program. */
export class RecordedObjects {
  private readonly objects: (object | undefined)[] = [];
  private readonly numbers = new WeakMap<object, number>();
  private readonly privates = new WeakMap<object, Map<string, unknown>>();
  private readonly symbols = new Map<number, symbol>();
  private readonly keys = new Map<number, RecordedKey>();

  constructor(
    private readonly source: Recording,
    private readonly classes: RecordedClasses,
  ) {}

  /** The object with a number, as it is now. */
  object(number: number): object {
    let object = this.objects[number];
    if (object === undefined) {
      this.objects[number] = object = this.made(number);
      this.numbers.set(object, number);
    }
    return object;
  }

  numberOf(object: object): number | undefined {
    return this.numbers.get(object);
  }

  /** Every object that was met until now. */
  known(number: number): object | undefined {
    return this.objects[number];
  }

  /** The value that a row tells; `absent` where a place is gone, `untold` where it was redacted or cut. */
  value(tag: number, payload: number): unknown {
    switch (tag) {
      case Tag.undefined:
        return undefined;
      case Tag.null:
        return null;
      case Tag.false:
        return false;
      case Tag.true:
        return true;
      case Tag.number:
        return payload;
      case Tag.object:
      case Tag.function:
        return this.object(payload);
      case Tag.absent:
        return absent;
      case Tag.symbol:
        return this.symbol(payload);
    }
    const told = this.source.valueOf(tag, payload);
    if (told?.kind !== 'primitive' || told.length !== undefined) return meetUntold();
    return told.type === 'bigint' ? BigInt(told.text) : told.text;
  }

  /** The key of a change. */
  key(number: number): RecordedKey {
    if (number < 0) return { kind: 'index', index: -number - 1 };
    let key = this.keys.get(number);
    if (key === undefined) this.keys.set(number, (key = this.keyOf(this.source.keyOf(number))));
    return key;
  }

  /** Writes a private field. */
  writePrivate(object: object, field: string, value: unknown): void {
    const own = this.privates.get(object) ?? new Map<string, unknown>();
    this.privates.set(object, own.set(field, value));
  }

  /** Writes a property or an element. */
  write(object: object, name: string, value: unknown): void {
    if (value === absent) Reflect.deleteProperty(object, name);
    else if (name === 'length' && Array.isArray(object)) object.length = Number(value) >>> 0;
    else if (typeof object !== 'function' || name !== 'prototype')
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  }

  /** The value of a private field. Throws where the object has it not. */
  readPrivate(object: object, field: string): unknown {
    const own = this.privates.get(object);
    if (own?.has(field) !== true) throw new TypeError('no such field');
    return own.get(field);
  }

  private made(number: number): object {
    const report = this.source.object(number);
    const name = report?.className ?? 'Object';
    const [made, ordinary] = ofType(report?.type ?? 'object');
    if (report?.type === 'proxy' || report?.type === 'function') return made;
    if (name === ordinary && !this.classes.isDeclared(name)) return made;
    return Object.setPrototypeOf(made, this.classes.prototypeNamed(name)) as object;
  }

  private symbol(number: number): symbol {
    let symbol = this.symbols.get(number);
    if (symbol === undefined) this.symbols.set(number, (symbol = Symbol(this.source.symbolName(number))));
    return symbol;
  }

  private keyOf(text: string): RecordedKey {
    if (/^(?:0|[1-9]\d*)$/.test(text)) return { kind: 'index', index: Number(text) };
    const hidden = /^private .*(#\S+)$/s.exec(text)?.[1];
    if (hidden !== undefined) return { kind: 'private', name: hidden, field: text };
    const entry = /^entry (\w+) (.*)$/s.exec(text);
    if (entry !== null) return { kind: 'entry', key: this.entryKey(entry[1] ?? '', entry[2] ?? '') };
    return /^(?:variable|symbol) /.test(text) ? other : { kind: 'name', name: text };
  }

  private entryKey(type: string, text: string): unknown {
    switch (type) {
      case 'object':
      case 'function':
        return text === 'null' ? null : this.object(Number(text));
      case 'number':
        return Number(text);
      case 'bigint':
        return BigInt(text);
      case 'boolean':
        return text === 'true';
      case 'symbol':
        return this.symbol(Number(text));
      case 'undefined':
        return undefined;
      default:
        return text;
    }
  }
}

/** An object of a type, and the name of the class that such objects have. */
function ofType(type: string): readonly [made: object, ordinary: string] {
  switch (type) {
    case 'array':
      return [[], 'Array'];
    case 'map':
      return [new Map(), 'Map'];
    case 'set':
      return [new Set(), 'Set'];
    case 'function':
      return [function () {}, 'Function'];
    case 'proxy':
      return [new Proxy({}, {}), 'Proxy'];
    default:
      return [{}, 'Object'];
  }
}
