import type ts from 'typescript';
import type { TypeAssumption } from '../ir/program.js';
import type { AssertionComment } from './assertions/assertion.js';

/** What the functions below look up: the types declared in one file and the permanent assertions about its declarations. */
export interface TypeContext {
  readonly sourceFile: ts.SourceFile;
  readonly assertions: ReadonlyMap<ts.Node, readonly AssertionComment[]>;
}

/** Made once per file, from `collectAssertions(sourceFile).assertions`. */
export function typeContext(sourceFile: ts.SourceFile, assertions: readonly AssertionComment[]): TypeContext {
  void assertions;
  return { sourceFile, assertions: new Map() };
}

/** What a declared type promises; null without a type, `any` where it is not understood. */
export function assumptionOf(type: ts.TypeNode | undefined, context: TypeContext): TypeAssumption | null {
  void context;
  return type === undefined ? null : { kind: 'any' };
}

/** What may be passed for a parameter, before its default is applied; null without a type. */
export function parameterAssumption(parameter: ts.ParameterDeclaration, context: TypeContext): TypeAssumption | null {
  return assumptionOf(parameter.type, context);
}

/** The `@range` and `@invariant` assertions of a variable, parameter or property: its own and those of its type alias. */
export function permanentAssertions(declaration: ts.Declaration, context: TypeContext): readonly AssertionComment[] {
  return context.assertions.get(declaration) ?? [];
}

/** The declared return type is `never`. */
export function neverReturns(declaration: ts.SignatureDeclaration): boolean {
  void declaration;
  return false;
}
