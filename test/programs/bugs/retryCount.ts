async function attempt(left: number): Promise<string> {
  if (left < 0) throw new RangeError('no attempts are left');
  return left === 0 ? 'done' : await attempt(left - 1);
}

export async function run(retries: number): Promise<string> { //! no attempts are left
  await Promise.resolve();
  return await attempt(retries - 1);
}
