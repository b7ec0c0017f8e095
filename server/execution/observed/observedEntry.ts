/** A call of a function in a run that was observed: what its code can reach when it begins. Plain data. */
export interface ObservedEntry {
  /** Where the function begins in its source; from 1. */
  readonly line: number;
  readonly column: number;
  readonly receiver: ObservedValue;
  /** As they were passed. */
  readonly arguments: readonly ObservedValue[];
  /** The variables of the module's own scope, and those of functions around; a name that is missing is not known. */
  readonly module: ObservedVariables;
  readonly closure: ObservedVariables;
  readonly objects: ReadonlyMap<ObservedId, ObservedObject>;
  /** Whether classes have the methods that they declare, and no others. */
  readonly arePrototypesKept: boolean;
  /** Whether no text of the run is seen to replace what the language defines. */
  readonly areBuiltinsKept: boolean;
}

/** The number of an object in its run. */
export type ObservedId = number;

export type ObservedVariables = Readonly<Record<string, ObservedValue>>;

/** A value as it was seen. `unset`: a variable before its declaration. */
export type ObservedValue =
  | { readonly kind: 'primitive'; readonly value: undefined | null | boolean | number | string | bigint }
  | { readonly kind: 'object'; readonly id: ObservedId }
  | { readonly kind: 'function'; readonly id: ObservedId }
  | { readonly kind: 'unset' | 'unknown' };

/** The contents of an object. An object that is not among those of its entry is unknown. */
export type ObservedObject =
  /**
   * `className`: the class of the module that it is an instance of; null: an object of a literal. `isWhole`: it had no other fields. A private name that one class of the
   * run alone declares is among them, as `#name`; of others nothing is known. */
  | {
      readonly kind: 'object';
      readonly className: string | null;
      readonly isWhole: boolean;
      readonly fields: ReadonlyMap<string, ObservedValue>;
    }
  /** All of its elements; null where there was none. */
  | { readonly kind: 'array'; readonly elements: readonly (ObservedValue | null)[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [ObservedValue, ObservedValue])[] }
  | { readonly kind: 'set'; readonly entries: readonly ObservedValue[] };
