import ts from 'typescript';
import { LineMap } from '../../base/span.js';
import { collectAssertions } from '../assertions/collect.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { parse, syntaxErrors } from '../source.js';
import { exportedClassName } from './exportedName.js';

/** An assertion that says something of a field in all objects of a class. */
export interface FieldAssertion {
  readonly className: string;
  /** The name under which the file exports the class; null: it does not. */
  readonly exported: string | null;
  readonly field: string;
  readonly line: number;
  /** The condition that breaks it, with `n` as the object: `!(n.size >= 0)`. */
  readonly broken: string;
}

/** An assertion that no rule over live objects says. */
export interface OtherAssertion {
  readonly tag: string;
  readonly line: number;
}

/** The assertions of a text, by whether they speak of a field of a class. Null: the text does not parse. */
export function fieldAssertions(
  text: string,
  path: string,
): { readonly fields: readonly FieldAssertion[]; readonly others: readonly OtherAssertion[] } | null {
  const source = parse(text, path);
  if (syntaxErrors(source).length > 0) return null;
  const lines = new LineMap(text);
  const fields: FieldAssertion[] = [];
  const others: OtherAssertion[] = [];
  for (const assertion of collectAssertions(source.file).assertions) {
    const { line } = lines.positionOf(assertion.span.start);
    const declaration = assertion.attachment.kind === 'value' ? assertion.attachment.declaration : null;
    const owner = declaration === null ? null : classOf(declaration);
    const name = declaration === null || owner === null ? null : fieldName(declaration);
    if (owner?.name === undefined || name === null || (assertion.tag !== 'range' && assertion.tag !== 'invariant'))
      others.push({ tag: assertion.tag, line });
    else
      fields.push({
        className: owner.name.text,
        exported: exportedClassName(owner, source.file),
        field: name,
        line,
        broken: brokenText(assertion, name.startsWith('#') ? `field(n, '${name}')` : `n.${name}`),
      });
  }
  return { fields, others };
}

/** Where a class of a text declares a field, from 1; a sentence where it does not. */
export function declarationOfField(
  text: string,
  path: string,
  className: string,
  field: string,
): { readonly line: number; readonly column: number } | { readonly missing: string } {
  const source = parse(text, path);
  const owner = source.file.statements.find(
    (one): one is ts.ClassDeclaration => ts.isClassDeclaration(one) && exportedClassName(one, source.file) === className,
  );
  if (owner === undefined) return { missing: `the file declares no class ${className}` };
  const constructor = owner.members.find((member) => ts.isConstructorDeclaration(member));
  const places: readonly ts.Declaration[] = [...owner.members, ...(constructor?.parameters ?? [])];
  const found = places.find((place) => isFieldDeclaration(place) && fieldName(place) === field);
  if (found === undefined) return { missing: `class ${className} declares no field ${field}` };
  return new LineMap(text).positionOf(found.getStart(source.file));
}

function isFieldDeclaration(place: ts.Declaration): boolean {
  if (ts.isPropertyDeclaration(place))
    return !ts.getCombinedModifierFlags(place) || (ts.getCombinedModifierFlags(place) & ts.ModifierFlags.Static) === 0;
  return ts.isParameter(place) && ts.isParameterPropertyDeclaration(place, place.parent);
}

function classOf(declaration: ts.Declaration): ts.ClassDeclaration | null {
  if (!isFieldDeclaration(declaration)) return null;
  const owner = ts.isParameter(declaration) ? declaration.parent.parent : declaration.parent;
  return ts.isClassDeclaration(owner) ? owner : null;
}

function fieldName(declaration: ts.Declaration): string | null {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : null;
}

function brokenText(assertion: AssertionComment, field: string): string {
  if (assertion.tag === 'range') return `!(${field} >= ${literal(assertion.min)} && ${field} <= ${literal(assertion.max)})`;
  const holds = withoutThis(assertion, field);
  const { expression } = assertion;
  const isNegation = ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.ExclamationToken;
  return isNegation ? holds.replace(/^!\s*/, '') : `!(${holds})`;
}

const literal = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** The text of an assertion with another text for `this`. */
function withoutThis({ text, expression }: Exclude<AssertionComment, { readonly tag: 'range' }>, field: string): string {
  const start = expression.getStart();
  const places: number[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.ThisKeyword) places.push(node.getStart() - start);
    ts.forEachChild(node, visit);
  };
  visit(expression);
  return places.reduceRight((changed, at) => `${changed.slice(0, at)}${field}${changed.slice(at + 4)}`, text).replaceAll(/\s+/g, ' ');
}
