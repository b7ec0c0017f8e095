import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { isAny, unionOf } from '../../ir/importedTypes.js';
import type { DeclaredTypes, TypeAssumption } from '../../ir/program.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { isObjectOnly } from './objectTypes.js';
import { spanOf } from '../source.js';
import { TypeDeclarations, type TypeDeclaration } from './typeDeclarations.js';

/** The types that the functions below look up: those declared in one file, and the permanent assertions about its declarations. */
export interface TypeContext {
  readonly types: TypeDeclarations;
  readonly permanent: ReadonlyMap<ts.Node, readonly AssertionComment[]>;
}

/** Made once per file, from `collectAssertions(sourceFile).assertions`. */
export function typeContext(assertions: readonly AssertionComment[]): TypeContext {
  const permanent = new Map<ts.Node, AssertionComment[]>();
  for (const assertion of assertions) {
    if (assertion.attachment.kind !== 'value') continue;
    const { declaration } = assertion.attachment;
    permanent.set(declaration, [...(permanent.get(declaration) ?? []), assertion]);
  }
  return { types: new TypeDeclarations(), permanent };
}

/** Types nested or named deeper than this are not followed: the answer is `any`. */
const maximalDepth = 10;
/** A tuple is described for each length that it may have. */
const mostOptional = 3;
/** Objects inside of objects deeper than this are not described. */
const deepestMembers = 4;

const any: TypeAssumption = { kind: 'any' };
const anyArray: TypeAssumption = { kind: 'array', element: any };
const anyButNothing: TypeAssumption = {
  kind: 'union',
  of: [{ kind: 'boolean' }, { kind: 'number' }, { kind: 'string' }, { kind: 'bigint' }, { kind: 'symbol' }, { kind: 'object' }],
};

/**
 * What a declared type promises of its values, from the text of the file alone: null without a type, `any` where it is a type parameter,
 * computed (conditional, mapped, indexed) or otherwise not understood. A type of another module keeps its name. A type in a comment
 * promises nothing.
 */
function assumptionOf(type: ts.TypeNode | undefined, context: TypeContext): TypeAssumption | null {
  return type === undefined ? null : new Reader(context).read(type, 0);
}

/** The declared type of a variable or property. */
export function declaredAssumption(
  declaration: ts.VariableDeclaration | ts.PropertyDeclaration | ts.PropertySignature,
  context: TypeContext,
): TypeAssumption | null {
  const assumption = assumptionOf(declaration.type, context);
  const isOptional = !ts.isVariableDeclaration(declaration) && declaration.questionToken !== undefined;
  return assumption !== null && isOptional ? orUndefined(assumption) : assumption;
}

/**
 * The values that may be passed for a parameter before its default is applied; null without a type. An optional one, or one with a default,
 * may be undefined. A rest parameter is an array.
 */
export function parameterAssumption(parameter: ts.ParameterDeclaration, context: TypeContext): TypeAssumption | null {
  const declared = assumptionOf(parameter.type, context);
  if (parameter.dotDotDotToken !== undefined) {
    return declared?.kind === 'array' || declared?.kind === 'tuple' ? declared : anyArray;
  }
  if (declared === null) return null;
  return parameter.questionToken !== undefined || parameter.initializer !== undefined ? orUndefined(declared) : declared;
}

/**
 * The `@range` and `@invariant` assertions that every value of a variable, parameter or property must satisfy: its own and those of the
 * aliases its type is declared with. An alias inside of another type (a union, an array) asks nothing of the whole value.
 */
export function permanentAssertions(declaration: ts.Declaration, context: TypeContext): readonly AssertionComment[] {
  const found = [...(context.permanent.get(declaration) ?? [])];
  if (context.permanent.size === 0 || !isTyped(declaration)) return found;
  let type = declaration.type;
  for (let depth = 0; type !== undefined && depth < maximalDepth; depth++) {
    while (ts.isParenthesizedTypeNode(type)) type = type.type;
    if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) break;
    const named = context.types.resolve(type.typeName);
    const alias: TypeDeclaration | undefined = named.kind === 'declared' ? named.declarations[0] : undefined;
    if (alias === undefined || !ts.isTypeAliasDeclaration(alias)) break;
    found.push(...(context.permanent.get(alias) ?? []));
    type = alias.type;
  }
  return found;
}

/** The place of a parameter's type, if it promises anything. */
export function parameterTypes(parameter: ts.ParameterDeclaration, assumption: TypeAssumption | null): DeclaredTypes | null {
  if (parameter.type === undefined || assumption === null || isAny(assumption)) return null;
  return { own: spanOf(parameter.type, parameter.getSourceFile()), members: {} };
}

/** The places of the types of a class's data. */
export function instanceTypes(declaration: ts.ClassLikeDeclaration): DeclaredTypes {
  const members: Record<string, Span> = {};
  const file = declaration.getSourceFile();
  for (const { name, type } of dataMembers(declaration)) {
    const isNamed = ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name);
    if (type !== undefined && isNamed && name.text !== '__proto__') members[name.text] = spanOf(type, file);
  }
  return { own: null, members };
}

/** The value of `this` in the methods of a class: an instance, with the data that is declared. */
export function instanceAssumption(declaration: ts.ClassLikeDeclaration, context: TypeContext): TypeAssumption {
  return new Reader(context).instance(declaration);
}

/** What the values of a declared type promise. */
export function declarationAssumption(declarations: readonly TypeDeclaration[], context: TypeContext): TypeAssumption {
  return new Reader(context).declared(declarations, 0);
}

/** The declared return type is `never`. */
export function neverReturns(declaration: ts.SignatureDeclaration): boolean {
  let type = declaration.type;
  while (type !== undefined && ts.isParenthesizedTypeNode(type)) type = type.type;
  return type?.kind === ts.SyntaxKind.NeverKeyword;
}

type TypedDeclaration = ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration | ts.PropertySignature;

function isTyped(node: ts.Node): node is TypedDeclaration {
  return ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);
}

function orUndefined(assumption: TypeAssumption): TypeAssumption {
  return unionOf([assumption, { kind: 'undefined' }]);
}

/** Reads one type. */
class Reader {
  constructor(private readonly context: TypeContext) {}

  read(type: ts.TypeNode, depth: number): TypeAssumption {
    if (depth > maximalDepth) return any;
    const keyword = keywords.get(type.kind);
    if (keyword !== undefined) return keyword;
    if (ts.isParenthesizedTypeNode(type) || ts.isNamedTupleMember(type)) return this.read(type.type, depth);
    if (ts.isUnionTypeNode(type)) return unionOf(type.types.map((each) => this.read(each, depth + 1)));
    if (ts.isIntersectionTypeNode(type)) return both(type.types.map((each) => this.read(each, depth + 1)));
    if (ts.isLiteralTypeNode(type)) return literal(type.literal);
    if (ts.isTemplateLiteralTypeNode(type)) return { kind: 'string' };
    if (ts.isArrayTypeNode(type)) return { kind: 'array', element: this.read(type.elementType, depth + 1) };
    if (ts.isTupleTypeNode(type)) return this.tuple(type, depth);
    if (ts.isTypeOperatorNode(type)) return this.operator(type, depth);
    if (ts.isTypePredicateNode(type)) return type.assertsModifier === undefined ? { kind: 'boolean' } : { kind: 'undefined' };
    if (ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type)) return { kind: 'function' };
    if (ts.isTypeLiteralNode(type)) return this.members(type, depth);
    if (ts.isTypeReferenceNode(type)) return this.reference(type, depth);
    return any;
  }

  private tuple(type: ts.TupleTypeNode, depth: number): TypeAssumption {
    if (type.elements.some((each) => ts.isRestTypeNode(each) || (ts.isNamedTupleMember(each) && each.dotDotDotToken !== undefined)))
      return anyArray;
    const given = type.elements.map((each) => this.read(ts.isOptionalTypeNode(each) ? each.type : each, depth + 1));
    const needed = type.elements.findLastIndex((each) => !isOptional(each)) + 1;
    if (given.length - needed > mostOptional) return anyArray;
    const elements = given.map((each, i) => (i < needed ? each : orUndefined(each)));
    const tuples = Array.from({ length: given.length - needed + 1 }, (_, more): TypeAssumption => {
      return { kind: 'tuple', elements: elements.slice(0, needed + more) };
    });
    return unionOf(tuples);
  }

  private operator(type: ts.TypeOperatorNode, depth: number): TypeAssumption {
    switch (type.operator) {
      case ts.SyntaxKind.ReadonlyKeyword:
        return this.read(type.type, depth);
      case ts.SyntaxKind.UniqueKeyword:
        return { kind: 'symbol' };
      default:
        return { kind: 'union', of: [{ kind: 'string' }, { kind: 'number' }, { kind: 'symbol' }] }; // keyof
    }
  }

  private reference(type: ts.TypeReferenceNode, depth: number): TypeAssumption {
    if (!ts.isIdentifier(type.typeName)) return any;
    const named = this.context.types.resolve(type.typeName);
    if (named.kind === 'opaque') return any;
    if (named.kind === 'imported') return { kind: 'any', imported: { specifier: named.specifier, name: named.name } };
    if (named.kind === 'global') return this.global(type.typeName.text, type.typeArguments ?? [], depth);
    return this.declared(named.declarations, depth);
  }

  declared(declarations: readonly TypeDeclaration[], depth: number): TypeAssumption {
    const [first] = declarations;
    if (first === undefined) return any;
    if (ts.isTypeAliasDeclaration(first)) return this.read(first.type, depth + 1);
    if (declarations.every(ts.isEnumDeclaration)) return unionOf(declarations.map(enumeration));
    return this.shapes(declarations, depth);
  }

  private global(name: string, args: readonly ts.TypeNode[], depth: number): TypeAssumption {
    const [first] = args;
    if (name === 'Array' || name === 'ReadonlyArray') {
      return { kind: 'array', element: first === undefined ? any : this.read(first, depth + 1) };
    }
    if (name === 'Readonly' && first !== undefined) return this.read(first, depth + 1);
    if (name === 'Function') return { kind: 'function' };
    if (typedArrays.has(name)) return { kind: 'typedArray' };
    const members = membersOfGlobals.get(name);
    if (members !== undefined) return { kind: 'object', members };
    if (objectGlobals.has(name)) return { kind: 'object' };
    return any;
  }

  private members(type: ts.TypeLiteralNode, depth: number): TypeAssumption {
    if (type.members.some((each) => ts.isCallSignatureDeclaration(each) || ts.isConstructSignatureDeclaration(each))) {
      return { kind: 'function' };
    }
    return isObjectOnly([type], this.context.types) ? this.withMembers([type], depth) : anyButNothing;
  }

  /** Classes and interfaces that share a name: a value has the members of all of them. */
  private shapes(declarations: readonly TypeDeclaration[], depth: number): TypeAssumption {
    const shapes = declarations.filter((each) => ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each));
    if (shapes.length < declarations.length) return any;
    const isCallable = shapes.some((each) =>
      [...each.members].some((member) => ts.isCallSignatureDeclaration(member) || ts.isConstructSignatureDeclaration(member)),
    );
    if (isCallable) return { kind: 'function' };
    return isObjectOnly(shapes, this.context.types) ? this.withMembers(shapes, depth) : anyButNothing;
  }

  instance(declaration: ts.ClassLikeDeclaration): TypeAssumption {
    return this.withMembers([declaration], 0);
  }

  /** What is declared as data; accessors, methods and inherited members are left out. */
  private withMembers(shapes: readonly Shape[], depth: number): TypeAssumption {
    if (depth >= deepestMembers) return { kind: 'object' };
    const members: Record<string, TypeAssumption> = {};
    for (const declaration of shapes.flatMap(dataMembersOf)) {
      const { name, type, questionToken } = declaration;
      const isNamed = ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name);
      if (type === undefined || !isNamed || name.text === '__proto__') continue;
      const declared = this.read(type, depth + 1);
      if (!isAny(declared)) members[name.text] = questionToken === undefined ? declared : orUndefined(declared);
    }
    return Object.keys(members).length === 0 ? { kind: 'object' } : { kind: 'object', members };
  }
}

const keywords: ReadonlyMap<ts.SyntaxKind, TypeAssumption> = new Map<ts.SyntaxKind, TypeAssumption>([
  [ts.SyntaxKind.NumberKeyword, { kind: 'number' }],
  [ts.SyntaxKind.StringKeyword, { kind: 'string' }],
  [ts.SyntaxKind.BooleanKeyword, { kind: 'boolean' }],
  [ts.SyntaxKind.BigIntKeyword, { kind: 'bigint' }],
  [ts.SyntaxKind.SymbolKeyword, { kind: 'symbol' }],
  [ts.SyntaxKind.UndefinedKeyword, { kind: 'undefined' }],
  [ts.SyntaxKind.VoidKeyword, { kind: 'undefined' }],
  [ts.SyntaxKind.NeverKeyword, { kind: 'never' }],
  [ts.SyntaxKind.ObjectKeyword, { kind: 'object' }],
  [ts.SyntaxKind.AnyKeyword, any],
  [ts.SyntaxKind.UnknownKeyword, any],
]);

const number: TypeAssumption = { kind: 'number' };
const string: TypeAssumption = { kind: 'string' };
const boolean: TypeAssumption = { kind: 'boolean' };
const count: TypeAssumption = { kind: 'number', isCount: true };
const ofBuffers = { byteLength: count };
const ofErrors = { name: string, message: string };

/** Standard types that no primitive value has, with what each of their objects gives that is no method. */
const membersOfGlobals: ReadonlyMap<string, Readonly<Record<string, TypeAssumption>>> = new Map<
  string,
  Readonly<Record<string, TypeAssumption>>
>([
  ...['Map', 'ReadonlyMap', 'Set', 'ReadonlySet'].map((name) => [name, { size: count }] as const),
  ...['ArrayBuffer', 'SharedArrayBuffer'].map((name) => [name, ofBuffers] as const),
  ['DataView', { buffer: { kind: 'object', members: ofBuffers }, byteLength: count, byteOffset: count }],
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError'].map((name) => [name, ofErrors] as const),
  [
    'RegExp',
    { source: string, flags: string, global: boolean, ignoreCase: boolean, multiline: boolean, sticky: boolean, lastIndex: number },
  ],
]);

/** Others of them. */
const objectGlobals: ReadonlySet<string> = new Set([
  ...['Date', 'Promise', 'PromiseLike', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...['BigInt64Array', 'BigUint64Array', 'Iterator', 'Generator', 'AsyncGenerator'],
]);
const typedArrays: ReadonlySet<string> = new Set([
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'Buffer'],
]);

type Shape = ts.TypeLiteralNode | ts.InterfaceDeclaration | ts.ClassLikeDeclaration;
type DataMember = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration;

const knownMembers = new WeakMap<Shape, readonly DataMember[]>();

/** Looked for once: every method asks for those of its class. */
function dataMembersOf(shape: Shape): readonly DataMember[] {
  const known = knownMembers.get(shape) ?? dataMembers(shape);
  knownMembers.set(shape, known);
  return known;
}

function dataMembers(shape: Shape): readonly DataMember[] {
  const members: readonly (ts.TypeElement | ts.ClassElement)[] = [...shape.members];
  return members.flatMap((member): readonly DataMember[] => {
    if (ts.isPropertySignature(member)) return [member];
    if (ts.isPropertyDeclaration(member)) {
      const isOwn = !(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Static | ts.ModifierFlags.Accessor));
      return isOwn ? [member] : [];
    }
    if (!ts.isConstructorDeclaration(member)) return [];
    return member.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member));
  });
}

function literal(node: ts.LiteralTypeNode['literal']): TypeAssumption {
  if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text };
  if (ts.isNumericLiteral(node)) return { kind: 'literal', value: Number(node.text) };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'null' };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false };
  if (ts.isBigIntLiteral(node)) return { kind: 'bigint' };
  if (ts.isPrefixUnaryExpression(node)) {
    if (ts.isBigIntLiteral(node.operand)) return { kind: 'bigint' };
    if (ts.isNumericLiteral(node.operand)) return { kind: 'literal', value: -Number(node.operand.text) };
  }
  return any;
}

const isOptional = (element: ts.TypeNode): boolean =>
  ts.isOptionalTypeNode(element) || (ts.isNamedTupleMember(element) && element.questionToken !== undefined);

/** Any number may be assigned to an enum with numeric members; only the members themselves to one of strings. */
function enumeration(declaration: ts.EnumDeclaration): TypeAssumption {
  return unionOf(
    declaration.members.map(({ initializer }): TypeAssumption => {
      if (initializer === undefined) return { kind: 'number' };
      if (ts.isStringLiteralLike(initializer)) return { kind: 'literal', value: initializer.text };
      if (ts.isNumericLiteral(initializer) || ts.isPrefixUnaryExpression(initializer)) return { kind: 'number' };
      return { kind: 'union', of: [{ kind: 'number' }, { kind: 'string' }] };
    }),
  );
}

/** A value of an intersection is of each of its types: the most telling one is kept (`number & { readonly brand: 'metres' }` is a number). */
function both(members: readonly TypeAssumption[]): TypeAssumption {
  const order = (member: TypeAssumption): number => {
    if (member.kind === 'any') return 3;
    if (member.kind === 'union') return 2;
    return member.kind === 'object' ? 1 : 0;
  };
  return [...members].sort((a, b) => order(a) - order(b))[0] ?? any;
}
