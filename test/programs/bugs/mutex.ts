class Mutex {
  private isHeld = false;

  async acquire(): Promise<void> {
    if (this.isHeld) throw new Error('it is held');
    this.isHeld = true;
  }

  release(): void {
    if (!this.isHeld) throw new Error('it is not held');
    this.isHeld = false;
  }
}

export async function transfer(amount: number): Promise<number> { //! not held
  const mutex = new Mutex();
  await mutex.acquire();
  mutex.release();
  if (amount < 0) mutex.release();
  return amount;
}
