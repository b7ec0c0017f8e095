import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sourceColumn } from '../../adapter/instrument/edits.js';
import { instrument } from '../../adapter/instrument/instrument.js';
import { mappingOf } from '../../adapter/instrument/mapping.js';
import type { Plan } from '../../adapter/instrument/plan.js';

/** The texts that a run has instrumented: by path, the number of its first probe. */
export type FirstSites = ReadonlyMap<string, number>;

/** What a program has printed, with the positions in instrumented texts led back to the user's. */
export function withSourcePositions(printed: string, plan: Plan, firstSites: FirstSites): string {
  const lines = new Map<string, readonly string[]>();
  return printed.replace(/((?:file:\/\/)?\/[^\s():]+):(\d+):(\d+)/g, (whole, where: string, line: string, column: string) => {
    const path = where.startsWith('file:') ? fileURLToPath(where) : where;
    const firstSite = firstSites.get(path);
    if (firstSite === undefined) return whole;
    if (!lines.has(path)) lines.set(path, instrumentedLines(path, plan, firstSite));
    return `${where}:${line}:${sourceColumn(lines.get(path)?.[Number(line) - 1] ?? '', Number(column) - 1) + 1}`;
  });
}

function instrumentedLines(path: string, plan: Plan, firstSite: number): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const mapping = mappingOf(text, path);
  const module = instrument({ path, text, format: 'module', mapping, preamble: modulePreamble }, plan, firstSite);
  const script = instrument({ path, text, format: 'commonjs', mapping, preamble: '' }, plan, firstSite);
  const made = path.endsWith('.mjs') ? module : (script ?? module);
  return (made?.text ?? text).split(/\r\n|[\n\r\u2028\u2029]/);
}

/** Where modules are instrumented in another thread than they run in. */
const modulePreamble = process.version.startsWith('v20.') ? '__w_texts();' : '';
