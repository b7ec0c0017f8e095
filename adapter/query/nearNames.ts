/** How many names are offered. */
const mostOffered = 3;

/** A sentence that offers those names of some that are much like one that means nothing, with a space before it; empty where none is. */
export function nearNames(wanted: string, names: Iterable<string>): string {
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const name of new Set(names)) {
    if (name === '' || Math.abs(name.length - wanted.length) > most) continue;
    const distance = changesBetween(wanted.toLowerCase(), name.toLowerCase());
    if (distance <= most) near.push({ name, distance });
  }
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const offered = near.slice(0, mostOffered).map(({ name }) => name);
  return offered.length === 0 ? '' : ` There is ${offered.join(', ')}.`;
}

/** How many signs must be put in, left out or exchanged to make one text of another. */
function changesBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let column = 1; column <= other.length; column++) {
      const exchanged = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      here.push(Math.min(exchanged, (above[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1));
    }
    above = here;
  }
  return above[other.length] ?? 0;
}
