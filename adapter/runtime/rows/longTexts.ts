import { newFloats } from '../realm/intrinsics.js';
import { siteCapacity } from './sites.js';

/**
 * The cost of looking at long texts. V8 keeps what `+` puts together in parts, until somebody looks at it: then it is copied whole. Where a loop
 * makes a text longer and longer, to look at it in each passage takes the square of the time that the program takes.
 */
let longest = Infinity;

/** So many UTF-16 units of long texts a site may look at, and as many more for each passage. */
const mostUnits = 1 << 22;
const unitsPerPassage = 64;
/** To find a text that is known takes as much of what it takes to keep it. */
const findingShare = 256;

/** How many units more each site has looked at than its passages have earned. */
const spent = newFloats(siteCapacity);

/** From now on sites look at few texts over a length; of the others they tell the length, which V8 knows. */
export function limitLongTexts(length: number): void {
  longest = length;
}

/** Whether a site may look at a text, which is a passage of it. */
export function mayLookAt(site: number, text: string): boolean {
  if (text.length <= longest) return true;
  spent[site] = (spent[site] ?? 0) - unitsPerPassage;
  return (spent[site] ?? 0) < mostUnits;
}

/** A site has looked at a text. */
export function noteLookedAt(site: number, text: string, isNew: boolean): void {
  if (text.length > longest) spent[site] = (spent[site] ?? 0) + (isNew ? text.length : text.length / findingShare);
}
