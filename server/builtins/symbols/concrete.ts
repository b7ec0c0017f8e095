import { withMembers, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { unseenOf } from '../refusals/concrete.js';
import { toText } from '../../execution/concrete/primitive.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { ConcreteSymbol, type ConcreteObject } from '../../execution/concrete/concreteValue.js';

const wellKnown = [
  'iterator',
  'asyncIterator',
  'hasInstance',
  'toStringTag',
  'toPrimitive',
  'species',
  'isConcatSpreadable',
  'unscopables',
  'match',
  'dispose',
];

function makeSymbol(realm: Realm): ConcreteObject {
  const rows = [...wellKnown.map((name): Row => [name, (inner) => inner.wellKnownSymbol(`Symbol.${name}`)]), ...unseenOf('Symbol')];
  const create = realm.builtin('Symbol', (_self, args) => new ConcreteSymbol(args[0] === undefined ? '' : toText(args[0], realm)));
  return withMembers(create, 'Symbol', rows, Symbol, realm);
}

export const concreteSymbols: ConcreteFamily = { globals: [['Symbol', makeSymbol]], prototypes: { Symbol: [] } };
