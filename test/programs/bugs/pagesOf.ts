async function* pages(count: number): AsyncGenerator<number> {
  if (count > 10) throw new RangeError('too many pages');
  for (let page = 1; page <= count; page++) yield page;
}

export async function total(): Promise<number> { //! too many pages
  let sum = 0;
  for await (const page of pages(12)) sum += page;
  return sum;
}
