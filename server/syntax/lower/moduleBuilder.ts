import ts from 'typescript';
import { neverNamesOf } from '../names/neverNames.js';
import type { Span } from '../../base/span.js';
import type { Assertion, AssertionId, FunctionId, InvalidAssertion, Site, SiteId } from '../../ir/program.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { classesAround } from '../assertions/assertionSource.js';
import type { Protocol } from '../assertions/protocol.js';
import { nodeNames, type NodePath } from '../names/nodeNames.js';
import type { Bindings } from '../names/bindings.js';
import { constantsOf } from './enumConstants.js';
import { Effects } from './evaluationEffects.js';
import type { AttachedAssertions } from '../names/resolve.js';
import type { FunctionInfo, VariableInfo } from '../names/scopes.js';
import { hasModifier, isPrivateMethod, type FieldRule, type Source } from '../source.js';
import type { TypeContext } from '../types/types.js';
import type { Expression } from '../../ir/expression.js';

/** The data that the functions of one module share while they are lowered. */
export class ModuleBuilder {
  readonly sites: Site[] = [];
  readonly assertions: Assertion[] = [];
  readonly invalidAssertions: InvalidAssertion[] = [];
  readonly effects: Effects;
  private readonly siteOf = new Map<ts.Node, Map<string, SiteId>>();
  private readonly constantsOfEnums = new Map<ts.EnumDeclaration, ReadonlyMap<string, Expression>>();
  /** By comment and function; null when it cannot be interpreted. */
  readonly assertionIds = new Map<AssertionComment, Map<FunctionId, AssertionId | null>>();
  invariantValue: Expression | null = null;
  /** The order in which the methods of classes may be called. */
  readonly protocols = new Map<ts.Node, Protocol>();
  private readonly privateNames = new Map<string, ts.ClassLikeDeclaration[]>();
  /** By the key of a private name. */
  private readonly brands = new Map<string, string>();
  /** Private names, and brands, whose classes may be made several times. */
  private readonly severalClasses = new Set<string>();
  private readonly classesWithMethods: ts.ClassLikeDeclaration[] = [];
  /** Enums and namespaces whose object has been made: further parts are merged into it. */
  readonly merged = new Set<VariableInfo>();
  /** What is called by such a name is declared never to return. */
  readonly neverNames: ReadonlySet<string>;
  /** What holds a module of Node, or a member of one. */
  readonly nodeNames: ReadonlyMap<VariableInfo, NodePath>;

  constructor(
    /** As it appears in control points. */
    readonly file: string,
    readonly source: Source,
    readonly bindings: Bindings,
    readonly attached: AttachedAssertions,
    readonly types: TypeContext,
    readonly fields: FieldRule = 'native',
  ) {
    this.neverNames = neverNamesOf(source.file);
    this.nodeNames = nodeNames(source.file, bindings);
    this.effects = new Effects(bindings);
  }

  /** Numbered by place of the text: lowering the same place again gives the same site. */
  site(node: ts.Node, owner: FunctionInfo, form: Site['form'], span: Span): SiteId {
    let forms = this.siteOf.get(node);
    if (forms === undefined) {
      forms = new Map();
      this.siteOf.set(node, forms);
    }
    const known = forms.get(form);
    if (known !== undefined) return known;
    const id = this.sites.length;
    this.sites.push({ id, owner: owner.id, span, form });
    forms.set(form, id);
    return id;
  }

  /** The constants that an enum's members stand for, where the compiler knows them. */
  enumConstants(node: ts.EnumDeclaration): ReadonlyMap<string, Expression> {
    let known = this.constantsOfEnums.get(node);
    if (known === undefined) {
      known = constantsOf(node);
      this.constantsOfEnums.set(node, known);
    }
    return known;
  }

  /** A member of a const enum. */
  constantOfEnum(variable: VariableInfo, name: string): Expression | null {
    for (const declaration of this.bindings.enums.get(variable) ?? []) {
      if (!hasModifier(declaration, ts.SyntaxKind.ConstKeyword)) return null;
      const constant = this.enumConstants(declaration).get(name);
      if (constant !== undefined) return constant;
    }
    return null;
  }

  /** The variable of the object that has the variable as a property, which others may write; undefined: it is no such variable. */
  exposedBy(variable: VariableInfo): VariableInfo | undefined {
    const member = this.bindings.namespaceMembers.get(variable);
    return member === undefined || member.isConstant ? undefined : member.object;
  }

  hasPermanentAssertion(variable: VariableInfo): boolean {
    return this.bindings.permanent.has(variable);
  }

  /** While `action` runs, `this` in an `@invariant` is the value. */
  withInvariantValue(value: Expression, action: () => void): void {
    this.invariantValue = value;
    action();
    this.invariantValue = null;
  }

  /** The key under which a private name is kept: equal names of different classes are different. */
  privateKey(name: ts.PrivateIdentifier): string {
    const { text } = name;
    for (const at of classesAround(name)) {
      const member = at.members.find(({ name }) => name !== undefined && ts.isPrivateIdentifier(name) && name.text === text);
      if (member === undefined) continue;
      const classes = this.privateNames.get(text) ?? [];
      this.privateNames.set(text, classes);
      let index = classes.indexOf(at);
      if (index < 0) index = classes.push(at) - 1;
      const key = index === 0 && !this.isQuoted(text) ? text : `${text}@${index + 1}`;
      this.brands.set(key, isPrivateMethod(member) ? this.methodsBrand(at) : key);
      if (mayBeMadeAgain(at)) this.severalClasses.add(key);
      return key;
    }
    return text;
  }

  /** The variable that holds the private method of instances with that name, and the key under which they note that they have it. */
  privateMethod(name: ts.PrivateIdentifier): { readonly variable: VariableInfo; readonly brand: string } | null {
    const { text } = name;
    for (const at of classesAround(name)) {
      const named = at.members.filter(({ name }) => name !== undefined && ts.isPrivateIdentifier(name) && name.text === text);
      const variables = named.flatMap((member) => (ts.isMethodDeclaration(member) ? (this.bindings.privateMethods.get(member) ?? []) : []));
      const [variable] = variables;
      if (variable !== undefined) return { variable, brand: this.methodsBrand(at) };
      if (named.length > 0) return null;
    }
    return null;
  }

  /** The program may have a property that is called like the private name. */
  private isQuoted(name: string): boolean {
    return ["'", '"', '`'].some((quote) => this.source.text.includes(`${quote}${name}${quote}`));
  }

  /** Under this key a class notes on what it constructs that its private methods may be called there; no private name is called so. */
  methodsBrand(node: ts.ClassLikeDeclaration): string {
    let index = this.classesWithMethods.indexOf(node);
    if (index < 0) index = this.classesWithMethods.push(node) - 1;
    const brand = `#@${index + 1}`;
    this.brands.set(brand, brand);
    if (mayBeMadeAgain(node)) this.severalClasses.add(brand);
    return brand;
  }

  /** What objects have of their own on which the key, that of a private name, may be used; undefined: of no private name. */
  brandOf(key: Expression): string | undefined {
    return key.kind === 'constant' && key.value.kind === 'string' ? this.brands.get(key.value.value) : undefined;
  }

  /** Whether objects may have the private name of another class that the same text has made. */
  isOfSeveralClasses(key: Expression): boolean {
    return key.kind === 'constant' && key.value.kind === 'string' && this.severalClasses.has(key.value.value);
  }
}

/** Each evaluation of a class within a function or loop makes another class, with private names of its own. */
function mayBeMadeAgain(node: ts.ClassLikeDeclaration): boolean {
  for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent)
    if ((ts.isFunctionLike(at) && !isCalledInPlace(at)) || ts.isIterationStatement(at, false) || ts.isPropertyDeclaration(at)) return true;
  return false;
}

/** Whether it is an expression without a name that is called where it stands, as in `(() => { … })()`: nobody can call it again. */
function isCalledInPlace(node: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  // A function may call itself by its name, or as `arguments.callee`.
  if (ts.isFunctionExpression(node) && (node.name !== undefined || /\barguments\b/.test(node.getText()))) return false;
  let callee: ts.Node = node;
  while (ts.isParenthesizedExpression(callee.parent)) callee = callee.parent;
  const { parent } = callee;
  if (ts.isCallExpression(parent)) return parent.expression === callee;
  return ts.isPropertyAccessExpression(parent) && parent.name.text === 'call' && isCallee(parent);
}

const isCallee = (node: ts.Node): boolean => ts.isCallExpression(node.parent) && node.parent.expression === node;
