import ts from 'typescript';

/** A value that is written out in a program. */
export type Literal =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'nothing'; readonly text: 'null' | 'undefined' }
  | { readonly kind: 'array'; readonly items: readonly Literal[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Literal])[] };

/** The literal that an expression is; null where it is none. `named`: what a name stands for. */
export function literalOf(node: ts.Expression, named: (name: string) => ts.Expression | null): Literal | null {
  if (ts.isNumericLiteral(node)) return { kind: 'number', value: Number(node.text) };
  if (ts.isStringLiteralLike(node)) return { kind: 'string', value: node.text };
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return { kind: 'boolean', value: node.kind === ts.SyntaxKind.TrueKeyword };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'nothing', text: 'null' };
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return literalOf(node.expression, named);
  if (ts.isPrefixUnaryExpression(node)) return negative(node, named);
  if (ts.isIdentifier(node)) {
    if (node.text === 'undefined') return { kind: 'nothing', text: 'undefined' };
    if (node.text === 'Infinity' || node.text === 'NaN') return { kind: 'number', value: Number(node.text) };
    const given = named(node.text);
    return given === null ? null : literalOf(given, () => null);
  }
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((item) => literalOf(item, named));
    return isWhole(items) ? { kind: 'array', items } : null;
  }
  return ts.isObjectLiteralExpression(node) ? objectOf(node, named) : null;
}

function negative({ operator, operand }: ts.PrefixUnaryExpression, named: (name: string) => ts.Expression | null): Literal | null {
  const of = operator === ts.SyntaxKind.MinusToken ? literalOf(operand, named) : null;
  return of?.kind === 'number' ? { kind: 'number', value: -of.value } : null;
}

function objectOf({ properties }: ts.ObjectLiteralExpression, named: (name: string) => ts.Expression | null): Literal | null {
  const entries = properties.map((property): readonly [string, Literal] | null => {
    if (!ts.isPropertyAssignment(property) || !(ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))) return null;
    const value = property.name.text === '__proto__' ? null : literalOf(property.initializer, named);
    return value === null ? null : [property.name.text, value];
  });
  return isWhole(entries) ? { kind: 'object', entries } : null;
}

/** The literal as it would be written. */
export function literalText(literal: Literal): string {
  switch (literal.kind) {
    case 'number':
      return Object.is(literal.value, -0) ? '-0' : String(literal.value);
    case 'string':
      return `'${JSON.stringify(literal.value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    case 'boolean':
      return String(literal.value);
    case 'nothing':
      return literal.text;
    case 'array':
      return `[${literal.items.map(literalText).join(', ')}]`;
    case 'object': {
      const entries = literal.entries.map(([name, value]) => `${nameText(name)}: ${literalText(value)}`);
      return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
    }
  }
}

const nameText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText({ kind: 'string', value: name }));

const isWhole = <T>(items: readonly (T | null)[]): items is readonly T[] => !items.includes(null);
