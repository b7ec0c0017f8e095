export interface Entry {
  readonly id: number;
  readonly size: number;
}

export type Load = (id: number) => Promise<Entry>;

async function sizeOf(load: Load, id: number): Promise<number> {
  const entry = await load(id);
  return entry.size;
}

export async function totalSize(load: Load, ids: readonly number[]): Promise<number> {
  let total = 0;
  for (const id of ids) {
    const size = sizeOf(load, id);
    total += size;
  }
  return total;
}
