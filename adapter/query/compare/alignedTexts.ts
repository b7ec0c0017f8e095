import { dirname, relative } from 'node:path';
import type { TraceReader } from '../reader.js';
import { textMap, type TextMap } from './textMap.js';

/** A text that both runs have loaded. */
export interface AlignedText {
  /** In the first recording, and in the second. */
  readonly paths: readonly [string, string];
  /** From the second to the first, and back. */
  readonly back: TextMap;
  readonly forth: TextMap;
}

/**
 * The texts of two recordings that are versions of each other: by their path from the program's folder, else by their path in a package, else
 * by what of their paths is equal.
 */
export function alignedTexts(a: TraceReader, b: TraceReader): readonly AlignedText[] {
  const pairs: (readonly [string, string])[] = [];
  const [left, right] = [new Set(a.paths), new Set(b.paths)];
  const pair = (own: string, other: string): void => {
    if (!left.delete(own) || !right.delete(other)) return;
    pairs.push([own, other]);
  };
  pair(a.mainPath, b.mainPath);
  const ways: readonly ((reader: TraceReader, path: string) => string | null)[] = [
    ({ mainPath }, path) => relative(dirname(mainPath), path),
    (_, path) => /.*[\\/]node_modules[\\/](.*)$/.exec(path)?.[1] ?? null,
  ];
  for (const way of ways) {
    const named = new Map<string, string>();
    for (const path of left) named.set(way(a, path) ?? `\0${path}`, path);
    for (const path of [...right]) {
      const own = named.get(way(b, path) ?? '');
      if (own !== undefined) pair(own, path);
    }
  }
  for (const path of [...right]) {
    const best = alike(path, [...left]);
    if (best !== null && alike(best, [...right]) === path) pair(best, path);
  }
  return pairs.map((paths) => {
    const [own, other] = [a.texts.text(paths[0])?.text ?? '', b.texts.text(paths[1])?.text ?? ''];
    return { paths, back: textMap(other, own), forth: textMap(own, other) };
  });
}

/** The one path that ends as this one does, in as many names as possible; null where there is none, or more than one. */
function alike(path: string, others: readonly string[]): string | null {
  const names = path.split(/[\\/]/).toReversed();
  let [most, found]: [number, string | null] = [0, null];
  for (const other of others) {
    const own = other.split(/[\\/]/).toReversed();
    const differs = names.findIndex((name, index) => name !== own[index]);
    const count = differs < 0 ? names.length : differs;
    if (count > most) [most, found] = [count, other];
    else if (count === most) found = null;
  }
  return found;
}
