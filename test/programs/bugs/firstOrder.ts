interface Order { readonly id: number }

async function load(ids: readonly number[]): Promise<Order[]> {
  return ids.map((id) => ({ id }));
}

export async function firstOrderId(): Promise<number> { //! first
  const [first] = await load([]);
  return first.id;
}
