import ts from 'typescript';
import type { Literal } from './literal.js';

/** Items of an array, and properties of an object, that are varied. */
const mostParts = 6;

/** Literals that differ from one at one place and have its type; `type` is null where any will do. */
export function variedLiteral(literal: Literal, type: ts.Type | null, checker: ts.TypeChecker): readonly Literal[] {
  switch (literal.kind) {
    case 'nothing':
      return [];
    case 'number':
    case 'string':
    case 'boolean':
      return variedPrimitive(literal, type);
    case 'array':
      return variedArray(literal.items, type, checker);
    case 'object':
      return literal.entries.slice(0, mostParts).flatMap(([name, value], at) => {
        const property = type === null || isAny(type) ? undefined : checker.getPropertyOfType(checker.getNonNullableType(type), name);
        const own = property === undefined ? null : checker.getTypeOfSymbol(property);
        return variedLiteral(value, own, checker).map((other): Literal => ({
          kind: 'object',
          entries: literal.entries.map((entry, i) => (i === at ? [name, other] : entry)),
        }));
      });
  }
}

type Primitive = Extract<Literal, { readonly value: unknown }>;

function variedPrimitive(literal: Primitive, type: ts.Type | null): readonly Primitive[] {
  const named = type === null ? [] : literalsOf(type, literal.kind);
  if (named.length > 0) return named.filter(({ value }) => value !== literal.value);
  if (type !== null && !isAny(type) && !allows(type, literal.kind)) return [];
  if (literal.kind === 'boolean') return [{ kind: 'boolean', value: !literal.value }];
  if (literal.kind === 'number') {
    const { value } = literal;
    return [value + 1, value - 1, 0, -value, value * 2]
      .filter((other) => other !== value)
      .map((other) => ({ kind: 'number', value: other }));
  }
  const { value } = literal;
  const others = ['', value.slice(1), value + value.slice(0, 1), value.toUpperCase(), value.toLowerCase(), ` ${value}`];
  return others.filter((other) => other !== value).map((other) => ({ kind: 'string', value: other }));
}

function variedArray(items: readonly Literal[], type: ts.Type | null, checker: ts.TypeChecker): readonly Literal[] {
  const isTuple = type !== null && checker.isTupleType(type);
  const of = (others: readonly Literal[]): Literal => ({ kind: 'array', items: others });
  const last = items.slice(-1);
  const shapes = isTuple ? [] : [[], items.slice(0, -1), items.slice(1), items.toReversed(), [...items, ...last]];
  const own =
    type === null || isAny(type) ? null : (checker.getIndexTypeOfType(checker.getNonNullableType(type), ts.IndexKind.Number) ?? null);
  return [
    ...shapes.map(of),
    ...items
      .slice(0, mostParts)
      .flatMap((item, at) => variedLiteral(item, own, checker).map((other) => of(items.map((each, i) => (i === at ? other : each))))),
  ];
}

const isAny = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

function allows(type: ts.Type, kind: Primitive['kind']): boolean {
  const flag = { number: ts.TypeFlags.Number, string: ts.TypeFlags.String, boolean: ts.TypeFlags.BooleanLike }[kind];
  return partsOf(type).some(({ flags }) => (flags & flag) !== 0);
}

/** The literals that a type lists; none where it allows more of that kind. */
function literalsOf(type: ts.Type, kind: Primitive['kind']): readonly Primitive[] {
  if (kind === 'boolean' || allows(type, kind)) return [];
  return partsOf(type).flatMap((part): Primitive[] => {
    if (kind === 'number' && part.isNumberLiteral()) return [{ kind, value: part.value }];
    return kind === 'string' && part.isStringLiteral() ? [{ kind, value: part.value }] : [];
  });
}
