import type { Site } from '../../instrument/site.js';
import type { TraceReader } from '../reader.js';
import type { AlignedText } from './alignedTexts.js';
import { sameText, type TextMap } from './textMap.js';

/** Numbers of sites that are the same in both recordings where a site of one stands for one of the other. */
export interface AlignedSites {
  /** By the number of a site in the first recording, and in the second. */
  readonly numbers: readonly [Int32Array, Int32Array];
}

export function alignedSites(a: TraceReader, b: TraceReader, texts: readonly AlignedText[]): AlignedSites {
  const [endA, endB] = [endOfSites(a), endOfSites(b)];
  const numbers = [
    Int32Array.from({ length: endA }, (_, site) => site),
    Int32Array.from({ length: endB }, (_, site) => endA + site),
  ] as const;
  for (const { paths, back } of texts) {
    const [own, other] = [listsOf(a, paths[0]), listsOf(b, paths[1])];
    // A text that was loaded more than once has a list for each time.
    other.forEach(({ first, sites }, index) => {
      const there = own[index];
      if (there === undefined) return;
      for (const [at, to] of paired(sites, there.sites, back)) numbers[1][first + at] = there.first + to;
    });
  }
  return { numbers };
}

function endOfSites({ store }: TraceReader): number {
  return store.source.sites.reduce((most, { first, sites }) => Math.max(most, first + sites.length), 0);
}

function listsOf({ store }: TraceReader, path: string): TraceReader['store']['source']['sites'] {
  return store.source.sites.filter((list) => list.path === path);
}

/** The sites of a text with those of another version: what is written at the same place, then what begins or ends there. */
function* paired(own: readonly Site[], other: readonly Site[], map: TextMap): Generator<readonly [own: number, other: number]> {
  const free = new Set(own.keys());
  const taken = new Set<number>();
  const isSame = map === sameText;
  const ways: readonly ((site: Site, map: TextMap) => string | null)[] = [
    (site, at) => joined(site, [at.startOf(site.offset), at.endOf(site.end), site.key]),
    (site, at) => joined(site, [at.startOf(site.offset), at.endOf(site.end)]),
    (site, at) => joined(site, [at.startOf(site.offset)]),
    (site, at) => joined(site, [at.endOf(site.end)]),
  ];
  for (const way of isSame ? ways.slice(0, 1) : ways) {
    const places = new Map<string, number[]>();
    other.forEach((site, index) => {
      const place = taken.has(index) ? null : way(site, sameText);
      if (place !== null) places.set(place, [...(places.get(place) ?? []), index]);
    });
    for (const index of [...free]) {
      const site = own[index];
      const place = site === undefined ? null : way(site, map);
      const found = place === null ? undefined : places.get(place)?.shift();
      if (found === undefined) continue;
      free.delete(index);
      taken.add(found);
      yield [index, found];
    }
  }
}

function joined({ kind }: Site, parts: readonly (number | string | null)[]): string | null {
  return parts[0] === null || (parts.length > 1 && parts[1] === null) ? null : [kind, ...parts].join(' ');
}
