import type { Literal } from '../../ir/literalValue.js';
import { unreachable } from '../../base/errors.js';
import { constantValue } from '../concrete/concreteExpression.js';
import { ConcreteObject, Opaque, dataProperty } from '../concrete/concreteValue.js';
import type { ConcreteValue, Nature } from '../concrete/concreteValue.js';
import type { Realm } from '../concrete/realm.js';

/** The object that a text writes, which nobody changes. */
export function makeLiteral(literal: Literal, realm: Realm): ConcreteValue {
  realm.fuel.spend(1);
  const constant = (object: ConcreteObject): ConcreteObject => {
    object.isConstant = true;
    return object;
  };
  const of = (part: Literal): ConcreteValue => makeLiteral(part, realm);
  switch (literal.kind) {
    case 'constant':
      return constantValue(literal.value);
    case 'unknown':
      return new Opaque('a part of a constant');
    case 'array': {
      const array = realm.array(literal.elements.map(of));
      array.frozen = literal.frozen;
      return constant(array);
    }
    case 'object': {
      const object = realm.object();
      for (const [name, value] of literal.members) object.properties.set(name, dataProperty(of(value)));
      object.frozen = literal.frozen;
      return constant(object);
    }
    case 'map': {
      const entries = new Map(literal.entries.map(([key, value]) => [keyOf(of(key)), of(value)] as const));
      return constant(collection('Map', { kind: 'map', entries, weak: false }, realm));
    }
    case 'set':
      return constant(
        collection('Set', { kind: 'set', entries: new Set(literal.elements.map((each) => keyOf(of(each)))), weak: false }, realm),
      );
    default:
      return unreachable(literal);
  }
}

/** A key -0 is kept as 0. */
const keyOf = (value: ConcreteValue): ConcreteValue => (value === 0 ? 0 : value);

const collection = (name: 'Map' | 'Set', nature: Nature, realm: Realm): ConcreteObject =>
  new ConcreteObject(realm.prototypeOf(name), nature);
