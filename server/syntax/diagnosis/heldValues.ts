import ts from 'typescript';
import type { AssertionComment } from '../assertions/assertion.js';
import { hasModifier } from '../source.js';
import { switchName, type Insertion } from './textInsertions.js';

/** Where code may be put that holds assertions. */
export interface Holder {
  readonly file: ts.SourceFile;
  /** The text of the assertion as an argument. */
  keyOf(assertion: Pick<AssertionComment, 'tag' | 'text' | 'span'>): string;
  readonly insertions: Insertion[];
}

/** An expression on one line; null where that would hide a part of it. */
export const askedText = (text: string): string | null => (/\/\//.test(text) ? null : text.replaceAll(/[\n\r\u2028\u2029]+/g, ' '));

/** The `@range` and `@invariant` assertions of variables and fields: they are held where a value is given. */
export function permanentChecks(assertions: readonly AssertionComment[], holder: Holder): void {
  const ofVariables = new Map<ts.Node, AssertionComment[]>();
  const ofFields = new Map<ts.PropertyDeclaration, AssertionComment[]>();
  for (const assertion of assertions) {
    if (assertion.attachment.kind !== 'value') continue;
    const { declaration } = assertion.attachment;
    if (ts.isPropertyDeclaration(declaration)) put(ofFields, declaration, assertion);
    else if ((ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) && ts.isIdentifier(declaration.name))
      put(ofVariables, declaration, assertion);
  }
  if (ofVariables.size === 0 && ofFields.size === 0) return;
  const names = new DeclaredNames(holder.file);
  const visit = (node: ts.Node): void => {
    for (const one of checksOf(node, { ofVariables, ofFields, names }, holder)) insert(one, holder);
    ts.forEachChild(node, visit);
  };
  visit(holder.file);
}

function put<K>(map: Map<K, AssertionComment[]>, key: K, assertion: AssertionComment): void {
  map.set(key, [...(map.get(key) ?? []), assertion]);
}

/** What is asked of a value; `around`: the expression that gives or writes it. */
interface ValueCheck {
  readonly around: ts.Expression;
  /** How the value is read once it is written; null: it is what the expression gives. */
  readonly read: string | null;
  readonly assertions: readonly AssertionComment[];
}

interface Asserted {
  readonly ofVariables: ReadonlyMap<ts.Node, readonly AssertionComment[]>;
  readonly ofFields: ReadonlyMap<ts.PropertyDeclaration, readonly AssertionComment[]>;
  readonly names: DeclaredNames;
}

type Entry = { readonly body: ts.Block; readonly name: string; readonly assertions: readonly AssertionComment[] };

function checksOf(node: ts.Node, { ofVariables, ofFields, names }: Asserted, holder: Holder): readonly ValueCheck[] {
  if (ts.isPropertyDeclaration(node)) {
    const assertions = ofFields.get(node);
    return assertions === undefined || node.initializer === undefined ? [] : [{ around: node.initializer, read: null, assertions }];
  }
  if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
    const assertions = ofVariables.get(node);
    if (assertions === undefined) return [];
    const body = bodyOf(node);
    if (body !== null) atStart({ body, name: node.name.text, assertions }, holder);
    else if (node.initializer !== undefined && ts.isVariableDeclaration(node))
      return [{ around: node.initializer, read: null, assertions }];
    return [];
  }
  if (!ts.isExpression(node)) return [];
  return writtenBy(node).flatMap((target): ValueCheck[] => {
    const assertions = ts.isIdentifier(target)
      ? ofVariables.get(names.of(target) ?? missing)
      : ofFields.get(fieldOf(target, names) ?? missing);
    return assertions === undefined ? [] : [{ around: node, read: target.getText(holder.file), assertions }];
  });
}

const missing = ts.factory.createPropertyDeclaration(undefined, '', undefined, undefined, undefined);

/** The body at whose start a variable has just been given a value: of a parameter, or of the round of a loop. */
function bodyOf(node: ts.VariableDeclaration | ts.ParameterDeclaration): ts.Block | null {
  const around = ts.isParameter(node) ? node.parent : node.parent.parent;
  if (ts.isParameter(node))
    return 'body' in around && around.body !== undefined && ts.isBlock(around.body as ts.Node) ? (around.body as ts.Block) : null;
  return (ts.isForOfStatement(around) || ts.isForInStatement(around)) && ts.isBlock(around.statement) ? around.statement : null;
}

/** What an expression writes by itself: names, and fields of `this`. */
function writtenBy(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && counting.has(node.operator)))
    return targetsIn(node.operand);
  if (!ts.isBinaryExpression(node)) return [];
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? targetsIn(node.left) : [];
}

const counting: ReadonlySet<ts.PrefixUnaryOperator> = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

function targetsIn(node: ts.Node): readonly ts.Expression[] {
  if (ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword)) return [node];
  if (ts.isParenthesizedExpression(node) || ts.isSpreadElement(node) || ts.isNonNullExpression(node)) return targetsIn(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(targetsIn);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property)
        ? targetsIn(property.initializer)
        : ts.isShorthandPropertyAssignment(property)
          ? [property.name]
          : [],
    );
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) return targetsIn(node.left);
  return [];
}

/** The field that `this.x` names: of the class around, or of one of the file that it extends. */
function fieldOf(node: ts.Expression, names: DeclaredNames): ts.PropertyDeclaration | undefined {
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const seen = new Set<ts.Node>();
  for (let at = instanceClassOf(node); at !== null && !seen.has(at); at = superclassOf(at, names)) {
    seen.add(at);
    const member = at.members.find(
      (each): each is ts.PropertyDeclaration => ts.isPropertyDeclaration(each) && !isStatic(each) && each.name.getText() === node.name.text,
    );
    if (member !== undefined) return member;
  }
  return undefined;
}

const isStatic = (member: ts.Node): boolean => hasModifier(member, ts.SyntaxKind.StaticKeyword) || ts.isClassStaticBlockDeclaration(member);

/** The class of whose instances `this` is one; null where it is something else. */
function instanceClassOf(node: ts.Node): ts.ClassLikeDeclaration | null {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isClassElement(at) && ts.isClassLike(at.parent)) return isStatic(at) ? null : at.parent;
    if (ts.isFunctionLike(at) && !ts.isArrowFunction(at)) return null;
  }
  return null;
}

function superclassOf(node: ts.ClassLikeDeclaration, names: DeclaredNames): ts.ClassLikeDeclaration | null {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const name = clause?.types[0]?.expression;
  const declared = name !== undefined && ts.isIdentifier(name) ? names.of(name) : null;
  return declared !== null && ts.isClassLike(declared) ? declared : null;
}

function insert({ around, read, assertions }: ValueCheck, { file, insertions, keyOf }: Holder): void {
  const checks = assertions.flatMap((assertion) => checkText(assertion, read ?? 'value', keyOf(assertion)) ?? []);
  if (checks.length === 0) return;
  const [start, width] = [around.getStart(file), around.end - around.getStart(file) + 0.5];
  insertions.push({ at: start, text: `${switchName}.${read === null ? 'v' : 'k'}(`, rank: 1e9 - width });
  insertions.push({ at: around.end, text: `, ${read === null ? '(value)' : '()'} => { ${checks.join(' ')} })`, rank: -1e9 + width });
}

function atStart({ body, name, assertions }: Entry, { file, insertions, keyOf }: Holder): void {
  const checks = assertions.flatMap((assertion) => checkText(assertion, name, keyOf(assertion)) ?? []);
  if (checks.length > 0) insertions.push({ at: body.getStart(file) + 1, text: ` ${checks.join(' ')} `, rank: 1e9 - 7e8 });
}

/** Asks something of what is read so. */
function checkText(assertion: AssertionComment, read: string, key: string): string | null {
  if (assertion.tag === 'range') return `${switchName}.a(${key}, () => ${read} >= (${assertion.min}) && ${read} <= (${assertion.max}));`;
  const asked = askedText(assertion.text);
  if (asked === null) return null;
  return `${switchName}.a(${key}, () => (function () { 'use strict'; return (${asked}); }).call(${read}));`;
}

type Declaring = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement | ts.FunctionDeclaration | ts.ClassDeclaration;

const isDeclaring = (node: ts.Node): node is Declaring =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node);

/** The declarations of a file by the node in which their names mean them. */
class DeclaredNames {
  private readonly byScope = new Map<ts.Node, Map<string, Declaring>>();

  constructor(file: ts.SourceFile) {
    const visit = (node: ts.Node): void => {
      if (isDeclaring(node) && node.name !== undefined && ts.isIdentifier(node.name)) {
        const scope = scopeOf(node);
        const names = this.byScope.get(scope) ?? new Map<string, Declaring>();
        this.byScope.set(scope, names.set(node.name.text, node));
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  /** What a name means. */
  of(name: ts.Identifier): Declaring | null {
    for (let at: ts.Node = name; ; at = at.parent) {
      const found = this.byScope.get(at)?.get(name.text);
      if (found !== undefined) return found;
      if (ts.isSourceFile(at)) return null;
    }
  }
}

function scopeOf(node: Declaring): ts.Node {
  let outer: ts.Node = node;
  while (ts.isBindingElement(outer)) outer = outer.parent.parent;
  if (ts.isParameter(outer)) return outer.parent;
  const isOfFunction = ts.isVariableDeclaration(outer) && (ts.getCombinedNodeFlags(outer) & ts.NodeFlags.BlockScoped) === 0;
  for (let at = outer.parent; ; at = at.parent) {
    if (ts.isSourceFile(at) || ts.isFunctionLike(at) || ts.isModuleBlock(at) || ts.isClassStaticBlockDeclaration(at)) return at;
    if (isOfFunction && !ts.isCatchClause(at)) continue;
    if (ts.isBlock(at) || ts.isCaseBlock(at) || ts.isCatchClause(at) || isLoop(at)) return at;
  }
}

const isLoop = (node: ts.Node): boolean => ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node);
