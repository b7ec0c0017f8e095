import type { Span } from '../base/span.js';
import type { Literal } from './literalValue.js';
import type { ControlPoint } from './controlPoint.js';
import type { Constant } from './expression.js';
import type { Instruction } from './instruction.js';

/** Dense from 0 within one module. */
export type VariableId = number;
export type FunctionId = number;
/** Within one function, dense from 0. */
export type NodeId = number;
/** An allocation site (object, array, closure, call of a constructor); dense from 0 within one module. */
export type SiteId = number;
export type AssertionId = number;

export interface Variable {
  readonly id: VariableId;
  /** The source name; temporaries have names that start with `%` and cannot be written by a user. */
  readonly name: string;
  readonly owner: FunctionId;
  readonly kind: 'parameter' | 'local' | 'temporary' | 'this' | 'newTarget' | 'arguments' | 'result' | 'exception' | 'import';
  /** Read or written by a function other than its owner: it lives in a cell of the heap, not in the frame. */
  readonly captured: boolean;
  /** Written anywhere but at its declaration (a parameter: written at all). */
  readonly reassigned: boolean;
  /** let, const, class: uninitialised until its declaration is evaluated. */
  readonly lexical: boolean;
  /** A declared function that is made as its scope is entered, before anything could read it. */
  readonly madeFirst: boolean;
  /** Where the name is declared; null for temporaries and implicit variables. */
  readonly declaration: Span | null;
  /** Where the name can be used (the block, function or module); null as above. */
  readonly scope: Span | null;
  /**
   * What the declared type promises (of parameters: an assumption of roots; otherwise only information). Of an import it is what is
   * known of the other module's variable: null when that is an input, `any` when it may be anything, `number` a number or undefined,
   * `typedArray` one of that length.
   */
  readonly assumption: TypeAssumption | null;
  /** Where the types are written that `assumption` was read from; null where there are none. */
  readonly declaredTypes: DeclaredTypes | null;
}

/** Type annotations: of a variable its own, of `this` those of the members of its class. */
export interface DeclaredTypes {
  readonly own: Span | null;
  readonly members: Readonly<Record<string, Span>>;
}

/** A declared TypeScript type, as far as values can be distinguished by it. */
export type TypeAssumption =
  /** `imported`: the type is declared by another module, whose text says what it promises (importedTypes.ts). */
  | { readonly kind: 'any'; readonly imported?: ImportedType }
  /** `isCount`: a size, whole and not negative. */
  | { readonly kind: 'number'; readonly isCount?: true }
  | { readonly kind: 'undefined' | 'null' | 'boolean' | 'string' | 'bigint' | 'symbol' | 'never' | 'function' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'array'; readonly element: TypeAssumption }
  /** An array of numbers whose length never changes; of imports the length is told. */
  | { readonly kind: 'typedArray'; readonly length?: number }
  | { readonly kind: 'tuple'; readonly elements: readonly TypeAssumption[] }
  /** Any object, an array or function included. `members`: of its data properties those whose type says something. */
  | { readonly kind: 'object'; readonly members?: Readonly<Record<string, TypeAssumption>> }
  | { readonly kind: 'union'; readonly of: readonly TypeAssumption[] };

/** A type of another module, by the name that it is exported under. */
export interface ImportedType {
  readonly specifier: string;
  readonly name: string;
}

/** The types that a module exports. */
export interface TypeExports {
  readonly declared: ReadonlyMap<string, TypeAssumption>;
  /** What it takes from other modules: `name` null for all, `imported` the other module's name for it. */
  readonly taken: readonly { readonly specifier: string; readonly name: string | null; readonly imported: string | null }[];
}

/** A node is where a state is attached. */
export interface GraphNode {
  readonly id: NodeId;
  readonly point: ControlPoint;
  /** What of the source the point is about (for `after`: the statement). */
  readonly span: Span;
  readonly mark: NodeMark | null;
}

export type NodeMark =
  /** The false branch of an invariant assertion, or of `@requires`, `@ensures`, `@range`: has no successors; being here is a failure. */
  | { readonly kind: 'violation'; readonly assertion: AssertionId }
  /** The true branch of an intermittent assertion: being here satisfies its obligation. */
  | { readonly kind: 'sometime'; readonly assertion: AssertionId }
  /** The head of a loop with no way out: being here is an intended end. */
  | { readonly kind: 'endless' };

export interface Edge {
  readonly source: NodeId;
  readonly target: NodeId;
  readonly instruction: Instruction;
  /**
   * `normal`: the instruction completes. `throw`: it throws; the thrown value is then in the function's exception variable,
   * and of the instruction's effects those that precede the throw may have happened.
   */
  readonly outcome: 'normal' | 'throw';
}

export type FunctionKind = 'module' | 'function' | 'arrow' | 'method' | 'getter' | 'setter' | 'constructor' | 'derivedConstructor';

export interface FunctionIr {
  readonly id: FunctionId;
  /** The source file that its spans are about. */
  readonly file: string;
  /** The bare name (`Class.method` for methods); `<module>` for the top level; `<anonymous>` where there is none. */
  readonly name: string;
  readonly kind: FunctionKind;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** Binding its arguments runs no code and can't fail: its parameters are names, their defaults literals. */
  readonly bindsPlainly: boolean;
  readonly parent: FunctionId | null;
  readonly span: Span;
  /** Span of the name, or of the `function` keyword, arrow or the like where there is none: where findings about the function point. */
  readonly nameSpan: Span;
  /** Positional parameters: argument i is bound to `parameters[i]`; patterns and defaults are lowered in the body. */
  readonly parameters: readonly VariableId[];
  /** Bound to a fresh array (site `restSite`) of the arguments from `parameters.length` on. */
  readonly rest: VariableId | null;
  readonly restSite: SiteId | null;
  readonly thisVariable: VariableId | null;
  readonly newTargetVariable: VariableId | null;
  /** Of a derived constructor: the object that `new` creates, until `super()` hands it out as `this`. */
  readonly instanceVariable: VariableId | null;
  readonly argumentsVariable: VariableId | null;
  readonly result: VariableId;
  readonly exception: VariableId;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly Edge[];
  readonly entry: NodeId;
  /** Normal completion; the value is in `result`. */
  readonly exit: NodeId;
  /** Abrupt completion by an exception that no handler of the function took; the value is in `exception`. */
  readonly throwExit: NodeId;
  /** Contains direct eval or `with`: nothing in it is modelled (its body is one havoc), everything in scope may change. */
  readonly opaque: boolean;
  /** Strict code: a write that finds no setter throws. */
  readonly strict: boolean;
  /** The declared return type is `never`. */
  readonly neverReturns: boolean;
  /** It is written where a test wants a function that throws. */
  readonly isWantedToThrow: boolean;
  /** Syntactic element reads and writes `a[i]` of the function's own body, as spans of the access expressions. */
  readonly accesses: readonly Access[];
}

/** `index` says where the load or store instruction with this `access` number is. */
export interface Access {
  readonly id: number;
  readonly span: Span;
  readonly kind: 'read' | 'write';
}

export interface Site {
  readonly id: SiteId;
  readonly owner: FunctionId;
  readonly span: Span;
  /** `imported`: a function or class of another module, whose members are not seen. */
  readonly form: 'object' | 'array' | 'function' | 'imported' | 'regexp' | 'class' | 'new' | 'rest' | 'arguments' | 'error' | 'other';
}

export interface Assertion {
  readonly id: AssertionId;
  /** `protocol`: a method is called in a state of its object in which it may be called. */
  readonly tag: 'always' | 'sometime' | 'requires' | 'ensures' | 'range' | 'invariant' | 'protocol';
  /** The text of the expression as written. */
  readonly text: string;
  /** Of the expression inside the comment. */
  readonly span: Span;
  readonly owner: FunctionId;
}

/** Something wrong inside an assertion comment: reported as `assertion-invalid`. */
export interface InvalidAssertion {
  readonly span: Span;
  readonly message: string;
  /** It is understood, but not checked: a hint. */
  readonly isNote?: true;
}

/** Why a function is a root of the analysis. */
export type RootReason = 'module' | 'exported' | 'escapes' | 'uncalled';

export interface Export {
  readonly name: string;
  readonly variable: VariableId | null;
}

/** A comment that takes findings on the next line out of reports. */
export interface IgnoreComment {
  readonly span: Span;
  /** As they are written: there may be no such finding. */
  readonly codes: readonly { readonly text: string; readonly span: Span }[];
  /** Why; null where nothing is said. */
  readonly reason: string | null;
}

/** A variable (of kind `import`) that stands for what another module exports. */
export interface Import {
  readonly variable: VariableId;
  readonly specifier: string;
  /** `default` for the default export, `export=` for what `import x = require(…)` gives; null for the whole namespace. */
  readonly name: string | null;
}

/** An export of something of another module: `export { a as b } from`, `export * from`, `export * as c from`. */
export interface Reexport {
  readonly specifier: string;
  /** Null for `export *`: every name but `default`. */
  readonly name: string | null;
  /** The other module's name for it; null for its whole namespace. */
  readonly imported: string | null;
}

export interface ModuleIr {
  readonly file: string;
  readonly text: string;
  readonly functions: readonly FunctionIr[];
  readonly variables: readonly Variable[];
  readonly sites: readonly Site[];
  readonly assertions: readonly Assertion[];
  readonly invalidAssertions: readonly InvalidAssertion[];
  readonly ignores: readonly IgnoreComment[];
  /** Module-level variables that other modules can read (ES exports). CommonJS exports are ordinary stores to `module.exports`. */
  readonly exports: readonly Export[];
  readonly imports: readonly Import[];
  readonly reexports: readonly Reexport[];
  readonly types: TypeExports;
  /** Module-level function declarations: initialised before anything runs. */
  readonly hoisted: ReadonlySet<VariableId>;
  /** By module-level variable that holds one object of constants for ever (enums, objects `as const` or frozen): its members. */
  readonly constants: ReadonlyMap<VariableId, ReadonlyMap<string, Constant>>;
  /** Module-level variables whose objects are declared to stay as they are, with all that is in them or by themselves. */
  readonly kept: ReadonlyMap<VariableId, 'whole' | 'itself'>;
  /** Module-level variables to which the program gives numbers alone; before the first one they are undefined or uninitialised. */
  readonly numbers: ReadonlySet<VariableId>;
  /** Some text of the module writes to a built-in (`Array.prototype.x = …`, `Math = …`): no model of a built-in may be used. */
  readonly tampersWithBuiltins: boolean;
  /** Constants of comparisons and lengths, for widening thresholds, ascending, by function. */
  readonly thresholds: ReadonlyMap<FunctionId, readonly number[]>;
  /** Of a module that was linked with others: what is not its own. */
  readonly linked?: Linked;
}

/**
 * Functions that are not the module's own: imported ones (linkImports.ts), and descriptions of built-ins, a copy for each call
 * (linkPrelude.ts). Nothing is reported of them.
 */
export interface Linked {
  /** The functions from this one on. */
  readonly first: FunctionId;
  /** The texts of the other files, by their names. */
  readonly texts: ReadonlyMap<string, string>;
  /** By variable of an import, the object that it stands for, where that stays as it is. */
  readonly literals: ReadonlyMap<VariableId, Literal>;
  /** By the site of a call, and the name of the built-in that it may be a call of: the description. */
  readonly descriptions: ReadonlyMap<SiteId, ReadonlyMap<string, FunctionId>>;
}
