/** The words of rules files. They are read by Whence and checked by your own TypeScript; a rules file is never imported by your program. */
declare module 'whence/rules' {
  /** A type that nothing is known of. */
  type Loose = ReturnType<JSON['parse']>;

  /** A class of the program, imported as usual: the program is not run by it. */
  type Class<T> = abstract new (...values: never[]) => T;

  /** A set that a rule ranges over. */
  interface Domain<T> {
    readonly element?: T;
  }

  /** All objects of a class, subclasses included, that exist now; or those that `site` names. */
  export function extent<T>(of: Class<T>): Domain<T>;
  export function extent<T = Loose>(of: Site<T>): Domain<T>;

  interface Site<T> {
    readonly site?: T;
  }
  /** The objects that the expressions on a line make: `site('src/a.ts:12')`. */
  export function site<T = Loose>(place: string): Site<T>;

  /** A set of the rule's own. */
  interface Tracked<T> extends Domain<T>, Iterable<T> {
    readonly size: number;
    add(value: T): this;
    delete(value: T): boolean;
    clear(): void;
    has(value: T): boolean;
    forEach(action: (value: T) => void): void;
  }
  export function tracked<T = Loose>(): Tracked<T>;

  /** A value for each object of a class. */
  interface State<T extends object, V> {
    get(object: T): V;
    set(object: T, value: V): void;
  }
  export function state<T extends object, V>(of: Class<T>, initial: V | ((object: T) => V)): State<T, V>;

  /** A value for each activation of the function that a pattern matches in. */
  interface PerCall<V> {
    get(): V;
    set(value: V): void;
  }
  export function perCall<V>(initial: V | (() => V)): PerCall<V>;

  /** A private field of an object: `field(n, '#p')`. */
  export function field<V = Loose>(object: object, name: string): V;

  /** A metavariable, by the type of what it stands for. */
  export function of<T = Loose>(): Metavariable<T>;
  interface Metavariable<T> {
    readonly value?: T;
  }

  /** Where a pattern counts; a function is asked for each place. */
  interface Place {
    readonly file: string;
    readonly line: number;
    readonly class: string;
    readonly function: string;
  }
  type Inside = Partial<Place> | ((place: Place) => boolean);

  /** What is done where a pattern matches; the values of its metavariables by their names. */
  interface Actions {
    in?: Inside;
    before?(values: Loose): void;
    after?(values: Loose): void;
    settled?(values: Loose): void;
    instead?(proceed: () => Loose, values: Loose): unknown;
  }
  interface Entry {
    readonly entry?: never;
  }
  export function call(pattern: (...values: Loose[]) => unknown, actions?: Actions): Entry;
  export function match(pattern: (...values: Loose[]) => unknown, actions?: Actions): Entry;
  export function changes(pattern: (...values: Loose[]) => unknown, actions?: Actions): Entry;

  /** What identifies the place that a metavariable was read from. */
  export function placeOf(value: unknown): string;
  /** Where the program is: `FILE:LINE`. */
  export const here: string;

  /** Makes a finding of what it is given. */
  export function report(...values: unknown[]): void;
  /** Stops the program: in a debugger it waits, else it is ended. */
  export function stop(): void;

  /** An object of a set, or an element of a container. */
  type ElementOf<D> =
    D extends Domain<infer T> ? T : D extends (values: Loose) => infer R ? (R extends Iterable<infer E> ? E : Loose) : never;
  type Variables<F> = {
    readonly [K in keyof F]: F[K] extends (values: Loose) => Loose ? ElementOf<F[K]> : F[K] extends Domain<infer T> ? T : Loose;
  };

  interface RuleOptions<F> {
    readonly foreach?: F;
    /** Read and not run: it must be pure. */
    readonly where?: (values: Variables<F>) => unknown;
    /** After each change, when no method of the objects' classes runs (default), or at the end of a turn of the event loop. */
    readonly check?: 'change' | 'return' | 'turn';
    /** Run once for each tuple that begins to hold. */
    readonly found?: (values: Variables<F>) => void;
    readonly metavariables?: Readonly<Record<string, Metavariable<Loose>>>;
    readonly at?: Entry | readonly Entry[];
  }
  interface Rule {
    readonly rule?: never;
  }
  export function rule<const F extends Readonly<Record<string, Loose>>>(options: RuleOptions<F>): Rule;
}

/** Rules that many programs need. Fields are arrow functions of one variable: `(n) => n.children`. */
declare module 'whence/rules/library' {
  type Loose = ReturnType<JSON['parse']>;
  type Class<T> = abstract new (...values: never[]) => T;
  interface Rule {
    readonly rule?: never;
  }

  /** No object is in the containers (arrays, Sets, keys of Maps) of two objects of the class. */
  export function oneOwner<T>(of: Class<T>, container: (object: T) => unknown): Rule;
  /** No object of the class leads to itself by a field, in at most eight steps. */
  export function acyclic<T>(of: Class<T>, field: (object: T) => unknown): Rule;
  /** An object is in another's container exactly if that one is in its field. */
  export function inverse<T, U>(of: Class<T>, container: (object: T) => unknown, inner: Class<U>, field: (object: U) => unknown): Rule;
  /** Of all elements of a container `typeof` says this. */
  export function elementsAre<T>(of: Class<T>, container: (object: T) => unknown, type: string): Rule;
  /** No call of the first pattern while one of the second, of the same receiver, is outstanding. */
  export function notWhile(first: (...values: Loose[]) => unknown, second: (...values: Loose[]) => unknown): Rule;
  /** A call of the second pattern only after one of the first, of the same receiver. */
  export function inOrder(first: (...values: Loose[]) => unknown, second: (...values: Loose[]) => unknown): Rule;
  /** Reports, where `list[index]` is read outside of the list, since which update it was to be. */
  export function becameInevitable(inside: { readonly file: string; readonly line: number }): Rule;
}
