import type { Finding, Located } from './result.js';

/**
 * The findings without those that an error about the top level tells already: what a function asks of its callers so that a place does not
 * fail, or that it always fails there, where the module itself always fails at that place. Nobody can call a function of such a module.
 */
export function withoutRetold(findings: readonly Finding[]): readonly Finding[] {
  const told = new Set(findings.filter(isOfTopLevel).flatMap(placesOf));
  if (told.size === 0) return findings;
  return findings.filter((finding) => {
    if (finding.severity === 'warning' || isOfTopLevel(finding)) return true;
    const places = placesOf(finding);
    return places.length === 0 || !places.every((place) => told.has(place));
  });
}

const isOfTopLevel = ({ severity, within }: Finding): boolean => severity === 'error' && within === '';

const placesOf = ({ because, alternatives }: Finding): readonly string[] =>
  [...because, ...alternatives.flatMap((each) => each.because)].map(keyOf);

const keyOf = ({ file, span }: Located): string => `${span.line}:${span.column}:${file}`;
