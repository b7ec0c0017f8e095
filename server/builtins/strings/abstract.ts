import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import { charactersOf } from '../../lattice/textOperations.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import { integersWithin } from '../../semantics/call/accepted.js';
import { foldText } from '../../semantics/call/fold.js';
import type { Primitive } from '../../semantics/call/fold.js';
import type { Property } from '../../semantics/heap/object.js';
import type { AbstractModels, Apply, BuiltinCall, IntrinsicModel } from '../../semantics/call/model.js';
import { clampedPosition, count, endPosition, indexBelow, sliceLength } from '../positions.js';

/** Applies the real built-in where receiver and arguments are constants; `otherwise` where they are not. */
const folded =
  (compute: (text: string, ...args: never[]) => Primitive, otherwise: (call: BuiltinCall) => Value): Apply =>
  (call) =>
    foldText(call, compute) ?? otherwise(call);

const textOf = (length: NumberValue): Value => values.ofText(texts.textOfLength(length.min, length.max));
const lengthOf = (call: BuiltinCall): NumberValue => texts.lengthOf(call.text);
/** Any part of the text, the empty one included. */
const partOf = (call: BuiltinCall): Value => values.ofText(texts.textOfLength(0, call.text.maxLength));
const boolean = (): Value => values.anyBoolean;
const characterRange = (max: number, nan: boolean): Value => values.ofNumber(numbers.numberRange(0, max, true, nan));

/** The indices of the first argument that are certainly in the text. */
function isInside(index: NumberValue, length: NumberValue): boolean {
  return index.min >= 0 && index.max < length.min;
}

/** Too long a string is a RangeError. V8's limit is 2^29 - 24 units. */
function longText(call: BuiltinCall, min: number, max: number): Value {
  if (max > 2 ** 28) call.mayThrow();
  return values.ofText(texts.textOfLength(min, max));
}

/** Folding must not create a string that the analysis itself would suffer from. */
const longestFolded = 256;

const repeat: Apply = (call) => {
  const times = call.integerAt(0);
  if (!numbers.leq(times, numbers.numberRange(0, Number.MAX_VALUE, true, false))) call.mayThrow();
  const valid = numbers.restrict(times, 0, Number.MAX_VALUE, false);
  if (numbers.isEmpty(valid)) return values.bottom;
  const length = arithmetic.multiply(lengthOf(call), valid);
  if (length.max <= longestFolded)
    return folded(
      (text, times: number) => text.repeat(times),
      () => textOf(length),
    )(call);
  return longText(call, length.min, length.max);
};

const pad =
  (compute: (text: string, length: number, filler?: string) => string): Apply =>
  (call) => {
    const wanted = call.integerAt(0);
    const length = lengthOf(call);
    if (Math.max(wanted.max, length.max) <= longestFolded) {
      const known = foldText(call, compute);
      if (known !== null) return known;
    }
    const filler = call.argument(1);
    const filled = values.isBottom(values.withBits(filler, filler.bits & ~values.Bit.Undefined)) || call.textAt(1).minLength > 0;
    return longText(call, filled ? Math.max(length.min, wanted.min) : length.min, Math.max(length.max, wanted.max));
  };

/** Letters may become several (ß, İ), but no text becomes shorter. */
const changedCase =
  (compute: (text: string) => string): Apply =>
  (call) => {
    const { text } = call;
    // Beyond ASCII, Unicode's tables differ between engines.
    if (text.values?.every((value) => /^[\x00-\x7f]*$/.test(value))) return values.ofText(texts.textOneOf(text.values.map(compute)));
    return longText(call, text.minLength, text.maxLength * 3);
  };

const localized: Apply = (call) => {
  if (!values.equal(call.argument(0), values.undefinedValue)) call.mayThrow();
  // The locale's rules may drop combining marks, but leave something of a text.
  return longText(call, Math.min(1, call.text.minLength), call.text.maxLength * 3);
};

const split: Apply = (call) => {
  const separator = call.argument(0);
  const limit = call.argument(1);
  const { text } = call;
  const mayBeUndefined = (separator.bits & values.Bit.Undefined) !== 0;
  const by = values.isBottom(values.withBits(separator, separator.bits & ~values.Bit.Undefined)) ? texts.noString : call.textAt(0);
  const unlimited = values.equal(limit, values.undefinedValue);
  if (moveLastIndex(call)) {
    // Groups of the pattern are parts too, and undefined where they took nothing.
    const elements = values.join(values.ofText(texts.textOfLength(0, text.maxLength)), values.undefinedValue);
    return call.allocate({ ...objects.emptyArray, elements, length: objects.anyLength });
  }
  const constant = texts.constantOf(text);
  const separatorConstant = texts.constantOf(by);
  if (constant !== null && separatorConstant !== null && unlimited && !mayBeUndefined) {
    const parts = constant.split(separatorConstant);
    return call.allocate({
      ...objects.emptyArray,
      elements: values.ofText(texts.textOneOf(parts)),
      length: numbers.numberConstant(parts.length),
    });
  }
  let length = numbers.noNumber;
  let elements = texts.noString;
  const add = (parts: StringValue, least: number, most: number): void => {
    length = numbers.join(length, numbers.numberRange(least, most, true, false));
    elements = texts.join(elements, parts);
  };
  if (mayBeUndefined) add(text, 1, 1);
  if (by.minLength === 0) add(texts.textOfLength(1, Math.min(1, text.maxLength)), text.minLength, text.maxLength);
  if (by.maxLength > 0) add(texts.textOfLength(0, text.maxLength), 1, Math.floor(text.maxLength / Math.max(1, by.minLength)) + 1);
  if (!unlimited) length = numbers.numberRange(0, length.max, true, false);
  return call.allocate({ ...objects.emptyArray, elements: values.ofText(elements), length });
};

/** A regular expression among the first argument's values remembers where its match ended. */
function moveLastIndex(call: BuiltinCall): boolean {
  const pattern = call.argument(0);
  if (!values.mayBeObject(pattern)) return false;
  const value = values.ofNumber(numbers.numberRange(0, Infinity, true, false));
  call.updateAll(pattern, (object) => call.withProperties(object, [['lastIndex', { value, optional: false, accessor: false }]]));
  return true;
}

/** Where it is known how long one match is, the pattern is not global. */
function matchLength(call: BuiltinCall): NumberValue {
  const lengths = call.objectsOf(call.argument(0))?.map(({ length }) => length) ?? [];
  if (lengths.length > 0 && lengths.every((length) => numbers.constantOf(length) !== null)) return lengths.reduce(numbers.join);
  return numbers.numberRange(1, objects.anyLength.max, true, false);
}

const matched: Apply = (call) => {
  moveLastIndex(call);
  const part = values.ofText(texts.textOfLength(0, call.text.maxLength));
  const property = (value: Value): Property => ({ value, optional: true, accessor: false });
  const found = call.allocate(
    call.withProperties(
      {
        ...objects.emptyArray,
        elements: values.join(part, values.undefinedValue),
        length: matchLength(call),
      },
      [
        ['index', property(values.ofNumber(numbers.numberRange(0, call.text.maxLength, true, false)))],
        ['input', property(values.ofText(call.text))],
        ['groups', property(values.ofBits(values.Bit.Undefined | values.Bit.UnknownObject))],
        ['indices', property(values.ofBits(values.Bit.Undefined | values.Bit.UnknownObject))],
      ],
    ),
  );
  return values.join(found, values.nullValue);
};

const search: Apply = (call) => {
  moveLastIndex(call);
  return values.ofNumber(numbers.numberRange(-1, call.text.maxLength, true, false));
};

/** Replaces one occurrence, or all of them; the replacement is a string in which `$&` and the like may double the text. */
const replace =
  (all: boolean, compute: (text: string, search: string, replacement: string) => string): Apply =>
  (call) => {
    const known = call.text.maxLength <= longestFolded ? foldText(call, compute) : null;
    if (known !== null) return known;
    const { text } = call;
    const isPattern = moveLastIndex(call);
    // Only a global pattern may stand for all occurrences.
    if (isPattern && all) call.mayThrow();
    const replacement = call.textAt(1);
    const literal = replacement.values !== null && replacement.values.every((value) => !value.includes('$'));
    if (!literal) return longText(call, 0, Infinity);
    const times = all || isPattern ? text.maxLength + 1 : 1;
    return longText(call, 0, text.maxLength + times * replacement.maxLength);
  };

const charCodeAt: Apply = folded(
  (text, index: number) => text.charCodeAt(index),
  (call) => characterRange(0xffff, !isInside(call.integerAt(0), lengthOf(call))),
);

const codePointAt: Apply = folded(
  (text, index: number) => text.codePointAt(index),
  (call) =>
    values.join(characterRange(0x10ffff, false), isInside(call.integerAt(0), lengthOf(call)) ? values.bottom : values.undefinedValue),
);

const charAt: Apply = (call) => {
  const index = call.integerAt(0);
  const character = values.ofText(charactersOf(call.text, index));
  return isInside(index, lengthOf(call)) ? character : values.join(character, values.ofText(texts.emptyString));
};

const at: Apply = folded(
  (text, index: number) => text.at(index),
  (call) => {
    const length = lengthOf(call);
    const index = call.integerAt(0);
    const inside = index.min >= -length.min && index.max < length.min;
    return values.join(
      length.max > 0 ? values.ofText(texts.textOfLength(1, 1)) : values.bottom,
      inside ? values.bottom : values.undefinedValue,
    );
  },
);

const substring: Apply = folded(
  (text, start: number, end?: number) => text.substring(start, end),
  (call) => {
    const length = lengthOf(call);
    const from = clampedPosition(call.integerAt(0), length);
    const to = endPosition(call, 1, length, clampedPosition);
    return textOf(count(arithmetic.abs(arithmetic.subtract(to, from)), length));
  },
);

const concat: Apply = (call) => {
  let text: StringValue = call.text;
  for (let index = 0; index < call.args.length; index++) {
    const further = call.textAt(index);
    text = call.exact || index < call.args.length - 1 ? texts.concat(text, further) : texts.textOfLength(text.minLength, Infinity);
  }
  if (text.maxLength > 2 ** 28) call.mayThrow();
  return values.ofText(text);
};

const trimmed =
  (compute: (text: string) => string): Apply =>
  (call) =>
    call.text.values === null ? partOf(call) : values.ofText(texts.textOneOf(call.text.values.map(compute)));

const indexOf = (compute: (text: string, search: string, from?: number) => number): Apply =>
  folded(compute, (call) => {
    const length = lengthOf(call);
    const search = call.textAt(0);
    // The empty string is found at the end of the text.
    const last =
      search.minLength > 0
        ? indexBelow(numbers.numberRange(0, Math.max(0, length.max - search.minLength + 1), true, false))
        : numbers.numberRange(-1, length.max, true, false);
    return values.ofNumber(last);
  });

const localeCompare: Apply = (call) => {
  // Locales may be wrong, and options may be null.
  if ([1, 2].some((at) => !values.equal(call.argument(at), values.undefinedValue))) call.mayThrow();
  return values.ofNumber(numbers.numberRange(-1, 1, true, false));
};

const normalize: Apply = (call) => {
  if (!values.equal(call.argument(0), values.undefinedValue)) call.mayThrow();
  return longText(call, Math.min(1, call.text.minLength), call.text.maxLength * 18);
};

/** A text that is no regular expression is made one: it may be no correct one. */
const onPattern =
  (apply: Apply): Apply =>
  (call) => {
    if (!values.isBottom(values.withObjects(call.argument(0), []))) call.mayThrow();
    return apply(call);
  };

const itself: Apply = (call) => values.ofText(call.text);

const fromCharCode: Apply = (call) =>
  values.ofText(call.exact ? texts.textOfLength(call.args.length, call.args.length) : texts.textOfLength(call.args.length - 1, Infinity));

const fromCodePoint: Apply = (call) => {
  call.mayThrow();
  return values.ofText(
    call.exact ? texts.textOfLength(call.args.length, 2 * call.args.length) : texts.textOfLength(call.args.length - 1, Infinity),
  );
};

export const stringModels: AbstractModels = {
  'String.prototype.at': at,
  'String.prototype.charAt': charAt,
  'String.prototype.charCodeAt': charCodeAt,
  'String.prototype.codePointAt': codePointAt,
  'String.prototype.concat': concat,
  'String.prototype.endsWith': folded((text, search: string, end?: number) => text.endsWith(search, end), boolean),
  'String.prototype.includes': folded((text, search: string, from?: number) => text.includes(search, from), boolean),
  'String.prototype.indexOf': indexOf((text, search, from) => text.indexOf(search, from)),
  'String.prototype.lastIndexOf': indexOf((text, ...args) => text.lastIndexOf(...args)),
  'String.prototype.localeCompare': localeCompare,
  'String.prototype.match': onPattern(matched),
  'String.prototype.search': onPattern(search),
  'String.prototype.normalize': normalize,
  'String.prototype.padEnd': pad((text, ...args) => text.padEnd(...args)),
  'String.prototype.padStart': pad((text, ...args) => text.padStart(...args)),
  'String.prototype.repeat': repeat,
  'String.prototype.replace': replace(false, (text, search, replacement) => text.replace(search, replacement)),
  'String.prototype.replaceAll': replace(true, (text, search, replacement) => text.replaceAll(search, replacement)),
  'String.prototype.slice': folded(
    (text, ...args: number[]) => text.slice(...args),
    (call) => textOf(sliceLength(call, lengthOf(call))),
  ),
  'String.prototype.split': split,
  'String.prototype.startsWith': folded((text, search: string, from?: number) => text.startsWith(search, from), boolean),
  'String.prototype.substr': folded((text, from: number, length?: number) => text.substr(from, length), partOf),
  'String.prototype.substring': substring,
  'String.prototype.toLocaleLowerCase': localized,
  'String.prototype.toLocaleUpperCase': localized,
  'String.prototype.toLowerCase': changedCase((text) => text.toLowerCase()),
  'String.prototype.toUpperCase': changedCase((text) => text.toUpperCase()),
  'String.prototype.trim': trimmed((text) => text.trim()),
  'String.prototype.trimEnd': trimmed((text) => text.trimEnd()),
  'String.prototype.trimStart': trimmed((text) => text.trimStart()),
  'String.prototype.toString': itself,
  'String.prototype.valueOf': itself,
  'String.fromCharCode': fromCharCode,
  'String.fromCodePoint': { accepts: { of: 'each', numbers: integersWithin(0, 0x10ffff) }, apply: fromCodePoint },
};

export const stringIntrinsics: Readonly<Record<string, IntrinsicModel>> = {
  String: (call) => values.ofText(call.operands.length === 0 ? texts.emptyString : call.textOrName(0)),
};
