async function listOrders(limit: number): Promise<number> {
  if (limit > 100) throw new RangeError('limit is at most 100');
  return limit;
}

export async function exportOrders(isFull: boolean): Promise<number> { //! isFull
  return await listOrders(isFull ? 500 : 50);
}
