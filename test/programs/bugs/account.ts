export class Account {
  private balance = 0;

  deposit(amount: number): void {
    this.balance = this.balance + amount;
  }

  withdraw(amount: number): number {
    const after = this.balance - amount; //! after >= 0
    // @always after >= 0
    this.balance = after;
    return after;
  }
}
