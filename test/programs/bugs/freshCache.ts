interface Entry { readonly value: string; readonly expires: number }

export async function cached(key: string): Promise<string> { //! cache|hit
  const cache = new Map<string, Entry>();
  const hit = cache.get(key)!;
  if (hit.expires < Date.now()) return 'expired';
  return hit.value;
}
