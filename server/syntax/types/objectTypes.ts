import ts from 'typescript';
import type { TypeDeclarations } from './typeDeclarations.js';

type Shape = ts.TypeLiteralNode | ts.InterfaceDeclaration | ts.ClassDeclaration;

/**
 * No primitive value is assignable to a type with all of these members. TypeScript compares structures: a string may be passed for
 * `{ length: number }`, and everything but undefined and null for `{}`. So a member is needed that no primitive has.
 */
export function isObjectOnly(shapes: readonly Shape[], types: TypeDeclarations): boolean {
  const visited = new Set<Shape>();
  const pending = [...shapes];
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    if (visited.has(shape)) continue;
    visited.add(shape);
    if (membersOf(shape).some(isForeignToPrimitives)) return true;
    if (!ts.isTypeLiteralNode(shape)) pending.push(...basesOf(shape, types));
  }
  return false;
}

function membersOf(shape: Shape): readonly (ts.TypeElement | ts.ClassElement | ts.ParameterDeclaration)[] {
  return shape.members.flatMap((member): readonly (ts.TypeElement | ts.ClassElement | ts.ParameterDeclaration)[] =>
    ts.isConstructorDeclaration(member)
      ? member.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
      : [member],
  );
}

/** Optional members count: TypeScript rejects a value that has none of a type's members, even if all are optional. */
function isForeignToPrimitives(member: ts.TypeElement | ts.ClassElement | ts.ParameterDeclaration): boolean {
  if (ts.canHaveModifiers(member)) {
    const modifiers = ts.getModifiers(member) ?? [];
    if (modifiers.some((each) => each.kind === ts.SyntaxKind.StaticKeyword)) return false;
    const isHidden = (each: ts.Modifier): boolean =>
      each.kind === ts.SyntaxKind.PrivateKeyword || each.kind === ts.SyntaxKind.ProtectedKeyword;
    if (modifiers.some(isHidden)) return true;
  }
  if (ts.isIndexSignatureDeclaration(member)) return member.parameters[0]?.type?.kind === ts.SyntaxKind.StringKeyword;
  const { name } = member;
  if (name === undefined) return false;
  if (ts.isPrivateIdentifier(name)) return true;
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return !primitiveMembers.has(name.text);
  return false;
}

function basesOf(shape: ts.InterfaceDeclaration | ts.ClassDeclaration, types: TypeDeclarations): Shape[] {
  const clauses = (shape.heritageClauses ?? []).filter((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword);
  return clauses
    .flatMap((clause) => [...clause.types])
    .flatMap(({ expression }) => {
      if (!ts.isIdentifier(expression)) return [];
      const named = types.resolve(expression);
      if (named.kind !== 'declared') return [];
      return named.declarations.filter((each) => ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each));
    });
}

/** The names of all properties that some primitive value has. */
const primitiveMembers: ReadonlySet<string> = new Set(
  ['', 0, false, 0n, Symbol.iterator].flatMap((primitive) => {
    const names: string[] = [];
    for (let object: unknown = Object(primitive); object !== null; object = Object.getPrototypeOf(object)) {
      names.push(...Object.getOwnPropertyNames(object));
    }
    return names;
  }),
);
