/** How many letters must be put in, taken out or changed. */
export function editDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return 1 + editDistance(x, y);
  return 1 + Math.min(editDistance(x, b), editDistance(a, y), editDistance(x, y));
}
