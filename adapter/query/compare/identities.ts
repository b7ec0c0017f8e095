import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../../trace/store/traceStore.js';
import type { TraceReader } from '../reader.js';
import { IntColumn, PairTable } from './pairTable.js';

/** Numbers that both recordings share: what has the same number stands for each other. */
export class SharedNumbers {
  /** Calls of a function by a caller; and of these each one. */
  readonly callsOf = new PairTable();
  readonly activations = new PairTable();
  /** Callers outside of the program: a thread, and what is around the function that is called. */
  readonly outside = new PairTable();
  readonly scopesOf = new PairTable();
  readonly scopes = new PairTable();
  readonly objectsOf = new PairTable();
  readonly objects = new PairTable();
  private readonly words = new Map<string, number>();

  /** The number of a text. */
  word(text: string): number {
    let number = this.words.get(text);
    if (number === undefined) this.words.set(text, (number = this.words.size + 1));
    return number;
  }
}

/**
 * What the activations, scopes and objects of one recording are by: activations by their function, caller and occurrence; scopes and objects by
 * the activation and the place in the text that made them, and their ordinal there.
 */
export class Identities {
  private readonly activations = new IntColumn();
  private readonly objects = new IntColumn();
  private readonly scopes = new Map<number, number>();
  private readonly objectNumbers = new IntColumn();
  private readonly scopeNumbers = new Map<number, number>();
  private readonly ordinals = { calls: new IntColumn(), scopes: new IntColumn(), objects: new IntColumn() };
  private readonly store: TraceStore;

  constructor(
    reader: TraceReader,
    private readonly shared: SharedNumbers,
    /** By site: the number that stands for it in both recordings. */
    readonly sites: Int32Array,
  ) {
    this.store = reader.store;
    this.read();
  }

  /** 0: none of the program's. */
  activation(number: number): number {
    return this.activations.at(number);
  }

  object(number: number): number {
    return this.objects.at(number);
  }

  /** 0: not known. */
  scope(instance: number): number {
    const own = this.scopes.get(instance);
    if (own !== undefined) return own;
    const around = this.store.firstSharerOf(instance);
    const found = this.scopes.get(around) ?? (around < 0 ? this.moduleScope(around) : 0);
    this.scopes.set(instance, found);
    return found;
  }

  /** The object of this recording that has a shared number; 0: none. */
  objectOf(shared: number): number {
    return this.objectNumbers.at(shared);
  }

  scopeOf(shared: number): number {
    return this.scopeNumbers.get(shared) ?? 0;
  }

  site(number: number): number {
    return this.sites[number] ?? -1 - number;
  }

  private moduleScope(instance: number): number {
    return this.shared.scopes.numberOf(-1 - this.site(-instance - 1), 0);
  }

  private read(): void {
    const seen = new FirstSights(this.store);
    for (const row of this.store.rows()) {
      if (row.kind === Kind.call) this.begin(row);
      else if (row.kind === Kind.scope) this.enter(row);
      else if (row.kind === Kind.allocation) this.make(row);
      if (row.kind !== Kind.none) seen.note(row);
    }
    for (const [object, { activation, site }] of seen.of(this)) this.number(object, activation, site);
  }

  private begin(row: TraceRow): void {
    const { callsOf, activations } = this.shared;
    const caller = row.activation === 0 ? -this.shared.outside.numberOf(row.thread, this.around(row)) : this.activation(row.activation);
    const calls = callsOf.numberOf(caller, this.site(row.site));
    this.activations.put(row.subject, activations.numberOf(calls, this.ordinals.calls.next(calls)));
  }

  /** What is around the function that Node calls: closures of one function are distinguished by it. */
  private around({ event, subject }: TraceRow): number {
    let row = this.store.beside(event, 1);
    for (let count = 0; row !== null && row.kind === Kind.none && count < mostRowsOfCall; count++) row = this.store.beside(row.event, 1);
    const isIt = row !== null && row.activation === subject && (row.kind === Kind.around || row.kind === Kind.scope);
    return isIt && row !== null && row.payload !== 0 ? this.scope(row.payload) : 0;
  }

  private enter(row: TraceRow): void {
    if (this.scopes.has(row.subject)) return;
    const { scopesOf, scopes } = this.shared;
    const entries = scopesOf.numberOf(this.activation(row.activation), this.site(row.site));
    const number = scopes.numberOf(entries, this.ordinals.scopes.next(entries));
    this.scopes.set(row.subject, number);
    this.scopeNumbers.set(number, row.subject);
  }

  private make({ subject, site, activation }: TraceRow): void {
    if (this.store.source.site(site)?.site.key !== 'sight') this.number(subject, activation, site);
  }

  private number(object: number, activation: number, site: number): void {
    if (this.objects.at(object) !== 0) return;
    const { objectsOf, objects } = this.shared;
    const made = objectsOf.numberOf(this.activation(activation), this.site(site));
    const number = objects.numberOf(made, this.ordinals.objects.next(made));
    this.objects.put(object, number);
    this.objectNumbers.put(number, object);
  }
}

/** Behind a call stand its arguments, two rows each. */
const mostRowsOfCall = 2000;

interface Sight {
  readonly activation: number;
  readonly site: number;
}

/** Where objects were seen first: of those that no expression was seen to make nothing else is known. */
class FirstSights {
  private readonly sights: readonly (readonly [event: number, object: number])[];
  private readonly found = new Map<number, Sight>();
  private next = 0;

  constructor({ source }: TraceStore) {
    this.sights = [...source.objects()]
      .map((object) => [source.firstSightOf(object), object] as const)
      .sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  }

  /** The row at which an object is seen first, or the first behind it that is an event. */
  note({ event, activation, site }: TraceRow): void {
    for (let sight = this.sights[this.next]; sight !== undefined && sight[0] <= event; sight = this.sights[++this.next])
      this.found.set(sight[1], { activation, site });
  }

  /** Those that have no number yet, in their order. */
  *of(identities: Identities): Generator<readonly [object: number, Sight]> {
    for (const entry of this.found) if (identities.object(entry[0]) === 0) yield entry;
  }
}
