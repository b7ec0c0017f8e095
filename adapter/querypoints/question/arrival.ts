/** A step from a value to a part of it. */
export interface Step {
  /** Of a member, where it is known. */
  readonly name: string | null;
  /** As it is written behind the object. */
  readonly text: string;
  /** Whether it leads from a promise to its value. */
  readonly isAwait?: true;
}

/** How an origin came to a point. */
export interface Arrival {
  /** The property that was written there, where it is known. */
  readonly key: string | null;
  /** Of the value there, the part that is followed. */
  readonly steps: readonly Step[];
  /** Whether it is what the code there gives, as in `return x`: else it is what is written there. */
  readonly isRead: boolean;
  /** Whether it is what a generator has others yield for it. */
  readonly isOthers: boolean;
}
