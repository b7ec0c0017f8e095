/**
 * How a built-in treats an argument: it converts it by ToNumber or ToString (an object's own methods then run: unknown code, and where
 * they may be the module's own the whole call counts as such), or does not look into it (`opaque`). `pattern`: a primitive that is
 * converted by ToString, or a regular expression that has nothing but its `lastIndex`, whose prototype's methods are called. `options`:
 * nothing, or an object whose properties are read and converted.
 */
export type Parameter = 'number' | 'text' | 'pattern' | 'options' | 'opaque';

/**
 * The receivers for which the abstract model holds; with any other receiver the call is unknown code.
 * - `any`: the built-in does not look at it;
 * - `text`: a primitive, converted by ToString (undefined and null throw);
 * - `string`, `number`, `boolean`, `bigint`, `symbol`: that primitive; others throw a TypeError and run no code of the user;
 * - `object`: tracked objects of any brand;
 * - the other brands: tracked objects of that brand, with the prototype that they were born with.
 */
export type Receiver =
  'any' | 'text' | 'string' | 'number' | 'boolean' | 'bigint' | 'symbol' | 'array' | 'regexp' | 'map' | 'set' | 'object';

/** The receiver, or an argument by its position. */
export type Operand = 'this' | number;

/** An operand that the built-in may call; `element`: the parameter that it gets elements in, by position. */
export interface Callback {
  readonly argument: Operand;
  readonly element?: number;
}

/** A first argument that is cut to an integer, NaN to 0: outside of `least..most` the call throws a RangeError. */
export interface Count {
  readonly least: number;
  readonly most: number;
  /** It is not looked at where the receiver is no finite number. */
  readonly ofFinite?: true;
}

/** Numbers of arguments, both included. */
export interface ArgumentCount {
  readonly least: number;
  readonly most: number;
}

/** A primitive of that kind, a new array, or a new array of texts. */
export type Returned = 'text' | 'number' | 'boolean' | 'array' | 'texts';

/**
 * What is known of one function of the language or of Node, whichever engine asks: plain data. The key in a family's table is its
 * name as written in JavaScript; names such as `%TypedArray%.from` are those of ECMA-262, `Array.%dense` is one that only the prelude
 * calls. What is left out does not happen: a function without `writes` writes no object that it was given.
 */
export interface BuiltinFacts {
  /** `length` of the function. */
  readonly arity: number;
  /** What it returns, if it does: whatever it is called with, and on whatever; a method of arrays on an array whose `constructor` is inherited. */
  readonly returns?: Returned;
  /** The other name of the same function, under which it is known. */
  readonly sameAs?: string;
  /** `any` where it is left out. */
  readonly receiver?: Receiver;
  /** By position. Further arguments are `rest`; without it they are not looked at. */
  readonly parameters?: readonly Parameter[];
  readonly rest?: Parameter;
  readonly counts?: Count;
  /** Whether `new` may or must call it; otherwise `new` throws a TypeError. */
  readonly construct?: 'optional' | 'required';
  /** The result is created by the receiver's `constructor`: models hold for arrays that have the inherited one. */
  readonly species?: true;
  /** The method of the new object to which the values of an iterable are handed: a subclass may have another. */
  readonly adder?: string;
  /** It does not come back: a normal end of the run. */
  readonly exits?: true;

  /** The objects whose properties, elements or entries it may write or delete. */
  readonly writes?: readonly Operand[];
  /** The argument that refuses writes afterwards. */
  readonly restricts?: number;
  /** The operands that it may call. Conversions, accessors and traps of Proxies are none. */
  readonly calls?: readonly Callback[];
  /** `never`: whatever it is called on and with, and converts nothing. */
  readonly throws?: 'never';
  /** Where a property is defined by a descriptor: the positions of its name, where it is one property, and of the descriptors. */
  readonly describes?: { readonly name?: number; readonly descriptor: number };

  /** An object that it returns was there before: always one of these operands, or what one of them holds. */
  readonly gives?: readonly (Operand | 'element')[];
  /** An object that it returns is made by the call: that object alone, its parts too, or all that is in it. */
  readonly makes?: 'own' | 'parts' | 'all';
  /** By how much it changes the length of its receiver, an array. `arguments`: it grows by their number. */
  readonly resizes?: 0 | -1 | 'arguments' | 'unknown';
  /** The length of the array that it returns, called with at most `most` arguments: the receiver's, the first argument's, or that number. */
  readonly resultLength?: { readonly as: 'receiver' | 'argument' | 'number'; readonly most: number };
  /** It returns an index of its receiver, or -1. */
  readonly findsIndex?: true;

  /**
   * It only looks at what it is called on. Of whatever is called by such a name on something unknown it is assumed, as of accessors and
   * conversions, that it changes no array, unless the module itself has a method of that name that may do more.
   */
  readonly looks?: true;
  /** Assertions may call methods by this name; the editor offers some. */
  readonly inAssertions?: 'offered' | 'allowed';

  /** It has an abstract model (`abstract.ts`). */
  readonly abstract?: true;
  /** Calls with that many arguments are expressions of the intermediate representation: pure functions of primitives. */
  readonly intrinsic?: ArgumentCount;
  /** The prelude describes calls with that many arguments in JavaScript; of others the abstract model holds, if there is one. */
  readonly prelude?: ArgumentCount;
  /** It calls the function that it is called on, as `f.call()` does. */
  readonly indirect?: true;
  /** The interpreter performs it (`concrete.ts`). */
  readonly concrete?: true;
  /** Symbolic execution has a term for its result (`term.ts`). */
  readonly term?: true;
}

/**
 * A global object whose members are looked up by name; everything else of it is unknown. `class`: a function of which also the
 * prototype's members are known.
 */
export type GlobalKind = 'namespace' | 'function' | 'class';
