import ts from 'typescript';
import type { TypeDeclarations } from './typeDeclarations.js';

/** What a declared type says of how long an object stays as it is: with all in it, by itself, or nothing. */
export type Lasting = 'whole' | 'itself' | null;

/** Types inside of types that are looked at. */
const deepest = 6;

/** What a type says of the objects that are declared to be of it: `readonly User[]` of the array, and of its users what `User` declares. */
export function lastingOf(type: ts.TypeNode, types: TypeDeclarations): Lasting {
  if (isWhole(type, types, deepest)) return 'whole';
  return isReadonly(type) ? 'itself' : null;
}

const readonlyTypes: ReadonlySet<string> = new Set(['Readonly', 'ReadonlyArray', 'ReadonlyMap', 'ReadonlySet']);

const isReadonlyOperator = (type: ts.TypeNode): type is ts.TypeOperatorNode =>
  ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword;

const isReadonlyReference = (type: ts.TypeNode): type is ts.TypeReferenceNode =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && readonlyTypes.has(type.typeName.text);

const isReadonly = (type: ts.TypeNode): boolean => isReadonlyOperator(type) || isReadonlyReference(type);

const primitiveKinds: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.NumberKeyword,
  ts.SyntaxKind.StringKeyword,
  ts.SyntaxKind.BooleanKeyword,
  ts.SyntaxKind.BigIntKeyword,
  ts.SyntaxKind.SymbolKeyword,
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.LiteralType,
  ts.SyntaxKind.TemplateLiteralType,
  ts.SyntaxKind.FunctionType,
]);

/** Whether nothing that is reached by the type may be written. */
function isWhole(type: ts.TypeNode, types: TypeDeclarations, depth: number): boolean {
  if (depth === 0) return false;
  const isInner = (inner: ts.TypeNode): boolean => isWhole(inner, types, depth - 1);
  if (primitiveKinds.has(type.kind)) return true;
  if (ts.isParenthesizedTypeNode(type)) return isInner(type.type);
  if (ts.isUnionTypeNode(type)) return type.types.every(isInner);
  if (ts.isTypeLiteralNode(type)) return areMembersWhole(type.members, isInner, false);
  if (isReadonlyOperator(type)) return elementsOf(type.type)?.every(isInner) === true;
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  const named = types.resolve(type.typeName);
  if (named.kind === 'global') return isReadonlyReference(type) && isWholeReference(type, types, isInner);
  return (
    named.kind === 'declared' && type.typeArguments === undefined && named.declarations.every((each) => isDeclaredWhole(each, isInner))
  );
}

/** `ReadonlyMap<K, V>`, `Readonly<T>` */
function isWholeReference(type: ts.TypeReferenceNode, types: TypeDeclarations, isInner: (inner: ts.TypeNode) => boolean): boolean {
  const [first, ...others] = type.typeArguments ?? [];
  if (first === undefined) return false;
  if (!ts.isIdentifier(type.typeName) || type.typeName.text !== 'Readonly') return isInner(first) && others.every(isInner);
  const elements = elementsOf(first);
  if (elements !== null) return elements.every(isInner);
  if (ts.isTypeLiteralNode(first)) return areMembersWhole(first.members, isInner, true);
  if (!ts.isTypeReferenceNode(first) || !ts.isIdentifier(first.typeName)) return false;
  if (first.typeName.text === 'Record') return first.typeArguments?.every(isInner) === true;
  const named = types.resolve(first.typeName);
  return named.kind === 'declared' && named.declarations.every((each) => isDeclaredWhole(each, isInner, true));
}

/** The types of the elements of an array or tuple type. */
function elementsOf(type: ts.TypeNode): readonly ts.TypeNode[] | null {
  if (ts.isArrayTypeNode(type)) return [type.elementType];
  if (!ts.isTupleTypeNode(type)) return null;
  return type.elements.map((element) => (ts.isNamedTupleMember(element) ? element.type : element));
}

function isDeclaredWhole(declaration: ts.Declaration, isInner: (inner: ts.TypeNode) => boolean, isReadonlyAnyway = false): boolean {
  if (ts.isEnumDeclaration(declaration)) return true;
  if (ts.isTypeAliasDeclaration(declaration)) {
    const { type } = declaration;
    return isReadonlyAnyway && ts.isTypeLiteralNode(type) ? areMembersWhole(type.members, isInner, true) : isInner(type);
  }
  if (!ts.isInterfaceDeclaration(declaration) || declaration.heritageClauses !== undefined) return false;
  return areMembersWhole(declaration.members, isInner, isReadonlyAnyway);
}

function areMembersWhole(members: readonly ts.TypeElement[], isInner: (inner: ts.TypeNode) => boolean, isReadonlyAnyway: boolean): boolean {
  return members.every((member) => {
    if (ts.isMethodSignature(member)) return true;
    if (!ts.isPropertySignature(member) && !ts.isIndexSignatureDeclaration(member)) return false;
    const isFixed = isReadonlyAnyway || member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true;
    return isFixed && member.type !== undefined && isInner(member.type);
  });
}
