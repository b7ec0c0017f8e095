import type { TraceReader } from '../reader.js';
import { alignedSites } from './alignedSites.js';
import { alignedTexts, type AlignedText } from './alignedTexts.js';
import { Happenings, happeningKinds, SharedHappenings, type Happening, type HappeningKind } from './happenings.js';
import { Identities, SharedNumbers } from './identities.js';
import { sharedKeys } from './sharedKeys.js';
import { IntColumn, NumberColumn } from './pairTable.js';
import { SystemWrites } from './systemWrites.js';

/** Something that happened in one recording alone, or otherwise in the other. */
export interface Found {
  readonly kind: HappeningKind;
  /** Where it stands in the first recording: an event; what only the second one has stands behind that of what came before it there. */
  readonly at: number;
  readonly first: Occurred | null;
  readonly second: Occurred | null;
  /** Whether it is a write of Node, or of the language, to an object that is none of the program's. */
  readonly isOfSystem: boolean;
}

export interface Occurred {
  readonly event: number;
  readonly hit: number;
}

/** Two recordings, and what of one stands for what of the other. */
export class Alignment {
  readonly texts: readonly AlignedText[];
  readonly identities: readonly [Identities, Identities];
  /** By event of one recording the aligned event of the other, and one. */
  private readonly there = [new NumberColumn(), new NumberColumn()] as const;
  private readonly differing: Found[] = [];
  private readonly ofSystem: readonly [SystemWrites, SystemWrites];
  private isSure = true;

  constructor(readonly readers: readonly [TraceReader, TraceReader]) {
    this.ofSystem = [new SystemWrites(readers[0]), new SystemWrites(readers[1])];
    this.texts = alignedTexts(...readers);
    const numbers = new SharedNumbers();
    const sites = alignedSites(...readers, this.texts).numbers;
    this.identities = [new Identities(readers[0], numbers, sites[0]), new Identities(readers[1], numbers, sites[1])];
    const keys = sharedKeys(this.readers, this.identities, numbers, this.texts);
    const shared = new SharedHappenings(numbers);
    const [own, other] = [0, 1].map((run) => {
      const at = run as 0 | 1;
      return new Happenings(readers[at], this.identities[at], shared, keys[at]);
    });
    if (own !== undefined && other !== undefined) this.hold(own, other);
  }

  /** Everything that differs, in the order of the first recording, without what the system writes to its own objects. */
  get differences(): readonly Found[] {
    return this.differing.filter(({ isOfSystem }) => !isOfSystem);
  }

  /** The same with what the system writes. */
  get allDifferences(): readonly Found[] {
    return this.differing;
  }

  /** Whether nothing that was compared may differ unseen. */
  get isWhole(): boolean {
    return this.isSure;
  }

  /** The event of the other recording that is aligned with one of this; null: there is none. */
  eventIn(run: 0 | 1, event: number): number | null {
    const found = this.there[run].at(event);
    return found === 0 ? null : found - 1;
  }

  private hold(own: Happenings, other: Happenings): void {
    const kept = new Map(happeningKinds.map((kind) => [kind, new Kept()]));
    for (const happening of own.all()) kept.get(happening.kind)?.put(happening);
    const limits = new Limits(this.readers, this.identities);
    let before = -1;
    let last = -1;
    for (const happening of other.all()) {
      const { kind, item, event } = happening;
      const found = kept.get(kind)?.take(item) ?? null;
      if (found === null) {
        if (kind !== 'other') this.add({ kind, at: before, first: null, second: happening }, limits.isKnown(0, happening));
        continue;
      }
      last = Math.max(last, found.event);
      if (kind !== 'other') before = found.event;
      this.there[0].put(found.event, event + 1);
      this.there[1].put(event, found.event + 1);
      if (kind === 'other' || found.value === happening.value) continue;
      const isKnown = found.value !== 0 && happening.value !== 0 && limits.isKnown(0, happening) && limits.isKnown(1, found);
      this.add({ kind, at: found.event, first: found, second: happening }, isKnown);
    }
    for (const [kind, all] of kept) {
      if (kind === 'other') continue;
      for (const happening of all.rest(kind))
        this.add(
          { kind, at: happening.event, first: happening, second: null },
          limits.isKnown(1, happening) && limits.isReached(1, happening.event, last),
        );
    }
    const isBehind = ({ first }: Found): number => (first === null ? 1 : 0);
    this.differing.sort(
      (a, b) => a.at - b.at || isBehind(a) - isBehind(b) || (a.first ?? a.second ?? nowhere).event - (b.first ?? b.second ?? nowhere).event,
    );
  }

  private add({ kind, at, first, second }: Omit<Found, 'isOfSystem'>, isKnown: boolean): void {
    const only = (one: Occurred | null): Occurred | null => (one === null ? null : { event: one.event, hit: one.hit });
    const isOfSystem = kind === 'write' && this.isOfSystem(first === null ? 1 : 0, (first ?? second)?.event ?? -1);
    if (isKnown) this.differing.push({ kind, at, first: only(first), second: only(second), isOfSystem });
    else if (!isOfSystem) this.isSure = false;
  }

  private isOfSystem(run: 0 | 1, event: number): boolean {
    const row = this.readers[run].store.row(event);
    return row !== null && this.ofSystem[run].has(row);
  }
}

const nowhere: Occurred = { event: 0, hit: 0 };

/** What happened in the first recording, by the number that it shares with the second. */
class Kept {
  private readonly events = new NumberColumn();
  private readonly sites = new IntColumn();
  private readonly values = new IntColumn();
  private readonly hits = new IntColumn();
  private last = 0;

  put({ item, event, site, value, hit }: Happening): void {
    this.events.put(item, event + 1);
    this.sites.put(item, site);
    this.values.put(item, value);
    this.hits.put(item, hit);
    this.last = Math.max(this.last, item);
  }

  /** What has a number, which is then no longer kept; null: nothing. */
  take(item: number): Omit<Happening, 'kind' | 'item'> | null {
    const found = this.at(item);
    if (found !== null) this.events.put(item, 0);
    return found;
  }

  /** What nothing was aligned with. */
  *rest(kind: HappeningKind): Generator<Happening> {
    for (let item = 1; item <= this.last; item++) {
      const found = this.at(item);
      if (found !== null) yield { kind, item, ...found };
    }
  }

  private at(item: number): Omit<Happening, 'kind' | 'item'> | null {
    const event = this.events.at(item);
    if (event === 0) return null;
    return { event: event - 1, site: this.sites.at(item), value: this.values.at(item), hit: this.hits.at(item) };
  }
}

/** What recordings leave out: of places that were passed often, and behind their end where they were cut. */
class Limits {
  private readonly counted: readonly [ReadonlySet<number>, ReadonlySet<number>];
  private readonly areWhole: readonly [boolean, boolean];

  constructor(
    readers: readonly [TraceReader, TraceReader],
    private readonly identities: readonly [Identities, Identities],
  ) {
    const countedIn = (run: 0 | 1): ReadonlySet<number> =>
      new Set([...readers[run].store.source.counts.keys()].map((site) => identities[run].site(site)));
    this.counted = [countedIn(0), countedIn(1)];
    const isWhole = (run: 0 | 1): boolean => readers[run].store.source.ending !== null && !readers[run].store.source.isDamaged;
    this.areWhole = [isWhole(0), isWhole(1)];
  }

  /** Whether a recording would have what happened in the other one. */
  isKnown(run: 0 | 1, { site }: { readonly site: number }): boolean {
    return !this.counted[run].has(this.identities[run === 0 ? 1 : 0].site(site));
  }

  /** Whether a recording reaches as far as an event of the other one, of which `last` is the last that it has. */
  isReached(run: 0 | 1, event: number, last: number): boolean {
    return this.areWhole[run] || event <= last;
  }
}
