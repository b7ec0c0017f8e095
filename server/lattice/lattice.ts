/** A record of functions: domains compose, they do not inherit. */
export interface Lattice<T> {
  readonly bottom: T;
  readonly top: T;
  /** x ⊑ y: every concrete value of `x` is one of `y`. */
  leq(x: T, y: T): boolean;
  join(x: T, y: T): T;
  meet(x: T, y: T): T;
  /** previous ∇ next. The solver guarantees previous ⊑ next; jumps to the nearest threshold, then to ±∞. */
  widen(previous: T, next: T, thresholds: readonly number[]): T;
  /** previous △ next, for next ⊑ previous: keeps a sound upper bound and ends every descending chain. */
  narrow(previous: T, next: T): T;
  show(x: T): string;
}
