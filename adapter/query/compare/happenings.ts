import type { Way } from '../../querypoints/text/forkPaths.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../../trace/store/traceStore.js';
import type { TraceReader } from '../reader.js';
import { BranchWays } from './branchWays.js';
import type { Identities, SharedNumbers } from './identities.js';
import { IntColumn, PairTable } from './pairTable.js';
import { SharedValues } from './sharedValues.js';

/** What is held against each other; `other` is only counted along. */
export const happeningKinds = ['write', 'branch', 'call', 'exit', 'exception', 'other'] as const;
export type HappeningKind = (typeof happeningKinds)[number];

/** Numbers of what happened that both recordings share, by kind: by what it belongs to, and its ordinal there. */
export class SharedHappenings {
  readonly values: SharedValues;
  private readonly tables = new Map<HappeningKind, { readonly groups: PairTable; readonly items: PairTable }>();

  constructor(readonly numbers: SharedNumbers) {
    this.values = new SharedValues(numbers);
    for (const kind of happeningKinds) this.tables.set(kind, { groups: new PairTable(), items: new PairTable() });
  }

  tablesOf(kind: HappeningKind): { readonly groups: PairTable; readonly items: PairTable } {
    return this.tables.get(kind) ?? { groups: new PairTable(), items: new PairTable() };
  }
}

/** One event as it is held against the other recording's. */
export interface Happening {
  readonly kind: HappeningKind;
  /** The number that it shares with what it is aligned with. */
  readonly item: number;
  readonly event: number;
  readonly site: number;
  /** The number of what is compared; 0: not known. */
  readonly value: number;
  /** The how-many-th passage of the site in this run. */
  readonly hit: number;
}

/** Everything that happened in a recording, in its order. */
export class Happenings {
  private readonly ways: BranchWays;
  private readonly store: TraceStore;
  private readonly hits = new IntColumn();
  private readonly ordinals = new Map<HappeningKind, IntColumn>();

  constructor(
    private readonly reader: TraceReader,
    private readonly identities: Identities,
    private readonly shared: SharedHappenings,
    /** The key of a change by a number that both recordings share. */
    private readonly keyOf: (key: number) => number,
  ) {
    this.store = reader.store;
    this.ways = new BranchWays(reader);
  }

  *all(): Generator<Happening> {
    const open = new OpenSwitches();
    for (const row of this.store.rows()) {
      if (row.kind === Kind.none) continue;
      const hit = this.hits.next(row.site) + 1;
      if (row.kind === Kind.arrival) {
        const found = open.enteredAt(row.activation, this.ways.valueOfCase(row.site));
        const way = this.ways.caseOf(row.site);
        if (found !== null) yield { ...found, value: this.shared.numbers.word(`${way} ${this.identities.site(row.site)}`) };
        yield this.ofSite('other', row, hit, 0);
        continue;
      }
      const left = open.leftAt(row);
      if (left !== null) yield left;
      const place = row.kind === Kind.fork ? this.ways.switchAt(row.site) : null;
      const happening = this.of(row, hit);
      if (place === null) yield happening;
      else {
        const before = open.open(row.activation, place, happening);
        if (before !== null) yield before;
      }
    }
    yield* open.rest();
  }

  /** The same of one event that is no entry of a case, without numbering what was not seen. */
  private of(row: TraceRow, hit: number): Happening {
    const { values } = this.shared;
    switch (row.kind) {
      case Kind.change:
      case Kind.content:
        return this.write(row, hit);
      case Kind.fork:
        return this.ofSite('branch', row, hit, this.wayNumber(this.ways.wayOf(row)));
      case Kind.call:
        return this.item('call', this.identities.activation(row.subject), 0, row, hit, this.argumentsOf(row));
      case Kind.exit:
        return this.item('exit', this.identities.activation(row.subject), 0, row, hit, values.numberOf(this.store, this.identities, row));
      case Kind.throw:
        return this.ofSite('exception', row, hit, values.numberOf(this.store, this.identities, row));
      default:
        return this.ofSite('other', row, hit, 0);
    }
  }

  private write(row: TraceRow, hit: number): Happening {
    const isVariable = this.store.source.keyOf(row.key).startsWith('variable ');
    const owner = isVariable ? this.identities.scope(row.subject) : this.identities.object(row.subject);
    // That a variable begins is none of its changes, nor what a setter gets; and what is not known to be the same place is not compared.
    if (owner === 0 || this.reader.isNoChange(row)) return this.ofSite('other', row, hit, 0);
    const value = this.shared.values.numberOf(this.store, this.identities, row);
    return this.item('write', isVariable ? -owner : owner, this.keyOf(row.key), row, hit, value);
  }

  /** Receiver and arguments of a call as one number; 0 where one is not known. */
  private argumentsOf({ event }: TraceRow): number {
    const call = this.store.call(event);
    if (call?.areArgumentsKnown !== true) return 0;
    return this.shared.values.numberOfList(this.identities, [call.receiver ?? { kind: 'absent' }, ...call.arguments]);
  }

  private wayNumber(way: Way | null): number {
    return way === null ? 0 : this.shared.numbers.word(way);
  }

  private ofSite(kind: HappeningKind, row: TraceRow, hit: number, value: number): Happening {
    return this.item(kind, this.identities.activation(row.activation), this.identities.site(row.site), row, hit, value);
  }

  private item(kind: HappeningKind, owner: number, part: number, { event, site }: TraceRow, hit: number, value: number): Happening {
    const { groups, items } = this.shared.tablesOf(kind);
    const group = groups.numberOf(owner, part);
    let ordinals = this.ordinals.get(kind);
    if (ordinals === undefined) this.ordinals.set(kind, (ordinals = new IntColumn()));
    return { kind, item: items.numberOf(group, ordinals.next(group)), event, site, value, hit };
  }
}

/** Switches whose value is known, but not yet which case is entered. */
class OpenSwitches {
  private readonly waiting = new Map<number, { readonly place: string; readonly happening: Happening }>();

  /** Another switch of an activation; gives what waited there, of which no case was entered. */
  open(activation: number, place: string, happening: Happening): Happening | null {
    const before = this.waiting.get(activation)?.happening ?? null;
    this.waiting.set(activation, { place, happening });
    return before;
  }

  enteredAt(activation: number, place: string | null): Happening | null {
    const found = this.waiting.get(activation);
    if (found === undefined || found.place !== place) return null;
    this.waiting.delete(activation);
    return found.happening;
  }

  /** What waited in an activation that ends. */
  leftAt({ kind, subject }: TraceRow): Happening | null {
    const found = kind === Kind.exit ? this.waiting.get(subject) : undefined;
    if (found !== undefined) this.waiting.delete(subject);
    return found?.happening ?? null;
  }

  *rest(): Generator<Happening> {
    for (const { happening } of this.waiting.values()) yield happening;
  }
}
