async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 30_000) throw new RangeError('too long a pause');
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export async function connect(attempts: number): Promise<void> { //! too long a pause
  for (let attempt = 0; attempt < attempts; attempt++) await pause(1000 * 2 ** attempt);
}
