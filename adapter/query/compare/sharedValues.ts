import type { ValueReport } from '../../events/rows.js';
import { Tag } from '../../runtime/rows/tags.js';
import type { TraceRow, TraceStore } from '../../trace/store/traceStore.js';
import type { Identities, SharedNumbers } from './identities.js';
import { IntColumn, PairTable } from './pairTable.js';

/** Kinds of values whose numbers are distinguished by more than their tag. */
const parts = { number: 16, text: 17, object: 18, list: 19, length: 20 } as const;

/** Numbers of values that both recordings share: aligned objects have the same. 0 is what is not known. */
export class SharedValues {
  private readonly table = new PairTable();
  private readonly numbers = new PairTable();
  private readonly texts = new Map<TraceStore, IntColumn>();
  private readonly double = new Float64Array(1);
  private readonly halves = new Int32Array(this.double.buffer);

  constructor(private readonly shared: SharedNumbers) {}

  /** The number of the value that a row tells. */
  numberOf(store: TraceStore, identities: Identities, row: TraceRow): number {
    const { tag, payload } = row;
    if (tag === Tag.number) return this.numberOfDouble(payload);
    if (tag === Tag.object || tag === Tag.function) return this.numberOfObject(identities, payload);
    if (tag !== Tag.string && tag !== Tag.bigint) return this.numberOfReport(identities, store.valueOf(row));
    let known = this.texts.get(store);
    if (known === undefined) this.texts.set(store, (known = new IntColumn()));
    let number = known.at(payload);
    if (number === 0) known.put(payload, (number = this.numberOfReport(identities, store.valueOf(row))));
    return number;
  }

  numberOfReport(identities: Identities, value: ValueReport | null): number {
    if (value === null) return 0;
    if (value.kind === 'absent') return this.table.numberOf(Tag.absent, 0);
    if (value.kind === 'object') return this.numberOfObject(identities, value.id);
    const { type, text, length } = value;
    if (type === 'number') return this.numberOfDouble(Number(text));
    if (length === undefined || text !== '') return this.table.numberOf(parts.text, this.shared.word(`${type} ${length ?? ''} ${text}`));
    return this.table.numberOf(parts.length, length);
  }

  /** The number of a list of values; 0 where one of them is not known. */
  numberOfList(identities: Identities, values: readonly (ValueReport | null)[]): number {
    let number = this.table.numberOf(parts.list, values.length);
    for (const value of values) {
      const own = this.numberOfReport(identities, value);
      if (own === 0) return 0;
      number = this.table.numberOf(-number, own);
    }
    return number;
  }

  private numberOfObject(identities: Identities, object: number): number {
    const shared = identities.object(object);
    return shared === 0 ? 0 : this.table.numberOf(parts.object, shared);
  }

  private numberOfDouble(value: number): number {
    // NaN has many forms.
    this.double[0] = Number.isNaN(value) ? NaN : value;
    return this.table.numberOf(parts.number, this.numbers.numberOf(this.halves[0] ?? 0, this.halves[1] ?? 0));
  }
}
