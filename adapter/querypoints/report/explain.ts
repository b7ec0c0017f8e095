import type { ProvenCounts } from '../runs/result.js';
import type { SiteCounts } from '../text/siteCounts.js';

/** What `--explain` says of the probes: how many there were, and why the rest of the program has none. */
export function explainProbes(
  probed: SiteCounts,
  inTheirTexts: SiteCounts,
  { texts, loadedTexts, proven }: { readonly texts: number; readonly loadedTexts: number; readonly proven: ProvenCounts },
): readonly string[] {
  const left = (kind: keyof SiteCounts) => Math.max(0, inTheirTexts[kind] - probed[kind]);
  const others = loadedTexts - texts;
  return [
    `Probed in ${texts} of ${loadedTexts} texts: writes to properties (${probed.properties}), to variables (${probed.variables}), conditions (${probed.forks}).`,
    `Not in them, because nobody asks: writes to properties of other names (${Math.max(0, left('properties') - proven.keys - proven.functions)}), to other variables (${left('variables')}), conditions of other functions (${left('forks')}).`,
    `Proven to need no probe: stores under keys that are never a name or an index that is asked about (${proven.keys}), stores in functions that no run enters (${proven.functions}).`,
    ...(others > 0 ? [`The other ${others === 1 ? 'text does' : `${others} texts do`} not hold the names that were asked for.`] : []),
  ];
}
