import type { SiteKind } from '../../instrument/site.js';
import { Kind, kindOf } from './rowMeaning.js';
import type { PlacedSite } from './recordingFile.js';
import type { TraceStore } from './traceStore.js';

/** A function that was called so often is taken to run always. */
const mostActivations = 100_000;

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
 * What a recording with a budget does not say. A counted passage lies behind the last recorded one, and where an activation of the function
 * around was running or waiting. Calls and ends are recorded, but for those of functions that were called often in which nothing was.
 */
export class CountedSites {
  private known: readonly CountedSite[] | null = null;
  private readonly blamed = new Set<number>();

  constructor(private readonly store: TraceStore) {}

  get areAny(): boolean {
    return this.store.source.counts.size > 0;
  }

  /** Whether a place under a key may have changed between two events without a row. */
  mayHaveChanged(key: number, after: number, before: number): boolean {
    return this.blame(
      ({ kind, key: own }) => (kind === Kind.change || kind === Kind.content) && (own === key || (own === null && this.isOfObject(key))),
      after,
      before,
    );
  }

  /** Whether some place of an object may have changed between two events without a row. */
  mayAnyHaveChanged(after: number, before: number): boolean {
    return this.blame(
      ({ kind, key }) => (kind === Kind.change || kind === Kind.content) && (key === null || this.isOfObject(key)),
      after,
      before,
    );
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

  /** The sites that made something unknown since they were asked for last. */
  takeBlamed(): readonly number[] {
    const all = [...this.blamed];
    this.blamed.clear();
    return all;
  }

  private blame(isIt: (one: CountedSite) => boolean, after: number, before: number): boolean {
    if (!this.areAny) return false;
    const found = this.all.find((one) => before > one.last && isIt(one) && this.mayRun(one, Math.max(after, one.last), before));
    if (found !== undefined) this.blamed.add(found.site);
    return found !== undefined;
  }

  /** Whether the function around a site was running or waiting between two events. */
  private mayRun({ entries }: CountedSite, after: number, before: number): boolean {
    if (entries.length === 0) return true;
    let count = 0;
    for (const entry of entries) {
      // Calls in which nothing was recorded are not in the file.
      const calls = this.store.source.counts.get(entry);
      if (calls !== undefined && after < (calls.until ?? Infinity)) return true;
      for (const row of this.store.passagesOf(entry, 0, before - 1)) {
        if (row.kind !== Kind.call) continue;
        if (++count > mostActivations) return true;
        const end = this.store.source.endOf(row.subject);
        if (end === null || end.event > after) return true;
      }
    }
    return false;
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

  /** A function's entry is followed by a site that is the whole function; each thread has sites of its own. */
  private entriesAround({ path, site: { offset } }: PlacedSite): readonly number[] {
    let [entries, size]: [number[], number] = [[], Infinity];
    for (const { path: own, first, sites } of this.store.source.sites) {
      if (own !== path) continue;
      for (const [index, whole] of sites.entries()) {
        const isEntry = whole.kind === 'argument' && sites[index - 1]?.kind === 'call';
        if (!isEntry || offset < whole.offset || offset >= whole.end || whole.end - whole.offset > size) continue;
        entries = whole.end - whole.offset < size ? [first + index - 1] : [...entries, first + index - 1];
        size = whole.end - whole.offset;
      }
    }
    return entries;
  }
}

/** Sites that always write under the key that they name. */
const underItsKey: ReadonlySet<SiteKind> = new Set(['write', 'delete', 'define', 'initial', 'with', 'hoist']);
