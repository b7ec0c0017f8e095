import type ts from 'typescript';
import type { Constant } from '../../ir/expression.js';
import type { FunctionId, Reexport, Variable } from '../../ir/program.js';
import type { AssertionComment } from '../assertions/assertion.js';
import { InternalError } from '../../base/errors.js';
import { undeclared, VariableInfo, type Declared, type FunctionInfo, type FunctionNode, type Scope } from './scopes.js';

/** A reference to a variable from a place of the text. */
export interface Reference {
  readonly variable: VariableInfo;
  /** The variable may be uninitialised here. */
  readonly check: boolean;
}

/** What an exported variable of a namespace is a property of; `isConstant`: it is declared by `const`, and nobody may write it later. */
export interface NamespaceMember {
  readonly object: VariableInfo;
  readonly isConstant: boolean;
}

/** The meanings of names in one module: the result of binding, read by lowering. */
export class Bindings {
  readonly variables: VariableInfo[] = [];
  readonly functions: FunctionInfo[] = [];
  readonly scopes = new Map<ts.Node, Scope>();
  readonly functionOf = new Map<ts.Node, FunctionInfo>();
  /** By identifier, `this`, `super` call or `new.target`. Unresolved names are absent. */
  readonly references = new Map<ts.Node, Reference>();
  /** Block-level functions of sloppy code also write a variable of the function around. */
  readonly hoistedCopies = new Map<ts.FunctionDeclaration, VariableInfo>();
  /** Variables of bodies that begin with the value of a parameter, or of `arguments`, of the same name. */
  readonly argumentCopies = new Map<VariableInfo, VariableInfo>();
  /** Variables that hold computed keys of class fields from the class's evaluation to the construction of its objects. */
  readonly fieldKeys = new Map<ts.PropertyDeclaration, VariableInfo>();
  /** Variables that hold the private methods of classes: these are no properties, and nobody replaces them. */
  readonly privateMethods = new Map<ts.MethodDeclaration, VariableInfo>();
  /** Members of an enum named inside its own initialisers. */
  readonly enumReferences = new Map<ts.Node, ts.EnumDeclaration>();
  readonly enums = new Map<VariableInfo, ts.EnumDeclaration[]>();
  /** Variables that hold what a class extends. */
  readonly superclasses = new Map<ts.ClassLikeDeclaration, VariableInfo>();
  /** The `@range` and `@invariant` assertions that every value of a variable must satisfy. */
  readonly permanent = new Map<VariableInfo, readonly AssertionComment[]>();
  /** The declared types of variables, in a file that has such assertions. */
  readonly types = new Map<VariableInfo, ts.TypeNode>();
  readonly exports: { name: string; variable: VariableInfo | null }[] = [];
  readonly imports: { variable: VariableInfo; specifier: string; name: string | null }[] = [];
  readonly reexports: Reexport[] = [];
  /** Variables that hold one object of constants for ever, but for enums. */
  readonly constants = new Map<VariableInfo, ReadonlyMap<string, Constant>>();
  /** The names that all parts of a namespace share, by the first of them. */
  readonly sharedNames = new Map<ts.ModuleDeclaration, Scope>();
  /** Exported variables of namespaces, and the variable of the object that they are properties of. */
  readonly namespaceMembers = new Map<VariableInfo, NamespaceMember>();
  /** The synthetic variable of `export default <expression>`. */
  defaultExport: VariableInfo | null = null;
  /** Names of Node's CommonJS wrapper that the module uses. */
  readonly wrapperVariables: VariableInfo[] = [];
  tampersWithBuiltins = false;
  /** Whether classes may inherit from something else than what they extend. */
  replacesSuperclasses = false;
  /** Standard globals that the module assigns: they are not the standard ones any more. */
  readonly assignedGlobals = new Set<string>();

  /** A variable of the program, or, without `declared`, one that the language or the IR adds. */
  newVariable(name: string, owner: FunctionId, kind: Variable['kind'], declared: Partial<Declared> = {}): VariableInfo {
    const { form = 'implicit' } = declared;
    const lexical = form === 'let' || form === 'const' || form === 'class';
    const variable = new VariableInfo(this.variables.length, name, owner, kind, { ...undeclared, lexical, ...declared });
    this.variables.push(variable);
    return variable;
  }

  functionAt(node: FunctionNode): FunctionInfo {
    const info = this.functionOf.get(node);
    if (info === undefined) throw new InternalError('a function has not been bound');
    return info;
  }

  scopeAt(node: ts.Node): Scope {
    const scope = this.scopes.get(node);
    if (scope === undefined) throw new InternalError('a scope has not been bound');
    return scope;
  }
}
