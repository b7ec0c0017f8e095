import { checkLength, isTrue, maxStringLength, rethrow, toInteger, toNumber, toText } from '../../execution/concrete/primitive.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { findProperty } from '../../execution/concrete/properties.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { InternalError } from '../../base/errors.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import { matchAll, patternOf } from '../regexps/matching.js';
import { forms } from './facts.js';
import { unseenOf } from '../refusals/concrete.js';
import { patternMethods, textOf } from './patternMethods.js';
import { conversion, method, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';

type Operand = string | number | undefined;

/** A method whose operands are converted as the pattern says: `s` string, `i` integer; an absent or undefined one stays undefined. */
function text(name: string, pattern: string, body: (self: string, operands: readonly Operand[]) => ConcreteValue): Row {
  return method(name, (realm, self, args) => {
    const receiver = textOf(self);
    realm.fuel.spend(receiver.length >> 4);
    const operands = [...pattern].map((kind, i): Operand =>
      args[i] === undefined ? undefined : kind === 's' ? stringOperand(args[i], realm) : toInteger(args[i], realm),
    );
    try {
      const result = body(receiver, operands);
      if (typeof result === 'string') checkLength(result);
      return result;
    } catch (error) {
      return rethrow(error, realm);
    }
  });
}

/** Objects with their own meaning for `replace`, `split` and the like are regular expressions: not modelled. */
function stringOperand(value: ConcreteValue, realm: Realm): string {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  return toText(value, realm);
}

const asString = (operand: Operand): string => (operand === undefined ? 'undefined' : String(operand));
const asNumber = (operand: Operand): number | undefined => (typeof operand === 'number' ? operand : undefined);

function repeated(self: string, count: number): string {
  if (count > 0 && count < Infinity && self.length * count > maxStringLength) throw new Unmodelled('a very long string');
  return self.repeat(count);
}

/** What fills a text is converted where the text is too short. */
function padding(side: 'padStart' | 'padEnd'): Row {
  return method(side, (realm, self, [length, filler]) => {
    const receiver = textOf(self);
    const width = length === undefined ? 0 : toInteger(length, realm);
    if (width <= receiver.length) return receiver;
    const fill = filler === undefined ? ' ' : stringOperand(filler, realm);
    if (width > maxStringLength) throw new Unmodelled('a very long string');
    realm.fuel.spend(width >> 4);
    return receiver[side](width, fill);
  });
}

/** Any object may say that it is a pattern, or that it is none (ECMA-262, 7.2.8). */
function isPattern(value: ConcreteValue, realm: Realm): boolean {
  if (patternOf(value, realm) !== null) return true;
  const says = value instanceof ConcreteObject ? findProperty(value, realm.wellKnownSymbol('Symbol.match'), realm) : undefined;
  if (says === undefined) return false;
  if (says.kind !== 'data') throw new Unmodelled('Symbol.match');
  return isTrue(says.value);
}

/** A method that looks for a text in a text, and refuses a pattern (ECMA-262, 22.1.3.8). */
const wantingText = ([name, make]: Row): Row => [
  name,
  (realm) => {
    const made = make(realm);
    const search = made instanceof ConcreteObject && made.nature.kind === 'builtin' ? made.nature.builtin.call : null;
    if (search === null) throw new InternalError(`${name} can be called`);
    return realm.builtin(name, (self, args) => {
      const isText = self instanceof Term ? self.algebra.isText(self) : typeof self === 'string';
      if (isText && isPattern(args[0], realm)) return realm.throwError('TypeError', 'a pattern where a text is wanted');
      return search(self, args);
    });
  },
];

const stringMethods: readonly Row[] = [
  method('toString', (_realm, self) => textOf(self)),
  method('valueOf', (_realm, self) => textOf(self)),
  text('charAt', 'i', (self, [at]) => self.charAt(asNumber(at) ?? 0)),
  text('charCodeAt', 'i', (self, [at]) => self.charCodeAt(asNumber(at) ?? 0)),
  text('codePointAt', 'i', (self, [at]) => self.codePointAt(asNumber(at) ?? 0)),
  text('at', 'i', (self, [at]) => self.at(asNumber(at) ?? 0)),
  text('slice', 'ii', (self, [start, end]) => self.slice(asNumber(start), asNumber(end))),
  text('substring', 'ii', (self, [start, end]) => self.substring(asNumber(start) ?? 0, asNumber(end))),
  text('indexOf', 'si', (self, [what, from]) => self.indexOf(asString(what), asNumber(from))),
  wantingText(text('includes', 'si', (self, [what, from]) => self.includes(asString(what), asNumber(from)))),
  wantingText(text('startsWith', 'si', (self, [what, from]) => self.startsWith(asString(what), asNumber(from)))),
  wantingText(text('endsWith', 'si', (self, [what, end]) => self.endsWith(asString(what), asNumber(end)))),
  method('normalize', (realm, self, [given]) => {
    const receiver = textOf(self);
    const form = given === undefined ? 'NFC' : stringOperand(given, realm);
    if (!forms.includes(form)) return realm.throwError('RangeError', 'a form of Unicode');
    // Versions of Unicode differ in the rest.
    if (/[^\0-\x7f]/.test(receiver)) throw new Unmodelled('normalize');
    return receiver;
  }),
  text('trim', '', (self) => self.trim()),
  text('trimStart', '', (self) => self.trimStart()),
  text('trimEnd', '', (self) => self.trimEnd()),
  text('toUpperCase', '', (self) => self.toUpperCase()),
  text('toLowerCase', '', (self) => self.toLowerCase()),
  text('repeat', 'i', (self, [count]) => repeated(self, asNumber(count) ?? 0)),
  padding('padStart'),
  padding('padEnd'),
  method('lastIndexOf', (realm, self, args) => {
    const receiver = textOf(self);
    const wanted = stringOperand(args[0], realm);
    return receiver.lastIndexOf(wanted, args[1] === undefined ? Infinity : toNumber(args[1], realm));
  }),
  method('concat', (realm, self, args) => {
    const result = textOf(self).concat(...args.map((value) => stringOperand(value, realm)));
    checkLength(result);
    return result;
  }),
  method('split', (realm, self, args) => {
    const receiver = textOf(self);
    realm.fuel.spend(receiver.length);
    const pattern = patternOf(args[0], realm);
    if (pattern === null && args[0] instanceof ConcreteObject && args[0].nature.kind !== 'array')
      throw new Unmodelled('split by an object');
    const limit = args[1] === undefined ? undefined : toNumber(args[1], realm);
    if (args[0] === undefined) return realm.array(limit !== undefined && limit >>> 0 === 0 ? [] : [receiver]);
    if (pattern === null) return realm.array(receiver.split(stringOperand(args[0], realm), limit));
    // Counts what matching may cost.
    matchAll(
      { object: realm.regexp(''), host: new RegExp(pattern.host.source, `${pattern.host.flags.replace(/[gy]/g, '')}g`) },
      receiver,
      realm,
    );
    return realm.array(receiver.split(pattern.host, limit));
  }),
  ...patternMethods,
];

const stringStatics: readonly Row[] = [
  ...unseenOf('String'),
  ['prototype', (realm) => realm.prototypeOf('String')],
  method('fromCharCode', (realm, _self, args) => String.fromCharCode(...args.map((value) => toNumber(value, realm)))),
  method('fromCodePoint', (realm, _self, args) => {
    try {
      // One after the other is converted and looked at.
      return args.map((value) => String.fromCodePoint(toNumber(value, realm))).join('');
    } catch (error) {
      return rethrow(error, realm);
    }
  }),
];

/** A function that writes or reads the escapes of addresses; a text that has no such form is a URIError. */
const ofAddress = (compute: (text: string) => string): Row =>
  method(compute.name, (realm, _self, [given]) => {
    const text = stringOperand(given, realm);
    realm.fuel.spend(text.length >> 2);
    try {
      const result = compute(text);
      checkLength(result);
      return result;
    } catch (error) {
      return error instanceof URIError ? realm.throwError('URIError', null) : rethrow(error, realm);
    }
  });

export const concreteStrings: ConcreteFamily = {
  globals: [conversion('String', stringStatics, String), ...[encodeURI, encodeURIComponent, decodeURI, decodeURIComponent].map(ofAddress)],
  prototypes: { String: [['constructor', (realm) => realm.global('String')], ...stringMethods] },
  intrinsics: {
    String: (operands, realm) => {
      if (operands.length === 0) return '';
      const [operand] = operands;
      return operand instanceof ConcreteSymbol ? `Symbol(${operand.description})` : toText(operand, realm);
    },
  },
};
