/** Control characters, which a terminal obeys, and those that change the direction of the text behind them. */
const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A text of the program, or a path, as a line of a terminal may show it: what would be obeyed is U+FFFD. A tab stays. */
export function printable(text: string): string {
  return text.replace(obeyed, '\ufffd').replaceAll('\n', '\ufffd');
}

/** Plain data in which every text is `printable`. */
export function printableData<T>(data: T): T {
  return rewritten(data) as T;
}

function rewritten(data: unknown): unknown {
  if (typeof data === 'string') return printable(data);
  if (Array.isArray(data)) return data.map(rewritten);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [printable(key), rewritten(value)]));
}
