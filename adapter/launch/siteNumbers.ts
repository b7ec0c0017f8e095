/** As many as the last site of a run may have. */
const digits = 7;
/** Greater than any place in a text, which code with probes names too: V8's texts are shorter. */
const firstMark = 600_000_001;

/**
 * The first of numbers for the sites of a text that is kept: each begins with a mark that is in none of the texts of which its code is
 * made. So they can be found, and the text be numbered for a run in which other texts come before it.
 */
export function markedNumbers(...texts: readonly string[]): number {
  let mark = firstMark;
  while (texts.some((text) => text.includes(String(mark)))) mark++;
  return mark * 10 ** digits;
}

/** A text whose sites have marked numbers from `first` on, as it is where they are numbered from `firstSite`. */
export function renumbered(text: string, first: number, firstSite: number): string {
  const mark = String(first / 10 ** digits);
  const pieces: string[] = [];
  let end = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, end)) {
    const index = at + mark.length;
    pieces.push(text.slice(end, at), String(firstSite + Number(text.slice(index, index + digits))));
    end = index + digits;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
}
