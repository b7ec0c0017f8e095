import type { Constant, Expression } from '../../ir/expression.js';
import type { Value } from '../../lattice/value.js';
import { constantOf as primitiveOf } from '../../semantics/call/fold.js';
import { Unmodelled } from '../concrete/signals.js';
import { Term } from '../concrete/concreteValue.js';
import type { ConcreteObject, ConcreteSymbol, ConcreteValue } from '../concrete/concreteValue.js';

/** A term's expression, or the constant that a primitive is. */
export function expressionOf(value: ConcreteValue): Expression {
  if (value instanceof Term) return value.expression;
  if (value === undefined) return { kind: 'constant', value: { kind: 'undefined' } };
  if (value === null) return { kind: 'constant', value: { kind: 'null' } };
  const constant = constantExpression(value);
  if (constant === null) throw new Unmodelled('an object beside an input');
  return { kind: 'constant', value: constant };
}

function constantExpression(value: NonNullable<ConcreteValue>): Constant | null {
  switch (typeof value) {
    case 'boolean':
      return { kind: 'boolean', value };
    case 'number':
      return { kind: 'number', value };
    case 'string':
      return { kind: 'string', value };
    case 'bigint':
      return { kind: 'bigint', value };
    default:
      return null;
  }
}

/** The one primitive that the value is; zeros are two. */
export function constantOf(value: Value): { readonly value: Exclude<ConcreteValue, ConcreteObject | ConcreteSymbol> } | null {
  const known = primitiveOf(value);
  return known === null || known[0] === 0 ? null : { value: known[0] };
}
