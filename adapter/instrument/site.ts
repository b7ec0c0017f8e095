/**
 * What a probe tells:
 * - `write`, `delete`: a place changes by assignment or `delete`;
 * - `with`: a name was written that a statement `with` may take for a property;
 * - `define`, `spread`: a property comes into being with its object or class;
 * - `code`: code is made of a text;
 * - `initial`: a variable begins without a value;
 * - `native`: one of the language's own functions changes a place (its site is the call);
 * - `result`: an object came into being with what it holds: by one of the language's own functions, or by the rest of a pattern;
 * - `fork`: a condition has been evaluated; `arrival`: a case of a `switch` is entered;
 * - `await`: what is awaited has been evaluated;
 * - `stop`: control is where the user stopped; `passage`: on the way there;
 * - `allocation`: an expression made an object;
 * - `return`: a function returns or yields a value;
 * - `caller`: a call is about to begin; `call`: a function is entered; `argument`: it was given this; `exit`: it is left normally;
 * - `throw`: an exception is about to be thrown; `catch`, `last`: control is in a handler, in a `finally` block;
 * - `suspend`, `resume`: an activation waits at `await` or `yield`, and goes on;
 * - `closed`, `aborted`: a generator was ended from outside where it waited, by `return()`, by `throw()`;
 * - `method`: a class whose methods say when they run;
 * - `scope`: a scope is entered; `around`: what is around a function that is entered; `hoist`: a declared function is there.
 */
export type SiteKind =
  | 'write'
  | 'delete'
  | 'with'
  | 'code'
  | 'define'
  | 'spread'
  | 'initial'
  | 'native'
  | 'result'
  | 'fork'
  | 'arrival'
  | 'await'
  | 'stop'
  | 'condition'
  | 'passage'
  | 'allocation'
  | 'return'
  | 'call'
  | 'caller'
  | 'argument'
  | 'exit'
  | 'throw'
  | 'catch'
  | 'last'
  | 'suspend'
  | 'resume'
  | 'closed'
  | 'aborted'
  | 'scope'
  | 'around'
  | 'hoist'
  | 'method';

/** One probe in one text. Sites are numbered through a run; a point is (path, offset, kind) and how many times it was passed. */
export interface Site {
  readonly kind: SiteKind;
  /** In the text before instrumentation: of what is shown as the point (the written target, the test, the statement). */
  readonly offset: number;
  readonly end: number;
  /** The name of the property or variable, where the text has it. */
  readonly key: string | null;
  /** Where the variable is declared, or the class of the private name, that it reports; null when it reports something else. */
  readonly declaration: number | null;
  /** Whether it reports the change just before the store, or just after. */
  readonly isAfter: boolean;
  /** Names that the text has for what is given back here: under a telling one it is not to be recorded. */
  readonly given?: readonly string[];
  /** Whether it was proven to touch nothing that rules watch, and is there to see that this is right. */
  readonly isPruned?: true;
}

/**
 * The key of a site of kind `native` where a place is found changed, and nobody knows by which call; of kind `result`, where an object comes in that
 * code has made which is not seen.
 */
export const unseenKey = 'unseen';

/** The key of a site of kind `caller` in a text of which calls alone are recorded: what is found changed in it was not changed by a call. */
export const callsOnlyKey = 'calls';

/** The first sign of the key of a site of kind `caller` that calls a method by its name, which follows. */
export const calledMethod = '.';

/** The key of a site of kind `call` where an arrow function is entered and the row tells, as a receiver, the `this` that it sees. */
export const lexicalKey = 'lexical';
