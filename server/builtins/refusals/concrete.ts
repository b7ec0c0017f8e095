import { InternalError } from '../../base/errors.js';
import { known, namespace, refuseOthers, unseen, withMembers, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import type { Expression } from '../../ir/expression.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { toText } from '../../execution/concrete/primitive.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import {
  ConcreteObject,
  ConcreteSymbol,
  Opaque,
  Term,
  isCallable,
  type ConcreteValue,
  type Wanted,
} from '../../execution/concrete/concreteValue.js';
import { wanted } from './wanted.js';

type Refuse = (args: readonly ConcreteValue[], realm: Realm) => void;

const wantedBy = (name: string): readonly Wanted[] => (Object.hasOwn(wanted, name) ? wanted[name as keyof typeof wanted] : []);

/** The members of a global object, which refuse arguments before they do anything; those that are not among the rows do nothing that is known. */
export function withRefusals(owner: string, rows: readonly Row[]): readonly Row[] {
  const named = new Set(rows.map(([name]) => name));
  return [...rows.map((row) => refusing(owner, row)), ...unseenOf(owner).filter(([name]) => !named.has(name))];
}

function refusing(owner: string, [name, make]: Row): Row {
  const kinds = wantedBy(`${owner}.${name}`);
  if (kinds.length === 0) return [name, make];
  return [
    name,
    (realm) => {
      const made = make(realm);
      const call = made instanceof ConcreteObject && made.nature.kind === 'builtin' ? made.nature.builtin.call : null;
      if (call === null) throw new InternalError(`${owner}.${name} can be called`);
      return realm.builtin(name, (self, args) => {
        refuseOthers(args, kinds, realm);
        return call(self, args);
      });
    },
  ];
}

/** The members of a global object of which only is known what they refuse. */
export function unseenOf(owner: string): readonly Row[] {
  const prefix = `${owner}.`;
  return Object.entries(wanted)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, kinds]) => unseen(name.slice(prefix.length), (args, realm) => refuseOthers(args, kinds, realm)));
}

/** A constructor of which only is known what it refuses. */
const constructor = (name: string, host: object, refuse: Refuse): Row => [
  name,
  (realm) =>
    withMembers(
      realm.unseenBuiltin(name, (args) => refuse(args, realm), 'new'),
      name,
      [],
      host,
      realm,
    ),
];

const wantingConstructor = (name: string, host: object): Row =>
  constructor(name, host, (args, realm) => refuseOthers(args, wantedBy(name), realm));

/** The text that a primitive becomes: what an object becomes its own code tells. */
function textOf(value: ConcreteValue, realm: Realm): string {
  if (known(value) instanceof ConcreteObject) throw new Unmodelled('the text of an object');
  return toText(value, realm);
}

/** Functions and symbols cannot be copied, nor what holds one. Options are read before that is noticed. */
const refuseCopy: Refuse = (args, realm) => {
  if (args.length === 0) realm.throwNodeError('TypeError');
  const value = known(args[0]);
  if (known(args[1]) === undefined && holdsUncopied(value, new Set())) realm.throwNodeError('DOMException');
};

/** Whether copying comes to a function or a symbol, as far as nobody else has the objects and no getter runs on the way. */
function holdsUncopied(value: ConcreteValue, seen: Set<ConcreteValue>): boolean {
  if (value instanceof ConcreteSymbol || isCallable(value)) return true;
  if (!(value instanceof ConcreteObject) || seen.has(value) || !isPlain(value)) return false;
  seen.add(value);
  const elements = value.nature.kind === 'array' ? value.nature.elements : [];
  const members = [...value.properties].flatMap(([name, property]) =>
    property.kind === 'data' && property.enumerable && typeof name === 'string' ? [property.value] : [],
  );
  return [...elements, ...members].some((each) => holdsUncopied(each, seen));
}

/** An object or array that has nothing but its own data, which is known. */
const isPlain = ({ nature, properties, library, copied, isExposed }: ConcreteObject): boolean =>
  (nature.kind === 'ordinary' || nature.kind === 'array') &&
  library === null &&
  copied === null &&
  !isExposed &&
  [...properties.values()].every(({ kind }) => kind === 'data');

/** Signs that no text in base 64 has, and those that no byte is. */
const notBase64 = /[^A-Za-z0-9+/=\t\n\f\r ]/;
const noByte = /[^\0-\xff]/;

const refuseText =
  (refused: RegExp): Refuse =>
  (args, realm) => {
    if (args.length === 0) realm.throwNodeError('TypeError');
    if (refused.test(textOf(args[0], realm))) realm.throwNodeError('DOMException');
  };

/** Without a scheme an address stands for nothing by itself (the URL standard, 4.4): blanks before it, and line ends in it, are left out. */
const scheme = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:/i;

/** How an address begins that has no scheme, whatever follows. */
const noScheme = /^[\0- ]*(?:[^\0- a-z]|[a-z][a-z0-9+.\-\t\n\r]*[^a-z0-9+.\-\t\n\r:])/i;

const refuseAddress: Refuse = (args, realm) => {
  if (args.length === 0) realm.throwNodeError('TypeError');
  const [address, base] = args;
  const beginning = address instanceof Term ? beginningOf(address.expression) : null;
  if (beginning !== null && noScheme.test(beginning) && known(base) === undefined) realm.throwNodeError('TypeError');
  const text = textOf(address, realm);
  if (known(base) === undefined ? !scheme.test(text) : !scheme.test(textOf(base, realm))) realm.throwNodeError('TypeError');
};

/** The text that a text begins with, as `'/api/' + path` does; null where none is written out. */
function beginningOf(expression: Expression): string | null {
  if (expression.kind === 'constant') return expression.value.kind === 'string' ? expression.value.value : null;
  return expression.kind === 'binary' && expression.operator === '+' ? beginningOf(expression.left) : null;
}

/** Node converts no size. */
const refuseSize: Refuse = ([size], realm) => {
  if (size instanceof Term) {
    const { algebra } = size;
    if (!algebra.isOfType(size, 'number')) realm.throwNodeError('TypeError');
    if (!algebra.isAtLeast(size, 0)) realm.throwNodeError('RangeError');
    return;
  }
  const value = known(size);
  if (typeof value !== 'number') realm.throwNodeError('TypeError');
  if (!(typeof value === 'number' && value >= 0)) realm.throwNodeError('RangeError');
};

/** A length loses its fraction, and NaN is 0 (ECMA-262, 7.1.22). */
const refuseLength: Refuse = ([length], realm) => {
  if (length instanceof Term) {
    const { algebra } = length;
    if (!algebra.isOfType(length, 'number')) return;
    if (algebra.isAtMost(length, -1) || algebra.isAtLeast(length, 2 ** 53)) realm.throwError('RangeError', 'a length');
    return;
  }
  const value = known(length);
  if (typeof value === 'number' && (value <= -1 || value >= 2 ** 53)) realm.throwError('RangeError', 'a length');
};

/** A function of Node: it may be written in JavaScript, and have a prototype. */
const ofNode = (name: string, host: object, refuse: Refuse, members: readonly Row[] = []): Row => [
  name,
  (realm) => {
    const made = realm.unseenBuiltin(name, (args) => refuse(args, realm), 'both');
    return withMembers(made, name, [['prototype', () => new Opaque('a prototype')], ...members], host, realm);
  },
];

const ofBuffer = (name: 'alloc' | 'allocUnsafe' | 'allocUnsafeSlow' | 'concat' | 'from', refuse: Refuse): Row =>
  ofNode(name, Buffer[name], refuse);

const refuseOther =
  (kinds: readonly Wanted[]): Refuse =>
  (args, realm) =>
    refuseOthers(args, kinds, realm, () => realm.throwNodeError('TypeError'));

const buffers: readonly Row[] = [
  ofBuffer('from', refuseOther(wanted['Buffer.from'])),
  ofBuffer('concat', refuseOther(wanted['Buffer.concat'])),
  ofBuffer('alloc', refuseSize),
  ofBuffer('allocUnsafe', refuseSize),
  ofBuffer('allocUnsafeSlow', refuseSize),
];

const nothing: Refuse = () => undefined;

/** Built-ins of which only is known what they refuse: with anything else they count as code that is not seen. */
export const concreteRefusals: ConcreteFamily = {
  globals: [
    ['Reflect', (realm) => namespace(realm, 'Reflect', unseenOf('Reflect'), Reflect)],
    wantingConstructor('Proxy', Proxy),
    wantingConstructor('WeakRef', WeakRef),
    wantingConstructor('FinalizationRegistry', FinalizationRegistry),
    wantingConstructor('DataView', DataView),
    constructor('ArrayBuffer', ArrayBuffer, refuseLength),
    constructor('URL', URL, refuseAddress),
    ofNode('Buffer', Buffer, nothing, buffers),
    ofNode('structuredClone', structuredClone, refuseCopy),
    ofNode('atob', atob, refuseText(notBase64)),
    ofNode('btoa', btoa, refuseText(noByte)),
  ],
};
