import type ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { DeclaredTypes, FunctionId, FunctionKind, TypeAssumption, Variable, VariableId } from '../../ir/program.js';

/** The forms of declarations by which names come to be. */
export type Form =
  | 'var'
  | 'let'
  | 'const'
  | 'class'
  | 'function'
  | 'parameter'
  | 'catch'
  | 'import'
  | 'enum'
  | 'namespace'
  /** The name of a function or class expression, inside it. */
  | 'ownName'
  /** `declare`d: it exists elsewhere and nothing is known of it. */
  | 'ambient'
  /** `this`, `arguments`, results, temporaries. */
  | 'implicit';

/** A value that the program gives to a variable, for what can be said of it without a path. */
export interface Definition {
  readonly operator: '=' | 'numeric' | '+=' | 'update';
  readonly value: ts.Expression | null;
}

/** How the text declares a variable. */
export interface Declared {
  readonly form: Form;
  readonly declaration: Span | null;
  /** Where its name is known. */
  readonly scope: Span | null;
  readonly lexical: boolean;
  /** Of a variable declared in a `switch`: the clause, since others may jump over it. */
  readonly clause: ts.Node | null;
}

/** No text declares it. */
export const undeclared: Declared = { form: 'implicit', declaration: null, scope: null, lexical: false, clause: null };

/** A variable while the module is bound and lowered; `variableOf` makes its final form. */
export class VariableInfo {
  captured = false;
  reassigned = false;
  /** Some use must check that it is initialised. */
  checked = false;
  used = false;
  /** All values given to it by name; null when there are others (parameters, patterns, loops). */
  definitions: Definition[] | null = [];
  /** Every definition is a number by construction. */
  numeric = false;
  /** A declared function that is made as its scope is entered, before anything could read it. */
  madeFirst = false;
  /** Textually from here on it is initialised, in its own scope. */
  initialisedFrom = 0;
  /** The place where the text names it first. */
  firstNamed = Infinity;
  assumption: TypeAssumption | null = null;
  declaredTypes: DeclaredTypes | null = null;
  declarations = 0;

  readonly form: Form;
  readonly declaration: Span | null;
  readonly scope: Span | null;
  readonly lexical: boolean;
  readonly clause: ts.Node | null;

  constructor(
    readonly id: VariableId,
    readonly name: string,
    readonly owner: FunctionId,
    readonly kind: Variable['kind'],
    declared: Declared,
  ) {
    this.form = declared.form;
    this.declaration = declared.declaration;
    this.scope = declared.scope;
    this.lexical = declared.lexical;
    this.clause = declared.clause;
  }
}

/** A resolved variable as the IR keeps it. */
export function variableOf(info: VariableInfo): Variable {
  return {
    id: info.id,
    name: info.name,
    owner: info.owner,
    kind: info.kind,
    captured: info.captured,
    reassigned: info.reassigned,
    lexical: info.lexical,
    madeFirst: info.madeFirst,
    declaration: info.declaration,
    scope: info.scope,
    assumption: info.assumption,
    declaredTypes: info.declaredTypes,
  };
}

/** A function body's owner: a function, the module, or a class without a written constructor. */
export type FunctionNode = ts.SourceFile | ts.FunctionLikeDeclaration | ts.ClassLikeDeclaration;

/** What is known of a function before its body is bound. */
export interface FunctionHeader {
  readonly kind: FunctionKind;
  readonly name: string;
  readonly strict: boolean;
  readonly result: VariableInfo;
  readonly exception: VariableInfo;
}

/** A function while the module is bound and lowered. */
export class FunctionInfo {
  readonly scope: Scope;
  thisVariable: VariableInfo | null = null;
  newTargetVariable: VariableInfo | null = null;
  argumentsVariable: VariableInfo | null = null;
  opaque = false;
  /** `arguments[…]` is written: in sloppy code it aliases the parameters. */
  writesArguments = false;
  /** Where the text first hands on `arguments` by which others may write the parameters; Infinity: nowhere. */
  givesArgumentsAt = Infinity;
  /** Constants of the text, for widening. */
  readonly constants = new Set<number>();
  readonly parameters: VariableInfo[] = [];

  readonly kind: FunctionKind;
  readonly name: string;
  readonly strict: boolean;
  readonly result: VariableInfo;
  readonly exception: VariableInfo;

  constructor(
    readonly id: FunctionId,
    readonly node: FunctionNode,
    readonly parent: FunctionInfo | null,
    header: FunctionHeader,
    { outer, span }: { readonly outer: Scope | null; readonly span: Span },
  ) {
    this.kind = header.kind;
    this.name = header.name;
    this.strict = header.strict;
    this.result = header.result;
    this.exception = header.exception;
    this.scope = new Scope(outer, this, 'function', span);
  }
}

export class Scope {
  readonly names = new Map<string, VariableInfo>();
  /** Set where `this` is bound by something else than the scope's function (static initialisers). */
  ownThis: VariableInfo | null = null;

  constructor(
    readonly parent: Scope | null,
    readonly owner: FunctionInfo,
    /** `function`, `namespace` and `body` (of a function whose parameters have a scope of their own): targets of `var`; `static`: has its own `this`. */
    readonly kind: 'function' | 'namespace' | 'body' | 'static' | 'block' | 'switch',
    readonly span: Span,
  ) {}

  /** O(depth of nesting). */
  lookup(name: string): VariableInfo | null {
    const own = this.names.get(name);
    if (own !== undefined) return own;
    for (let scope = this.parent; scope !== null; scope = scope.parent) {
      const found = scope.names.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }
}
