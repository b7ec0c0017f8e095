export function shortId(value: number, alphabet: number): string { //! toString
  if (alphabet < 2) throw new RangeError('too few letters');
  return Math.floor(value).toString(alphabet);
}
