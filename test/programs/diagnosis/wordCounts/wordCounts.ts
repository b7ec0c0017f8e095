export function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.split(' ')) {
    if (word === '') continue;
    counts.set(word, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
