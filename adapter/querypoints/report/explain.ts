import type { SiteCounts } from '../text/siteCounts.js';

/** What `--explain` says of the probes: how many there were, and why the rest of the program has none. */
export function explainProbes(
  probed: SiteCounts,
  inTheirTexts: SiteCounts,
  { texts, loadedTexts }: { readonly texts: number; readonly loadedTexts: number },
): readonly string[] {
  const left = (kind: keyof SiteCounts) => Math.max(0, inTheirTexts[kind] - probed[kind]);
  const others = loadedTexts - texts;
  return [
    `Probed in ${texts} of ${loadedTexts} texts: writes to properties (${probed.properties}), to variables (${probed.variables}), conditions (${probed.forks}).`,
    `Not in them, because nobody asks: writes to properties of other names (${left('properties')}), to other variables (${left('variables')}), conditions of other functions (${left('forks')}).`,
    ...(others > 0 ? [`The other ${others === 1 ? 'text does' : `${others} texts do`} not hold the names that were asked for.`] : []),
  ];
}
