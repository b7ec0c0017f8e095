async function work(index: number): Promise<number> {
  return index;
}

export async function pool(limit: number, tasks: number): Promise<number[]> { //! Array|limit
  const workers = new Array<Promise<number>>(Math.min(limit, tasks) - 1);
  for (let i = 0; i < workers.length; i++) workers[i] = work(i);
  return await Promise.all(workers);
}
