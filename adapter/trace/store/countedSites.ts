import type { StoredAgain } from '../../events/rows.js';
import type { SiteKind } from '../../instrument/site.js';
import { Kind, kindOf } from './rowMeaning.js';
import { ActivationTimes } from './activationTimes.js';
import type { PlacedSite } from './recordingFile.js';
import type { TraceRelations } from '../format/contents.js';
import type { TraceStore } from './traceStore.js';
import { UnrecordedWrites } from './unrecordedWrites.js';

/** A place of which the passages behind the budget were only counted. */
interface CountedSite {
  readonly site: number;
  readonly kind: number;
  /** The key of what it writes; null: it may be any property or entry. */
  readonly key: number | null;
  /** The last passage that was recorded: all others came behind it. */
  readonly last: number;
  readonly lastSubject: number;
  /** The sites of the entry of the function around; none where it is not known. */
  readonly entries: readonly number[];
}

/**
 * What a recording does not say: passages beyond the budget, and writes of code of which calls alone are recorded. A counted passage lies behind
 * the last recorded one, and where an activation of the function around was running or waiting. Calls and ends are recorded, but for those of
 * functions that were called often in which nothing was.
 */
export class CountedSites {
  /** What code of which calls alone are recorded may have written. */
  readonly unrecorded: UnrecordedWrites;
  private readonly times: ActivationTimes;
  private known: readonly CountedSite[] | null = null;
  private readonly blamed = new Set<number>();
  private isNoting = false;

  constructor(private readonly store: TraceStore) {
    this.times = new ActivationTimes(store, () => [
      ...this.all.flatMap(({ entries }) => entries),
      ...this.unrecorded.paths.flatMap((path) => store.source.entriesOf(path).map(({ site }) => site)),
    ]);
    this.unrecorded = new UnrecordedWrites(store, this.times);
  }

  get areAny(): boolean {
    return this.store.source.counts.size > 0;
  }

  /** How often a site was passed of which there is no row. */
  passagesBeyond(site: number): number {
    const counted = this.store.source.counts.get(site);
    return counted === undefined ? 0 : Math.max(0, counted.total - counted.from + 1);
  }

  /** Whether a place under a key may have changed between two events without a row. */
  mayHaveChanged(key: number, after: number, before: number): boolean {
    const isCounted = this.blame(
      ({ kind, key: own }) => (kind === Kind.change || kind === Kind.content) && (own === key || (own === null && this.isOfObject(key))),
      after,
      before,
    );
    const name = propertyName(this.store.source.keyOf(key));
    return isCounted || (name !== null && this.mayHaveWritten(name, after, before));
  }

  /** Whether code without probes may have written to an object between two events, when nobody looked any more. */
  mayBeUnwatched(object: number, after: number, before: number): boolean {
    const found = this.unwatched.get(object) ?? this.unwatched.get(0);
    if (found === undefined || found.first > before || found.last <= after) return false;
    if (this.isNoting) this.blamed.add(found.site);
    return true;
  }

  /** Whether a call has had code of Node run between two events that may have stored what a place held already. */
  mayBeStoredAgain(object: number, key: number, after: number, before: number): boolean {
    const name = this.store.source.keyOf(key);
    const isIt = ({ names, first, last }: StoredAgain): boolean =>
      first <= before && last > after && (names.length === 0 || names.includes(name));
    const found = [object, 0].flatMap((owner) => this.again.get(owner) ?? []).find(isIt);
    if (found === undefined) return false;
    if (this.isNoting) this.blamed.add(found.site);
    return true;
  }

  /** Whether a site is a call of which `mayBeStoredAgain` may tell. */
  isOfStoring(site: number): boolean {
    for (const calls of this.again.values()) if (calls.some((one) => one.site === site)) return true;
    return false;
  }

  private get again(): ReadonlyMap<number, readonly StoredAgain[]> {
    if (this.knownAgain !== null) return this.knownAgain;
    const byOwner = new Map<number, StoredAgain[]>();
    for (const one of this.store.source.relations.again ?? []) {
      const calls = byOwner.get(one.owner);
      if (calls === undefined) byOwner.set(one.owner, [one]);
      else calls.push(one);
    }
    return (this.knownAgain = byOwner);
  }

  private knownAgain: ReadonlyMap<number, readonly StoredAgain[]> | null = null;

  private get unwatched(): ReadonlyMap<number, TraceRelations['uncertain'][number]> {
    const { uncertain } = this.store.source.relations;
    this.knownUnwatched ??= new Map(uncertain.flatMap((one) => (one.why === 'unwatched' ? [[one.owner, one] as const] : [])));
    return this.knownUnwatched;
  }

  private knownUnwatched: ReadonlyMap<number, TraceRelations['uncertain'][number]> | null = null;

  /**
   * Whether code of which calls alone are recorded may have written a property of this name between two events; null: some property. Private names
   * have their `#`; a symbol's is empty.
   */
  mayHaveWritten(name: string | null, after: number, before: number): boolean {
    if (this.unrecorded.paths.length === 0) return false;
    const site = this.unrecorded.findBetween(name, after, before);
    if (site !== null && this.isNoting) this.blamed.add(site);
    return site !== null;
  }

  /** Whether some place of an object may have changed between two events without a row. */
  mayAnyHaveChanged(after: number, before: number): boolean {
    const isCounted = this.blame(
      ({ kind, key }) => (kind === Kind.change || kind === Kind.content) && (key === null || this.isOfObject(key)),
      after,
      before,
    );
    return isCounted || this.mayHaveWritten(null, after, before);
  }

  /** Whether one of some sites may have been passed between two events without a row. */
  mayHavePassed(sites: readonly number[], after: number, before: number): boolean {
    return this.blame(({ site }) => sites.includes(site), after, before);
  }

  /** Whether rows of a kind may be missing between two events, of those within a part of a text. */
  mayLack(
    kind: number,
    { path, start, end }: { readonly path: string; readonly start: number; readonly end: number },
    before: number,
  ): boolean {
    return this.blame(
      (one) => {
        const found = one.kind === kind ? this.store.source.site(one.site) : undefined;
        return found?.path === path && start <= found.site.offset && found.site.offset < end;
      },
      -1,
      before,
    );
  }

  /** Whether a call may have been given more than was recorded; `site`: that of the arguments of its function. */
  mayLackArguments(site: number, call: number): boolean {
    const counted = this.areAny ? this.all.find((one) => one.site === site) : undefined;
    return counted !== undefined && call >= (this.store.source.callOf(counted.lastSubject) ?? 0);
  }

  /** Does something that an answer rests on: what makes it unknown is noted for `takeBlamed`. A value that is unknown says so itself. */
  noting<T>(action: () => T): T {
    const before = this.isNoting;
    this.isNoting = true;
    try {
      return action();
    } finally {
      this.isNoting = before;
    }
  }

  /** The sites that made an answer unknown since they were asked for last: of passages that were only counted, and of entries of functions whose writes are not recorded. */
  takeBlamed(): readonly number[] {
    const all = [...this.blamed];
    this.blamed.clear();
    return all;
  }

  private blame(isIt: (one: CountedSite) => boolean, after: number, before: number): boolean {
    if (!this.areAny) return false;
    const found = this.all.find((one) => before > one.last && isIt(one) && this.mayRun(one, Math.max(after, one.last), before));
    if (found !== undefined && this.isNoting) this.blamed.add(found.site);
    return found !== undefined;
  }

  /** Whether the function around a site was running or waiting between two events. */
  private mayRun({ entries }: CountedSite, after: number, before: number): boolean {
    return entries.length === 0 || entries.some((entry) => this.times.mayRun(entry, after, before));
  }

  private isOfObject(key: number): boolean {
    return !this.store.source.keyOf(key).startsWith('variable ');
  }

  private get all(): readonly CountedSite[] {
    this.known ??= [...this.store.source.counts.keys()].flatMap((site) => this.countedSite(site) ?? []);
    return this.known;
  }

  private countedSite(site: number): CountedSite | null {
    const last = this.store.lastPassage(site);
    const found = this.store.source.site(site);
    if (last === null || found === undefined) return null;
    const { kind, key } = found.site;
    const isFixed = key !== null && underItsKey.has(kind);
    return {
      site,
      kind: kindOf(kind),
      key: isFixed ? last.key : null,
      last: last.event,
      lastSubject: last.subject,
      entries: this.entriesAround(found),
    };
  }

  /** The entries of the innermost function around: each thread has sites of its own. */
  private entriesAround({ path, site: { offset } }: PlacedSite): readonly number[] {
    const around = this.store.source.entriesOf(path).filter(({ start, end }) => start <= offset && offset < end);
    const size = Math.min(...around.map(({ start, end }) => end - start));
    return around.flatMap(({ site, start, end }) => (end - start === size ? [site] : []));
  }
}

/** Sites that always write under the key that they name. */
const underItsKey: ReadonlySet<SiteKind> = new Set(['write', 'delete', 'define', 'initial', 'with', 'hoist']);

/** The name in a property's key; null of a place that is no property. What natives write is recorded, whoever calls them. */
function propertyName(key: string): string | null {
  if (/^(?:variable|entry|argument) /.test(key)) return null;
  return key.startsWith('symbol ') ? '' : (/^private .*(#\S+)$/.exec(key)?.[1] ?? key);
}
