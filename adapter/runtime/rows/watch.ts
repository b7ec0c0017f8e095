/** The change of the event that is looked at, for `.owner` and `.value`. */
export interface CurrentEvent {
  readonly site: number;
  readonly owner: unknown;
  readonly value: unknown;
  /** The name of a property. */
  readonly name: PropertyKey | undefined;
  readonly before: Earlier;
}

/** The mark of a value that must not be read. */
export const untold = Symbol('untold');

/** The value that a native found in a place before it wrote there: null where there was none, undefined where it is not known. */
export type Earlier = { readonly value: unknown } | null | undefined;

/** The settings that probes get when they are installed. */
export interface Watch {
  /** Keys whose change through a computed name is an event. */
  readonly fields: Pick<ReadonlySet<string>, 'has'>;
  readonly elements: boolean;
  /** Whether keys that are symbols are asked for. */
  readonly symbols: boolean;
  /** See `Plan`. */
  readonly countsOnly: boolean;
  /** Called at an event that the adapter wants to look at, after it was recorded. */
  pause(event: CurrentEvent): void;
  /** Called before the statement where the user stopped, and at the steps on the way there. */
  stop(site: number, step: number, when: (() => unknown) | null): void;
  /** Called where a condition of the plan is to hold. */
  condition(condition: number, isFromOutside: boolean): void;
  /** Called when an object is asked whether it is a Proxy. */
  isProxy(value: unknown): boolean;
}
