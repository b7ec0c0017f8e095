import ts from 'typescript';
import { functionAround } from './parts.js';
import { UsedKinds, type UsedKind } from './usedKinds.js';

/** The kinds of types that operators are chosen by. */
export type TypeKind = 'number' | 'string' | 'boolean' | 'array' | 'object' | 'function' | 'nothing' | 'any';

/** Something short that a repair may be made of. */
export interface Atom {
  readonly text: string;
  readonly type: ts.Type;
  readonly kind: TypeKind;
  /** Nodes of its expression. */
  readonly size: number;
  /** Without a type it is used like a list. */
  readonly isList?: true;
}

/** A function that is visible by a name, with the types of its first call signature. */
export interface VisibleFunction {
  readonly text: string;
  readonly type: ts.Type;
  readonly parameters: readonly ts.Type[];
  readonly result: ts.Type;
}

/** The names that may be used at a place of a text, and what may be made of them. */
export interface Vocabulary {
  readonly variables: readonly Atom[];
  /** Lengths, and members of objects. */
  readonly members: readonly Atom[];
  readonly functions: readonly VisibleFunction[];
}

/** At most so many names and members of a place are tried. */
const mostAtoms = 24;
/** Elements of lists among them. */
const mostElements = 6;

export class Types {
  private readonly known = new Map<string, Vocabulary>();
  private usedKinds: UsedKinds | null = null;

  constructor(
    readonly checker: ts.TypeChecker,
    private readonly file: ts.SourceFile,
  ) {}

  /** The type of an expression, a literal's own type widened; without one, what its use tells. */
  of(node: ts.Node): ts.Type {
    const type = this.checker.getBaseTypeOfLiteralType(this.checker.getTypeAtLocation(node));
    return isUntyped(type) ? this.typeOf(this.used.of(node), type) : type;
  }

  private ofSymbol(symbol: ts.Symbol, at: ts.Node): ts.Type {
    const type = this.checker.getBaseTypeOfLiteralType(this.checker.getTypeOfSymbolAtLocation(symbol, at));
    return isUntyped(type) ? this.typeOf(this.used.ofSymbol(symbol), type) : type;
  }

  private get used(): UsedKinds {
    return (this.usedKinds ??= new UsedKinds(this.checker, this.file));
  }

  private typeOf(kind: UsedKind | null, otherwise: ts.Type): ts.Type {
    return kind === 'number' ? this.checker.getNumberType() : kind === 'string' ? this.checker.getStringType() : otherwise;
  }

  /** What an expression in this place must be assignable to. */
  wanted(node: ts.Expression): ts.Type {
    const contextual = this.checker.getContextualType(node);
    const own = this.of(node);
    if (contextual === undefined || this.kindOf(contextual) === 'any') return own;
    return this.checker.getBaseTypeOfLiteralType(contextual);
  }

  /** Whether nothing but uses tells the type of an expression: a guess, on which no refutation may rest. */
  isUntyped(node: ts.Expression | ts.BindingName): boolean {
    if (!isUntyped(this.checker.getTypeAtLocation(node))) return false;
    const contextual = ts.isExpression(node) ? this.checker.getContextualType(node) : undefined;
    return contextual === undefined || this.kindOf(contextual) === 'any';
  }

  fits(type: ts.Type, wanted: ts.Type): boolean {
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0 || (wanted.flags & ts.TypeFlags.Any) !== 0) return true;
    return this.checker.isTypeAssignableTo(type, wanted);
  }

  /** Whether a part of a type fits: what is known of a value in its place may rule the others out. */
  mayFit(type: ts.Type, wanted: ts.Type): boolean {
    return this.fits(type, wanted) || (type.isUnion() && type.types.some((part) => this.fits(part, wanted)));
  }

  kindOf(type: ts.Type): TypeKind {
    const { flags } = type;
    if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0) return 'any';
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return 'number';
    if ((flags & ts.TypeFlags.StringLike) !== 0) return 'string';
    if ((flags & ts.TypeFlags.BooleanLike) !== 0) return 'boolean';
    if ((flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0) return 'nothing';
    if (type.isUnion()) return this.kindOfUnion(type);
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type)) return 'array';
    return type.getCallSignatures().length > 0 ? 'function' : 'object';
  }

  /** The one kind of the parts that are not nullish; any where there are several. */
  private kindOfUnion(type: ts.UnionType): TypeKind {
    const kinds = new Set(type.types.map((part) => this.kindOf(part)).filter((kind) => kind !== 'nothing'));
    const [only] = kinds;
    return kinds.size === 1 && only !== undefined ? only : 'any';
  }

  mayBeNothing(type: ts.Type): boolean {
    return type.isUnion() ? type.types.some((part) => this.kindOf(part) === 'nothing') : this.kindOf(type) === 'nothing';
  }

  /** What is visible before a statement or inside an expression. */
  visibleAt(node: ts.Node): Vocabulary {
    const scope = scopeOf(node);
    const key = `${scope.pos} ${scope.end} ${this.declaredBefore(node)}`;
    let known = this.known.get(key);
    if (known === undefined) this.known.set(key, (known = this.vocabulary(node)));
    return known;
  }

  private declaredBefore(node: ts.Node): number {
    return this.symbols(node).length;
  }

  private symbols(node: ts.Node): readonly ts.Symbol[] {
    const start = node.getStart(this.file);
    return this.checker.getSymbolsInScope(node, ts.SymbolFlags.Value).filter((symbol) => {
      const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
      if (declaration?.getSourceFile() !== this.file) return false;
      if (ts.isFunctionDeclaration(declaration) || ts.isImportSpecifier(declaration) || ts.isImportClause(declaration)) return true;
      if (declaration.end <= start || ts.isParameter(declaration)) return true;
      // What a function calls when it runs may stand behind it.
      return ts.isVariableDeclaration(declaration) && functionAround(node) !== functionAround(declaration);
    });
  }

  /** Whether a variable, function or import of the file has the name at a place. */
  isVisible(name: string, node: ts.Node): boolean {
    return this.symbols(node).some((symbol) => symbol.name === name);
  }

  private vocabulary(node: ts.Node): Vocabulary {
    const variables: Atom[] = [];
    const members: Atom[] = [];
    const functions: VisibleFunction[] = [];
    for (const symbol of [...this.symbols(node)].reverse()) {
      const type = this.ofSymbol(symbol, node);
      if ((symbol.flags & ts.SymbolFlags.Class) !== 0) continue;
      this.add(symbol.name, type, { variables, functions }, 1, isUntyped(type) && this.used.isList(symbol));
      if (isUntyped(type)) members.push(...this.usedMembers(symbol, node, type));
      else if (this.kindOf(type) !== 'function') members.push(...this.membersOf(symbol.name, type));
    }
    const self = this.selfAt(node);
    if (self !== null) {
      for (const atom of this.membersOf('this', self)) (atom.kind === 'function' ? members : variables).push({ ...atom, size: 1 });
      for (const atom of variables.filter(({ text }) => text.startsWith('this.'))) members.push(...this.membersOf(atom.text, atom.type));
    }
    members.push(...this.writtenElements(node, new Set(variables.map(({ text }) => text))));
    return { variables: variables.slice(0, mostAtoms), members: members.slice(0, mostAtoms), functions: functions.slice(0, mostAtoms) };
  }

  /** Elements that the function reads or writes elsewhere, of lists and by indices that are visible. */
  private writtenElements(node: ts.Node, visible: ReadonlySet<string>): readonly Atom[] {
    const around = ts.findAncestor(node, ts.isFunctionLike);
    if (around === undefined) return [];
    const found = new Map<string, Atom>();
    const isVisible = (each: ts.Node): boolean =>
      ts.isNumericLiteral(each) ||
      (ts.isIdentifier(each) && visible.has(each.text)) ||
      (ts.isBinaryExpression(each) && isVisible(each.left) && isVisible(each.right));
    const visit = (each: ts.Node): void => {
      if (ts.isElementAccessExpression(each) && isVisible(each.expression) && isVisible(each.argumentExpression)) {
        const text = ts.isNonNullExpression(each.parent) ? each.parent.getText(this.file) : each.getText(this.file);
        const type = this.of(ts.isNonNullExpression(each.parent) ? each.parent : each);
        const kind = this.kindOf(type);
        if (kind !== 'function' && kind !== 'nothing' && found.size < mostElements) found.set(text, { text, type, kind, size: 2 });
      }
      ts.forEachChild(each, visit);
    };
    visit(around);
    return [...found.values()];
  }

  private add(
    text: string,
    type: ts.Type,
    to: { readonly variables: Atom[]; readonly functions: VisibleFunction[] },
    size: number,
    isList: boolean,
  ): void {
    const kind = this.kindOf(type);
    if (kind === 'function') {
      const [signature] = type.getCallSignatures();
      if (signature === undefined) return;
      const parameters = signature.parameters.map((parameter) => this.checker.getTypeOfSymbol(parameter));
      to.functions.push({ text, type, parameters, result: signature.getReturnType() });
    } else if (kind !== 'nothing') to.variables.push({ text, type, kind, size, ...(isList ? { isList } : {}) });
  }

  /** The data members of an object, and the length of what has one. */
  membersOf(text: string, type: ts.Type): readonly Atom[] {
    const kind = this.kindOf(type);
    if (kind === 'array' || kind === 'string') {
      const length = type.getProperty('length') ?? this.checker.getApparentType(type).getProperty('length');
      return length === undefined ? [] : [{ text: `${text}.length`, type: this.checker.getTypeOfSymbol(length), kind: 'number', size: 2 }];
    }
    if (kind !== 'object') return [];
    const present = this.checker.getNonNullableType(type);
    return present.getProperties().flatMap((property) => {
      const declaration = property.valueDeclaration;
      if (declaration === undefined || !isUsersOwn(declaration) || property.name.startsWith('__')) {
        return property.name === 'size'
          ? [{ text: `${text}.size`, type: this.checker.getNumberType(), kind: 'number' as const, size: 2 }]
          : [];
      }
      const member = this.checker.getBaseTypeOfLiteralType(this.checker.getTypeOfSymbol(property));
      const memberKind = this.kindOf(member);
      return memberKind === 'function' ? [] : [{ text: `${text}.${property.name}`, type: member, kind: memberKind, size: 2 }];
    });
  }

  /** Where a variable without a type is read like an object: the fields that its function reads of such objects. */
  private usedMembers(symbol: ts.Symbol, node: ts.Node, type: ts.Type): readonly Atom[] {
    const around = ts.findAncestor(node, ts.isFunctionLike) ?? this.file;
    const names = new Set<string>();
    let isObject = false;
    const visit = (each: ts.Node): void => {
      if (ts.isPropertyAccessExpression(each) && !(ts.isCallExpression(each.parent) && each.parent.expression === each)) {
        if (isUntyped(this.checker.getTypeAtLocation(each.expression))) names.add(each.name.text);
        if (ts.isIdentifier(each.expression) && this.checker.getSymbolAtLocation(each.expression) === symbol) isObject = true;
      }
      ts.forEachChild(each, visit);
    };
    visit(around);
    if (!isObject) return [];
    return [...names].map((name) => {
      const kind = name === 'length' ? 'number' : this.used.ofField(name);
      const member = this.typeOf(kind, type);
      return { text: `${symbol.name}.${name}`, type: member, kind: this.kindOf(member), size: 2 };
    });
  }

  /** The type of `this`, where a class says it. */
  selfAt(node: ts.Node): ts.Type | null {
    for (let around: ts.Node | undefined = node; around !== undefined; around = around.parent) {
      if (ts.isFunctionDeclaration(around) || ts.isFunctionExpression(around)) return null;
      if (ts.isClassLike(around)) return ts.isClassDeclaration(around) && around.name !== undefined ? this.instanceType(around.name) : null;
    }
    return null;
  }

  private instanceType(name: ts.Identifier): ts.Type | null {
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol === undefined ? null : this.checker.getDeclaredTypeOfSymbol(symbol);
  }
}

const isUntyped = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Any) !== 0;

/** Members of the library are not data that a repair would name. */
const isUsersOwn = (declaration: ts.Node): boolean => !declaration.getSourceFile().isDeclarationFile;

function scopeOf(node: ts.Node): ts.Node {
  let scope = node;
  while (!ts.isBlock(scope) && !ts.isSourceFile(scope) && !ts.isFunctionLike(scope) && !ts.isForStatement(scope)) scope = scope.parent;
  return scope;
}
