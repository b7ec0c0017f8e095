import type { Span } from '../base/span.js';
import type { Expression } from './expression.js';
import type { FunctionId, SiteId, VariableId } from './program.js';

/** The brand of a class's private methods is no property that a program sees. */
export const isMethodsBrand = (key: string): boolean => /^#@\d+/.test(key) || isProtocolKey(key);

/** A key of what the protocol of a class keeps in its objects, such as their state: nobody sees it. In the first state there is none. */
export const protocolKey = (what: string): string => `#@protocol ${what}`;
/** The key of a method that is the class's own: `of` tells which class. */
export const methodKey = (name: string, of: string): string => protocolKey(`method ${name} ${of}`);
export const isMethodOfProtocol = (key: string): boolean => key.startsWith('#@protocol method ');
export const isProtocolKey = (key: string): boolean => key.startsWith('#@protocol');

/**
 * The brand of a private name whose class may be made again: what objects have under the name's key may be of another evaluation of the
 * class. No object has a key that is called so.
 */
export const brandOfSeveral = (brand: string): string => `?${brand}`;

/** The key of the private name, where the brand is one of those; else undefined. */
export const oneOfSeveral = (brand: string): string | undefined => (brand.startsWith('?') ? brand.slice(1) : undefined);

/** The effect on an edge of the graph. The program is explicit: whatever is not modelled is a `havoc`. */
export type Instruction =
  | { readonly kind: 'nop' }
  /** target := value */
  | { readonly kind: 'assign'; readonly target: VariableId; readonly value: Expression; readonly span: Span }
  /** Passes only states in which ToBoolean(condition) is `truth`. */
  | { readonly kind: 'assume'; readonly condition: Expression; readonly truth: boolean; readonly span: Span }
  /** Throws a ReferenceError when the variable is still uninitialised. */
  | { readonly kind: 'checkInitialised'; readonly variable: VariableId; readonly span: Span }
  /**
   * (Re)creates bindings: lexical ones become uninitialised, others undefined; captured ones get fresh cells.
   * Emitted at the start of a function for its own variables (parameters excepted: they are bound by the call)
   * and at the start of each block or iteration that declares some.
   */
  | { readonly kind: 'enterScope'; readonly variables: readonly VariableId[] }
  /** The per-iteration copy of a `for (let …)` head: fresh cells with the values of the old ones. */
  | { readonly kind: 'copyScope'; readonly variables: readonly VariableId[] }
  /** target := object[key]; throws when `object` is undefined or null; may call a getter. `key` is a constant string for `.name`. */
  | {
      readonly kind: 'load';
      readonly target: VariableId;
      readonly object: Expression;
      readonly key: Expression;
      readonly span: Span;
      /** Number of the syntactic element access, where this is one. */
      readonly access: number | null;
      /** What a getter is called on where that is not `object`: `super.name`. */
      readonly receiver?: Expression;
      /** Of a private name: the key that objects have of their own which the name may be used on; on others it throws. */
      readonly brand?: string;
    }
  /** object[key] := value. `define` creates an own data property (literals, class fields) and calls no setter. */
  | {
      readonly kind: 'store';
      readonly object: Expression;
      readonly key: Expression;
      readonly value: Expression;
      readonly span: Span;
      readonly mode: 'set' | 'define';
      readonly access: number | null;
      /** As in a load. */
      readonly brand?: string;
    }
  /** Getter or setter (either may be null) of a literal or class; the functions are closures. */
  | {
      readonly kind: 'defineAccessor';
      readonly object: Expression;
      readonly key: Expression;
      readonly getter: Expression | null;
      readonly setter: Expression | null;
      readonly span: Span;
    }
  /** `delete object[key]`; target := its boolean result. */
  | { readonly kind: 'delete'; readonly target: VariableId; readonly object: Expression; readonly key: Expression; readonly span: Span }
  /** Object spread and rest: copies the own enumerable properties of `source` but the excluded ones; may call getters. */
  | {
      readonly kind: 'copyProperties';
      readonly object: Expression;
      readonly source: Expression;
      readonly excluded: readonly Expression[];
      readonly span: Span;
    }
  /** target := a fresh object. `array`: with the given elements (`hole` for an elision, `spread` for an iterable). */
  | {
      readonly kind: 'allocate';
      readonly target: VariableId;
      readonly site: SiteId;
      readonly form: 'object' | 'array' | 'regexp';
      readonly elements: readonly Argument[];
      readonly span: Span;
      /** Of a regular expression: how many elements a match has, itself and its groups; null when that is not known. */
      readonly matchLength?: number | null;
    }
  /** target := a closure of the function over the current scopes; a class's constructor has `superclass` (null: none). */
  | {
      readonly kind: 'closure';
      readonly target: VariableId;
      readonly site: SiteId;
      readonly function: FunctionId;
      readonly span: Span;
      readonly superclass: Expression | null;
      readonly isClass: boolean;
    }
  /**
   * target := callee(...args) with `this` = receiver. `new`: receiver is ignored, a fresh object is allocated at `site`.
   * `super`: calls the superclass constructor with the same new.target and binds `receiver`'s variable (this) to the result.
   * `awaited`: the result is the operand of an `await` that follows at once. `waitedFor`: it is waited for before anything else goes on,
   * if whoever called the function waits for what that gives; `linked`: behind a chain of `.then(…)`, which may handle a rejection.
   */
  | {
      readonly kind: 'call';
      readonly target: VariableId;
      readonly callee: Expression;
      readonly receiver: Expression | null;
      readonly args: readonly Argument[];
      readonly mode: 'call' | 'new' | 'super';
      readonly site: SiteId;
      readonly span: Span;
      readonly awaited: boolean;
      readonly waitedFor?: 'directly' | 'linked';
      /** What is called, as written, for messages. */
      readonly text: string;
      /** What is called is declared never to return. */
      readonly isNever?: true;
      /** What is called is of Node, and gives a promise if it returns. */
      readonly isPromised?: true;
    }
  /** Unknown code knows the value from here on; it does not run now. */
  | { readonly kind: 'escape'; readonly value: Expression; readonly span: Span }
  /** Only ever on an edge with outcome `throw`. */
  | {
      readonly kind: 'throw';
      readonly value: Expression;
      readonly span: Span;
      /** A call of an assertion throws it: the span is that of the call. */
      readonly isAssertion?: true;
    }
  /** target := iterator over the iterable; `in`: over its enumerable keys; `asyncOf`: for await. `index` counts the steps taken, from 0. */
  | {
      readonly kind: 'iterate';
      readonly iterator: VariableId;
      readonly index: VariableId;
      readonly iterable: Expression;
      readonly protocol: 'of' | 'in' | 'asyncOf';
      readonly span: Span;
    }
  /** Two edges leave each step: one with `outcome` value (target := the next value), one done. */
  | {
      readonly kind: 'step';
      readonly iterator: VariableId;
      readonly index: VariableId;
      readonly target: VariableId;
      readonly protocol: 'of' | 'in' | 'asyncOf';
      readonly found: boolean;
      /** Of a pattern, how many values it has taken before; null in a loop. */
      readonly taken: number | null;
      readonly span: Span;
    }
  /** The loop or pattern leaves the iterator before it is done: calls its `return`. */
  | { readonly kind: 'closeIterator'; readonly iterator: VariableId; readonly protocol: 'of' | 'in' | 'asyncOf'; readonly span: Span }
  /** target := the rest of the iterator's values as a fresh array. */
  | {
      readonly kind: 'collect';
      readonly target: VariableId;
      readonly site: SiteId;
      readonly iterator: VariableId;
      readonly index: VariableId;
      readonly span: Span;
    }
  /** target := await value; other tasks run meanwhile; throws when the promise rejects. */
  | { readonly kind: 'await'; readonly target: VariableId; readonly value: Expression; readonly span: Span }
  /** target := what the consumer sends; the consumer may also throw here or end the generator (an edge to the finally or exit). */
  | { readonly kind: 'yield'; readonly target: VariableId; readonly value: Expression; readonly delegate: boolean; readonly span: Span }
  /**
   * Not modelled: the target may be anything, it may throw anything (throw twin), and it may change everything that it can reach:
   * all that escaped, all that is reachable from `reads`, and the variables in `writes`.
   */
  | {
      readonly kind: 'havoc';
      readonly target: VariableId | null;
      readonly reads: readonly Expression[];
      readonly writes: readonly VariableId[];
      readonly reason: string;
      /** The name that is read or written here, of which the module has no declaration. */
      readonly undeclared?: string;
      readonly span: Span;
    };

export type Argument =
  | { readonly kind: 'value'; readonly value: Expression }
  | { readonly kind: 'spread'; readonly value: Expression }
  | { readonly kind: 'hole' };
