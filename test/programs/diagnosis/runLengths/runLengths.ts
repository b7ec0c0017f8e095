/** Each run of equal characters with its length. */
export function runLengths(text: string): [string, number][] {
  const runs: [string, number][] = [];
  let length = 0;
  let last = '';
  for (const char of text) {
    if (char === last) length++;
    else {
      if (length > 0) runs.push([last, length]);
      last = char;
      length = 1;
    }
  }
  return runs;
}
