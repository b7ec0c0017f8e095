export function parseQuery(query: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of query.split('&')) {
    const [key = '', value = ''] = pair.split('=');
    found[value] = key;
  }
  return found;
}
