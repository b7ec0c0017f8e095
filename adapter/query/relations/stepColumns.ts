import type { LoadedText } from '../../querypoints/text/texts.js';

/** Where control may come to: a statement, what a loop evaluates again, or a call that it comes back to. */
export interface StepPlace {
  readonly text: LoadedText;
  readonly start: number;
  readonly end: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Whether it is what a loop evaluates before each iteration. */
  readonly isHead?: true;
  /** Whether it is the first statement that begins on its line. */
  isFirst?: true;
}

/**
 * Control came to a statement. `line`: from another line, or once more; `return`: back from a call; `statement`: on the same line as before;
 * `perhaps`: the recording does not say whether it came there.
 */
export type StepKind = 'line' | 'return' | 'statement' | 'perhaps';

/** A step of an activation. */
export interface Step {
  /** The last event before it. */
  readonly event: number;
  /** How many steps of its activation are behind that event and before it. */
  readonly position: number;
  readonly kind: StepKind;
  readonly place: StepPlace;
}

const kinds: readonly StepKind[] = ['line', 'return', 'statement', 'perhaps'];

/** A step with the activation that it is of. */
export interface OwnStep extends Step {
  readonly activation: number;
}

/** Many steps, in 25 bytes each, in the order of the run once they are sorted. */
export class StepColumns {
  length = 0;
  private events = new Float64Array(1024);
  private activations = new Int32Array(1024);
  private positions = new Int32Array(1024);
  private places = new Int32Array(1024);
  private kinds = new Uint8Array(1024);
  private order: Uint32Array | null = null;
  private readonly allPlaces: StepPlace[] = [];
  private readonly placeNumbers = new Map<StepPlace, number>();

  add(activation: number, { event, position, kind, place }: Step): void {
    if (this.length === this.events.length) this.grow();
    const at = this.length++;
    this.events[at] = event;
    this.activations[at] = activation;
    this.positions[at] = position;
    this.kinds[at] = kinds.indexOf(kind);
    let number = this.placeNumbers.get(place);
    if (number === undefined) {
      this.placeNumbers.set(place, (number = this.allPlaces.length));
      this.allPlaces.push(place);
    }
    this.places[at] = number;
  }

  sort(): this {
    const { events, activations, positions } = this;
    const of = (column: Float64Array | Int32Array, at: number): number => column[at] ?? 0;
    this.order = Uint32Array.from({ length: this.length }, (_none, at) => at).sort(
      (a, b) => of(events, a) - of(events, b) || of(activations, a) - of(activations, b) || of(positions, a) - of(positions, b),
    );
    return this;
  }

  at(index: number): OwnStep | null {
    const row = index < this.length ? (this.order?.[index] ?? index) : -1;
    const place = this.allPlaces[this.places[row] ?? -1];
    if (place === undefined) return null;
    return {
      event: this.events[row] ?? 0,
      activation: this.activations[row] ?? 0,
      position: this.positions[row] ?? 0,
      kind: kinds[this.kinds[row] ?? 0] ?? 'perhaps',
      place,
    };
  }

  private eventAt(index: number): number {
    return this.events[this.order?.[index] ?? index] ?? 0;
  }

  /** The place of the first step that is not before an event. */
  placeOf(event: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.eventAt(middle) < event) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The steps behind an event and before the next one. */
  behind(event: number): readonly OwnStep[] {
    const found: OwnStep[] = [];
    for (let place = this.placeOf(event); this.eventAt(place) === event; place++) {
      const step = this.at(place);
      if (step === null) break;
      found.push(step);
    }
    return found;
  }

  private grow(): void {
    const size = this.length * 2;
    const larger = <T extends Float64Array | Int32Array | Uint8Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    this.events = larger(new Float64Array(size), this.events);
    this.activations = larger(new Int32Array(size), this.activations);
    this.positions = larger(new Int32Array(size), this.positions);
    this.places = larger(new Int32Array(size), this.places);
    this.kinds = larger(new Uint8Array(size), this.kinds);
  }
}
