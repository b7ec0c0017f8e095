import { attachedNode } from '../assertions/assertionSource.js';
import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import type { Scope, VariableInfo } from '../names/scopes.js';
import type { EditorSource } from './editorSource.js';

/** The name under the cursor in an assertion comment, when it can be renamed. */
export type Renamable =
  | { readonly kind: 'name'; readonly span: Span; readonly name: string }
  /** `message` says why not. */
  | { readonly kind: 'refused'; readonly message: string };

/** Null outside of assertion comments: in code TypeScript renames. */
export function renamableAt(source: EditorSource, offset: Offset): Renamable | null {
  const reference = source.referenceAt(offset);
  if (reference === null || reference.assertion === null) return null;
  const { node, variable } = reference;
  const refusal = refusalOf(source, variable);
  return refusal === null ? { kind: 'name', span: source.spanOf(node), name: node.text } : { kind: 'refused', message: refusal };
}

export interface RenameEdit {
  readonly span: Span;
  readonly text: string;
}

/** The edits that give the variable under the cursor another name, in code and comments; or why they cannot be made. */
export function renameAt(
  source: EditorSource,
  offset: Offset,
  newName: string,
): readonly RenameEdit[] | { readonly refusal: string } | null {
  const reference = source.referenceAt(offset);
  if (reference === null || reference.assertion === null) return null;
  const { variable } = reference;
  const refusal = refusalOf(source, variable) ?? (isIdentifierName(newName) ? null : `${newName} cannot be the name of a variable.`);
  if (refusal !== null) return { refusal };
  const uses = usesOf(source, variable);
  const clash = uses.map((node) => scopeAround(source, node).lookup(newName)).find((other) => other !== null && other !== variable);
  if (clash !== undefined) return { refusal: `There is another ${newName} here already.` };
  return uses.map((node) => ({ span: source.spanOf(node), text: renamed(node, newName) }));
}

function refusalOf(source: EditorSource, variable: VariableInfo): string | null {
  if (variable.form === 'implicit' || variable.declaration === null) return `${variable.name} is not declared in the program.`;
  const isExported = source.bindings.exports.some((each) => each.variable === variable);
  return isExported ? `${variable.name} is exported. Rename it in the code, where its uses in other files are found too.` : null;
}

/** All places where the variable's name is written: uses, its declaration, types, closing JSX tags, assertion comments. */
function usesOf(source: EditorSource, variable: VariableInfo): readonly ts.Identifier[] {
  const uses = new Set<ts.Identifier>();
  for (const [node, reference] of source.bindings.references) {
    if (reference.variable === variable && ts.isIdentifier(node)) uses.add(node);
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === variable.name && !uses.has(node) && denotes(source, node, variable)) uses.add(node);
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  return [...uses].sort((a, b) => a.pos - b.pos);
}

/** A name that binding does not look at: a declaration, a type, a closing tag, a specifier. */
function denotes(source: EditorSource, node: ts.Identifier, variable: VariableInfo): boolean {
  if (node.getStart(source.file) === variable.declaration?.start) return true;
  if (source.bindings.references.has(node)) return false;
  const { parent } = node;
  const isUnbound =
    (ts.isJsxClosingElement(parent) && parent.tagName === node) ||
    (ts.isTypeQueryNode(parent) && parent.exprName === node) ||
    (ts.isTypeReferenceNode(parent) && parent.typeName === node) ||
    (ts.isQualifiedName(parent) && parent.left === node) ||
    (ts.isTypePredicateNode(parent) && parent.parameterName === node) ||
    (ts.isExportSpecifier(parent) && (parent.propertyName ?? parent.name) === node);
  return isUnbound && scopeAround(source, node).lookup(node.text) === variable;
}

function scopeAround(source: EditorSource, node: ts.Node): Scope {
  for (let at: ts.Node | undefined = assertionNode(source, node) ?? node; at !== undefined; at = at.parent) {
    const scope = source.bindings.scopes.get(at);
    if (scope !== undefined) return scope;
  }
  return source.bindings.scopeAt(source.file);
}

/** Expressions of assertions hang at the file; what they are in is given by what they are attached to. */
function assertionNode(source: EditorSource, node: ts.Node): ts.Node | null {
  const assertion = source.assertions.assertions.find(({ span }) => span.start <= node.getStart(source.file) && node.end <= span.end);
  return assertion === undefined ? null : attachedNode(assertion);
}

/** Where one name stands for two things, both are written. */
function renamed(node: ts.Identifier, newName: string): string {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) return `${node.text}: ${newName}`;
  if (
    ts.isBindingElement(parent) &&
    parent.name === node &&
    parent.propertyName === undefined &&
    ts.isObjectBindingPattern(parent.parent)
  ) {
    return parent.dotDotDotToken === undefined ? `${node.text}: ${newName}` : newName;
  }
  if (ts.isImportSpecifier(parent) && parent.name === node && parent.propertyName === undefined) return `${node.text} as ${newName}`;
  if (ts.isExportSpecifier(parent) && parent.propertyName === undefined) return `${newName} as ${node.text}`;
  return newName;
}

function isIdentifierName(text: string): boolean {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const kind = scanner.scan();
  const isWhole = scanner.getTokenEnd() === text.length;
  return isWhole && (kind === ts.SyntaxKind.Identifier || (kind > ts.SyntaxKind.LastReservedWord && kind <= ts.SyntaxKind.LastKeyword));
}
