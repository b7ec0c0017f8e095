import ts from 'typescript';
import type { RuleExpression } from '../../rules/ruleExpression.js';
import type { ClassReference } from '../../rules/rulesFile.js';
import { skipTypes } from '../source.js';

/** Something that a rules file does and a rule may not, as one sentence. */
export class RuleProblem extends Error {
  override readonly name = 'RuleProblem';

  constructor(
    message: string,
    readonly node: ts.Node | null = null,
  ) {
    super(message);
  }
}

/** The module that rules files import the words of rules from. */
export const rulesModule = 'whence/rules';
export const libraryModule = 'whence/rules/library';

/** What the top level of a rules file declares. */
export class RuleScope {
  /** Names of ours, by the name that the file gives them. */
  readonly words = new Map<string, string>();
  /** Names of the library. */
  readonly library = new Map<string, string>();
  readonly classes = new Map<string, ClassReference>();
  /** Names of modules that are imported as a whole. */
  readonly namespaces = new Map<string, string>();
  readonly constants = new Map<string, ts.Expression>();

  constructor(readonly file: ts.SourceFile) {
    for (const statement of file.statements) {
      if (ts.isImportDeclaration(statement)) this.addImport(statement);
      else if (ts.isVariableStatement(statement)) this.addConstants(statement);
    }
  }

  functionNamed(name: string): ts.FunctionDeclaration | undefined {
    return this.file.statements.find(
      (statement): statement is ts.FunctionDeclaration => ts.isFunctionDeclaration(statement) && statement.name?.text === name,
    );
  }

  /** The word of ours that a call begins with: `extent` of `extent(Node)`; null: it is none. */
  wordOf(expression: ts.Expression | undefined): string | null {
    if (expression === undefined || !ts.isCallExpression(expression)) return null;
    const { expression: callee } = expression;
    return ts.isIdentifier(callee) ? (this.words.get(callee.text) ?? null) : null;
  }

  libraryOf(expression: ts.Expression | undefined): string | null {
    if (expression === undefined || !ts.isCallExpression(expression)) return null;
    const { expression: callee } = expression;
    return ts.isIdentifier(callee) ? (this.library.get(callee.text) ?? null) : null;
  }

  /** The class that an expression names. */
  classOf(given: ts.Expression | undefined): ClassReference {
    const expression = given === undefined ? undefined : skipTypes(given);
    if (expression === undefined) throw new RuleProblem('extent needs a class: extent(Node).');
    if (ts.isIdentifier(expression)) return this.namedClass(expression.text, expression);
    if (ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression)) {
      const from = this.namespaces.get(expression.expression.text);
      if (from !== undefined) return { kind: 'imported', from, name: expression.name.text };
      const holder = this.classes.get(expression.expression.text);
      if (holder?.kind === 'imported') return { kind: 'imported', from: holder.from, name: expression.name.text };
    }
    throw new RuleProblem(`"${expression.getText(this.file)}" names no class that the file imports.`, expression);
  }

  /** The class that a type names, and what `typeof` its values have, for the types of metavariables. */
  typeOf(node: ts.TypeNode | undefined): { readonly of: ClassReference | null; readonly type: string | null } {
    if (node === undefined) return { of: null, type: null };
    if (ts.isArrayTypeNode(node)) return { of: { kind: 'global', name: 'Array' }, type: null };
    const primitive = primitiveTypes.get(node.kind);
    if (primitive !== undefined) return { of: null, type: primitive };
    if (!ts.isTypeReferenceNode(node)) return { of: null, type: null };
    if (ts.isIdentifier(node.typeName)) {
      const { text } = node.typeName;
      const of = this.classes.get(text) ?? (globalClasses.has(text) ? ({ kind: 'global', name: text } as const) : null);
      return { of, type: null };
    }
    const from = ts.isIdentifier(node.typeName.left) ? this.namespaces.get(node.typeName.left.text) : undefined;
    return { of: from === undefined ? null : { kind: 'imported', from, name: node.typeName.right.text }, type: null };
  }

  private namedClass(name: string, node: ts.Node): ClassReference {
    const known = this.classes.get(name);
    if (known !== undefined) return known;
    if (globalClasses.has(name)) return { kind: 'global', name };
    throw new RuleProblem(`"${name}" names no class that the file imports.`, node);
  }

  private addImport({ moduleSpecifier, importClause }: ts.ImportDeclaration): void {
    if (!ts.isStringLiteral(moduleSpecifier) || importClause === undefined) return;
    const from = moduleSpecifier.text;
    const add = (name: string, imported: string): void => {
      if (from === rulesModule) this.words.set(name, imported);
      else if (from === libraryModule) this.library.set(name, imported);
      else this.classes.set(name, { kind: 'imported', from, name: imported });
    };
    if (importClause.name !== undefined) add(importClause.name.text, 'default');
    const { namedBindings } = importClause;
    if (namedBindings === undefined) return;
    if (ts.isNamespaceImport(namedBindings)) this.namespaces.set(namedBindings.name.text, from);
    else for (const { name, propertyName } of namedBindings.elements) add(name.text, (propertyName ?? name).text);
  }

  private addConstants({ declarationList }: ts.VariableStatement): void {
    if ((declarationList.flags & ts.NodeFlags.Const) === 0) return;
    for (const { name, initializer } of declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined) this.constants.set(name.text, skipTypes(initializer));
  }
}

/** The value of an expression that is written out; undefined where it is none. */
export function literalOf(given: ts.Expression): RuleExpression | undefined {
  const expression = skipTypes(given);
  switch (expression.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { kind: 'literal', value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'literal', value: false };
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'literal', value: null };
  }
  if (ts.isStringLiteralLike(expression)) return { kind: 'literal', value: expression.text };
  if (ts.isNumericLiteral(expression)) return { kind: 'literal', value: Number(expression.text) };
  if (ts.isBigIntLiteral(expression)) return { kind: 'literal', value: BigInt(expression.text.slice(0, -1)) };
  if (ts.isIdentifier(expression)) {
    if (expression.text === 'undefined') return { kind: 'literal', value: undefined };
    if (expression.text === 'NaN') return { kind: 'literal', value: NaN };
    if (expression.text === 'Infinity') return { kind: 'literal', value: Infinity };
  }
  return undefined;
}

const primitiveTypes: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.StringKeyword, 'string'],
  [ts.SyntaxKind.NumberKeyword, 'number'],
  [ts.SyntaxKind.BooleanKeyword, 'boolean'],
  [ts.SyntaxKind.BigIntKeyword, 'bigint'],
  [ts.SyntaxKind.SymbolKeyword, 'symbol'],
]);

/** Classes of the language that rules may name. */
const globalClasses: ReadonlySet<string> = new Set(
  'Array Map Set WeakMap WeakSet Promise Error TypeError RangeError Date RegExp URL EventTarget AbortController Function Object ArrayBuffer Uint8Array'.split(
    ' ',
  ),
);
