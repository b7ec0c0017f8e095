import ts from 'typescript';
import type { TypeDeclaration } from './typeDeclarations.js';
import type { TypeContext } from './types.js';

/** Types named deeper than this are not followed. */
const maximalDepth = 10;

/** The data member of that name which a type declares in the text of the file; null where it declares none there, or is not understood. */
export function declaredMember(type: ts.TypeNode, name: string, context: TypeContext, depth = 0): ts.Declaration | null {
  if (depth > maximalDepth) return null;
  if (ts.isParenthesizedTypeNode(type)) return declaredMember(type.type, name, context, depth);
  if (ts.isTypeLiteralNode(type)) return memberNamed(type.members, name);
  if (ts.isIntersectionTypeNode(type)) return firstOf(type.types, (each) => declaredMember(each, name, context, depth + 1));
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return null;
  return memberOfNamed(type.typeName, name, context, depth);
}

function memberOfNamed(type: ts.Identifier, name: string, context: TypeContext, depth: number): ts.Declaration | null {
  const named = context.types.resolve(type);
  return named.kind === 'declared' ? firstOf(named.declarations, (each) => memberOf(each, name, context, depth + 1)) : null;
}

/** The data member of that name that a declaration has or inherits; null where the text of the file declares none. */
export function memberOf(
  declaration: TypeDeclaration | ts.ClassExpression,
  name: string,
  context: TypeContext,
  depth = 0,
): ts.Declaration | null {
  if (ts.isEnumDeclaration(declaration) || depth > maximalDepth) return null;
  if (ts.isTypeAliasDeclaration(declaration)) return declaredMember(declaration.type, name, context, depth);
  const own = memberNamed(declaration.members, name);
  if (own !== null) return own;
  const inherited = (declaration.heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return firstOf(
    inherited.flatMap(({ types }) => [...types]),
    ({ expression }) => (ts.isIdentifier(expression) ? memberOfNamed(expression, name, context, depth + 1) : null),
  );
}

/** The data member of that name among members of instances, also one that a constructor's parameter declares. */
function memberNamed(members: readonly (ts.TypeElement | ts.ClassElement)[], name: string): ts.Declaration | null {
  return firstOf(members, (member) => {
    if (ts.isPropertySignature(member)) return nameOf(member.name) === name ? member : null;
    if (ts.isPropertyDeclaration(member)) return nameOf(member.name) === name && !isStatic(member) ? member : null;
    if (!ts.isConstructorDeclaration(member)) return null;
    const isMeant = (each: ts.ParameterDeclaration): boolean => ts.isIdentifier(each.name) && each.name.text === name;
    return member.parameters.find((each) => ts.isParameterPropertyDeclaration(each, member) && isMeant(each)) ?? null;
  });
}

const isStatic = (member: ts.PropertyDeclaration): boolean =>
  member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;

/** The name of a property, where it is written as it is; null where it is computed. */
export function nameOf(name: ts.PropertyName): string | null {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isPrivateIdentifier(name) ? name.text : null;
}

/** The type that the value of an expression is declared with where it stands; null where none is written there. */
export function typeAround(node: ts.Expression, context: TypeContext): ts.TypeNode | null {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return typeAround(parent, context);
  if (ts.isConditionalExpression(parent)) return node === parent.condition ? null : typeAround(parent, context);
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return parent.type;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node ? (parent.type ?? null) : null;
  if (ts.isArrowFunction(parent)) return parent.body === node ? returned(parent) : null;
  if (ts.isReturnStatement(parent)) {
    const of = ts.findAncestor(parent, ts.isFunctionLike);
    return of === undefined ? null : returned(of);
  }
  if (!ts.isPropertyAssignment(parent) || parent.initializer !== node) return null;
  const name = nameOf(parent.name);
  const whole = name === null ? null : typeAround(parent.parent, context);
  const member = whole === null || name === null ? null : declaredMember(whole, name, context);
  return member !== null && (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) ? (member.type ?? null) : null;
}

/** The type of what a function returns; of an async one that of what its promise is fulfilled with. */
function returned(of: ts.SignatureDeclaration): ts.TypeNode | null {
  if (of.type === undefined || ('asteriskToken' in of && of.asteriskToken !== undefined)) return null;
  const isAsync = ts.canHaveModifiers(of) && ts.getModifiers(of)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  if (!isAsync) return of.type;
  const isPromise = ts.isTypeReferenceNode(of.type) && ts.isIdentifier(of.type.typeName) && of.type.typeName.text === 'Promise';
  return isPromise && ts.isTypeReferenceNode(of.type) ? (of.type.typeArguments?.[0] ?? null) : null;
}

function firstOf<T, R>(items: readonly T[], of: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = of(item);
    if (found !== null) return found;
  }
  return null;
}
